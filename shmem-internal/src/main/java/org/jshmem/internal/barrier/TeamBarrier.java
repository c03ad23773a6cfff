package org.jshmem.internal.barrier;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.waiting.Threads;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.CallSite;

/**
 * The barrier of a team. It also checks that all PEs are in the same collective call, and combines their votes.
 *
 * <p><b>Protocol.</b> Barriers are numbered. Each PE owns two cache lines in the control memory, which alternate from
 * barrier to barrier ({@link BarrierLines}). To arrive, a PE writes one word to its line, with release semantics: the
 * number of the barrier, a digest of what it calls, and its vote. It then waits for the word of every other PE and
 * compares the digests. This costs one store, and one read of a cache line for each peer. A second store to the line
 * could cost as much again, because polling peers take the line away between the two stores.
 *
 * <p><b>Memory ordering.</b> What a PE did before it arrived is visible to every PE after the barrier: store, release
 * of the word, acquire of the word. A line is written again two barriers later. By then its readers have arrived at the
 * barrier in between, which they did after they had read it. So a reader never sees a mixture, and a line holds either
 * the number of this barrier or the number of the barrier two before.
 *
 * <p><b>End.</b> Nobody writes to the lines of a team after its last barrier, but a slow PE may still read them there.
 * Their memory is therefore used again only when all PEs of the node have left ({@link TeamArea}). The numbers may wrap
 * around, as no two PEs of a team are ever apart by half of all numbers.
 *
 * <p><b>Many PEs on a node.</b> If there are more than {@link NodeLayout#TEAM_GROUP}, no PE reads the words of all. The
 * first one is the root of a {@link BarrierTree}, in which the words are combined on their way to it, and the outcome
 * and what it has calculated for all come back.
 *
 * <p><b>Several nodes.</b> In a team on several nodes the root on each node is its leader. The leaders combine the
 * words by messages ({@link BarrierRelay}), and each releases the PEs of its node. The words of all PEs never travel.
 *
 * <p><b>Different calls.</b> If digests differ, all PEs are told so, and exchange what they call, and where, in two
 * more barriers, as payloads.
 *
 * <p><b>More PEs than CPUs.</b> A team on a single crowded node counts its arrivals, and only the last PE compares the
 * words of all: see {@link CentralCounter}.
 *
 * <p>{@link BarrierPayloads} carry the small data of collectives; {@link LeavableBarrier} is for calls that an
 * exception may leave, {@link SplitBarrier} for arrivals that do not wait. One thread of a PE at a time may call.
 */
public final class TeamBarrier implements Awaited {
    /** What {@link #missing} returns if all PEs have arrived. */
    public static final String NOBODY = BarrierLines.NOBODY;

    /**
     * Delay before a PE without an exception of its own throws a mismatch: the exception that caused it is printed
     * first and ends the job.
     */
    private static final long GIVE_WAY_NS = TimeUnit.SECONDS.toNanos(2);

    /** The nodes of the team; null if it is on one. */
    private final RelayNodes nodes;

    /** The number of members. */
    private final int size;

    /** Those of the members on this node. */
    private final BarrierLines lines;

    private final BarrierPayloads payloads;
    private final LeavableBarrier releases;
    private final SplitBarrier split;
    private final long waitPoint;
    private final WaitStrategy waitStrategy;
    private final CallNote note = new CallNote();

    /** Null if each PE reads the lines of all others, or counts its arrival. */
    private final BarrierTree tree;

    /** The line that this PE waits for; null if it reads the lines of all others. */
    private final OutcomeLine outcome;

    /** Null if the PEs do not count their arrivals. */
    private final CentralCounter central;

    /** Null on a PE that does not lead its node in a team on several nodes. */
    private final BarrierRelay relay;

    /** The number of the current or last barrier. */
    private long number;

    /** Tells where the program has made the current call. */
    private Supplier<String> callSite = CallSite::here;

    /** Whether a collective call has begun and not ended; see {@link #begin}. */
    private boolean isInCall;

    private TeamBarrier(
            RelayNodes nodes,
            BarrierLines lines,
            BarrierTree tree,
            OutcomeLine outcome,
            CentralCounter central,
            BarrierRelay relay,
            WaitPoints waitPoints,
            WaitPolicy waitPolicy) {
        this.nodes = nodes;
        this.size = nodes == null ? lines.size() : nodes.pes();
        this.lines = lines;
        this.tree = tree;
        this.outcome = outcome;
        this.central = central;
        this.relay = relay;
        this.payloads = new BarrierPayloads(this, lines, nodes, outcome, central, relay);
        this.releases = new LeavableBarrier(this, lines);
        this.split = new SplitBarrier(this, lines, outcome, central, relay);
        this.waitPoint = waitPolicy.background() == null ? waitPoints.ofBarriers() : waitPoints.ofRequests();
        this.waitStrategy = new WaitStrategy(waitPoints, waitPoint, waitPolicy);
    }

    /**
     * The barrier of a team on one node.
     *
     * @param area that of the team
     * @param lines those of the team's PEs
     * @param counts whether the PEs count their arrivals, the same on all
     * @param waitPoints those of the node
     * @param waitPolicy how to wait
     * @return a new barrier
     */
    public static TeamBarrier onOneNode(
            TeamArea area, BarrierLines lines, boolean counts, WaitPoints waitPoints, WaitPolicy waitPolicy) {
        if (counts) {
            final OutcomeLine outcome = new OutcomeLine(area, 0);
            final CentralCounter central = new CentralCounter(area);
            return new TeamBarrier(null, lines, null, outcome, central, null, waitPoints, waitPolicy);
        }
        return lines.size() > NodeLayout.TEAM_GROUP
                ? inGroups(area, lines, waitPoints, waitPolicy)
                : new TeamBarrier(null, lines, null, null, null, null, waitPoints, waitPolicy);
    }

    /** The barrier of a team on one node whose PEs are in groups, even if it is one. */
    static TeamBarrier inGroups(TeamArea area, BarrierLines lines, WaitPoints waitPoints, WaitPolicy waitPolicy) {
        final BarrierTree tree = new BarrierTree(area, lines, 0, false);
        return new TeamBarrier(null, lines, tree, tree.outcome(), null, null, waitPoints, waitPolicy);
    }

    /**
     * The barrier of a team on several nodes.
     *
     * @param nodes those of the team
     * @param area that of the team on this node
     * @param lines those of the members on this node
     * @param isCrowded whether this node has more PEs than CPUs, the same on all of them
     * @param relay that of the leader; null on the other PEs
     * @param memory of the teams of this node
     * @param waitPoints those of the node
     * @param waitPolicy how to wait
     * @return a new barrier
     */
    public static TeamBarrier onSeveralNodes(
            RelayNodes nodes,
            TeamArea area,
            BarrierLines lines,
            boolean isCrowded,
            BarrierRelay relay,
            TeamMemory memory,
            WaitPoints waitPoints,
            WaitPolicy waitPolicy) {
        final BarrierTree tree = new BarrierTree(area, lines, memory.control(), isCrowded);
        return new TeamBarrier(nodes, lines, tree, tree.outcome(), null, relay, waitPoints, waitPolicy);
    }

    /**
     * The number of the last barrier.
     *
     * @return only ever grows
     */
    public long number() {
        return number;
    }

    /**
     * The payloads of the barriers.
     *
     * @return always the same
     */
    public BarrierPayloads payloads() {
        return payloads;
    }

    /**
     * The barriers of release calls.
     *
     * @return always the same
     */
    public LeavableBarrier releases() {
        return releases;
    }

    /**
     * Barriers in two steps.
     *
     * @return always the same
     */
    public SplitBarrier split() {
        return split;
    }

    /**
     * Says where the program has made the current call, for reports of different calls. Otherwise it is where the
     * calling thread is.
     *
     * @param site the place
     */
    public void calledFrom(Supplier<String> site) {
        callSite = site;
    }

    /**
     * Waits for all PEs.
     *
     * @param call what this PE is calling
     * @return whether all are calling the same; if not, {@link #mismatch} lists the calls
     */
    public boolean await(CollectiveCall call) {
        return await(call, 0, 0, 0);
    }

    /**
     * Waits for all PEs.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @return whether all are calling the same with the same arguments; if not, {@link #mismatch} lists the calls
     */
    public boolean await(CollectiveCall call, long first, long second, long third) {
        return exchange(call, first, second, third, 0) >= 0;
    }

    /**
     * Waits for all PEs and takes a vote.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @param vote 0 for yes, 1 for no
     * @return 0 if all voted yes, 1 if not, −1 if they are not all calling the same
     */
    public int exchange(CollectiveCall call, long first, long second, long third, int vote) {
        return exchange(call, first, second, third, 0, vote);
    }

    /**
     * Waits for all PEs and takes a vote.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @param fourth its fourth argument
     * @param vote 0 for yes, 1 for no
     * @return 0 if all voted yes, 1 if not, −1 if they are not all calling the same
     */
    public int exchange(CollectiveCall call, long first, long second, long third, long fourth, int vote) {
        settle();
        return arriveAndAwait(call, first, second, third, fourth, vote);
    }

    /**
     * Begins a collective call, which may be several barriers.
     *
     * @throws ShmemException if the previous call has not ended, because this PE may be out of step with the others
     */
    public void begin() {
        if (isInCall) {
            throw outOfStep();
        }
        isInCall = true;
    }

    /**
     * Ends a collective call, after its last barrier and everything that this PE does with the outcome. Not to be
     * called in a {@code finally}: after an error, such as a {@link StackOverflowError}, this PE may have missed a
     * barrier or work after one, and the call must stay open. A {@link #mismatch} ends the call, and so does a barrier
     * for whose payloads a node has no memory.
     */
    public void end() {
        isInCall = false;
    }

    private ShmemException outOfStep() {
        settle(); // throws the failure of an abandoned barrier, if that is the cause
        return new ShmemException(
                "a collective call of this team on this PE has not come to its end: it was left by an error, such as a"
                    + " StackOverflowError, or another thread is in it; the team cannot go on, as its PEs may be out"
                    + " of step");
    }

    /** Waits until all abandoned barriers have ended. Called before anything is written for the next barrier. */
    public void settle() {
        releases.settle();
    }

    /** Executes one barrier, without waiting for abandoned ones. */
    int arriveAndAwait(CollectiveCall call, long first, long second, long third, long fourth, int vote) {
        final long mine = arrive(call, first, second, third, fourth, vote);
        if (central != null && central.arrive()) {
            return completeForAll(mine, vote);
        }
        Memory.fullFence(); // before the wake
        return complete(mine, vote);
    }

    /** Writes this PE's word of the next barrier, and returns it. */
    long arrive(CollectiveCall call, long first, long second, long third, long fourth, int vote) {
        number++;
        final int me = lines.me();
        final int digest = note.set(call, first, second, third, fourth);
        final long mine = BarrierState.word(number, digest | vote);
        payloads.write(lines.payload(me, number));
        Memory.put64Release(lines.word(me, number), mine);
        if (tree != null) {
            tree.begin(number, mine);
        }
        if (relay != null) {
            relay.begin(number, tree, payloads);
        }
        return mine;
    }

    /** Wakes the PEs that sleep in barriers; the caller has executed a full fence. */
    void wake() {
        WaitPoints.wake(waitPoint);
    }

    /** Completes a barrier on the PE that was the last one at the counter, and releases the others. */
    int completeForAll(long mine, int vote) {
        final int result = compare(mine, vote);
        if (result >= 0) {
            payloads.combineForAll();
        }
        central.reset();
        outcome.release(number, result);
        Memory.fullFence(); // before the wake
        WaitPoints.wake(waitPoint);
        payloads.leave(result >= 0);
        return result;
    }

    /**
     * Completes a barrier in which this PE's word is written: waits for the others and compares their words with this
     * PE's. Another thread may call it again if a thread has left it.
     */
    int complete(long mine, int vote) {
        if (outcome != null) {
            return followOrLead(vote);
        }
        final int result = compare(mine, vote);
        payloads.leave(result >= 0);
        WaitPoints.wake(waitPoint);
        return result;
    }

    /** Completes a barrier whose outcome one PE determines for the others of its node. */
    private int followOrLead(int vote) {
        if (relay != null) {
            lead();
        } else if (tree != null) {
            climb();
            if (nodes != null && lines.size() <= NodeLayout.TEAM_GROUP) {
                await(lines.word(0, number)); // the leader; then a wait of its own for the other nodes
            }
        }
        final long word = await(outcome.word());
        if (tree != null && tree.release(word, payloads.resultBytes())) {
            Memory.fullFence(); // before the wake
            WaitPoints.wake(waitPoint);
        }
        final int result = BarrierLines.lead(word, number) == 0 ? OutcomeLine.outcome(word) : vote;
        payloads.leave(result >= 0);
        if (result == OutcomeLine.NO_MEMORY) {
            end(); // on all PEs, which are in step
            throw new ShmemOutOfMemoryException("a node has no memory for what the " + size
                    + " PEs of the team bring to " + note + ", as /dev/shm or the machine is full; make room there");
        }
        return result;
    }

    /** Waits for the PEs of this node and for the other leaders, and releases the group of this PE. */
    private void lead() {
        for (long turn = 0; !relay.collect(); ) {
            turn = pause(turn);
        }
        // A wait of its own, which spins before it yields.
        for (long turn = 0; !relay.advance(); ) {
            turn = pause(turn);
        }
        Memory.fullFence(); // before the wake
        WaitPoints.wake(waitPoint);
    }

    /** Waits for the PEs below this one, and reports it or, as the root of the only node, releases its group. */
    void climb() {
        for (long turn = 0; !tree.gather(); ) {
            turn = pause(turn);
        }
        if (tree.isRoot() && nodes == null) {
            final int result = BarrierState.outcome(tree.state());
            if (result >= 0) {
                payloads.combineForAll();
                payloads.pickForAll();
            }
            outcome.release(number, result);
            Memory.fullFence(); // before the wake
        } else if (tree.report()) {
            Memory.fullFence(); // before the wake
        }
        WaitPoints.wake(waitPoint); // a PE above or below this one may be asleep
    }

    /** Waits for a moment in a barrier; returns the next turn. */
    private long pause(long turn) {
        final long next = waitStrategy.pause(turn, this, number);
        if (WaitStrategy.isLong(next)) {
            releases.goOn();
        }
        return next;
    }

    /** Waits for the words of all others; returns the outcome of the barrier. */
    private int compare(long mine, int vote) {
        int result = vote;
        for (int pe = 0; pe < lines.size(); pe++) {
            if (pe != lines.me()) {
                final long theirs = await(lines.word(pe, number));
                if (BarrierLines.lead(theirs, number) == 0) {
                    final boolean same = (theirs ^ mine) >>> 1 == 0;
                    result = same && result >= 0 ? result | (int) (theirs & 1) : -1;
                }
            }
        }
        return result;
    }

    /** Waits as long as a condition holds that another thread of this PE ends. */
    void waitWhile(BooleanSupplier condition) {
        long turn = 0;
        while (condition.getAsBoolean()) {
            turn = waitStrategy.pause(turn, this, number);
        }
    }

    /** Waits until the word at an address has the number of this barrier or a later one; returns it. */
    private long await(long address) {
        long turn = 0;
        long word = Memory.get64Acquire(address);
        while (BarrierLines.lead(word, number) < 0) {
            turn = pause(turn);
            word = Memory.get64Acquire(address);
        }
        return word;
    }

    /**
     * Exchanges call sites after a barrier that found different calls; called by all PEs before the next barrier. If
     * the cause is a PE whose stack an exception is unwinding, the other PEs wait for a moment, because the first
     * exception that is printed ends the job.
     *
     * @return an exception whose message lists the call and call site of each PE
     */
    public ShmemException mismatch() {
        return mismatch(callSite.get(), false);
    }

    ShmemException mismatch(String callSite, boolean isUnwinding) {
        return new ShmemException(describeMismatch(callSite, isUnwinding));
    }

    /** The message of {@link #mismatch}. */
    String describeMismatch(String callSite, boolean isUnwinding) {
        final String own = note.toString();
        String[] calls = new String[size];
        final String[] placed = new String[size];
        try {
            note.write(payloads.mine());
            report();
            for (int pe = 0; pe < calls.length; pe++) {
                calls[pe] = CallNote.read(payloads.of(pe), false);
                placed[pe] = CallNote.read(payloads.of(pe), true);
            }
            if (Arrays.stream(calls).distinct().count() == 1) {
                calls = placed; // they differ in the place only
            }
            CallSiteNote.write(payloads.mine(), callSite, isUnwinding);
            report();
        } catch (ShmemOutOfMemoryException e) {
            return "the PEs are calling different collectives, this one " + own + " at " + callSite + "; "
                    + e.getMessage();
        }
        end();
        final StringBuilder text = new StringBuilder("the PEs are calling different collectives:");
        boolean givesWay = false;
        for (int pe = 0; pe < calls.length; pe++) {
            text.append(System.lineSeparator())
                    .append("  PE ")
                    .append(nodes == null ? lines.pe(pe) : nodes.pe(pe))
                    .append(": ")
                    .append(calls[pe])
                    .append(" at ")
                    .append(CallSiteNote.callSite(payloads.of(pe)));
            if (CallSiteNote.isUnwinding(payloads.of(pe))) {
                text.append(", as an exception leaves its block");
                givesWay |= !isUnwinding;
            }
        }
        if (givesWay) {
            Threads.sleep(GIVE_WAY_NS);
        }
        return text.toString();
    }

    private void report() {
        arriveAndAwait(CollectiveCall.REPORT, 0, 0, 0, 0, 0);
    }

    /** Describes a wait in a barrier, for hang reports. */
    @Override
    public String describe(long barrier) {
        final String missing = missing(barrier);
        return (missing.equals(NOBODY) ? "the last PE to come to end " : missing + " to come to ") + note;
    }

    /**
     * The PEs that have not arrived at the last barrier. Of other nodes, the leader of a node knows only which nodes it
     * has not heard from.
     *
     * @return as {@code PE 1, PE 3}; {@link #NOBODY} if all have
     */
    public String missing() {
        return missing(number);
    }

    /**
     * Whether a PE waits in the next barrier, to which this PE has not come; of other nodes, only the leader of a node
     * can tell. To be asked by the thread that calls.
     *
     * @param exceptFor a call without arguments that does not count
     * @param pes the PEs to look at, by their numbers in the job
     * @return whether one of them waits in a barrier of another call
     */
    public boolean isMissed(CollectiveCall exceptFor, IntPredicate pes) {
        final int digest = CallNote.digestOf(exceptFor);
        return lines.isMissed(number + 1, digest, pes) || relay != null && relay.isMissed(number + 1, digest, pes);
    }

    private String missing(long barrier) {
        final String here = lines.missing(barrier);
        if (relay != null && here.equals(NOBODY)) {
            return relay.missing();
        }
        final boolean isDone = nodes == null || BarrierLines.lead(Memory.get64Acquire(outcome.word()), barrier) >= 0;
        return isDone || !here.equals(NOBODY) ? here : "PEs of other nodes, as PE " + lines.pe(0) + " reports,";
    }
}
