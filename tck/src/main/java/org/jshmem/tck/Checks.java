package org.jshmem.tck;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What a case sees of the kit on one PE: it counts checks and collects what failed.
 *
 * <p>A check that fails does not throw, so that the PEs of a job stay in step: a case goes on with its collectives, and
 * the vote at its end tells. Any thread of the PE may check.
 */
public final class Checks {
    private static final int SHOWN = 8;

    private final CaseRef reference;
    private final Nodes nodes;
    private final Set<Profile> profiles;
    private final List<String> failures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final int pe;
    private final int nPes;
    private long done;
    private long failed;
    private boolean voted;
    private boolean isVain;

    Checks(CaseRef reference, int pe, int nPes, Nodes nodes, Set<Profile> profiles) {
        this.reference = reference;
        this.pe = pe;
        this.nPes = nPes;
        this.nodes = nodes;
        this.profiles = profiles;
    }

    /** Whether the implementation is held to more than the specification, too; the same on all PEs. */
    public boolean isStrict() {
        return profiles.contains(Profile.JSHMEM);
    }

    /** This PE as the launcher numbered it, known before {@code init}. */
    public int pe() {
        return pe;
    }

    /** The number of PEs the harness started, known before {@code init}. */
    public int nPes() {
        return nPes;
    }

    /** The value of {@link Case#each()} for which the case runs. */
    public String each() {
        return reference.each();
    }

    /** Whether the heap of a PE is mapped here. */
    public boolean isMapped(int other) {
        return nodes.areTogether(pe, other);
    }

    /** The number of PEs whose heaps are mapped here, this one's included. */
    public int mapped() {
        return (int) IntStream.range(0, nPes).filter(this::isMapped).count();
    }

    /** Whether there are several nodes, and one of them has several PEs; the same on all PEs. */
    public boolean areNodesShared() {
        return nodes.count() > 1 && IntStream.range(1, nPes).anyMatch(other -> nodes.areTogether(0, other));
    }

    /** How many checks there were. */
    synchronized long done() {
        return done;
    }

    /** The case itself has checked nothing on this PE. */
    synchronized void setVain() {
        isVain = true;
    }

    /** Checks that something holds. */
    public synchronized void that(boolean holds, String what) {
        done++;
        if (!holds) {
            failed++;
            if (failures.size() < SHOWN) {
                failures.add(what);
            }
        }
    }

    /** Says that something failed. */
    public void fail(String what) {
        that(false, what);
    }

    /** Checks a number. */
    public void equal(long expected, long actual, String what) {
        that(expected == actual, expected == actual ? what : what + ": " + actual + ", not " + expected);
    }

    /** Checks an object. */
    public void equal(Object expected, Object actual, String what) {
        final boolean same = expected == null ? actual == null : expected.equals(actual);
        that(same, same ? what : what + ": " + actual + ", not " + expected);
    }

    /** Checks that two ranges hold the same bytes. */
    public void same(MemorySegment expected, MemorySegment actual, String what) {
        final long at = expected.mismatch(actual);
        if (at < 0) {
            that(true, what);
            return;
        }
        that(
                false,
                what + ": byte " + at + " of " + expected.byteSize() + " is " + byteAt(actual, at) + ", not "
                        + byteAt(expected, at));
    }

    private static String byteAt(MemorySegment segment, long at) {
        return at < segment.byteSize() ? String.format("%02x", segment.get(ValueLayout.JAVA_BYTE, at)) : "absent";
    }

    /** Something that may throw. */
    @FunctionalInterface
    public interface Call {
        /** Does it. */
        void run() throws Throwable;
    }

    /**
     * Checks that a call which the specification leaves undefined throws an exception of a class, whose message holds
     * some texts. Where the implementation is held to the specification only, nothing is called.
     *
     * @return what was thrown, null if nothing was
     */
    public Throwable thrown(Class<? extends Throwable> type, String what, Call call, String... texts) {
        return isStrict() ? refused(type, what, call, texts) : null;
    }

    /**
     * Checks that a call which has to fail by the specification throws an exception of a class, whose message holds
     * some texts; the texts are this project's own.
     *
     * @return what was thrown, null if nothing was
     */
    public Throwable refused(Class<? extends Throwable> type, String what, Call call, String... texts) {
        try {
            call.run();
        } catch (Throwable thrown) {
            judge(type, what, thrown, isStrict() ? texts : new String[0]);
            return thrown;
        }
        fail(what + ": nothing was thrown");
        return null;
    }

    private void judge(Class<? extends Throwable> type, String what, Throwable thrown, String... texts) {
        if (!type.isInstance(thrown)) {
            fail(what + ": " + thrown + ", not " + type.getSimpleName() + where(thrown));
            return;
        }
        that(true, what);
        for (String text : texts) {
            that(String.valueOf(thrown.getMessage()).contains(text), what + ": no \"" + text + "\" in: " + thrown);
        }
    }

    private static String where(Throwable thrown) {
        final StackTraceElement[] trace = thrown.getStackTrace();
        return trace.length == 0 ? "" : " (at " + trace[0] + ")";
    }

    /** Notes something for the report, if the case passes. */
    public synchronized void note(String what) {
        notes.add(what);
    }

    /** How many checks have failed so far. */
    public synchronized long failed() {
        return failed;
    }

    /**
     * Votes now, for a case whose job does not end by itself: the status of the job decides about the rest. Any failure
     * after the vote makes another vote, which fails the case.
     */
    public synchronized void vote() {
        if (!voted || failed > 0) {
            Vote.of(
                            reference.id(),
                            pe,
                            nPes,
                            isVain && failed == 0 ? 0 : done,
                            failed,
                            failures,
                            String.join(" | ", notes))
                    .print();
        }
        voted = true;
        if (failed > 0) {
            failures.clear();
        }
    }

    synchronized boolean hasVoted() {
        return voted;
    }

    synchronized void voteAtEnd() {
        if (!voted || !failures.isEmpty()) {
            vote();
        }
    }
}
