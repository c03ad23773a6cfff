package org.jshmem.trace;

import java.util.Arrays;

/** Slices of a track in columns, because there may be millions of them. */
final class Slices {
    /** No PE is concerned. */
    static final int NO_PE = -1;

    private static final int FIRST = 16;

    private int size;
    private long[] begins = new long[FIRST];
    private long[] ends = new long[FIRST];
    private Category[] categories = new Category[FIRST];
    private String[] names = new String[FIRST];
    private int[] peers = new int[FIRST];
    private long[] bytes = new long[FIRST];
    private String[] details = new String[FIRST];
    private String[] sites = new String[FIRST];

    /**
     * Adds a slice.
     *
     * @param begin in nanoseconds
     * @param end in nanoseconds, not before begin
     * @param category what it is
     * @param name the operation, such as {@code put} or {@code waitUntil}
     * @param peer the other PE, or {@link #NO_PE}
     * @param moved how many bytes it moves; 0 if none
     * @param detail further words, such as what a wait was for; empty if there are none
     * @param site the line of the program, such as {@code Heat.step(Heat.java:42)}; empty if it is not known
     */
    void add(long begin, long end, Category category, String name, int peer, long moved, String detail, String site) {
        if (size == begins.length) {
            grow();
        }
        begins[size] = begin;
        ends[size] = end;
        categories[size] = category;
        names[size] = name;
        peers[size] = peer;
        bytes[size] = moved;
        details[size] = detail;
        sites[size] = site;
        size++;
    }

    private void grow() {
        final int length = 2 * size;
        begins = Arrays.copyOf(begins, length);
        ends = Arrays.copyOf(ends, length);
        categories = Arrays.copyOf(categories, length);
        names = Arrays.copyOf(names, length);
        peers = Arrays.copyOf(peers, length);
        bytes = Arrays.copyOf(bytes, length);
        details = Arrays.copyOf(details, length);
        sites = Arrays.copyOf(sites, length);
    }

    int size() {
        return size;
    }

    long begin(int i) {
        return begins[i];
    }

    long end(int i) {
        return ends[i];
    }

    Category category(int i) {
        return categories[i];
    }

    String name(int i) {
        return names[i];
    }

    int peer(int i) {
        return peers[i];
    }

    long bytes(int i) {
        return bytes[i];
    }

    String detail(int i) {
        return details[i];
    }

    String site(int i) {
        return sites[i];
    }
}
