package org.jshmem.transport.shr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jshmem.IndexedBlocks;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Locality;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.IndexedTransfers;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.testing.PeThreads;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The other process is this one: what the kernel copies is compared with what a loop over the blocks copies. */
@Timeout(60)
class CrossMemoryAttachTest {
    private static final int PES = 2;
    private static final int HEAP_BYTES = 4 << 20;
    private static final int LOCAL_BYTES = 2 << 20;
    private static final int FEW_BYTES = 10_000;
    private static final int FEW_VIEW_BYTES = 128 << 10;
    private static final long PAGE_BYTES = 4096;
    private static final long LINE_BYTES = 64;
    private static final long HALF_BYTES = 4 * PAGE_BYTES;

    /** The last PE only asks the others to store for it. */
    private final NodeLayout layout = new NodeLayout(PES + 1, HEAP_BYTES);

    private final BackingFile file = BackingFile.create(layout.totalBytes());
    private final AddressWindow window =
            AddressWindow.reserve(layout.totalBytes(), AddressWindow.freeCandidates(layout.totalBytes()));
    private final MemorySegment local = Arena.ofAuto().allocate(LOCAL_BYTES, LINE_BYTES);
    private final Mailboxes mailboxes;
    private final MailboxThread[] owners = new MailboxThread[PES];
    private final Transport transport;

    /** As if a call of the system moved this much at most. */
    private final Transport small;

    /** As if the kernel copied by bytes wherever it does so on some processor. */
    private final Transport byBytes;

    CrossMemoryAttachTest() {
        window.map(file, 0, layout.totalBytes());
        final WaitPoints waitPoints = new WaitPoints(window.base(), layout);
        mailboxes = new Mailboxes(
                window.base(),
                layout,
                PES,
                new WaitStrategy(waitPoints, waitPoints.of(PES), WaitPolicy.endless(true)),
                pe -> pe);
        for (int pe = 0; pe < PES; pe++) {
            owners[pe] = new MailboxThread(null, window.base(), layout, pe, heap(pe), waitPoints, MailboxThread.LOOKS);
            owners[pe].start();
        }
        transport = transport(CrossMemoryAttach::move, HEAP_BYTES);
        small = transport(CrossMemoryAttach::move, FEW_BYTES);
        byBytes = transport(CrossMemoryAttachTest::moveByBytes, HEAP_BYTES);
    }

    private Transport transport(CrossMemoryAttach.Call call, long mostBytes) {
        final Peer peer = new Peer(0, Locality.process(), HEAP_BYTES, 0, 0, 1, false, new byte[0]);
        return new CmaTransport(
                new CrossMemoryAttach(new Peer[] {peer, peer}, window, layout, mailboxes, call, mostBytes),
                new HeapViews(
                        file,
                        layout,
                        () -> mostBytes == FEW_BYTES,
                        mostBytes == FEW_BYTES ? FEW_VIEW_BYTES : HEAP_BYTES),
                null);
    }

    /**
     * Copies by bytes what some x86-64 processor copies by bytes: what does not fill a word where {@code fsrm} and
     * {@code erms} are missing in {@code /proc/cpuinfo}, and all if the destination is up to 15 bytes behind the
     * source, modulo the size of a page. It stops at the pages of both sides.
     */
    private static long moveByBytes(boolean write, int pid, long local, long remote, int count) {
        long moved = 0;
        for (int i = 0; i < count; i++) {
            final long here = Memory.get64(local + 16L * i);
            final long there = Memory.get64(remote + 16L * i);
            final long bytes = Memory.get64(local + 16L * i + 8);
            long done = 0;
            while (done < bytes) {
                final long end = Math.max(here + done & PAGE_BYTES - 1, there + done & PAGE_BYTES - 1);
                final long part = Math.min(bytes - done, PAGE_BYTES - end);
                copy(write ? here + done : there + done, write ? there + done : here + done, part);
                done += part;
            }
            moved += bytes;
        }
        return moved;
    }

    private static void copy(long from, long to, long bytes) {
        final long distance = to - from & PAGE_BYTES - 1;
        final boolean areWords = distance == 0 || distance > 15;
        long done = 0;
        if (areWords && bytes >= LINE_BYTES) {
            Memory.put64(to, Memory.get64(from));
            done = Long.BYTES - (to & Long.BYTES - 1);
        }
        for (; areWords && bytes - done >= Long.BYTES; done += Long.BYTES) {
            Memory.put64(to + done, Memory.get64(from + done));
        }
        for (; done < bytes; done++) {
            Memory.put8(to + done, Memory.get8(from + done));
        }
    }

    @AfterEach
    void detach() {
        for (MailboxThread owner : owners) {
            owner.end();
        }
        window.retire();
        file.close();
    }

    private long heap(int pe) {
        return window.base() + layout.heapOffset(pe);
    }

    /** A strided transfer; strides of one side or both may be the size of a block. */
    private record Blocks(long bytes, long remoteStride, long localStride, long count) {
        static Blocks draw(SplittableRandom random) {
            final long bytes = 1 + random.nextLong(1 + random.nextLong(1 << random.nextInt(1, 19)));
            final long remote = bytes + gap(random);
            final long local = random.nextInt(4) == 0 ? remote : bytes + gap(random);
            final long most = (LOCAL_BYTES - PAGE_BYTES) / Math.max(remote, local) - 1;
            return new Blocks(bytes, remote, local, Math.min(most, 1 + random.nextLong(4000)));
        }

        private static long gap(SplittableRandom random) {
            return random.nextInt(3) == 0 ? 0 : random.nextLong(1 + random.nextLong(800));
        }
    }

    @Test
    void shouldCopyBlocksWhereTheyBelong() throws Exception {
        PeThreads.run(
                PES,
                thread -> { // each in a heap of its own
                    final SplittableRandom random = new SplittableRandom(thread + 1);
                    try (Arena arena = Arena.ofConfined()) {
                        final MemorySegment local = arena.allocate(LOCAL_BYTES, 64);
                        for (int round = 0; round < 150; round++) {
                            final Blocks blocks = Blocks.draw(random);
                            fill(random, local);
                            final Transport by =
                                    List.of(transport, small, byBytes).get(random.nextInt(3));
                            final boolean isPut = random.nextBoolean();
                            final long distance = random.nextInt(random.nextBoolean() ? 80 : 1000);
                            final long near = local.address() - heap(thread) + (isPut ? distance : -distance);
                            compare(by, thread, isPut, (int) (near & PAGE_BYTES - 1), blocks, local, round);
                        }
                    }
                });
    }

    /** Small and large pieces, of which some lie where the kernel copies by bytes. */
    @Test
    void shouldMovePiecesWhereTheyBelong() {
        final long[] sizes = {1, 150_000, 8, 70_000, 3, 65_472, 65_473, 64, 1000};
        final int[] gaps = {0, 5, 64, 1, 4096, 12, 0, 2, 77};
        for (int distance : new int[] {0, 1, 13, 63, 64, -1, -40, 4095}) {
            final long[] places = new long[sizes.length];
            long place = 8192 + (local.address() - heap(1) + distance & PAGE_BYTES - 1);
            final long[] here = new long[sizes.length];
            long at = 0;
            for (int i = 0; i < sizes.length; i++) {
                places[i] = place;
                here[i] = at;
                place += sizes[i] + gaps[i];
                at += sizes[i] + gaps[sizes.length - 1 - i];
            }
            fill(new SplittableRandom(distance), local);
            final MemorySegment model = MemorySegment.ofArray(new byte[HEAP_BYTES]);
            for (int i = 0; i < sizes.length; i++) {
                MemorySegment.copy(local, here[i], model, places[i], sizes[i]);
            }
            final MemorySegment source = MemorySegment.ofArray(local.toArray(ValueLayout.JAVA_BYTE));
            final IndexedBlocks there = IndexedBlocks.of(places, sizes);
            final IndexedMemory memory =
                    new IndexedMemory(null, local.address(), IndexedBlocks.of(here, sizes), Byte.BYTES);
            final MemorySegment heap = Memory.ALL.asSlice(heap(1), HEAP_BYTES);
            heap.fill((byte) 0);
            IndexedTransfers.put(transport, 1, 0, there, memory);
            assertEquals(-1, heap.mismatch(model), "distance " + distance);
            assertEquals(-1, local.mismatch(source), "distance " + distance);
            local.fill((byte) 0);
            IndexedTransfers.get(transport, 1, memory, 0, there);
            for (int i = 0; i < sizes.length; i++) {
                assertEquals(
                        -1,
                        local.asSlice(here[i], sizes[i]).mismatch(source.asSlice(here[i], sizes[i])),
                        "piece " + i + ", distance " + distance);
                local.asSlice(here[i], sizes[i]).fill((byte) 0);
            }
            assertEquals(-1, local.mismatch(MemorySegment.ofArray(new byte[LOCAL_BYTES])), "between pieces");
            assertEquals(-1, heap.mismatch(model), "distance " + distance);
        }
    }

    /** The kernel stops where memory is not mapped. */
    @Test
    void shouldSayWhatFailedAndHowMuchWasLeft() {
        final NodeLayout larger = new NodeLayout(PES, HEAP_BYTES);
        final AddressWindow part =
                AddressWindow.reserve(larger.totalBytes(), AddressWindow.freeCandidates(larger.totalBytes()));
        try {
            part.map(file, 0, larger.heapOffset(1) + 2 * PAGE_BYTES);
            final Peer peer = new Peer(5, Locality.process(), HEAP_BYTES, 0, 0, 1, false, new byte[0]);
            final CrossMemoryAttach cma = new CrossMemoryAttach(new Peer[] {peer, peer}, part, larger, null);
            final long first = part.base() + larger.heapOffset(1);
            local.fill((byte) 3);
            final String put = assertThrows(
                            ShmemException.class, () -> cma.putBlocks(1, 0, 12_288, local.address(), 12_288, 12_000, 1))
                    .getMessage();
            assertTrue(
                    put.startsWith("put to PE 5 by cross-memory attach, 3808 bytes, failed (")
                            && put.endsWith("; where the system forbids it, unset SHMEM_SHR"),
                    put);
            assertEquals(3, Memory.get8(first + 2 * PAGE_BYTES - 1));
            final String get = assertThrows(
                            ShmemException.class, () -> cma.getBlocks(1, local.address(), 600, 8191, 600, 1, 2))
                    .getMessage();
            assertTrue(get.startsWith("get from PE 5 by cross-memory attach, "), get);
        } finally {
            part.retire();
        }
    }

    @Test
    void shouldRefuseOtherAddressesAndOtherPidNamespaces() {
        final Peer own = new Peer(0, Locality.process(), HEAP_BYTES, 0, 0, 1, false, new byte[0]);
        final Peer foreign = new Peer(7, own.process() ^ 1L << Integer.SIZE, HEAP_BYTES, 0, 0, 1, false, new byte[0]);
        final String notSeen = assertThrows(
                        ShmemException.class,
                        () -> new CrossMemoryAttach(new Peer[] {own, foreign}, window, layout, null))
                .getMessage();
        assertTrue(notSeen.contains("PE 7 is in another pid namespace"), notSeen);
        final AddressWindow elsewhere = AddressWindow.reserve(layout.totalBytes(), 0);
        try {
            final String notCommon = assertThrows(
                            ShmemException.class,
                            () -> new CrossMemoryAttach(new Peer[] {own, own}, elsewhere, layout, null))
                    .getMessage();
            assertTrue(
                    notCommon.contains("at the same address on every PE") && notCommon.endsWith("; unset SHMEM_SHR"),
                    notCommon);
        } finally {
            elsewhere.retire();
        }
    }

    /**
     * From a source less than a cache line before the destination, modulo the size of a page: there {@code rep movsb}
     * copies by bytes. Without that, elements are by bytes that do not fill a word.
     */
    @ParameterizedTest
    @CsvSource({"2, 1", "4, 1", "8, 1", "4, 2", "8, 2", "4, 7"})
    @Tag(QuickFilter.FULL)
    void shouldPutElementsWhole(int bytes, int count) throws Exception {
        final long stride = count == 2 ? 3 * bytes : bytes;
        final long dest = heap(1) + LINE_BYTES;
        besidesEach(
                200,
                (by, local) -> {
                    for (long i = 0; i < 64; i++) {
                        by.putBlocks(1, LINE_BYTES, stride, before(dest, local, i, bytes), bytes, bytes, count);
                    }
                },
                () -> {
                    for (int i = 0; i < count; i++) {
                        assertWhole(element(dest + i * stride, bytes));
                    }
                });
    }

    /** Blocks that go by the kernel without a detour where source and destination lie otherwise. */
    @ParameterizedTest
    @CsvSource({"1600, 1600, 1, 4", "640, 1024, 3, 4", "1604, 1604, 1, 4", "642, 1024, 3, 2", "8196, 8196, 1, 4"})
    @Tag(QuickFilter.FULL)
    void shouldPutElementsOfBlocksWhole(int bytes, int stride, int count, int size) throws Exception {
        final long offset = LINE_BYTES + size;
        final long dest = heap(1) + offset;
        final long[] marked = LongStream.range(0, count)
                .map(i -> i * stride)
                .flatMap(at ->
                        IntStream.of(marked(offset + at, bytes / size, size)).mapToLong(i -> at + (long) i * size))
                .toArray();
        besidesEach(
                200,
                (by, local) -> {
                    for (long i = 0; i < 64; i++) {
                        by.putBlocks(
                                1, offset, stride, before(dest, local, i, size) + (i >> 3 & 1), stride, bytes, count);
                    }
                },
                () -> {
                    for (long at : marked) {
                        assertWhole(element(dest + at, size));
                    }
                });
    }

    /** To a destination less than a cache line behind the source. */
    @ParameterizedTest
    @CsvSource({"2, 1", "4, 1", "8, 1", "4, 2", "8, 2", "4, 7", "4, 401", "4, 2049", "2, 401"})
    @Tag(QuickFilter.FULL)
    void shouldGetElementsWhole(int bytes, int count) throws Exception {
        final long stride = count == 2 ? 3 * bytes : bytes;
        final long offset = LINE_BYTES + (count > 7 ? bytes : 0);
        final long source = heap(1) + offset;
        final AtomicInteger round = new AtomicInteger();
        final int[] marked = count == 2 ? new int[] {0, 1} : marked(offset, count, bytes);
        besidesEach(
                200,
                (by, local) -> {
                    for (long i = 0; i < 64; i++) {
                        final long dest = local + (source + behind(i, bytes) & PAGE_BYTES - 1);
                        if (count > 7) {
                            by.get(1, dest, offset, (long) bytes * count);
                        } else {
                            by.getBlocks(1, dest, bytes, offset, stride, bytes, count);
                        }
                        for (int j : marked) {
                            assertWhole(element(dest + (long) j * bytes, bytes));
                        }
                    }
                },
                () -> {
                    final long value = -(round.incrementAndGet() & 1);
                    for (int i : marked) {
                        set(source + i * stride, bytes, value);
                    }
                });
    }

    /** Elements at the ends of a range, in its middle, and where the other side may be at the end of a page. */
    private static int[] marked(long offset, int count, int bytes) {
        return IntStream.range(0, count)
                .filter(i -> {
                    final long within = offset + (long) i * bytes & PAGE_BYTES - 1;
                    return i == count / 2 || i == count - 1 || within >= PAGE_BYTES - bytes || within <= 4 * LINE_BYTES;
                })
                .toArray();
    }

    /** Where the source of the i-th put begins: in the zeros and in the ones by turns. */
    private static long before(long dest, long local, long i, int bytes) {
        return local + (dest - behind(i, bytes) & PAGE_BYTES - 1) + (i & 1) * HALF_BYTES;
    }

    /** Less than a cache line, and two more by turns. */
    private static long behind(long i, int bytes) {
        return bytes + i / 4 * bytes % (LINE_BYTES - bytes) + (i & 2) * LINE_BYTES;
    }

    private void besidesEach(int millis, ObjLongConsumer<Transport> transfers, Runnable other) throws Exception {
        besides(millis, local -> transfers.accept(transport, local), other);
        besides(millis, local -> transfers.accept(byBytes, local), other);
    }

    /**
     * One thread transfers, for some milliseconds; another looks or stores meanwhile. The former has some pages, the
     * first half of zeros and the others of ones. Both end before the heap is unmapped, also if one fails.
     */
    private static void besides(int millis, LongConsumer transfers, Runnable other) throws Exception {
        final AtomicBoolean done = new AtomicBoolean();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        PeThreads.run(PES, thread -> {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment local = arena.allocate(2 * HALF_BYTES, PAGE_BYTES);
                local.asSlice(HALF_BYTES).fill((byte) -1);
                final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
                while (!done.get() && System.nanoTime() < end) {
                    if (thread == 0) {
                        transfers.accept(local.address());
                    } else {
                        other.run();
                    }
                }
            } catch (Throwable t) {
                failure.compareAndSet(null, t);
            } finally {
                done.set(true);
            }
        });
        assertNull(failure.get());
    }

    private static void assertWhole(long value) {
        assertTrue(value == 0 || value == -1, () -> Long.toHexString(value));
    }

    private static void set(long address, int bytes, long value) {
        switch (bytes) {
            case Short.BYTES -> Memory.put16(address, (short) value);
            case Integer.BYTES -> Memory.put32(address, (int) value);
            default -> Memory.put64(address, value);
        }
    }

    private static long element(long address, int bytes) {
        return switch (bytes) {
            case Short.BYTES -> Memory.get16(address);
            case Integer.BYTES -> Memory.get32(address);
            default -> Memory.get64(address);
        };
    }

    /** Fills it with the same random bytes again and again, which costs less than others. */
    private static void fill(SplittableRandom random, MemorySegment local) {
        final byte[] block = new byte[4093];
        random.nextBytes(block);
        for (int at = 0; at + block.length <= LOCAL_BYTES; at += block.length) {
            MemorySegment.copy(MemorySegment.ofArray(block), 0, local, at, block.length);
        }
    }

    private void compare(
            Transport by, int pe, boolean isPut, int offset, Blocks blocks, MemorySegment local, int round) {
        fill(new SplittableRandom(-round), Memory.ALL.asSlice(heap(pe), LOCAL_BYTES));
        final byte[] remote = new byte[LOCAL_BYTES];
        Memory.copy(heap(pe), MemorySegment.ofArray(remote), 0, remote.length);
        final byte[] here = local.toArray(ValueLayout.JAVA_BYTE);
        for (int i = 0; i < blocks.count; i++) {
            final int there = offset + (int) (i * blocks.remoteStride);
            final int at = (int) (i * blocks.localStride);
            if (isPut) {
                System.arraycopy(here, at, remote, there, (int) blocks.bytes);
            } else {
                System.arraycopy(remote, there, here, at, (int) blocks.bytes);
            }
        }
        if (isPut) {
            by.putBlocks(
                    pe, offset, blocks.remoteStride, local.address(), blocks.localStride, blocks.bytes, blocks.count);
        } else {
            by.getBlocks(
                    pe, local.address(), blocks.localStride, offset, blocks.remoteStride, blocks.bytes, blocks.count);
        }
        final byte[] found = new byte[LOCAL_BYTES];
        Memory.copy(heap(pe), MemorySegment.ofArray(found), 0, found.length);
        final String what = (isPut ? "put of " : "get of ") + blocks + ", byte";
        assertEquals(-1, Arrays.mismatch(remote, found), what + " of the heap");
        assertEquals(-1, local.mismatch(MemorySegment.ofArray(here)), what + " here");
    }
}
