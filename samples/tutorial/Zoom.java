import static org.jshmem.Shmem.*;

static final int ROWS = 480;
static final int COLUMNS = 640;
static final int FRAMES = 20;
static final int LIMIT = 400;

void main() {
    try (var _ = init()) {
        long all = 0;
        for (int frame = 0; frame < FRAMES; frame++) {
            long points = 0;
            int first = myPe() * ROWS / nPes();
            int end = (myPe() + 1) * ROWS / nPes();
            for (int row = first; row < end; row++) {
                points += pointsOfSet(row, 1.25 - 0.01 * frame);
            }
            all += sumReduce(TEAM_WORLD, points);
        }
        if (myPe() == 0) {
            IO.println(all + " points belong to the set");
        }
    }
}

long pointsOfSet(int row, double size) {
    long points = 0;
    double b = size * row / ROWS;
    for (int column = 0; column < COLUMNS; column++) {
        double a = size * (2.0 * column / COLUMNS - 1) - 0.75;
        double x = 0;
        double y = 0;
        int n = 0;
        while (n < LIMIT && x * x + y * y < 4) {
            double next = x * x - y * y + a;
            y = 2 * x * y + b;
            x = next;
            n++;
        }
        points += n == LIMIT ? 1 : 0;
    }
    return points;
}
