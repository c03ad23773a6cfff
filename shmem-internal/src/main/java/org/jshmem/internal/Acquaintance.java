package org.jshmem.internal;

import java.util.Arrays;
import org.jshmem.bootstrap.Bootstrap;

/**
 * The first exchange of a job: by what PEs share memory, and, where the launcher has told that there are several nodes,
 * the digests of their networks. PEs of one node exchange the same as a rule, so the launcher carries it once.
 *
 * @param keys by PE, its locality key, equal for PEs that share memory
 * @param networks by PE, the digest of its networks; null if none were exchanged
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Acquaintance(byte[][] keys, byte[][] networks) {
    /**
     * Exchanges; collective.
     *
     * @param key of this PE; the keys of all PEs have one length
     * @param network the digest of this PE's networks, or null on all PEs
     */
    static Acquaintance make(Bootstrap job, byte[] key, byte[] network) {
        if (network == null) {
            return new Acquaintance(job.allgather(key), null);
        }
        final byte[] mine = Arrays.copyOf(key, key.length + network.length);
        System.arraycopy(network, 0, mine, key.length, network.length);
        final byte[][] all = job.allgather(mine);
        final byte[][] keys = new byte[all.length][];
        final byte[][] networks = new byte[all.length][];
        for (int pe = 0; pe < all.length; pe++) {
            final boolean isSame = pe > 0 && all[pe] == all[pe - 1];
            keys[pe] = isSame ? keys[pe - 1] : Arrays.copyOf(all[pe], key.length);
            networks[pe] = isSame ? networks[pe - 1] : Arrays.copyOfRange(all[pe], key.length, all[pe].length);
        }
        return new Acquaintance(keys, networks);
    }
}
