package org.jshmem.tck.programs;

/**
 * Bytes of one PE's copy of a symmetric array.
 *
 * @param array the array's number
 * @param pe the PE
 * @param at where they start
 * @param bytes how many
 */
record Place(int array, int pe, long at, long bytes) {
    boolean overlaps(Place other) {
        return array == other.array && pe == other.pe && at < other.at + other.bytes && other.at < at + bytes;
    }

    boolean contains(int itsArray, int itsPe, long place) {
        return array == itsArray && pe == itsPe && place >= at && place < at + bytes;
    }
}
