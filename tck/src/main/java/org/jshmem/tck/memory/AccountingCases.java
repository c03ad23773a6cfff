package org.jshmem.tck.memory;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.SharedBytes;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricBytes;
import org.jshmem.spi.ResourceUse;
import org.jshmem.spi.ShmemProvider;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** Whether both heaps account for exactly what is allocated, against the sum of the blocks. */
final class AccountingCases {
    private static final int STEPS = 1500;
    private static final int MOST_BLOCKS = 40;
    private static final int MOST_BYTES = 5000;
    private static final long TOO_MUCH = 1L << 50;

    /** The symmetric heap pads a block to a multiple of this. */
    private static final long PADDING = 64;

    /** The least alignment of a block. */
    private static final long ALIGNMENT = 16;

    /** Alignments from the least one to 64 KiB. */
    private static final int ALIGNMENTS = 13;

    private static ResourceUse use() {
        return ShmemProvider.current().resourceUse();
    }

    private static long padded(long bytes) {
        return (bytes + PADDING - 1) & -PADDING;
    }

    /** A block, and what its address has to be a multiple of. */
    private record Aligned(SymmetricBytes array, long alignment) {
        boolean isAligned() {
            return array.segment().address() % alignment == 0;
        }
    }

    private static Aligned allocate(SplittableRandom random, int bytes) {
        return random.nextBoolean()
                ? new Aligned(mallocBytes(bytes), ALIGNMENT)
                : aligned(ALIGNMENT << random.nextInt(ALIGNMENTS), bytes);
    }

    private static Aligned aligned(long alignment, int bytes) {
        return new Aligned(alignBytes(alignment, bytes), alignment);
    }

    /** All PEs draw the same steps. A block keeps its alignment, whether it grows in its place or moves. */
    @Case(profile = Profile.JSHMEM)
    void symmetricHeapAccountsForItsBlocks(Checks checks) {
        final SplittableRandom random = new SplittableRandom(11);
        final ResourceUse before = use();
        final List<Aligned> blocks = new ArrayList<>();
        int stayed = 0;
        int moved = 0;
        for (int step = 0; step < STEPS; step++) {
            final int bytes = 1 + random.nextInt(MOST_BYTES);
            final int chosen = blocks.isEmpty() ? 0 : random.nextInt(blocks.size());
            final int action = random.nextInt(5);
            if (blocks.isEmpty() || action == 0 && blocks.size() < MOST_BLOCKS) {
                blocks.add(allocate(random, bytes));
                checks.that(blocks.getLast().isAligned(), "address of " + blocks.getLast());
            } else if (action == 1) {
                free(blocks.remove(chosen).array());
            } else if (action == 2) {
                checks.refused(
                        ShmemOutOfMemoryException.class,
                        "realloc beyond the heap",
                        () -> realloc(blocks.get(chosen).array(), TOO_MUCH),
                        "");
            } else {
                final Aligned old = blocks.get(chosen);
                final long place = old.array().offset();
                final Aligned block = new Aligned(realloc(old.array(), bytes), old.alignment());
                blocks.set(chosen, block);
                checks.that(block.isAligned(), "address of realloc of " + block + ", which was at " + place);
                if (block.alignment() > PADDING) {
                    stayed += block.array().offset() == place ? 1 : 0;
                    moved += block.array().offset() == place ? 0 : 1;
                }
            }
            checks.equal(blocks.size(), use().symmetricBlocks() - before.symmetricBlocks(), "blocks");
            checks.equal(
                    blocks.stream()
                            .mapToLong(block -> padded(block.array().byteLength()))
                            .sum(),
                    use().symmetricBytes() - before.symmetricBytes(),
                    "bytes, step " + step);
        }
        checks.that(stayed > 0 && moved > 0, stayed + " aligned blocks have stayed, and " + moved + " have moved");
        blocks.forEach(block -> free(block.array()));
    }

    /** An aligned block takes no more than a block of its size, once it is there. */
    @Case(profile = Profile.JSHMEM)
    void symmetricHeapAccountsForAlignedBlocks(Checks checks) {
        final ResourceUse before = use();
        for (long alignment = 16; alignment <= 1 << 20; alignment *= 4) {
            final SymmetricBytes first = mallocBytes(100);
            final SymmetricBytes aligned = alignBytes(alignment, 1000);
            checks.equal(0, aligned.segment().address() % alignment, "address modulo " + alignment);
            checks.equal(
                    padded(100) + padded(1000),
                    use().symmetricBytes() - before.symmetricBytes(),
                    "bytes with one block aligned to " + alignment);
            free(first);
            free(aligned);
            checks.equal(before.symmetricBytes(), use().symmetricBytes(), "bytes after both are freed");
        }
    }

    /** Each PE draws steps of its own. */
    @Case(profile = Profile.JSHMEM)
    void sharedHeapAccountsForItsBlocks(Checks checks) {
        final SplittableRandom random = new SplittableRandom(23 + myPe());
        final ResourceUse before = use();
        final List<SharedBytes> blocks = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            final int bytes = 1 + random.nextInt(MOST_BYTES);
            final int chosen = blocks.isEmpty() ? 0 : random.nextInt(blocks.size());
            final int action = random.nextInt(5);
            if (blocks.isEmpty() || action == 0 && blocks.size() < MOST_BLOCKS) {
                blocks.add(SharedBytes.allocate(bytes));
            } else if (action == 1) {
                blocks.remove(chosen).close();
            } else if (action == 2) {
                checks.thrown(
                        ShmemOutOfMemoryException.class,
                        "realloc beyond the heap",
                        () -> blocks.get(chosen).realloc(TOO_MUCH),
                        "");
            } else {
                blocks.set(chosen, blocks.get(chosen).realloc(bytes));
                checks.equal(0, blocks.get(chosen).segment().address() % 16, "address of realloc modulo 16");
            }
            checks.equal(blocks.size(), use().sharedBlocks() - before.sharedBlocks(), "blocks");
            checks.equal(
                    blocks.stream().mapToLong(SharedBytes::byteLength).sum(),
                    use().sharedBytes() - before.sharedBytes(),
                    "bytes, step " + step);
        }
        blocks.forEach(SharedBytes::close);
    }

    /** Calls that fail leave nothing behind: a thousand of them, and then the heap has as much room as before. */
    @Case(profile = Profile.JSHMEM)
    void failedCallsLeaveTheHeapAsItWas(Checks checks) {
        final SymmetricBytes block = mallocBytes(MOST_BYTES);
        final SharedBytes shared = SharedBytes.allocate(MOST_BYTES);
        final ResourceUse before = use();
        for (int i = 0; i < 1000; i++) {
            final boolean isOne = i % 3 == 0;
            checks.refused(
                    ShmemOutOfMemoryException.class,
                    "a call beyond the heap",
                    () -> {
                        if (isOne) {
                            realloc(block, TOO_MUCH);
                        } else {
                            mallocBytes(TOO_MUCH);
                        }
                    },
                    "");
            checks.thrown(
                    ShmemOutOfMemoryException.class,
                    "shared memory beyond the heap",
                    () -> shared.realloc(TOO_MUCH),
                    "");
        }
        checks.that(use().equals(before), "what this PE holds: " + use() + ", not " + before);
        shared.close();
        free(block);
    }
}
