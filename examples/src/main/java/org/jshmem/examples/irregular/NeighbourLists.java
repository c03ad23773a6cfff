package org.jshmem.examples.irregular;

import java.util.Arrays;

/** The neighbours of the vertices of a PE. All are added first; then {@link #group} puts those of a vertex together. */
final class NeighbourLists {
    private int[] vertices = new int[1024];
    private long[] neighbours = new long[1024];
    private int size;

    /** Of each vertex where its neighbours begin. */
    private int[] starts;

    /**
     * Adds a neighbour.
     *
     * @param vertex by its number on this PE
     * @param neighbour by its number in the graph
     */
    void add(int vertex, long neighbour) {
        if (size == vertices.length) {
            vertices = Arrays.copyOf(vertices, 2 * size);
            neighbours = Arrays.copyOf(neighbours, 2 * size);
        }
        vertices[size] = vertex;
        neighbours[size] = neighbour;
        size++;
    }

    /** Sorts the neighbours by their vertices. */
    void group(int nVertices) {
        starts = new int[nVertices + 1];
        for (int i = 0; i < size; i++) {
            starts[vertices[i] + 1]++;
        }
        for (int vertex = 0; vertex < nVertices; vertex++) {
            starts[vertex + 1] += starts[vertex];
        }
        final int[] next = starts.clone();
        final long[] grouped = new long[size];
        for (int i = 0; i < size; i++) {
            grouped[next[vertices[i]]++] = neighbours[i];
        }
        neighbours = grouped;
        vertices = null;
    }

    /** How many neighbours a vertex has. */
    int count(int vertex) {
        return starts[vertex + 1] - starts[vertex];
    }

    /** A neighbour of a vertex. */
    long get(int vertex, int i) {
        return neighbours[starts[vertex] + i];
    }
}
