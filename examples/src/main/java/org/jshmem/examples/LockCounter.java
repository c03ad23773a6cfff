package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;

/** Every PE counts a number of PE 0 up, under a lock; ported from {@code shmem_lock_example.c} of the specification. */
public final class LockCounter {
    private LockCounter() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricLongs lock = callocLongs(1);
                SymmetricInts count = callocInts(1)) {
            try (var _ = holdLock(lock)) {
                final int value = g(count, 0);
                System.out.println(myPe() + ": count is " + value);
                p(count, value + 1, 0);
            }
            barrierAll();
            if (myPe() == 0) {
                System.out.println("all PEs counted: " + count.get());
                if (count.get() != nPes()) {
                    throw new IllegalStateException(count.get() + " counts of " + nPes() + " PEs");
                }
            }
        }
    }
}
