package org.jshmem.tck.shared;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.SharedBytes;
import org.jshmem.SharedInts;
import org.jshmem.SharedLongs;
import org.jshmem.Shmem;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;
import org.jshmem.tck.data.Values;

/** Shared memory as a whole: handles, errors, the end, and many threads that hand blocks over. */
final class SharedCases {
    private static final int SLOTS = 16;

    @Case(on = {Transport.SHR, Transport.CMA, Transport.NONE})
    void sharedHandles(Checks checks) {
        final SharedLongs array = SharedLongs.allocate(10);
        final long handle = array.handle();
        checks.that(handle != 0, "a handle is not 0");
        final SharedLongs same = SharedLongs.of(handle);
        same.set(3, 42L);
        checks.equal(42, array.get(3), "two views of the same memory");
        checks.thrown(IllegalArgumentException.class, "another type", () -> SharedInts.of(handle), "long", "int");
        checks.thrown(IllegalArgumentException.class, "no handle", () -> SharedLongs.of(0), "handle=");
        checks.thrown(IllegalArgumentException.class, "a PE that is none", () -> SharedLongs.of(-1), "handle=");
        checks.thrown(
                IllegalArgumentException.class,
                "close of a part",
                () -> array.slice(1, 2).close(),
                "start");
        checks.thrown(IllegalArgumentException.class, "free", () -> free(array), "close()");
        checks.thrown(IllegalArgumentException.class, "realloc", () -> realloc(array, 3), "realloc()");
        same.close();
        same.close();
        array.close();
        checks.that(!array.isAlive(), "the end of one view is that of all");
        checks.thrown(IllegalStateException.class, "an element", () -> array.get(0), "freed");
        checks.thrown(IllegalStateException.class, "a stale handle", () -> SharedLongs.of(handle), "freed");
        checks.thrown(IllegalStateException.class, "the handle of what was freed", array::handle, "freed");
        final SharedLongs next = SharedLongs.allocate(10);
        checks.thrown(IllegalStateException.class, "a handle whose entry is used again", () -> SharedLongs.of(handle));
        checks.that(next.handle() != handle, "handles differ");
        next.close();
    }

    @Case(on = {Transport.SHR, Transport.CMA, Transport.NONE})
    void sharedAlignment(Checks checks) {
        for (long alignment = 8; alignment <= 1 << 20; alignment *= 2) {
            final SharedBytes array = SharedBytes.allocate(3, alignment);
            checks.equal(0, array.segment().address() % alignment, "address modulo " + alignment);
            array.close();
        }
        for (long wrong : new long[] {0, 1, 4, -8, 24, 2 * MAX_ALIGNMENT}) {
            checks.thrown(
                    IllegalArgumentException.class,
                    "alignment " + wrong,
                    () -> SharedBytes.allocate(3, wrong),
                    "alignment=" + wrong);
        }
        checks.thrown(IllegalArgumentException.class, "a length", () -> SharedBytes.allocate(-1), "nelems=-1");
    }

    /** The first PE takes far more than its part, and then there is none for the others, who are told so. */
    @Case(
            alone = true,
            environment = "SHMEM_SHARED_SIZE=8M",
            on = {Transport.SHR, Transport.CMA, Transport.NONE})
    void sharedHeapIsFull(Checks checks) {
        try (var _ = Shmem.init()) {
            final List<SharedBytes> blocks = new ArrayList<>();
            if (myPe() == 0) {
                checks.thrown(
                        ShmemOutOfMemoryException.class,
                        "allocate until the heap is full",
                        () -> {
                            for (int i = 0; i < 8 * nPes(); i++) {
                                blocks.add(SharedBytes.allocate(1 << 20));
                            }
                        },
                        "SHMEM_SHARED_SIZE");
                checks.that(blocks.size() >= 8 * nPes() - 6, blocks.size() + " blocks of 1 MiB");
            }
            barrierAll();
            if (myPe() > 0) {
                checks.thrown(ShmemOutOfMemoryException.class, "nothing left", () -> SharedBytes.allocate(1));
            }
            barrierAll();
            blocks.forEach(SharedBytes::close);
            barrierAll();
            final SharedBytes again = SharedBytes.allocate(1);
            checks.that(again != null, "what one PE has freed, others can have");
            again.close();
        }
    }

    @Case(
            alone = true,
            environment = "SHMEM_SHARED_SIZE=0",
            on = {Transport.SHR, Transport.NONE})
    void noSharedHeap(Checks checks) {
        try (var _ = Shmem.init()) {
            checks.thrown(ShmemOutOfMemoryException.class, "none", () -> SharedBytes.allocate(1), "SHMEM_SHARED_SIZE");
        }
    }

    @Case(
            alone = true,
            says = {"shared memory is not freed", "1 block of 80 bytes"},
            on = {Transport.SHR, Transport.CMA, Transport.NONE})
    void sharedMemoryEndsWithTheLibrary(Checks checks) {
        final SharedLongs left;
        try (var _ = Shmem.init()) {
            left = SharedLongs.allocate(10);
            checks.that(left.isAlive(), "before the end");
        }
        checks.that(!left.isAlive(), "after the end");
        checks.thrown(IllegalStateException.class, "an element", () -> left.get(0), "freed");
        left.close();
        checks.thrown(IllegalStateException.class, "allocate", () -> SharedLongs.allocate(1), "init");
        try (var _ = Shmem.init()) {
            checks.thrown(IllegalStateException.class, "an element in another job", () -> left.get(0), "freed");
        }
    }

    @Case(
            alone = true,
            environment = "SHMEM_DEBUG=1",
            says = {"2 blocks of 104 bytes", "allocated at org.jshmem.tck.shared.SharedCases.sharedLeaksAre"},
            on = {Transport.SHR, Transport.CMA, Transport.NONE})
    void sharedLeaksAreReportedWithTheirPlace(Checks checks) {
        try (var _ = Shmem.init()) {
            SharedLongs.allocate(20).close();
            checks.that(SharedLongs.allocate(10).isAlive(), "left");
            checks.that(SharedLongs.allocate(9).realloc(3) != null, "left, too");
        }
    }

    /** The first PE frees and allocates until entries are used again; the second one knows all these blocks. */
    @Case(
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA})
    void entriesOfSharedMemoryAreUsedAgain(Checks checks) {
        final SymmetricLongs handle = callocLongs(1);
        SharedLongs block = null;
        for (int i = 0; i < 200; i++) {
            if (myPe() == 0) {
                if (block != null) {
                    block.close();
                }
                block = SharedLongs.allocate(1 + i);
                block.set(i, 70L + i);
                p(handle, block.handle(), 1);
            }
            barrierAll();
            if (myPe() == 1) {
                block = SharedLongs.of(handle.get());
                checks.equal(1 + i, block.length(), "the length of block " + i);
                checks.equal(70 + i, block.get(i), "an element of block " + i);
            }
            barrierAll();
        }
        if (myPe() == 1) {
            final SharedLongs last = block;
            last.close();
            checks.that(!last.isAlive(), "freed by another than its owner");
            checks.thrown(IllegalStateException.class, "an element", () -> last.get(0), "freed");
            checks.thrown(IllegalStateException.class, "the handle", () -> SharedLongs.of(handle.get()), "freed");
        }
        barrierAll();
        checks.that(block == null || !block.isAlive(), "the last block was freed by PE 1");
        free(handle);
    }

    /** Two threads of every PE allocate, fill, hand over, check and free: no block is given out twice, none is lost. */
    @Case(
            pes = {2, 5},
            threads = ThreadLevel.MULTIPLE,
            on = {Transport.SHR, Transport.CMA})
    void sharedBlocksChangeHands(Checks checks) throws InterruptedException {
        final SymmetricLongs mailboxes = callocLongs(SLOTS);
        final long end = System.nanoTime() + 300_000_000L;
        barrierAll();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            final SplittableRandom random = new SplittableRandom(100L * myPe() + i);
            threads.add(new Thread(() -> play(checks, mailboxes, random, end)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        barrierAll();
        for (int slot = 0; slot < SLOTS; slot++) {
            receive(checks, atomicSwap(mailboxes, slot, 0L, myPe()));
        }
        barrierAll();
        free(mailboxes);
    }

    private static void play(Checks checks, SymmetricLongs mailboxes, SplittableRandom random, long end) {
        long handedOver = 0;
        while (System.nanoTime() < end) {
            final int length = 2 + random.nextInt(random.nextInt(50) == 0 ? 100_000 : 300);
            final SharedLongs block = SharedLongs.allocate(length);
            final long seed = random.nextLong();
            block.set(0, seed);
            for (int i = 1; i < length; i++) {
                block.set(i, Values.mix(seed + i));
            }
            final long before = atomicSwap(mailboxes, random.nextInt(SLOTS), block.handle(), random.nextInt(nPes()));
            receive(checks, before);
            handedOver++;
        }
        checks.that(handedOver > 0, "took part");
    }

    private static void receive(Checks checks, long handle) {
        if (handle != 0) {
            final SharedLongs block = SharedLongs.of(handle);
            final long seed = block.get(0);
            long wrong = 0;
            for (int i = 1; i < block.length(); i++) {
                wrong += block.get(i) == Values.mix(seed + i) ? 0 : 1;
            }
            if (wrong != 0) {
                checks.fail(wrong + " elements of " + block + " were overwritten");
            }
            block.close();
        }
    }
}
