package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jshmem.IndexedBlocks;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.SignalOp;
import org.jshmem.ThreadLevel;
import org.jshmem.heap.ElementLayouts;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.TeamMemory;
import org.jshmem.internal.team.ControlMemory;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.Teams;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.BouncedTransfers;
import org.jshmem.internal.transport.RecordingTransport;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.spi.FetchingAtomic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** PE 1 of four: its own heap and that of PE 2 are mapped, the others are reached by a transport. */
@Timeout(60)
class RuntimeContextTest {
    private static final JshmemRuntime RUNTIME = new JshmemRuntime();

    /** The thread that calls init has to call shutdown. */
    private static final ExecutorService INIT_THREAD = Executors.newSingleThreadExecutor();

    private static final int PES = 4;
    private static final int MAPPED = 2;
    private static final int REMOTE = 3;
    private static final int HEAP_BYTES = 4 << 20;
    private static final long OFFSET = 64;

    /** Of the flag for the wait points of all PEs, in the node's header. */
    private static final long ANY_OFFSET = 128;

    /** What a compare-and-swap expects. */
    private static final long EXPECTED = 6;

    private final MemorySegment heap = Arena.ofAuto().allocate(HEAP_BYTES, 64);
    private final Remote remote = new Remote();
    private final Poll poll = new Poll();
    private RuntimeContext context;
    private RuntimeTeam team;
    private long control;
    private WaitPoints waitPoints;

    /** Notes operations as they are asked for. */
    private static final class Remote extends RecordingTransport {
        @Override
        public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
            note("putNbi", pe, destOffset, sourceAddress, bytes);
        }

        @Override
        public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
            note("getNbi", pe, destAddress, sourceOffset, bytes);
        }

        @Override
        public void putArray(int pe, long destOffset, Object source, int start, int nelems, ValueLayout element) {
            note("putArray", pe, destOffset, start, nelems, element.byteSize());
        }

        @Override
        public void getArray(int pe, Object dest, int start, long sourceOffset, int nelems, ValueLayout element) {
            note("getArray", pe, start, sourceOffset, nelems, element.byteSize());
        }

        @Override
        public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
            note("update", pe, operation, bytes, offset, operand);
        }

        @Override
        public void fetchNbi(
                int pe, Atomic operation, int bytes, long offset, long operand, long expected, long destAddress) {
            note("fetchNbi", pe, operation, bytes, offset, operand, expected, destAddress);
        }

        @Override
        public void signal(int pe, Atomic operation, long offset, long signal) {
            note("signal", pe, operation, offset, signal);
        }
    }

    private static final class Poll implements Progress {
        private int polls;

        @Override
        public boolean poll() {
            polls++;
            return false;
        }

        @Override
        public void yields() {}

        @Override
        public void rest() {}
    }

    @BeforeAll
    static void start() throws Exception {
        INIT_THREAD.submit(() -> RUNTIME.init(ThreadLevel.MULTIPLE)).get();
    }

    @AfterAll
    static void end() throws Exception {
        INIT_THREAD.submit(() -> RUNTIME.shutdown(() -> {})).get();
        INIT_THREAD.close();
    }

    @BeforeEach
    void attach() {
        final NodeLayout layout = new NodeLayout(PES, 0);
        control = Arena.global().allocate(layout.controlEnd(), 4096).address();
        final Topology topology = Topology.oneNode(1, PES);
        waitPoints = new WaitPoints(control, layout);
        final ControlMemory controlMemory = new ControlMemory(
                control,
                layout,
                new TeamMemory(control, NodeLayout.TEAM_BYTES_TAKEN_OFFSET, 0, 0, (offset, bytes) -> false),
                topology,
                1,
                false,
                waitPoints,
                WaitPolicy.endless(true),
                null,
                null);
        final long[] bases = {0, heap.address() + HEAP_BYTES / 2, heap.address(), 0};
        final Routes routes = Routes.of(topology, remote, null);
        final Team members = new Teams(controlMemory, bases, routes).world();
        team = new RuntimeTeam(RUNTIME, null, null);
        team.attach(members);
        context = new RuntimeContext(RUNTIME, team, false, 0);
        context.attach(members, routes, waitPoints, poll);
    }

    private interface Call {
        /** Returns the value before, or 0 from an update. */
        long of(RuntimeContext context, long operand, int pe);
    }

    private record Operation(Atomic atomic, int bytes, boolean fetches, Call call) {
        static Operation fetch(Atomic atomic, int bytes, Call call) {
            return new Operation(atomic, bytes, true, call);
        }

        static Operation update(Atomic atomic, int bytes, Call call) {
            return new Operation(atomic, bytes, false, call);
        }
    }

    private interface Update {
        void of(RuntimeContext context, long operand, int pe);
    }

    private static Call without(Update update) {
        return (c, operand, pe) -> {
            update.of(c, operand, pe);
            return 0;
        };
    }

    private static List<Operation> operations() {
        return List.of(
                Operation.fetch(Atomic.LOAD, 4, (c, v, pe) -> c.atomicLoad32(OFFSET, pe)),
                Operation.fetch(Atomic.SET, 4, (c, v, pe) -> c.fetchSet32(OFFSET, (int) v, pe)),
                Operation.fetch(
                        Atomic.COMPARE_SWAP, 4, (c, v, pe) -> c.compareSwap32(OFFSET, (int) EXPECTED, (int) v, pe)),
                Operation.fetch(Atomic.ADD, 4, (c, v, pe) -> c.fetchAdd32(OFFSET, (int) v, pe)),
                Operation.fetch(Atomic.AND, 4, (c, v, pe) -> c.fetchAnd32(OFFSET, (int) v, pe)),
                Operation.fetch(Atomic.OR, 4, (c, v, pe) -> c.fetchOr32(OFFSET, (int) v, pe)),
                Operation.fetch(Atomic.XOR, 4, (c, v, pe) -> c.fetchXor32(OFFSET, (int) v, pe)),
                Operation.fetch(Atomic.LOAD, 8, (c, v, pe) -> c.atomicLoad64(OFFSET, pe)),
                Operation.fetch(Atomic.SET, 8, (c, v, pe) -> c.fetchSet64(OFFSET, v, pe)),
                Operation.fetch(Atomic.COMPARE_SWAP, 8, (c, v, pe) -> c.compareSwap64(OFFSET, EXPECTED, v, pe)),
                Operation.fetch(Atomic.ADD, 8, (c, v, pe) -> c.fetchAdd64(OFFSET, v, pe)),
                Operation.fetch(Atomic.AND, 8, (c, v, pe) -> c.fetchAnd64(OFFSET, v, pe)),
                Operation.fetch(Atomic.OR, 8, (c, v, pe) -> c.fetchOr64(OFFSET, v, pe)),
                Operation.fetch(Atomic.XOR, 8, (c, v, pe) -> c.fetchXor64(OFFSET, v, pe)),
                Operation.update(Atomic.SET, 4, without((c, v, pe) -> c.updateSet32(OFFSET, (int) v, pe))),
                Operation.update(Atomic.ADD, 4, without((c, v, pe) -> c.updateAdd32(OFFSET, (int) v, pe))),
                Operation.update(Atomic.AND, 4, without((c, v, pe) -> c.updateAnd32(OFFSET, (int) v, pe))),
                Operation.update(Atomic.OR, 4, without((c, v, pe) -> c.updateOr32(OFFSET, (int) v, pe))),
                Operation.update(Atomic.XOR, 4, without((c, v, pe) -> c.updateXor32(OFFSET, (int) v, pe))),
                Operation.update(Atomic.SET, 8, without((c, v, pe) -> c.updateSet64(OFFSET, v, pe))),
                Operation.update(Atomic.ADD, 8, without((c, v, pe) -> c.updateAdd64(OFFSET, v, pe))),
                Operation.update(Atomic.AND, 8, without((c, v, pe) -> c.updateAnd64(OFFSET, v, pe))),
                Operation.update(Atomic.OR, 8, without((c, v, pe) -> c.updateOr64(OFFSET, v, pe))),
                Operation.update(Atomic.XOR, 8, without((c, v, pe) -> c.updateXor64(OFFSET, v, pe))));
    }

    private static long after(Atomic operation, long before, long operand) {
        return switch (operation) {
            case LOAD -> before;
            case SET -> operand;
            case COMPARE_SWAP -> before == EXPECTED ? operand : before;
            case ADD -> before + operand;
            case AND -> before & operand;
            case OR -> before | operand;
            case XOR -> before ^ operand;
        };
    }

    @Test
    void shouldSendAnAtomicToAHeapThatIsNotMapped() {
        remote.before = 0x1111_2222_3333_4444L;
        for (Operation operation : operations()) {
            final boolean isCompared = operation.atomic == Atomic.COMPARE_SWAP;
            final String sent = REMOTE + " " + operation.atomic + " " + operation.bytes + " " + OFFSET + " "
                    + (operation.atomic == Atomic.LOAD ? 0 : 5);
            final long before = operation.call.of(context, 5, REMOTE);
            if (operation.fetches) {
                assertEquals(List.of("atomic " + sent + " " + (isCompared ? EXPECTED : 0)), remote.calls());
                assertEquals(operation.bytes == 4 ? (int) remote.before : remote.before, before, sent);
            } else {
                assertEquals(List.of("update " + sent), remote.calls());
            }
        }
    }

    /** Whoever sleeps there is woken; a fetch that leaves the word lets the network proceed, for who polls by it. */
    @Test
    void shouldExecuteAnAtomicOnAMappedHeap() {
        for (Operation operation : operations()) {
            for (long before : new long[] {EXPECTED, 7, -1, 1L << 40}) {
                for (long operand : new long[] {0, 5, EXPECTED, -1, 1L << 40}) {
                    final String what = operation + " of " + operand + " on " + before;
                    heap.asSlice(0, 2 * OFFSET).fill((byte) 0x5a);
                    final long held = operation.bytes == 4 ? (int) before : before;
                    final long value = operation.bytes == 4 ? (int) operand : operand;
                    Atomic.store(heap.address() + OFFSET, operation.bytes, before);
                    sleepAt(MAPPED);
                    poll.polls = 0;
                    final long returned = operation.call.of(context, operand, MAPPED);
                    final long left = after(operation.atomic, held, value);
                    assertEquals(operation.bytes == 4 ? (int) left : left, read(operation.bytes), what);
                    assertEquals(0x5a, heap.get(ValueLayout.JAVA_BYTE, OFFSET + operation.bytes), what);
                    assertEquals(operation.fetches ? held : 0, returned, what);
                    assertEquals(operation.atomic == Atomic.LOAD, isAsleep(MAPPED), what);
                    final boolean isSame = operation.bytes == 4 ? (int) left == held : left == held;
                    assertEquals(operation.fetches && isSame ? 1 : 0, poll.polls, what);
                    assertEquals(List.of(), remote.calls(), what);
                }
            }
        }
    }

    private long read(int bytes) {
        return bytes == 4 ? heap.get(ValueLayout.JAVA_INT, OFFSET) : heap.get(ValueLayout.JAVA_LONG, OFFSET);
    }

    /**
     * As a thread of that PE which is about to sleep: the flag is the first word of its wait point, and there is one
     * more for the wait points of all PEs.
     */
    private void sleepAt(int pe) {
        Memory.put32Volatile(waitPoints.of(pe), 1);
        Memory.put32Volatile(control + NodeLayout.HEADER_OFFSET + ANY_OFFSET, 1);
    }

    private boolean isAsleep(int pe) {
        return Memory.get32Volatile(waitPoints.of(pe)) != 0;
    }

    @Test
    void shouldUpdateSignals() {
        context.signal(OFFSET, 5, SignalOp.SET, REMOTE);
        context.signal(OFFSET, 5, SignalOp.ADD, REMOTE);
        assertEquals(List.of("signal 3 SET 64 5", "signal 3 ADD 64 5"), remote.calls());
        for (SignalOp operation : SignalOp.values()) {
            Memory.put64(heap.address() + OFFSET, 7);
            sleepAt(MAPPED);
            context.signal(OFFSET, 5, operation, MAPPED);
            assertEquals(operation == SignalOp.SET ? 5 : 12, read(8));
            assertFalse(isAsleep(MAPPED));
        }
    }

    @Test
    void shouldFetchWithoutWaiting() {
        final MemorySegment dest = Arena.ofAuto().allocate(16, 8);
        context.fetchNbi(FetchingAtomic.COMPARE_SWAP, 4, dest.address(), OFFSET, 5, EXPECTED, REMOTE);
        assertEquals(List.of("fetchNbi 3 COMPARE_SWAP 4 64 5 6 " + dest.address()), remote.calls());
        Memory.put64(heap.address() + OFFSET, 7);
        sleepAt(MAPPED);
        context.fetchNbi(FetchingAtomic.ADD, 8, dest.address(), OFFSET, 5, 0, MAPPED);
        assertEquals(7, dest.get(ValueLayout.JAVA_LONG, 0));
        assertEquals(12, read(8));
        assertFalse(isAsleep(MAPPED));
    }

    @Test
    void shouldSendSingleElements() {
        final long scratch = BouncedTransfers.word();
        context.store8(OFFSET, (byte) -2, REMOTE);
        assertEquals(-2, Memory.get8(scratch));
        context.store16(OFFSET, (short) -3, REMOTE);
        assertEquals(-3, Memory.get16(scratch));
        context.store32(OFFSET, -4, REMOTE);
        assertEquals(-4, Memory.get32(scratch));
        context.store64(OFFSET, -5, REMOTE);
        assertEquals(-5, Memory.get64(scratch));
        assertEquals(
                List.of(
                        "put 3 64 " + scratch + " 1",
                        "put 3 64 " + scratch + " 2",
                        "put 3 64 " + scratch + " 4",
                        "put 3 64 " + scratch + " 8"),
                remote.calls());
        Memory.put64(scratch, 0x1122_3344_5566_7788L);
        assertEquals((byte) 0x88, context.load8(OFFSET, REMOTE));
        assertEquals(0x7788, context.load16(OFFSET, REMOTE));
        assertEquals(0x5566_7788, context.load32(OFFSET, REMOTE));
        assertEquals(0x1122_3344_5566_7788L, context.load64(OFFSET, REMOTE));
        assertEquals(
                List.of(
                        "get 3 " + scratch + " 64 1",
                        "get 3 " + scratch + " 64 2",
                        "get 3 " + scratch + " 64 4",
                        "get 3 " + scratch + " 64 8"),
                remote.calls());
    }

    @Test
    void shouldSendBlocksOfMemory() {
        context.copyTo(OFFSET, 1000, 24, REMOTE);
        context.copyFrom(1000, OFFSET, 24, REMOTE);
        context.copyToNbi(OFFSET, 1000, 24, REMOTE);
        context.copyFromNbi(1000, OFFSET, 24, REMOTE);
        assertEquals(
                List.of("put 3 64 1000 24", "get 3 1000 64 24", "putNbi 3 64 1000 24", "getNbi 3 1000 64 24"),
                remote.calls());
        final MemorySegment lasting = Arena.global().allocate(64, 8);
        final MemorySegment shortLived = Arena.ofAuto().allocate(64, 8);
        context.copyToNbi(OFFSET, lasting, 8, 24, REMOTE);
        context.copyFromNbi(lasting, 8, OFFSET, 24, REMOTE);
        context.copyToNbi(OFFSET, shortLived, 8, 24, REMOTE);
        context.copyFromNbi(shortLived, 8, OFFSET, 24, REMOTE);
        final long address = lasting.address() + 8;
        final long brief = shortLived.address() + 8;
        assertEquals(
                List.of(
                        "putNbi 3 64 " + address + " 24",
                        "getNbi 3 " + address + " 64 24",
                        "put 3 64 " + brief + " 24",
                        "get 3 " + brief + " 64 24"),
                remote.calls());
        context.copyTo(OFFSET, new long[9], 2, 7, REMOTE);
        context.copyFrom(new short[9], 2, OFFSET, 7, REMOTE);
        assertEquals(List.of("putArray 3 64 2 7 8", "getArray 3 2 64 7 2"), remote.calls());
    }

    @Test
    void shouldOrderAndComplete() {
        context.orderDeliveries();
        assertEquals(List.of("fence"), remote.calls());
        context.orderDeliveriesTo(REMOTE);
        assertEquals(List.of("fence"), remote.calls());
        context.completeLocally();
        assertEquals(List.of("completeLocally", "quiet"), remote.calls());
        poll.polls = 0;
        sleepAt(MAPPED);
        context.completeAll();
        assertFalse(isAsleep(MAPPED));
        assertEquals(List.of("quiet"), remote.calls());
        assertEquals(1, poll.polls, "for who polls by it");
        sleepAt(MAPPED);
        context.completeTo(new int[0]);
        assertTrue(isAsleep(MAPPED), "there is nothing to complete");
        assertEquals(List.of(), remote.calls());
        context.completeTo(new int[] {0, REMOTE});
        assertFalse(isAsleep(MAPPED));
        assertEquals(List.of("quiet"), remote.calls());
        assertThrows(IllegalArgumentException.class, () -> context.completeTo(new int[] {PES}));
        assertThrows(NullPointerException.class, () -> context.completeTo(null));
        context.completeTransfers();
        assertEquals(List.of("quiet"), remote.calls());
    }

    @Test
    void shouldSendBlocksAtStrides() {
        context.blocksTo(OFFSET, 16, 1000, 24, 8, 5, REMOTE);
        context.blocksFrom(1000, 24, OFFSET, 16, 8, 5, REMOTE);
        final MemorySegment lasting = Arena.global().allocate(256, 8);
        final long address = lasting.address() + 8;
        context.blocksTo(OFFSET, 16, lasting, 8, 24, 8, 5, REMOTE);
        context.blocksFrom(lasting, 8, 24, OFFSET, 16, 8, 5, REMOTE);
        assertEquals(
                List.of(
                        "putBlocks 3 64 16 1000 24 8 5",
                        "getBlocks 3 1000 24 64 16 8 5",
                        "putBlocks 3 64 16 " + address + " 24 8 5",
                        "getBlocks 3 " + address + " 24 64 16 8 5"),
                remote.calls());
    }

    /** By one byte. */
    @Test
    void shouldRefuseTransfersWithinOneHeapThatOverlap() {
        final long address = heap.address() + OFFSET;
        final MemorySegment part = heap.asSlice(OFFSET, 1000);
        final List<Runnable> calls = List.of(
                () -> context.copyTo(OFFSET, address + 15, 16, MAPPED),
                () -> context.copyFrom(address + 15, OFFSET, 16, MAPPED),
                () -> context.copyToNbi(OFFSET, address + 31, 32, MAPPED),
                () -> context.copyFromNbi(address + 31, OFFSET, 32, MAPPED),
                () -> context.copyTo(OFFSET, part, 15, 16, MAPPED),
                () -> context.copyFrom(part, 15, OFFSET, 16, MAPPED),
                () -> context.blocksTo(OFFSET, 16, address + 16 + 7, 16, 8, 2, MAPPED),
                () -> context.blocksFrom(address + 16 + 7, 16, OFFSET, 16, 8, 2, MAPPED),
                () -> context.blocksTo(OFFSET, 16, part, 7, 16, 8, 2, MAPPED),
                () -> context.blocksFrom(part, 7, 16, OFFSET, 16, 8, 2, MAPPED));
        heap.fill((byte) 7);
        for (int i = 0; i < calls.size(); i++) {
            final String text = assertThrows(IllegalArgumentException.class, calls.get(i)::run, "call " + i)
                    .getMessage();
            assertTrue(text.contains("overlap"), text);
        }
        context.copyTo(OFFSET, address + 16, 16, MAPPED);
        context.copyFrom(part, 16, OFFSET, 16, MAPPED);
        context.blocksTo(OFFSET, 16, part, 8, 16, 8, 2, MAPPED);
        context.blocksFrom(part, 8, 16, OFFSET, 16, 8, 2, MAPPED);
        final MemorySegment later = heap.asSlice(OFFSET + 16, 1000); // of which the blocks begin behind the others
        context.blocksTo(OFFSET, 16, later, 16, 16, 8, 2, MAPPED);
        context.blocksFrom(later, 16, 16, OFFSET, 16, 8, 2, MAPPED);
    }

    /** Before it was transferred; the file has nothing any more. */
    @Test
    void shouldExplainThatAFileWasTruncated(@TempDir Path directory) throws IOException {
        try (Arena arena = Arena.ofShared()) {
            final MemorySegment gone = truncated(directory, arena);
            final IndexedBlocks blocks = IndexedBlocks.range(0, 3);
            for (int pe : new int[] {MAPPED, REMOTE}) {
                final List<Runnable> sources = List.of(
                        () -> context.copyTo(OFFSET, gone, 8, 24, pe),
                        () -> context.blocksTo(OFFSET, 16, gone, 8, 16, 8, 3, pe),
                        () -> context.indexedTo(OFFSET, blocks, gone, 8, blocks, 8, 24, pe));
                final List<Runnable> dests = List.of(
                        () -> context.copyFrom(gone, 8, OFFSET, 24, pe),
                        () -> context.blocksFrom(gone, 8, 16, OFFSET, 16, 8, 3, pe),
                        () -> context.indexedFrom(gone, 8, blocks, OFFSET, blocks, 8, 24, pe));
                sources.forEach(call -> assertExplained("source", call));
                dests.forEach(call -> assertExplained("dest", call));
            }
        }
    }

    private static void assertExplained(String name, Runnable call) {
        final String text = assertThrows(ShmemException.class, call::run).getMessage();
        assertTrue(text.startsWith(name + " is a MemorySegment over a mapped file of which 4096 bytes"), text);
    }

    private static MemorySegment truncated(Path directory, Arena arena) throws IOException {
        final Path file = Files.createFile(directory.resolve("truncated"));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final MemorySegment segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4096, arena);
            channel.truncate(0);
            return segment;
        }
    }

    /** On a network, whose transport of the session ends with it. */
    @Test
    void shouldStartASessionThatCollectsOnlyIfAskedTo() {
        final RuntimeContext another = onNetwork(0);
        another.startSession(0, null);
        assertEquals(List.of(), remote.calls());
        another.startSession(Shmem.CTX_SESSION_BATCH, null);
        assertEquals(List.of("startSession"), remote.calls());
        another.sessionStop();
        assertEquals(List.of("stopSession"), remote.calls());
    }

    @Test
    void shouldCloseItsRoutesAtItsEnd() {
        final RuntimeContext another = onNetwork(5);
        assertEquals("ShmemContext[options 5, ShmemTeam[PE 0 of 1: PEs 0 of the job]]", another.toString());
        assertEquals(5, another.options());
        assertTrue(another.isOf((RuntimeTeam) another.getTeam()));
        assertFalse(another.isOf(team));
        another.destroy();
        assertEquals(List.of("quiet", "close"), remote.calls());
        assertEquals("ShmemContext[destroyed, options 5, ShmemTeam[PE 0 of 1: PEs 0 of the job]]", another.toString());
    }

    /** A context of the PE of this process, which reaches others by {@link #remote}. */
    private RuntimeContext onNetwork(long options) {
        final RuntimeTeam world = new RuntimeTeam(RUNTIME, null, null);
        world.attach(RUNTIME.world());
        final RuntimeContext another = new RuntimeContext(RUNTIME, world, false, options);
        final Routes network = Routes.of(Topology.oneNode(0, 1), null, remote);
        another.attach(RUNTIME.world(), network, waitPointsOfOne(), poll);
        return another;
    }

    private static WaitPoints waitPointsOfOne() {
        final NodeLayout layout = new NodeLayout(1, 0);
        return new WaitPoints(Arena.global().allocate(layout.controlEnd(), 4096).address(), layout);
    }

    @Test
    void shouldRefuseAllAfterItsDestroy() {
        sleepAt(MAPPED);
        context.destroy();
        assertFalse(isAsleep(MAPPED));
        assertEquals(List.of("quiet"), remote.calls());
        context.destroy();
        final List<Runnable> calls = new ArrayList<>(List.of(
                context::orderDeliveries,
                () -> context.orderDeliveriesTo(REMOTE),
                context::completeLocally,
                context::completeAll,
                () -> context.completeTo(new int[0]),
                context::sessionStop,
                context::getTeam));
        for (int pe : new int[] {MAPPED, REMOTE}) {
            operations().forEach(operation -> calls.add(() -> operation.call.of(context, 5, pe)));
            calls.add(() -> context.store64(OFFSET, 5, pe));
            calls.add(() -> context.load64(OFFSET, pe));
            calls.add(() -> context.signal(OFFSET, 5, SignalOp.SET, pe));
        }
        for (Runnable call : calls) {
            final String message =
                    assertThrows(IllegalStateException.class, call::run).getMessage();
            assertEquals("this context was destroyed; make a new one with ctxCreate", message);
        }
        assertEquals(List.of(), remote.calls());
    }

    @Test
    void shouldRefuseAllOnceItsTeamHasEnded() {
        team.detach();
        for (Operation operation : operations()) {
            assertThrows(IllegalStateException.class, () -> operation.call.of(context, 5, MAPPED));
            assertThrows(IllegalStateException.class, () -> operation.call.of(context, 5, REMOTE));
        }
        assertThrows(IllegalStateException.class, context::completeAll);
        assertEquals(List.of(), remote.calls());
    }

    @Test
    void shouldRefuseAPeThatTheTeamDoesNotHave() {
        for (int pe : new int[] {-1, PES}) {
            for (Operation operation : operations()) {
                assertThrows(IllegalArgumentException.class, () -> operation.call.of(context, 5, pe));
            }
        }
        assertEquals(List.of(), remote.calls());
    }

    /** By the ways for one element, for some and for many, from anywhere in the array. */
    @Test
    void shouldCopyArraysToAndFromAMappedHeap() {
        final int least = (int) Memory.MEMCPY_LEAST_BYTES;
        final long[] longs = new SplittableRandom(17).longs(least / 8 + 40).toArray();
        final short[] shorts = new short[least / 2 + 40];
        final int[] ints = new int[least / 4 + 40];
        for (int i = 0; i < shorts.length; i++) {
            shorts[i] = (short) (i * 7919);
        }
        for (int i = 0; i < ints.length; i++) {
            ints[i] = i * 7919;
        }
        for (int start : new int[] {0, 13}) {
            for (int nelems : new int[] {1, 10, least / 8 + 20}) {
                context.copyTo(OFFSET, longs, start, nelems, MAPPED);
                final long[] back = new long[longs.length];
                context.copyFrom(back, start, OFFSET, nelems, MAPPED);
                final long[] expected = new long[longs.length];
                System.arraycopy(longs, start, expected, start, nelems);
                assertEquals(-1, Arrays.mismatch(expected, back), nelems + " from " + start);
                assertEquals(longs[start], heap.get(ElementLayouts.LONG, OFFSET));
            }
            for (int nelems : new int[] {1, 10, least / 4 + 20}) {
                context.copyTo(OFFSET, ints, start, nelems, MAPPED);
                final int[] back = new int[ints.length];
                context.copyFrom(back, start, OFFSET, nelems, MAPPED);
                final int[] expected = new int[ints.length];
                System.arraycopy(ints, start, expected, start, nelems);
                assertEquals(-1, Arrays.mismatch(expected, back), nelems + " from " + start);
                assertEquals(ints[start], heap.get(ElementLayouts.INT, OFFSET));
            }
            for (int nelems : new int[] {1, 10, least / 2 + 20}) {
                context.copyTo(OFFSET, shorts, start, nelems, MAPPED);
                final short[] back = new short[shorts.length];
                context.copyFrom(back, start, OFFSET, nelems, MAPPED);
                final short[] expected = new short[shorts.length];
                System.arraycopy(shorts, start, expected, start, nelems);
                assertEquals(-1, Arrays.mismatch(expected, back), nelems + " from " + start);
                assertEquals(shorts[start], heap.get(ElementLayouts.SHORT, OFFSET));
            }
        }
    }

    /** Each is made once for copies of the same part; a machine with small caches never needs them. */
    @Test
    void shouldKeepTheSegmentsOfArrays() {
        final byte[] bytes = new byte[9];
        final short[] shorts = new short[9];
        final int[] ints = new int[9];
        final long[] longs = new long[9];
        final float[] floats = new float[9];
        final double[] doubles = new double[9];
        for (int start = 0; start <= 9; start++) {
            final int from = start;
            check(MemorySegment.ofArray(bytes), from, Byte.BYTES, () -> context.segmentOf(bytes, from));
            check(MemorySegment.ofArray(shorts), from, Short.BYTES, () -> context.segmentOf(shorts, from));
            check(MemorySegment.ofArray(ints), from, Integer.BYTES, () -> context.segmentOf(ints, from));
            check(MemorySegment.ofArray(longs), from, Long.BYTES, () -> context.segmentOf(longs, from));
            check(MemorySegment.ofArray(floats), from, Float.BYTES, () -> context.segmentOf(floats, from));
            check(MemorySegment.ofArray(doubles), from, Double.BYTES, () -> context.segmentOf(doubles, from));
        }
    }

    private static void check(MemorySegment whole, int start, int width, Supplier<MemorySegment> segment) {
        final MemorySegment part = segment.get();
        assertEquals(whole.asSlice((long) start * width), part);
        assertSame(part, segment.get());
    }
}
