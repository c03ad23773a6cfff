package org.jshmem.transport.ofi;

import java.util.Arrays;

/**
 * The keys of the regions of one PE, as far as they are known here. Immutable, so that transfers read it without a
 * lock.
 */
final class KeyTable {
    private static final KeyTable EMPTY = new KeyTable(new long[0], new boolean[0]);

    private final long[] keys;
    private final boolean[] known;

    private KeyTable(long[] keys, boolean[] known) {
        this.keys = keys;
        this.known = known;
    }

    /** Whether a table, null for one without keys, has the key of a region. */
    static boolean has(KeyTable table, int region) {
        return table != null && region < table.known.length && table.known[region];
    }

    /** A table, null for one without keys, and one key more. */
    static KeyTable with(KeyTable table, int region, long key) {
        final KeyTable old = table == null ? EMPTY : table;
        final int length = Math.max(old.keys.length, region + 1);
        final KeyTable added = new KeyTable(Arrays.copyOf(old.keys, length), Arrays.copyOf(old.known, length));
        added.keys[region] = key;
        added.known[region] = true;
        return added;
    }

    /** The key of a region that this table has. */
    long key(int region) {
        return keys[region];
    }
}
