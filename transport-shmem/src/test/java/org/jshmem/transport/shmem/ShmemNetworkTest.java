package org.jshmem.transport.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jshmem.IndexedBlocks;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.IndexedTransfers;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The network over a C library whose PEs are threads of this process, and which completes nothing before it must. So a
 * test sees the memory of the other PEs at once.
 */
@Timeout(60)
class ShmemNetworkTest {
    private static final int CLIENTS = 2;

    /** Each client's part of the heap, and of the shared heap, of the PE that it works on. */
    private static final int PART_BYTES = 1 << 19;

    private static final int LOCAL_BYTES = 1 << 20;
    private static final int STEPS = 60;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /** By PE, its heap and its shared heap. */
    private final long[] heaps = new long[ThreadJob.PES];

    private final long[] shared = new long[ThreadJob.PES];
    private final CountDownLatch clients = new CountDownLatch(CLIENTS);

    /** What the PEs of the first node do to the PE of the other one, which serves them. */
    private interface Client {
        void run(ThreadJob.Pe pe, Random random) throws Exception;
    }

    private void run(String progress, Client client) throws Exception {
        final long seed = System.nanoTime();
        ThreadJob.run(progress, pe -> {
            heaps[pe.me] = pe.heap;
            shared[pe.me] = pe.shared;
            pe.await();
            if (pe.me == ThreadJob.REMOTE) {
                serve(pe, progress);
                return;
            }
            try {
                client.run(pe, new Random(seed + pe.me));
            } catch (AssertionError | Exception e) {
                throw new AssertionError("PE " + pe.me + ", seed " + seed, e);
            } finally {
                clients.countDown();
            }
        });
    }

    private void serve(ThreadJob.Pe pe, String progress) throws Exception {
        if (progress.equals("calls")) {
            long turn = 0;
            while (clients.getCount() > 0) {
                turn = pe.network.pause(turn);
            }
        } else {
            assertTrue(clients.await(50, TimeUnit.SECONDS));
        }
    }

    /** A part of the other PE's memory, and what has to be there. */
    private final class Part {
        final MemorySegment memory;
        final long offset;
        final byte[] expected = new byte[PART_BYTES];

        Part(int client, boolean isShared) {
            final long start = (long) client * PART_BYTES;
            memory = ThreadJob.memory((isShared ? shared : heaps)[ThreadJob.REMOTE] + start, PART_BYTES);
            offset = isShared ? SharedOffset.of(ThreadJob.REMOTE, start) : start;
        }

        void compare(String when) {
            final long mismatch = memory.mismatch(MemorySegment.ofArray(expected));
            assertEquals(-1, mismatch, when);
        }
    }

    /** Up to some bytes, often few. */
    private static int size(Random random, int most) {
        return 1 + random.nextInt(Math.min(most, 1 << random.nextInt(20)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"calls", "auto"})
    void shouldMoveDataToAndFromAnotherNode(String progress) throws Exception {
        run(progress, (pe, random) -> {
            final Part[] parts = {new Part(pe.me, false), new Part(pe.me, true)};
            final MemorySegment local = Arena.ofAuto().allocate(LOCAL_BYTES, Long.BYTES);
            final Transport transport = pe.me == 0 ? pe.network.transport() : pe.network.open(true);
            for (int step = 0; step < STEPS; step++) {
                final Part part = parts[random.nextInt(2)];
                switch (random.nextInt(4)) {
                    case 0, 1 -> put(transport, part, local, random, step);
                    case 2 -> get(transport, part, local, random);
                    default -> pieces(transport, part, local, random);
                }
            }
            transport.close();
        });
    }

    private static void put(Transport transport, Part part, MemorySegment local, Random random, int step) {
        final boolean areBlocks = random.nextBoolean();
        final int blockBytes = size(random, areBlocks ? 3000 : 200_000);
        final int stride = blockBytes + random.nextInt(100);
        final int localStride = blockBytes + random.nextInt(100);
        final int nblocks = areBlocks ? 1 + random.nextInt(60) : 1;
        final int place = random.nextInt(PART_BYTES - nblocks * stride);
        final byte[] data = new byte[nblocks * localStride];
        random.nextBytes(data);
        MemorySegment.copy(MemorySegment.ofArray(data), 0, local, 0, data.length);
        for (int i = 0; i < nblocks; i++) {
            System.arraycopy(data, i * localStride, part.expected, place + i * stride, blockBytes);
        }
        final boolean isNonblocking = !areBlocks && random.nextBoolean();
        if (areBlocks) {
            transport.putBlocks(
                    ThreadJob.REMOTE, part.offset + place, stride, local.address(), localStride, blockBytes, nblocks);
        } else if (isNonblocking) {
            transport.putNbi(ThreadJob.REMOTE, part.offset + place, local.address(), blockBytes);
        } else {
            transport.put(ThreadJob.REMOTE, part.offset + place, local.address(), blockBytes);
        }
        if (!isNonblocking) {
            local.fill((byte) 0x55); // the source is free
        }
        if (random.nextBoolean()) {
            transport.quiet();
        } else {
            transport.fence();
            if (isNonblocking) {
                transport.quiet();
            }
        }
        part.compare("put of " + nblocks + " × " + blockBytes + " bytes at " + place + ", step " + step);
    }

    private static void get(Transport transport, Part part, MemorySegment local, Random random) {
        final boolean areBlocks = random.nextBoolean();
        final int blockBytes = size(random, areBlocks ? 3000 : 200_000);
        final int stride = blockBytes + random.nextInt(100);
        final int localStride = blockBytes + random.nextInt(100);
        final int nblocks = areBlocks ? 1 + random.nextInt(60) : 1;
        final int place = random.nextInt(PART_BYTES - nblocks * stride);
        final byte[] data = new byte[nblocks * localStride];
        for (int i = 0; i < nblocks; i++) {
            System.arraycopy(part.expected, place + i * stride, data, i * localStride, blockBytes);
        }
        local.fill((byte) 0);
        if (areBlocks) {
            transport.getBlocks(
                    ThreadJob.REMOTE, local.address(), localStride, part.offset + place, stride, blockBytes, nblocks);
        } else if (random.nextBoolean()) {
            transport.getNbi(ThreadJob.REMOTE, local.address(), part.offset + place, blockBytes);
            transport.quiet();
        } else {
            transport.get(ThreadJob.REMOTE, local.address(), part.offset + place, blockBytes);
        }
        assertEquals(
                -1,
                local.asSlice(0, data.length).mismatch(MemorySegment.ofArray(data)),
                "get of " + nblocks + " × " + blockBytes + " bytes at " + place);
    }

    /** Blocks of any size at any places, both ways. */
    private static void pieces(Transport transport, Part part, MemorySegment local, Random random) {
        final int count = 1 + random.nextInt(6);
        final long[] lengths = new long[count];
        final long[] there = new long[count];
        final long[] here = new long[count];
        final int room = PART_BYTES / count;
        for (int i = 0; i < count; i++) {
            lengths[i] = size(random, 2000);
            there[i] = (long) i * room + random.nextInt(room - 2000);
            here[i] = (long) i * room + random.nextInt(room - 2000);
        }
        final IndexedBlocks remote = IndexedBlocks.of(there, lengths);
        final IndexedBlocks own = IndexedBlocks.of(here, lengths);
        final IndexedMemory memory = new IndexedMemory(null, local.address(), own, 1);
        final byte[] data = new byte[LOCAL_BYTES];
        random.nextBytes(data);
        MemorySegment.copy(MemorySegment.ofArray(data), 0, local, 0, data.length);
        for (int i = 0; i < count; i++) {
            System.arraycopy(data, (int) here[i], part.expected, (int) there[i], (int) lengths[i]);
        }
        IndexedTransfers.put(transport, ThreadJob.REMOTE, part.offset, remote, memory);
        transport.quiet();
        part.compare("pieces");
        local.fill((byte) 0);
        IndexedTransfers.get(transport, ThreadJob.REMOTE, memory, part.offset, remote);
        for (int i = 0; i < count; i++) {
            assertEquals(
                    -1,
                    local.asSlice(here[i], lengths[i])
                            .mismatch(MemorySegment.ofArray(data).asSlice(here[i], lengths[i])));
        }
    }

    /** Words of both sizes, in both halves of a long; what is beside them stays. */
    @ParameterizedTest
    @ValueSource(strings = {"calls", "auto"})
    void shouldExecuteAtomicsAsAModelDoes(String progress) throws Exception {
        run(progress, (pe, random) -> {
            final Part[] parts = {new Part(pe.me, false), new Part(pe.me, true)};
            final Transport transport = pe.network.transport();
            for (int step = 0; step < STEPS; step++) {
                atomic(transport, parts[random.nextInt(2)], random);
            }
        });
    }

    private static void atomic(Transport transport, Part part, Random random) {
        final int bytes = random.nextBoolean() ? Integer.BYTES : Long.BYTES;
        final int place = bytes * random.nextInt(64 / bytes);
        final MemorySegment model = MemorySegment.ofArray(part.expected);
        final long before = bytes == Integer.BYTES
                ? model.get(ValueLayout.JAVA_INT_UNALIGNED, place)
                : model.get(ValueLayout.JAVA_LONG_UNALIGNED, place);
        final Atomic operation = Atomic.of(random.nextInt(Atomic.values().length));
        final long operand = random.nextInt(10) == 0 ? random.nextInt(3) - 1 : random.nextLong();
        final long expected = random.nextBoolean() ? before : random.nextLong();
        final boolean fetches = operation == Atomic.LOAD || operation == Atomic.COMPARE_SWAP || random.nextBoolean();
        if (fetches) {
            final long found =
                    transport.atomic(ThreadJob.REMOTE, operation, bytes, part.offset + place, operand, expected);
            assertEquals(before, bytes == Integer.BYTES ? (int) found : found, operation + " of " + bytes);
        } else {
            transport.update(ThreadJob.REMOTE, operation, bytes, part.offset + place, operand);
            transport.quiet();
        }
        final long after = switch (operation) {
            case LOAD -> before;
            case SET -> operand;
            case COMPARE_SWAP -> isEqual(before, expected, bytes) ? operand : before;
            case ADD -> before + operand;
            case AND -> before & operand;
            case OR -> before | operand;
            case XOR -> before ^ operand;
        };
        if (bytes == Integer.BYTES) {
            model.set(ValueLayout.JAVA_INT_UNALIGNED, place, (int) after);
        } else {
            model.set(ValueLayout.JAVA_LONG_UNALIGNED, place, after);
        }
        part.compare(operation + " of " + bytes + " bytes at " + place);
    }

    private static boolean isEqual(long one, long other, int bytes) {
        return bytes == Integer.BYTES ? (int) one == (int) other : one == other;
    }

    /** Each sees every value of a common word once, and what is beside its own word changes meanwhile. */
    @Test
    void shouldExecuteAtomicsOfSeveralPesOneAfterTheOther() throws Exception {
        final Queue<Long> seen = new ConcurrentLinkedQueue<>();
        run("calls", (pe, random) -> {
            final Transport transport = pe.network.transport();
            final long own = Long.BYTES + (long) pe.me * Integer.BYTES;
            for (int i = 0; i < STEPS; i++) {
                seen.add(transport.atomic(ThreadJob.REMOTE, Atomic.ADD, Long.BYTES, word(0), 1, 0));
                assertEquals(i, transport.atomic(ThreadJob.REMOTE, Atomic.COMPARE_SWAP, Integer.BYTES, own, i + 1, i));
            }
        });
        assertEquals(CLIENTS * STEPS, seen.stream().distinct().count());
        assertTrue(seen.stream().allMatch(value -> value < CLIENTS * STEPS));
    }

    /** In the shared heap of the other PE's node. */
    private static long word(long place) {
        return SharedOffset.of(ThreadJob.REMOTE, place);
    }

    /** The other PE sees the second of two operations with a fence between them, and looks for the first. */
    @ParameterizedTest
    @ValueSource(strings = {"calls", "auto"})
    void shouldOrderByAFence(String progress) throws Exception {
        ThreadJob.run(progress, pe -> {
            heaps[pe.me] = pe.heap;
            shared[pe.me] = pe.shared;
            pe.await();
            if (pe.me == 0) {
                orderByFences(pe);
                clients.countDown();
            } else if (pe.me == ThreadJob.REMOTE) {
                final MemorySegment heap = ThreadJob.memory(pe.heap, 64);
                final MemorySegment own = ThreadJob.memory(pe.shared, 64);
                long second = 0;
                while (second < STEPS) {
                    pe.network.poll();
                    second = (long) WORD.getVolatile(heap, 8L);
                    final long first =
                            second % 2 == 0 ? (long) WORD.getVolatile(heap, 0L) : (long) WORD.getVolatile(own, 0L);
                    assertTrue(first >= second, "saw " + second + " after the fence, " + first + " before it");
                }
            }
        });
    }

    private static void orderByFences(ThreadJob.Pe pe) {
        final MemorySegment source = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        final Transport transport = pe.network.transport();
        for (long i = 1; i <= STEPS; i++) {
            source.set(ValueLayout.JAVA_LONG, 0, i);
            transport.put(ThreadJob.REMOTE, i % 2 == 0 ? 0 : word(0), source.address(), Long.BYTES);
            transport.fence();
            if (i % 3 == 0) {
                transport.signal(ThreadJob.REMOTE, Atomic.SET, Long.BYTES, i);
            } else {
                transport.put(ThreadJob.REMOTE, Long.BYTES, source.address(), Long.BYTES);
            }
            transport.fence();
            pe.network.poll();
        }
        transport.quiet();
    }

    /** All sizes, of two kinds, both ways at once. */
    @ParameterizedTest
    @ValueSource(strings = {"calls", "auto"})
    void shouldDeliverMessagesInOrder(String progress) throws Exception {
        final int messages = 100;
        ThreadJob.run(progress, pe -> {
            final int[] received = new int[ThreadJob.PES];
            pe.receive((address, bytes) -> check(received, address, bytes, 0));
            pe.network.receiveMessages((address, bytes) -> check(received, address, bytes, 1));
            pe.await();
            final int most = pe.network.maxMessageBytes();
            final MemorySegment message = Arena.ofAuto().allocate(most, Long.BYTES);
            final Random random = new Random(pe.me);
            final int[] targets = pe.me == ThreadJob.REMOTE ? new int[] {0, 1} : new int[] {ThreadJob.REMOTE};
            for (int i = 0; i < messages; i++) {
                final int bytes = i % 10 == 0 ? most : 16 + random.nextInt(200);
                message.asSlice(0, bytes).fill((byte) i);
                message.set(ValueLayout.JAVA_INT, 0, pe.me);
                message.set(ValueLayout.JAVA_INT, 4, i);
                message.set(ValueLayout.JAVA_INT, 8, i % 3 == 0 ? 1 : 0);
                for (int target : targets) {
                    if (i % 3 == 0) {
                        pe.network.sendMessage(target, message.address(), bytes);
                    } else {
                        pe.network.send(target, message.address(), bytes);
                    }
                }
            }
            while (Arrays.stream(targets).anyMatch(target -> received[target] < messages)) {
                pe.network.poll();
            }
            pe.await();
        });
    }

    private static void check(int[] received, long address, int bytes, int kind) {
        final MemorySegment message = ThreadJob.memory(address, bytes);
        final int source = message.get(ValueLayout.JAVA_INT, 0);
        final int number = message.get(ValueLayout.JAVA_INT, 4);
        assertEquals(received[source], number, "the next message of PE " + source);
        assertEquals(kind, message.get(ValueLayout.JAVA_INT, 8), "the kind of message");
        for (int i = 12; i < bytes; i++) {
            assertEquals((byte) number, message.get(ValueLayout.JAVA_BYTE, i));
        }
        received[source]++;
    }

    /** Of the library, which can use it again. */
    @Test
    void shouldGiveItsMemoryBack() throws Exception {
        final long[] before = new long[2];
        for (int i = 0; i < before.length; i++) {
            final int job = i;
            ThreadJob.run("calls", pe -> {
                if (pe.me == 0) {
                    before[job] = pe.heap;
                }
            });
        }
        assertEquals(before[0], before[1]);
    }

    @Test
    void shouldSayWhoMakesProgress() throws Exception {
        for (String progress : List.of("calls", "auto")) {
            ThreadJob.run(progress, pe -> {
                assertEquals(
                        ThreadJob.library().name() + ", progress by calls"
                                + (progress.equals("calls") ? "" : " and a thread"),
                        pe.network.name());
                assertEquals(0, pe.network.use().registeredBytes());
            });
        }
    }

    @Test
    void shouldEndTheThreadThatMakesProgress() throws Exception {
        final Set<Thread> agents = ConcurrentHashMap.newKeySet();
        ThreadJob.run("auto", pe -> {
            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("jshmem-progress"))
                    .forEach(agents::add);
            pe.await();
        });
        assertEquals(ThreadJob.PES, agents.size());
        for (Thread agent : agents) {
            assertTrue(agent.isDaemon());
            assertFalse(agent.isAlive());
        }
    }

    /** The count is what tells the progress agent that threads of the program poll. */
    @Test
    void shouldCountPollsOfTheProgram() throws Exception {
        ThreadJob.run("calls", pe -> {
            final long before = pe.network.polls();
            pe.network.poll();
            assertEquals(before + 1, pe.network.polls());
            pe.network.yields();
            assertEquals(before + 5, pe.network.polls());
            assertFalse(pe.network.isCalled());
            pe.network.calls(true);
            assertTrue(pe.network.isCalled());
            assertEquals(before + 9, pe.network.polls());
            pe.network.calls(false);
            assertFalse(pe.network.isCalled());
            assertEquals(before + 13, pe.network.polls());
            pe.network.advance();
            assertEquals(before + 13, pe.network.polls());
        });
    }

    @Test
    void shouldHaveMessagesOfAQuarterOfARing() throws Exception {
        ThreadJob.run("calls", pe -> {
            assertEquals(16_120, pe.network.maxMessageBytes());
            assertSame(ClaimObserver.NONE, pe.network.sharedHeapObserver());
            assertEquals(0, pe.network.use().retries());
            assertEquals(pe.heap, pe.network.heapBase());
        });
    }

    /** Whoever polls has nothing to do with it; another poll goes on with that message. */
    @Test
    void shouldEndTheJobForAMessageThatCannotBeHandled() throws Exception {
        final List<String> received = Collections.synchronizedList(new ArrayList<>());
        ThreadJob.run("calls", pe -> {
            if (pe.me == ThreadJob.REMOTE) {
                final MemorySegment word = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
                pe.network.send(0, word.address(), Long.BYTES);
                long turn = 0;
                while (received.isEmpty()) {
                    turn = pe.network.pause(turn);
                }
            } else if (pe.me == 0) {
                pe.receive((address, bytes) -> {
                    throw new IllegalStateException("not expected");
                });
                final AssertionError end = assertThrows(AssertionError.class, () -> poll(pe, received));
                assertEquals(
                        "a message of another node has failed: java.lang.IllegalStateException: not expected",
                        end.getMessage());
                pe.receive((address, bytes) -> received.add(bytes + " bytes"));
                poll(pe, received);
            }
        });
        assertEquals(List.of("8 bytes"), received);
    }

    private static void poll(ThreadJob.Pe pe, List<String> received) {
        while (received.isEmpty()) {
            pe.network.poll();
        }
    }
}
