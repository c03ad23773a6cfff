package org.jshmem.flow;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jshmem.ShmemTeam;
import org.jshmem.heap.Memory;
import org.jshmem.schedules.Schedules;
import org.jshmem.schedules.Steps;

/**
 * A job whose PEs are tasks of a schedule and use the library's flows, with buffers of few records. PEs of a node share
 * memory. One more task is the network: it executes puts at any time after they were issued, and a signal after all
 * that its PE has issued before to the same PE.
 */
final class ScheduledFlows {
    /** What a PE does. */
    @FunctionalInterface
    interface Body {
        /** Does it. */
        void run(ScheduledFlows job, ShmemTeam team) throws Exception;
    }

    /** A put, or a signal if it has no source. */
    record Operation(int from, int to, long dest, long source, long bytes, long value) {}

    private record Freed(long address, long bytes) {}

    private static final ThreadLocal<ScheduledFlows> OF_THREAD = new ThreadLocal<>();
    private static final ThreadLocal<Integer> PE_OF_THREAD = new ThreadLocal<>();
    private static final long MEMORY_BYTES = 256 << 10;
    private static final byte FREE = 0x55;
    private static final int MOST_RECORDS = 3;
    private static final int MOST_WIRES = 1; // so three nodes have ways of three hops

    private final int[] nodeOf;
    private final int recordBytes;
    private final long[] memory;

    /** What each PE has told each other one of its latest block. */
    final Block.Place[][] told;

    private long[] used;
    private List<Freed> freed;
    private List<Operation> underWay;
    private long bufferBytes;
    private int arrived;

    /** By PE, how many waits have ended. */
    private int[] waits;

    private int left;

    /** Counts schedules. */
    private int number;

    static {
        System.setProperty("org.jshmem.flow.most-wires", Integer.toString(MOST_WIRES));
    }

    private ScheduledFlows(int[] nodeOf, int recordBytes) {
        this.nodeOf = nodeOf.clone();
        this.recordBytes = recordBytes;
        this.memory = new long[nodeOf.length];
        this.told = new Block.Place[nodeOf.length][nodeOf.length];
        for (int pe = 0; pe < memory.length; pe++) {
            memory[pe] = Arena.global().allocate(MEMORY_BYTES, Block.LINE).address();
        }
    }

    /**
     * Explores schedules of a job.
     *
     * @param nodeOf for each PE its node
     * @param recordBytes the size of the largest record, with its tag
     * @param bodies makes what the PEs of one schedule do, with fresh state
     */
    static void explore(int[] nodeOf, int recordBytes, Supplier<Body> bodies) {
        final ScheduledFlows job = new ScheduledFlows(nodeOf, recordBytes);
        Schedules.explore(nodeOf.length + 1, () -> job.tasks(bodies.get()));
    }

    /** The ways that flows of a job have; to be asked for here, as the class of the ways reads the property once. */
    static Routes routes(int me, int... nodeOf) {
        return Routes.of(me, nodeOf, MOST_WIRES);
    }

    /** The job of the calling thread. */
    static ScheduledFlows current() {
        return OF_THREAD.get();
    }

    private List<Schedules.Body> tasks(Body body) {
        number++;
        used = new long[pes()];
        freed = new ArrayList<>();
        underWay = new ArrayList<>();
        bufferBytes = 0;
        arrived = 0;
        waits = new int[pes()];
        left = pes();
        final List<Schedules.Body> tasks = new ArrayList<>();
        for (int i = 0; i < pes(); i++) {
            final int pe = i;
            tasks.add(() -> {
                OF_THREAD.set(this);
                PE_OF_THREAD.set(pe);
                body.run(this, new ScheduledTeam(this, pe));
                if (--left == 0) {
                    requireUntouched();
                }
            });
        }
        tasks.add(this::carry);
        return tasks;
    }

    int pes() {
        return nodeOf.length;
    }

    int nodeOf(int pe) {
        return nodeOf[pe];
    }

    boolean isElsewhere(int pe, int other) {
        return nodeOf[pe] != nodeOf[other];
    }

    /** The number of this schedule. */
    int number() {
        return number;
    }

    /** The size of buffers: one record or a few, as the schedule chooses. */
    long bufferBytes() {
        if (bufferBytes == 0) {
            bufferBytes = (1L + Steps.choose(MOST_RECORDS)) * recordBytes;
        }
        return bufferBytes;
    }

    /** The PE of the calling thread has ended a wait. */
    void waited() {
        waits[PE_OF_THREAD.get()]++;
    }

    /** How many waits a PE has ended in this schedule. */
    int waits(int pe) {
        return waits[pe];
    }

    /** Memory of a PE, for this schedule. */
    long allocate(int pe, long bytes) {
        final long address = memory[pe] + used[pe];
        used[pe] += (bytes + Block.LINE - 1) & -Block.LINE;
        if (used[pe] > MEMORY_BYTES) {
            throw new IllegalStateException("a PE needs " + used[pe] + " bytes");
        }
        Memory.clear(address, bytes);
        return address;
    }

    /** Takes memory back, which nobody may write any more. */
    void free(long address, long bytes) {
        for (Operation operation : underWay) {
            if (isIn(operation.dest, address, bytes) || operation.bytes > 0 && isIn(operation.source, address, bytes)) {
                throw new AssertionError("memory is freed while an operation uses it");
            }
        }
        Memory.ALL.asSlice(address, bytes).fill(FREE);
        freed.add(new Freed(address, bytes));
    }

    private static boolean isIn(long address, long start, long bytes) {
        return address >= start && address < start + bytes;
    }

    private void requireUntouched() {
        for (Freed block : freed) {
            for (long i = 0; i < block.bytes; i++) {
                if (Memory.ALL.get(ValueLayout.JAVA_BYTE, block.address + i) != FREE) {
                    throw new AssertionError("memory is written after it was freed, at byte " + i);
                }
            }
        }
    }

    /** Waits for all PEs; their stores are visible then. */
    void meet() {
        Steps.fence();
        final int all = (arrived++ / pes() + 1) * pes();
        Steps.await(() -> arrived >= all);
    }

    /** Issues an operation. */
    void begin(Operation operation) {
        Steps.fence();
        underWay.add(operation);
        Steps.step(); // it may be over before the caller goes on
    }

    /** Waits until nothing is under way that a PE has issued. */
    void quiet(int pe) {
        Steps.await(() -> underWay.stream().noneMatch(operation -> operation.from == pe));
    }

    /** The network. */
    private void carry() {
        Steps.storeAtOnce();
        while (left > 0 || !underWay.isEmpty()) {
            Steps.await(() -> left == 0 || !underWay.isEmpty());
            if (!underWay.isEmpty()) {
                carryOne();
            }
        }
    }

    private void carryOne() {
        final int start = Steps.choose(underWay.size());
        for (int i = 0; i < underWay.size(); i++) {
            final int index = (start + i) % underWay.size();
            if (mayHappen(index)) {
                final Operation operation = underWay.get(index);
                if (operation.bytes > 0) {
                    Memory.copy(operation.source, operation.dest, operation.bytes);
                } else {
                    Memory.put64(operation.dest, operation.value);
                }
                underWay.remove(operation);
                return;
            }
        }
    }

    private boolean mayHappen(int index) {
        final Operation operation = underWay.get(index);
        return operation.bytes > 0
                || underWay.subList(0, index).stream()
                        .noneMatch(earlier -> earlier.from == operation.from && earlier.to == operation.to);
    }
}
