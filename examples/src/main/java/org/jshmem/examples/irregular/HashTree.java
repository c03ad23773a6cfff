package org.jshmem.examples.irregular;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The geometric tree of fixed shape of UTS, which nobody stores: a node is 20 bytes, its state, and a child's state is
 * the SHA-1 hash of its parent's and the child's number. The state also decides how many children a node has.
 */
final class HashTree {
    /** Bytes of a state. */
    static final int STATE = 20;

    /** No node has more children. */
    private static final int MOST_CHILDREN = 100;

    private static final int SEED_AT = 16;

    /** Nodes at this depth have no children. */
    final int depth;

    private final int seed;
    private final double logOfNoMore;
    private final MessageDigest sha1;
    private final byte[] number = new byte[Integer.BYTES];

    /**
     * A tree.
     *
     * @param depth of its lowest nodes
     * @param branching how many children a node above them has in the mean
     * @param seed for the state of the root
     */
    HashTree(int depth, double branching, int seed) {
        this.depth = depth;
        this.seed = seed;
        this.logOfNoMore = Math.log(1 - 1 / (1 + branching));
        try {
            this.sha1 = MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Computes the state of the root. */
    void root(byte[] state, int at) {
        putNumber(seed);
        sha1.update(new byte[SEED_AT]);
        sha1.update(number);
        digest(state, at);
    }

    /** Computes the state of a child. */
    void child(byte[] parent, int parentAt, int child, byte[] state, int at) {
        putNumber(child);
        sha1.update(parent, parentAt, STATE);
        sha1.update(number);
        digest(state, at);
    }

    private void putNumber(int value) {
        for (int i = 0; i < Integer.BYTES; i++) {
            number[i] = (byte) (value >>> 24 - 8 * i);
        }
    }

    private void digest(byte[] state, int at) {
        try {
            sha1.digest(state, at, STATE);
        } catch (DigestException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many children a node has, by its state and its depth: a number with a geometric distribution. */
    int children(byte[] state, int at, int nodeDepth) {
        if (nodeDepth >= depth) {
            return 0;
        }
        int random = 0;
        for (int i = SEED_AT; i < STATE; i++) {
            random = random << 8 | state[at + i] & 0xFF;
        }
        final double uniform = (random & Integer.MAX_VALUE) * 0x1p-31;
        return (int) Math.min(MOST_CHILDREN, Math.floor(Math.log(1 - uniform) / logOfNoMore));
    }
}
