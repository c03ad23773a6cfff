/* One step of the heat equation. A plate has rows 0 to rows + 1, of which the first and the last are halo rows. */
void step(double *restrict next, const double *restrict now, long rows, long columns)
{
    for (long row = 1; row <= rows; row++)
        for (long i = row * columns + 1; i < (row + 1) * columns - 1; i++)
            next[i] = 0.25 * (now[i - columns] + now[i - 1] + now[i + 1] + now[i + columns]);
}
