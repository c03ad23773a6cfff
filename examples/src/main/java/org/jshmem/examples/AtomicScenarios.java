package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;

/**
 * Four ways to lose atomicity, each put right. The specification shows such in its {@code amo_scenario} programs as
 * undefined: atomics of different types on one word, an atomic beside a put, an atomic beside a store of the owner, and
 * a plain read of what atomics change.
 */
public final class AtomicScenarios {
    private static final int ROUNDS = 1000;
    private static final int FLAG = 1 << 30;

    private AtomicScenarios() {}

    public static void main(String[] args) {
        try (var _ = init()) {
            oneTypeForAWord();
            setInPlaceOfPut();
            ownerToo();
            waitInPlaceOfRead();
        }
    }

    /** Every PE adds longs to a long; adding ints to its halves at the same time could lose a carry. */
    private static void oneTypeForAWord() {
        try (SymmetricLongs word = callocLongs(1)) {
            for (int i = 0; i < ROUNDS; i++) {
                atomicAdd(word, 1L << 31, 0);
            }
            barrierAll();
            report("one type for a word", word.get(), (1L << 31) * ROUNDS * nPes());
        }
    }

    /**
     * Who sets the word among others that add does so by an atomic, not by {@code p}: additions come whole, before or
     * after.
     */
    private static void setInPlaceOfPut() {
        try (SymmetricInts word = callocInts(1);
                SymmetricInts seen = callocInts(1)) {
            if (myPe() == nPes() - 1) {
                seen.set(atomicSwap(word, FLAG, 0));
            } else {
                for (int i = 0; i < ROUNDS; i++) {
                    atomicInc(word, 0);
                }
            }
            barrierAll();
            report("a swap among additions", word.get() - FLAG + g(seen, nPes() - 1), (long) ROUNDS * (nPes() - 1));
        }
    }

    /** The owner of the word counts by atomics as well. */
    private static void ownerToo() {
        try (SymmetricInts word = callocInts(1)) {
            for (int i = 0; i < ROUNDS; i++) {
                atomicInc(word, 0);
            }
            barrierAll();
            report("the owner too", word.get(), (long) ROUNDS * nPes());
        }
    }

    /** The owner waits for the word by {@code waitUntil}; a loop over plain reads need not ever see a change. */
    private static void waitInPlaceOfRead() {
        try (SymmetricInts word = callocInts(1)) {
            atomicInc(word, 0);
            if (myPe() == 0) {
                waitUntil(word, Cmp.EQ, nPes());
            }
            barrierAll();
            report("a wait in place of a read", word.get(), nPes());
        }
    }

    private static void report(String scenario, long value, long expected) {
        if (myPe() == 0) {
            if (value != expected) {
                throw new IllegalStateException(scenario + ": " + value + ", not " + expected);
            }
            System.out.println(scenario + ": right");
        }
        barrierAll();
    }
}
