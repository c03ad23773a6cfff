package org.jshmem.internal.sync;

import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;
import org.jshmem.spi.Awaited;

/**
 * The barrier of a team. It also checks that all PEs are in the same collective call, and carries small payloads.
 *
 * <p><b>Protocol.</b> Barriers are numbered. Each PE owns two cache lines in its slot of the control memory, which
 * alternate from barrier to barrier. To arrive, a PE writes one word to its line, with release semantics:
 *
 * <pre>
 *   24 … 63     the number of the barrier
 *    1 … 23     a digest of the call and its arguments
 *         0     a vote
 * </pre>
 *
 * <p>The PE then waits for the word of every other PE and compares the digests. This costs one store, and one read of a
 * cache line for each peer. A second store to the line could cost as much again, because polling peers take the line
 * away between the two stores. The call and its arguments are written to two notes, which alternate as well. PEs
 * compare the notes only if the digests differ; the relay copies them to other nodes, and a hang report reads them. A
 * note is written only if the call differs from the one that it already holds, so a barrier in a loop writes no notes.
 *
 * <p><b>Payload.</b> Before it arrives, a PE may {@linkplain #bring bring} up to {@link SlotDescriptor#PAYLOAD_BYTES},
 * or write them to {@link #payload()}. They lie beside the word. After the barrier a PE may read the payload of every
 * PE by {@link #payload(int)}, until it arrives at the next barrier.
 *
 * <p><b>Memory ordering.</b> What a PE did before it arrived is visible to every PE after the barrier: store, release
 * of the word, acquire of the word. A line or note is written again two barriers later. By then its readers have
 * arrived at the barrier in between, which they did after they had read it. So a reader never sees a mixture, and a
 * line holds either the number of this barrier or the number of the barrier two before.
 *
 * <p><b>Reuse of a slot.</b> A team continues the numbers of the teams that had its slot before. What those teams left
 * in the lines, here and on other nodes, is therefore older than the first barrier of the new team. Nobody reads the
 * lines of a team after its last barrier. A PE that is still in that last barrier may find a higher number in a line:
 * its owner has gone on to another team, so it has accepted the end of this one. The numbers may wrap around, as long
 * as no two PEs of a team are apart by half of all numbers.
 *
 * <p><b>Several nodes.</b> The {@link BarrierRelay} of a team that spans nodes copies the lines of each node to the
 * other nodes, where they look as if their PEs were local.
 *
 * <p><b>More PEs than CPUs.</b> A team on a single crowded node counts its arrivals, and only the last PE compares the
 * words of all: see {@link CentralCounter}.
 *
 * <p><b>Exceptions.</b> A thread that an exception has brought to a call such as free, team destroy or shutdown does
 * not wait for the other PEs. Another thread completes the barrier, and the next operation of this PE on the team waits
 * for it: see {@link AbandonedBarriers}.
 *
 * <p>One thread of a PE at a time may call.
 */
public final class TeamBarrier implements Awaited {
    /** The number's place in a word, above digest and vote. */
    static final int NUMBER_SHIFT = 24;

    private static final long CALL = 0;
    private static final long ARGUMENT = 8;

    /** The outcome of a release that goes on without this thread: others have still to come. */
    public static final int PENDING = 2;

    /** The outcome of a release that the PEs do not make together. */
    public static final int REFUSED = -1;

    /** How long an exception that is a consequence gives way to the one that is its cause, and that ends the job. */
    private static final long GIVE_WAY_NS = TimeUnit.SECONDS.toNanos(2);

    /** PEs that a message names. */
    private static final int NAMED = 8;

    /** For whom a barrier that is complete waits. */
    public static final String NOBODY = "nobody";

    /** An odd number without a pattern, as in multiplicative hashing. */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** Something that one PE can do for all, when all have come and none has left. */
    public interface Combination {
        /**
         * Does it, with the {@linkplain TeamBarrier#payload(int) payloads} or the heaps of all PEs.
         *
         * @param to the address of a result for all, which has {@link SlotDescriptor#PAYLOAD_BYTES}
         */
        void combine(long to);
    }

    private final int me;
    private final int[] pes;
    private final long[] slots;
    private final long waitPoint;
    private final WaitStrategy waitStrategy;
    private final BarrierRelay relay;

    /** Null where each PE looks at the lines of all others. */
    private final CentralCounter central;

    /** The hash of what each of this PE's two notes says; 0 as long as this team has written none. */
    private final long[] noted = new long[2];

    private long number;
    private long broughtFrom;
    private int broughtBytes;

    /** What the last PE at the counter does for all; null for nothing. */
    private Combination combination;

    private boolean isCombined;

    /** Whether a collective call has begun and not ended. */
    private boolean isInCall;

    /** In a call that gives something back. */
    private final ReleaseWait ownReleases = new ReleaseWait(false);

    private ReleaseWait release;

    /** Null until a thread leaves a barrier early. */
    private AbandonedBarriers abandoned;

    /** Whether the PEs that abandoned barriers wait for will not come any more. */
    private volatile boolean isGivenUp;

    /**
     * The barriers of a team.
     *
     * @param slots for each member, the address of its slot in the node's control memory
     * @param pes the members' numbers in the job; not to be changed
     * @param me this PE's index in both
     * @param last the number of the last barrier in that slot of any member
     * @param relay the way to other nodes, null if there are none
     * @param central where the PEs count their arrivals, all of them or none; null where each looks at the lines of all
     *     others
     * @param waitPoints where threads sleep
     * @param waitPolicy how to wait
     */
    public TeamBarrier(
            long[] slots,
            int[] pes,
            int me,
            long last,
            BarrierRelay relay,
            CentralCounter central,
            WaitPoints waitPoints,
            WaitPolicy waitPolicy) {
        this.slots = slots;
        this.pes = pes;
        this.me = me;
        this.number = last;
        this.relay = relay;
        this.central = central;
        this.waitPoint = waitPoints.ofBarriers();
        this.waitStrategy = new WaitStrategy(waitPoints, waitPoint, waitPolicy);
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
     * Waits for all PEs.
     *
     * @param call what this PE is calling
     * @return whether all are calling the same; if not, {@link #describe} tells who calls what
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
     * @return whether all are calling the same with the same arguments; if not, {@link #describe} tells who calls what
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
        if (abandoned != null) {
            abandoned.await();
        }
        return arriveAndAwait(call, first, second, third, fourth, vote);
    }

    /**
     * Begins a collective call, which may be several barriers.
     *
     * @throws ShmemException if the call before has not ended, so that the next barrier of the other PEs is not this
     *     PE's
     */
    public void begin() {
        if (isInCall) {
            throw outOfStep();
        }
        isInCall = true;
    }

    /**
     * Ends a collective call, after the last of its barriers and all that this PE does with their outcome. That is not
     * done in a {@code finally}: an error, such as a {@link StackOverflowError}, may have kept this PE from a barrier,
     * or from what it would have done after one. A {@link #mismatch} ends the call, too.
     */
    public void end() {
        isInCall = false;
    }

    private ShmemException outOfStep() {
        settle(); // the failure of an abandoned barrier explains itself
        return new ShmemException(
                "a collective call of this team on this PE has not come to its end: it was left by an error, such as a"
                    + " StackOverflowError, or another thread is in it; the team cannot go on, as its PEs may be out"
                    + " of step");
    }

    /** Waits until abandoned barriers have come to their end; before anything is done for the next one. */
    public void settle() {
        if (abandoned != null) {
            abandoned.await();
        }
    }

    private int arriveAndAwait(CollectiveCall call, long first, long second, long third, long fourth, int vote) {
        number++;
        final long hash = hash(call, first, second, third, fourth);
        if (noted[(int) number & 1] != hash) {
            note(call, first, second, third, fourth);
            noted[(int) number & 1] = hash;
        }
        final long mine = number << NUMBER_SHIFT | digest(hash) | vote;
        if (broughtFrom != 0) {
            Memory.copyFew(broughtFrom, line(me) + SlotDescriptor.PAYLOAD, broughtBytes);
        }
        Memory.put64Release(line(me) + SlotDescriptor.WORD, mine);
        if (central != null && central.arrive()) {
            return completeForAll(mine, vote);
        }
        VarHandle.fullFence(); // before the wake
        return complete(mine, vote);
    }

    /** The last one at the counter does what is to be done once. */
    private int completeForAll(long mine, int vote) {
        final int result = compare(mine, vote);
        final boolean combines = combination != null && result >= 0;
        if (combines) {
            combination.combine(central.result());
        }
        central.release(number, result);
        VarHandle.fullFence(); // before the wake
        WaitPoints.wake(waitPoint);
        leaveWith(result);
        return result;
    }

    /**
     * Waits for the words of all others and compares them with this PE's, which is written. May be called again after
     * it was left.
     */
    private int complete(long mine, int vote) {
        if (central != null) {
            final long word = await(central.word());
            final int result = lead(word, number) == 0 ? CentralCounter.outcome(word) : vote;
            leaveWith(result);
            return result;
        }
        if (relay != null) {
            WaitPoints.wake(waitPoint);
            relay.carry(this, broughtBytes);
        }
        final int result = compare(mine, vote);
        leaveWith(result);
        WaitPoints.wake(waitPoint);
        return result;
    }

    private void leaveWith(int result) {
        isCombined = combination != null && central != null && result >= 0;
        combination = null;
        broughtFrom = 0;
        broughtBytes = 0;
    }

    /** Waits for the words of all others; the outcome of the barrier. */
    private int compare(long mine, int vote) {
        int result = vote;
        for (int pe = 0; pe < slots.length; pe++) {
            if (pe != me) {
                final long theirs = awaitPe(pe);
                if (lead(theirs, number) == 0) {
                    final boolean same = (theirs ^ mine) >>> 1 == 0;
                    result = same && result >= 0 ? result | (int) (theirs & 1) : -1;
                }
            }
        }
        return result;
    }

    /** Waits for a PE to come to this barrier; returns its word. */
    long awaitPe(int pe) {
        return await(line(pe) + SlotDescriptor.WORD);
    }

    /** Waits for a word of this barrier, or a later one. */
    private long await(long address) {
        long turn = 0;
        long word = Memory.get64Acquire(address);
        while (lead(word, number) < 0) {
            turn = waitStrategy.pause(turn, this, number);
            if (release != null && WaitStrategy.isLong(turn)) {
                release.goOn(this);
            }
            word = Memory.get64Acquire(address);
        }
        return word;
    }

    /**
     * Waits for all PEs for a call that gives something back, as {@link #exchange} does. A thread that an exception has
     * brought to this call, through a {@code close} or {@code finally}, is not kept waiting for PEs that go on: a
     * thread of the library stays in its place.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param second its second argument
     * @param vote 0 for yes, 1 for no
     * @return what {@link #exchange} does, but throws if they are not all calling the same; {@link #PENDING} if others
     *     have still to come and an exception is on its way, {@link #REFUSED} if it is and they are not all calling the
     *     same, which the user is told
     */
    public int release(CollectiveCall call, long first, long second, int vote) {
        return release(call, first, second, vote, false);
    }

    /**
     * Waits for all PEs at the end of the library, as {@link #release} does, and tells the user if others keep this PE
     * waiting.
     *
     * @param call what this PE is calling
     * @return the same
     */
    public int shutdown(CollectiveCall call) {
        return release(call, 0, 0, 0, true);
    }

    private int release(CollectiveCall call, long first, long second, int vote, boolean isShutdown) {
        if (abandoned != null && abandoned.isPending() && StackUnwinding.isInProgress()) {
            final String place = CallSite.here();
            abandoned.add(() -> {
                release = new ReleaseWait(true).begin(isShutdown);
                check(arriveAndAwait(call, first, second, 0, 0, vote), vote, place);
            });
            return PENDING;
        }
        settle();
        final int result;
        try {
            release = ownReleases.begin(isShutdown);
            result = arriveAndAwait(call, first, second, 0, 0, vote);
        } catch (ReleaseWait.Left e) {
            release = null; // from here on it is the other thread's
            leave(isShutdown);
            return PENDING;
        } catch (RuntimeException | Error e) {
            release = null;
            throw e;
        }
        release = null;
        return result >= 0 ? result : refuse();
    }

    /** Leaves the barrier to a thread that completes it. */
    private void leave(boolean isShutdown) {
        final String place = CallSite.here();
        final long mine = Memory.get64(line(me) + SlotDescriptor.WORD);
        final int vote = (int) (mine & 1);
        if (abandoned == null) {
            abandoned = new AbandonedBarriers();
        }
        abandoned.add(() -> {
            release = new ReleaseWait(true).begin(isShutdown);
            check(complete(mine, vote), vote, place);
        });
    }

    /** The outcome of an abandoned barrier. */
    private void check(int outcome, int vote, String place) {
        release = null;
        if (outcome < 0) {
            throw mismatch(place, true);
        }
        if (outcome > 0) {
            throw new ShmemException("a block that this PE freed, at " + place + ", has a lock that "
                    + (vote == 0 ? "another PE" : "this PE") + " holds or waits for");
        }
    }

    private int refuse() {
        if (!StackUnwinding.isInProgress()) {
            throw mismatch();
        }
        final ShmemException mismatch = mismatch(CallSite.here(), true);
        System.err.println("jshmem: an exception leaves a block of PE " + pes[me] + " while others wait elsewhere: "
                + mismatch.getMessage());
        return REFUSED;
    }

    /**
     * Does something once all abandoned barriers are over, in the thread that completes them; after a release that was
     * {@link #PENDING}.
     *
     * @param next not done if one of them fails
     */
    public void afterAbandoned(Runnable next) {
        abandoned.add(next);
    }

    /**
     * Whether the calling thread is one that completes abandoned barriers.
     *
     * @return false for those of the program
     */
    public static boolean isCompletingAbandoned() {
        return Thread.currentThread() instanceof AbandonedBarriers.Worker;
    }

    /**
     * Whether abandoned barriers have still to be completed.
     *
     * @return false if all are over, or one of them has failed
     */
    public boolean isAbandonedInProgress() {
        return abandoned.isAtWork();
    }

    /** Waits for the abandoned barriers; throws if one of them failed. */
    public void awaitAbandoned() {
        abandoned.await();
    }

    /**
     * Ends the abandoned barriers at the end of the library, when all PEs have come there: who has not come to one of
     * them never will. Throws if one of them failed or was not complete.
     */
    public void giveUpAbandoned() {
        isGivenUp = true;
        abandoned.await();
    }

    boolean isGivenUp() {
        return isGivenUp;
    }

    /**
     * Tells the user, after so many seconds, for whom this PE waits in shutdown; of several that wait, the first one
     * does.
     */
    void giveNotice(long seconds, boolean isInBackground) {
        if (isInBackground) {
            System.err.println("jshmem: PE " + pes[me]
                    + " has left its block between init() and shutdown() by an exception; "
                    + missing(number) + " has not for " + seconds + " seconds, and the job fails when PE " + pes[me]
                    + " ends");
        } else if (isFirst()) {
            System.err.println("jshmem: PE " + pes[me] + " has waited in shutdown() for " + missing(number) + " for "
                    + seconds + " seconds; SHMEM_TIMEOUT=60 would show what each PE does, and end the job");
        }
    }

    private boolean isFirst() {
        for (int pe = 0; pe < me; pe++) {
            if (lead(Memory.get64Acquire(line(pe) + SlotDescriptor.WORD), number) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** By how many barriers a word is ahead of one, times a power of two; below zero if it is behind. */
    private static long lead(long word, long number) {
        return (word >>> NUMBER_SHIFT << NUMBER_SHIFT) - (number << NUMBER_SHIFT);
    }

    /**
     * What this PE brings to its next barrier. It is copied right before the word is written, since others may be
     * polling that line already, and a poll between the two stores takes the line away for a second time.
     *
     * @param from an address
     * @param bytes up to {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public void bring(long from, long bytes) {
        settle();
        broughtFrom = bytes == 0 ? 0 : from;
        broughtBytes = (int) bytes;
    }

    /**
     * Whether the PEs count their arrivals, so that one can do something for all.
     *
     * @return the same on all PEs
     */
    public boolean isCounted() {
        return central != null;
    }

    /**
     * Has one PE do something for all in the next barrier, where PEs {@linkplain #isCounted count} their arrivals.
     *
     * @param what the same on all PEs
     */
    public void combine(Combination what) {
        settle();
        combination = what;
    }

    /**
     * The result of what one PE has done for all in the last barrier.
     *
     * @return its address, valid until this PE's next barrier; 0 if each PE is to do it for itself
     */
    public long combined() {
        return isCombined ? central.result() : 0;
    }

    /**
     * Another PE brings something to the next barrier, and this one nothing.
     *
     * @param bytes up to {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public void expect(long bytes) {
        settle();
        broughtBytes = (int) bytes;
    }

    /**
     * Whether blocks can go to the heaps of the other PEs along with the word of a barrier: this PE is a node of its
     * own, as they are, and sends them its word itself.
     *
     * @param bytes the size of a block
     * @return the same on all PEs
     */
    public boolean carries(long bytes) {
        return relay != null && bytes <= relay.mostCargo();
    }

    /**
     * Sends a block to the heap of every other PE along with the word of the next barrier; all are there when it is
     * over. Who has come to the barrier before may be written to.
     *
     * @param source address of the block of the team's first PE
     * @param stride from one PE's block to the next one's; 0 if it is the same block
     * @param dest where it goes, in bytes from the start of a heap
     * @param bytes its size, one that this {@linkplain #carries carries}
     */
    public void load(long source, long stride, long dest, long bytes) {
        settle();
        relay.load(source, stride, dest, (int) bytes);
    }

    /**
     * Where to write what this PE brings to its next barrier.
     *
     * @return an address, of {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public long payload() {
        settle();
        broughtBytes = SlotDescriptor.PAYLOAD_BYTES;
        return slots[me] + lineOffset(number + 1) + SlotDescriptor.PAYLOAD;
    }

    /**
     * What a PE brought to the last barrier.
     *
     * @param pe its index in the team
     * @return an address, valid until this PE's next barrier
     */
    public long payload(int pe) {
        return line(pe) + SlotDescriptor.PAYLOAD;
    }

    /** Of a barrier that others have not come to yet. */
    @Override
    public String describe(long number) {
        final String missing = missing(number);
        return (missing.equals(NOBODY) ? "the last PE to come to end " : missing + " to come to ")
                + call(note(me, number));
    }

    /**
     * The PEs that have not come to the last barrier.
     *
     * @return as {@code PE 1, PE 3}; {@link #NOBODY} if all have
     */
    public String missing() {
        return missing(number);
    }

    private String missing(long number) {
        final StringBuilder missing = new StringBuilder();
        int count = 0;
        for (int pe = 0; pe < slots.length; pe++) {
            final long line = slots[pe] + lineOffset(number);
            if (lead(Memory.get64Acquire(line + SlotDescriptor.WORD), number) < 0 && count++ < NAMED) {
                missing.append(missing.isEmpty() ? "PE " : ", PE ").append(pes[pe]);
            }
        }
        if (count > NAMED) {
            missing.append(" and ").append(count - NAMED).append(" more");
        }
        return missing.isEmpty() ? NOBODY : missing.toString();
    }

    private void note(CollectiveCall call, long first, long second, long third, long fourth) {
        final long note = note(me, number);
        Memory.put64(note + CALL, call.code());
        Memory.put64(note + ARGUMENT, first);
        Memory.put64(note + ARGUMENT + Long.BYTES, second);
        Memory.put64(note + ARGUMENT + 2 * Long.BYTES, third);
        Memory.put64(note + ARGUMENT + 3 * Long.BYTES, fourth);
    }

    /** Never 0. Equal hashes are taken for equal calls by {@link #noted}. */
    private static long hash(CollectiveCall call, long first, long second, long third, long fourth) {
        long mixed = call.code();
        mixed = (mixed * MIX) ^ first;
        mixed = (mixed * MIX) ^ second;
        mixed = (mixed * MIX) ^ third;
        mixed = (mixed * MIX) ^ fourth;
        return (mixed ^ mixed >>> Integer.SIZE) * MIX | 1;
    }

    /** In the bits 1 to 23; another call or argument goes unnoticed once in eight million times. */
    private static long digest(long hash) {
        return hash >>> Long.SIZE - NUMBER_SHIFT & -2L;
    }

    /**
     * After a barrier that found a difference, before the next, on all PEs: they tell one another where in the program
     * each of them is. An exception that is due to a PE which an exception has left gives way to that one for a moment:
     * the first to be printed ends the job.
     *
     * @return says what each PE was calling, and where
     */
    public ShmemException mismatch() {
        return mismatch(CallSite.here(), false);
    }

    private ShmemException mismatch(String place, boolean isUnwinding) {
        final String[] calls = new String[slots.length];
        for (int pe = 0; pe < slots.length; pe++) {
            calls[pe] = call(note(pe, number));
        }
        CallSiteReport.write(payload(), place, isUnwinding);
        arriveAndAwait(CollectiveCall.REPORT, 0, 0, 0, 0, 0);
        end();
        final StringBuilder text = new StringBuilder("the PEs are calling different collectives:");
        boolean givesWay = false;
        for (int pe = 0; pe < slots.length; pe++) {
            text.append(System.lineSeparator())
                    .append("  PE ")
                    .append(pes[pe])
                    .append(": ")
                    .append(calls[pe])
                    .append(" at ")
                    .append(CallSiteReport.place(payload(pe)));
            if (CallSiteReport.isUnwinding(payload(pe))) {
                text.append(", as an exception leaves its block");
                givesWay |= !isUnwinding;
            }
        }
        if (givesWay) {
            Threads.sleep(GIVE_WAY_NS);
        }
        return new ShmemException(text.toString());
    }

    private static String call(long note) {
        return CollectiveCall.of(Memory.get64(note + CALL))
                .format(
                        Memory.get64(note + ARGUMENT),
                        Memory.get64(note + ARGUMENT + Long.BYTES),
                        Memory.get64(note + ARGUMENT + 2 * Long.BYTES),
                        Memory.get64(note + ARGUMENT + 3 * Long.BYTES));
    }

    private long line(int pe) {
        return slots[pe] + lineOffset(number);
    }

    /** Copies the line of a PE that has come to this barrier, and its note, to an entry of a message. */
    void copyLine(int pe, long entry, int payloadBytes) {
        final long word = Memory.get64Acquire(line(pe) + SlotDescriptor.WORD);
        // A later word is of another team, after the last barrier of this one, and says that its PE was content.
        Memory.put64(
                entry + BarrierRelayInbox.WORD,
                lead(word, number) == 0 ? word : Memory.get64(line(me) + SlotDescriptor.WORD));
        Memory.copy(note(pe, number), entry + BarrierRelayInbox.NOTE, BarrierRelayInbox.NOTE_BYTES);
        if (payloadBytes > 0) {
            Memory.copyFew(line(pe) + SlotDescriptor.PAYLOAD, entry + BarrierRelayInbox.PAYLOAD, payloadBytes);
        }
    }

    /**
     * Writes a line and its note from an entry of a message, unless there is a later one. That may be: the last message
     * of one team and the first ones of the next, which has another leader here, come to different PEs of this node,
     * and nobody waits for the former once the latter has come. It has no payload then, so the word alone is to be
     * kept.
     */
    static void writeLine(long slot, long number, long entry, int payloadBytes) {
        final long line = slot + lineOffset(number);
        long current = Memory.get64Acquire(line + SlotDescriptor.WORD);
        if (lead(current, number) >= 0) {
            return;
        }
        Memory.copy(entry + BarrierRelayInbox.NOTE, noteOf(slot, number), BarrierRelayInbox.NOTE_BYTES);
        if (payloadBytes > 0) {
            Memory.copyFew(entry + BarrierRelayInbox.PAYLOAD, line + SlotDescriptor.PAYLOAD, payloadBytes);
        }
        final long word = Memory.get64(entry + BarrierRelayInbox.WORD);
        while (lead(current, number) < 0) {
            final long before = Memory.compareAndExchange64Volatile(line + SlotDescriptor.WORD, current, word);
            if (before == current) {
                return;
            }
            current = before;
        }
    }

    private static long lineOffset(long number) {
        return SlotDescriptor.LINES + (number & 1) * SlotDescriptor.LINE_BYTES;
    }

    private long note(int pe, long number) {
        return noteOf(slots[pe], number);
    }

    private static long noteOf(long slot, long number) {
        return slot + SlotDescriptor.NOTES + (number & 1) * SlotDescriptor.LINE_BYTES;
    }
}
