package org.jshmem.internal.collective;

import java.lang.foreign.Arena;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.Contributions;
import org.jshmem.internal.barrier.SplitBarrier;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * Executes several small collectives in one barrier: reductions and broadcasts of one value, and syncs. Each PE brings
 * those that it has to execute next, up to {@value #MOST}. As many are executed as all PEs bring.
 *
 * <p><b>Different calls.</b> The barrier compares the first call, as that of a blocking collective does. If a later one
 * differs, the batch ends before it. It is the first one of the next batch, where the barrier finds the difference.
 *
 * <p><b>Payload.</b> The number of entries in 8 bytes, then two entries in each 24 bytes:
 *
 * <pre>
 *    0   value of the first entry: this PE's bits, or the result
 *    8   what the first entry is (4 bytes), and the second
 *   16   value of the second entry
 * </pre>
 *
 * <p>A result has the form of a payload, so that results of some PEs can be combined with others. A broadcast is
 * combined like a bitwise or, to which only the root brings bits.
 *
 * <p>One thread of a PE at a time may call.
 */
public final class ValueBatch implements BarrierPayloads.Combination {
    /** The most entries of a batch. */
    public static final int MOST = 9;

    private static final long ENTRIES = 8;
    private static final long PAIR_BYTES = 24;
    private static final long WHAT = 8;
    private static final long WHAT_BYTES = 4;
    private static final long SECOND = 16;

    /** The bytes of an entry that is the last one and the first of its pair. */
    private static final long SINGLE_BYTES = 16;

    private static final long BUFFER_BYTES = 128;

    /** What an entry is: its kind in the lowest bits, then type and operation, or the root. */
    private static final int KIND_BITS = 2;

    private static final int REDUCTION = 0;
    private static final int BROADCAST = 1;
    private static final int SYNC = 2;
    private static final int BARRIER = 3;
    private static final int TYPE_BITS = 3;
    private static final int OTHER_SHIFT = KIND_BITS + TYPE_BITS;
    private static final Reduction[] REDUCTIONS = Reduction.values();
    private static final ElementKind[] TYPES = ElementKind.values();

    private final Team team;
    private final TeamBarrier barrier;
    private final BarrierPayloads payloads;
    private final SplitBarrier split;
    private final Workspaces workspaces;
    private final int me;
    private final boolean isLed;
    private final Arena arena = Arena.ofAuto();

    /** The addresses of this PE's payload, and of a result that it calculates itself. */
    private final long mine = arena.allocate(BUFFER_BYTES, BUFFER_BYTES).address();

    private final long own = arena.allocate(BUFFER_BYTES, BUFFER_BYTES).address();

    private int count;

    /** The first entry, for the barrier. */
    private CollectiveCall call;

    private long root;
    private long detail;

    /** The address of the results. */
    private long results;

    ValueBatch(Team team, Workspaces workspaces) {
        this.team = team;
        this.barrier = team.barrier();
        this.payloads = barrier.payloads();
        this.split = barrier.split();
        this.workspaces = workspaces;
        this.me = team.members().me();
        this.isLed = payloads.isLed();
    }

    /** Removes all entries. */
    public void clear() {
        count = 0;
    }

    /** Whether there is room for one more entry. */
    public boolean hasRoom() {
        return count < MOST;
    }

    /** Adds a reduction of one value. */
    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    public void addReduction(Reduction operation, ElementKind type, long bits) {
        if (count == 0) {
            first(CollectiveCall.REDUCE_VALUE, 0, CollectiveCall.reduction(operation, type));
        }
        workspaces.of(operation, type); // makes it now, since who combines for others must not fail
        add(REDUCTION | type.ordinal() << KIND_BITS | operation.ordinal() << OTHER_SHIFT, bits);
    }

    /** Adds a broadcast of one value. */
    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    public void addBroadcast(ElementKind type, long bits, int from) {
        if (count == 0) {
            first(CollectiveCall.BROADCAST_VALUE, from, type.ordinal());
        }
        add(BROADCAST | type.ordinal() << KIND_BITS | from << OTHER_SHIFT, from == me ? bits : 0);
    }

    /** Adds a sync, or a barrier, which is one here. */
    public void addSync(boolean isBarrier) {
        if (count == 0) {
            first(isBarrier ? CollectiveCall.TEAM_BARRIER : CollectiveCall.TEAM_SYNC, 0, 0);
        }
        add(isBarrier ? BARRIER : SYNC, 0);
    }

    private void first(CollectiveCall what, long from, long type) {
        call = what;
        root = from;
        detail = type;
    }

    private void add(int what, long bits) {
        Memory.put64(mine + value(count), bits);
        Memory.put32(mine + what(count), what);
        count++;
        Memory.put64(mine, count);
    }

    /** Executes the batch; returns how many entries, from the first one, are done. */
    public int run() {
        barrier.begin();
        bring();
        team.await(call, root, 0, 0, detail);
        return end();
    }

    /** Brings the batch without waiting for the other PEs; {@link #finish} follows. Only for a split barrier. */
    public void start() {
        barrier.begin();
        bring();
        split.start(call, root, detail);
    }

    /** Whether {@link #finish} would not wait. */
    public boolean hasEnded() {
        return split.hasEnded();
    }

    /** Waits for the batch that was started; returns how many entries, from the first one, are done. */
    public int finish() {
        if (!split.finish()) {
            throw barrier.mismatch();
        }
        return end();
    }

    /** The result of an entry that is done, as bits. */
    public long result(int entry) {
        return Memory.get64(results + value(entry));
    }

    private void bring() {
        payloads.bring(mine, isLed ? bytes(MOST) : bytes(count));
        payloads.combine(this);
    }

    private int end() {
        results = payloads.combined();
        if (results == 0) {
            combine(payloads, own);
            results = own;
        }
        final int done = (int) Memory.get64(results);
        if (done == 0) {
            throw barrier.mismatch(); // calls with the same digest
        }
        barrier.end();
        return done;
    }

    @Override
    public void combine(Contributions from, long to) {
        final int all = from.count();
        long common = Memory.get64(from.of(0));
        for (int i = 1; i < all; i++) {
            common = Math.min(common, Memory.get64(from.of(i)));
        }
        int done = 0;
        while (done < common && isSame(from, all, done)) {
            final int what = Memory.get32(from.of(0) + what(done));
            final long bits = over(from, all, what, value(done));
            Memory.put32(to + what(done), what);
            Memory.put64(to + value(done), bits);
            done++;
        }
        Memory.put64(to, done);
    }

    private static boolean isSame(Contributions from, int all, int entry) {
        final int what = Memory.get32(from.of(0) + what(entry));
        for (int i = 1; i < all; i++) {
            if (Memory.get32(from.of(i) + what(entry)) != what) {
                return false;
            }
        }
        return true;
    }

    private long over(Contributions from, int all, int what, long at) {
        return switch (what & (1 << KIND_BITS) - 1) {
            case REDUCTION -> reduce(from, all, what >>> KIND_BITS, at);
            case BROADCAST -> {
                long bits = 0;
                for (int i = 0; i < all; i++) {
                    bits |= Memory.get64(from.of(i) + at);
                }
                yield bits;
            }
            default -> 0;
        };
    }

    private long reduce(Contributions from, int all, int typeAndOperation, long at) {
        final Reduction operation = REDUCTIONS[typeAndOperation >>> TYPE_BITS];
        final ElementKind type = TYPES[typeAndOperation & (1 << TYPE_BITS) - 1];
        final Arithmetic arithmetic = workspaces.of(operation, type).arithmetic();
        arithmetic.load(from.of(0) + at, 1);
        for (int i = 1; i < all; i++) {
            arithmetic.loadOperand(from.of(i) + at, 1);
            arithmetic.combine(operation, 1);
        }
        return arithmetic.first();
    }

    private static long value(int entry) {
        return ENTRIES + (entry >> 1) * PAIR_BYTES + (entry & 1) * SECOND;
    }

    private static long what(int entry) {
        return ENTRIES + (entry >> 1) * PAIR_BYTES + WHAT + (entry & 1) * WHAT_BYTES;
    }

    /** The bytes of a payload with so many entries. */
    private static long bytes(int entries) {
        return ENTRIES + (entries >> 1) * PAIR_BYTES + (entries & 1) * SINGLE_BYTES;
    }
}
