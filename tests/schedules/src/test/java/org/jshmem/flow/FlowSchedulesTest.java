package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.heap.Memory;
import org.jshmem.schedules.Steps;
import org.jshmem.testing.Draw;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Flows on one node, by wires, and on ways of two and three hops: each record is handled once and in order, whatever
 * buffers it waits in; nobody waits for ever; and a drain returns when no record is left, and not before.
 */
class FlowSchedulesTest {
    private static final int ROUNDS = 2;
    private static final int TAG = 4;

    /**
     * Bits of a value: how many records handlers had sent the same way before the program sent it, the round, whether a
     * handler has sent it, how often it is sent on, its number.
     */
    private static final int BEFORE = 36;

    private static final int ROUND = 32;
    private static final int ROUND_MASK = 15;

    private static final int IS_HANDLERS = 31;
    private static final int HOPS = 24;
    private static final int MOST_HOPS = 3;
    private static final long NUMBER = (1 << HOPS) - 1;

    /**
     * For each of 22 PEs its node, of 9 that have 1 to 5 PEs: the tree of the end has more than two levels of nodes,
     * and more PEs below these.
     */
    private static final int[] MANY = {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 2, 3, 5, 6, 7, 0, 2, 5, 7, 2, 5, 5};

    private record Pair(long value, int copy) {}

    static Stream<Arguments> jobs() {
        return Stream.of(
                job("one PE", 0),
                job("two PEs of a node", 0, 0),
                job("three PEs of a node", 0, 0, 0),
                job("a wire", 0, 1),
                job("wires between three nodes", 0, 1, 2),
                job("two hops", 0, 1, 0),
                job("two hops, two PEs each", 0, 0, 1, 1),
                job("three hops", 0, 0, 1, 2));
    }

    /** Jobs in which no PE passes on records of others. */
    static Stream<Arguments> directJobs() {
        return Stream.of(
                job("two PEs of a node", 0, 0),
                job("three PEs of a node", 0, 0, 0),
                job("a wire", 0, 1),
                job("wires between three nodes", 0, 1, 2),
                job("a wire, two PEs of a node", 0, 1, 0));
    }

    private static Arguments job(String name, int... nodeOf) {
        return Arguments.of(name, nodeOf);
    }

    /** What all PEs of a schedule have done; one of them runs at a time. */
    private static final class Tally {
        final int pes;
        final int[] sent = new int[ROUNDS];
        final int[] handled = new int[ROUNDS];

        /** By sender, target, and whether handlers have sent: the next number. */
        final int[][][] nextSent;

        final int[][][] nextHandled;

        /** By round and PE. */
        final int[][] handledBy;

        /** The round that each PE is in. */
        final int[] rounds;

        Tally(int pes) {
            this.pes = pes;
            this.nextSent = new int[pes][pes][2];
            this.nextHandled = new int[pes][pes][2];
            this.handledBy = new int[ROUNDS][pes];
            this.rounds = new int[pes];
        }

        long next(int from, int to, int round, boolean byHandler, int hops) {
            sent[round]++;
            final int stream = byHandler ? 1 : 0;
            final long before = byHandler ? 0 : nextSent[from][to][1];
            return before << BEFORE
                    | (long) round << ROUND
                    | (long) stream << IS_HANDLERS
                    | (long) hops << HOPS
                    | nextSent[from][to][stream]++;
        }

        /**
         * What a program has sent comes in order, and so does what its handlers have sent. A handler may run in the
         * middle of a send of the program; what it had sent before that comes before.
         */
        void check(int from, int to, long value) {
            final int stream = (int) (value >>> IS_HANDLERS & 1);
            assertEquals(nextHandled[from][to][stream]++, value & NUMBER, "from PE " + from + " to PE " + to);
            assertTrue(nextHandled[from][to][1] >= value >>> BEFORE, "a record has overtaken one of a handler");
            final int round = round(value);
            assertEquals(round, rounds[to], "the round that PE " + to + " is in");
            handled[round]++;
            handledBy[round][to]++;
        }

        /** To be called when a PE has returned from the drain of a round. */
        void end(int pe, int round) {
            assertEquals(sent[round], handled[round], "records of round " + round);
            rounds[pe]++;
        }
    }

    private static int round(long value) {
        return (int) (value >>> ROUND & ROUND_MASK);
    }

    private static int hops(long value) {
        return (int) (value >>> HOPS & MOST_HOPS);
    }

    /** How many records make rings wrap around: that of a wire has 32 buffers. */
    private static int records(int[] nodeOf) {
        final boolean haveOnlyWires =
                nodeOf.length > 1 && Arrays.stream(nodeOf).distinct().count() == nodeOf.length;
        return haveOnlyWires ? 40 * nodeOf.length : 12;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldHandleEachRecordOnceAndInOrder(String name, int... nodeOf) {
        ScheduledFlows.explore(nodeOf, Long.BYTES + TAG, () -> {
            final Tally tally = new Tally(nodeOf.length);
            return (_, team) -> {
                final int me = team.myPe();
                try (LongFlow flow = LongFlow.of(team, (from, value) -> tally.check(from, me, value))) {
                    for (int round = 0; round < ROUNDS; round++) {
                        for (int i = Steps.choose(records(nodeOf)); i > 0; i--) {
                            final int to = Steps.choose(tally.pes);
                            flow.send(to, tally.next(me, to, round, false, 0));
                            if (Steps.choose(8) == 0) {
                                flow.progress();
                            }
                        }
                        flow.drain();
                        tally.end(me, round);
                    }
                }
            };
        });
    }

    /** Handlers send more than lanes hold, and count in memory that others read after the drain. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldEndWhenHandlersHaveSentTheLast(String name, int... nodeOf) {
        endAfterHandlers(nodeOf, ROUNDS, 4, MOST_HOPS);
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldEndWhenHandlersOfManyPesHaveSentTheLast() {
        endAfterHandlers(MANY, 1, 2, 1);
    }

    private static void endAfterHandlers(int[] nodeOf, int rounds, int records, int hops) {
        ScheduledFlows.explore(nodeOf, Long.BYTES + TAG, () -> {
            final Tally tally = new Tally(nodeOf.length);
            final LongFlow[] flows = new LongFlow[tally.pes];
            final long[] counters = new long[tally.pes];
            return (job, team) -> {
                final int me = team.myPe();
                counters[me] = job.allocate(me, Long.BYTES);
                final boolean[] isHandling = new boolean[1];
                try (LongFlow flow = LongFlow.of(team, (from, value) -> {
                    assertFalse(isHandling[0], "a handler in a handler");
                    isHandling[0] = true;
                    tally.check(from, me, value);
                    Memory.put64(counters[me], Memory.get64(counters[me]) + 1);
                    for (int i = hops(value) == 0 ? 0 : 1 + Steps.choose(3); i > 0; i--) {
                        final int to = Steps.choose(tally.pes);
                        flows[me].send(to, tally.next(me, to, round(value), true, hops(value) - 1));
                    }
                    isHandling[0] = false;
                })) {
                    flows[me] = flow;
                    for (int round = 0; round < rounds; round++) {
                        for (int i = Steps.choose(records); i > 0; i--) {
                            final int to = Steps.choose(tally.pes);
                            flow.send(to, tally.next(me, to, round, false, hops));
                        }
                        flow.drain();
                        tally.end(me, round);
                        requireCounts(job, tally, me, round, counters);
                    }
                }
            };
        });
    }

    private static void requireCounts(ScheduledFlows job, Tally tally, int me, int round, long[] counters) {
        for (int pe = 0; pe < tally.pes; pe++) {
            int least = 0;
            for (int i = 0; i <= round; i++) {
                least += tally.handledBy[i][pe];
            }
            if (!job.isElsewhere(me, pe)) {
                final long seen = Memory.get64(counters[pe]);
                assertTrue(seen >= least, seen + " of " + least + " records of PE " + pe + " are seen");
            }
        }
    }

    /** Answers come in the order of the questions, and lanes of answers are full at times. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldAnswerEachQuestionInOrder(String name, int... nodeOf) {
        ScheduledFlows.explore(nodeOf, Numbered.BYTES + TAG, () -> {
            final Tally tally = new Tally(nodeOf.length);
            return (_, team) -> ask(team, tally);
        });
    }

    private static void ask(ShmemTeam team, Tally tally) {
        final int me = team.myPe();
        final int[] answered = new int[1];
        int asked = 0;
        try (LongAskFlow flow = LongAskFlow.of(
                team,
                (from, question) -> {
                    tally.check(from, me, question);
                    return question * tally.pes + me;
                },
                (token, answer) -> {
                    final int from = (int) (answer % tally.pes);
                    assertEquals(token, answer / tally.pes & NUMBER);
                    assertEquals(tally.nextHandled[me][from][1]++, token, "the answer of PE " + from);
                    answered[0]++;
                })) {
            for (; asked < 10; asked++) {
                final int to = Steps.choose(tally.pes);
                final long question = tally.next(me, to, 0, false, 0);
                flow.ask(to, question, (int) (question & NUMBER));
            }
        }
        assertEquals(asked, answered[0], "answers");
        tally.end(me, 0);
    }

    /** Handlers of two flows send by each other; a third flow, of a group of its own, is used meanwhile. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldEndAGroupTogether(String name, int... nodeOf) {
        ScheduledFlows.explore(nodeOf, 2 * Long.BYTES + TAG, () -> {
            final Tally first = new Tally(nodeOf.length);
            final Tally second = new Tally(nodeOf.length);
            final Tally beside = new Tally(nodeOf.length);
            return (_, team) -> {
                final int me = team.myPe();
                try (LongFlow other = LongFlow.of(team, (from, value) -> beside.check(from, me, value))) {
                    sendInAGroup(team, first, second, to -> other.send(to, beside.next(me, to, 0, false, 0)));
                    first.end(me, 0);
                    second.end(me, 0);
                }
                beside.end(me, 0);
            };
        });
    }

    private static void sendInAGroup(ShmemTeam team, Tally first, Tally second, IntConsumer sendOther) {
        final int me = team.myPe();
        final LongFlow[] longs = new LongFlow[1];
        try (FlowGroup group = FlowGroup.on(team)) {
            final Flow<Pair> pairs = group.records(Pair.class, (from, pair) -> {
                assertEquals((int) pair.value, pair.copy);
                second.check(from, me, pair.value);
                if (hops(pair.value) > 0) {
                    final int to = Steps.choose(first.pes);
                    longs[0].send(to, first.next(me, to, 0, true, hops(pair.value) - 1));
                }
            });
            longs[0] = group.longs((from, value) -> {
                first.check(from, me, value);
                if (hops(value) > 0) {
                    final int to = Steps.choose(first.pes);
                    final long next = second.next(me, to, 0, true, hops(value) - 1);
                    pairs.send(to, new Pair(next, (int) next));
                }
            });
            for (int i = Steps.choose(10); i > 0; i--) {
                final int to = Steps.choose(first.pes);
                longs[0].send(to, first.next(me, to, 0, false, MOST_HOPS));
                sendOther.accept(to);
            }
        }
    }

    /**
     * What a handler of another flow sends to a flow that ends is handled or refused, or its close says that it is
     * lost.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldSayThatRecordsCameTooLate(String name, int... nodeOf) {
        ScheduledFlows.explore(nodeOf, Long.BYTES + TAG, () -> {
            final Late late = new Late();
            return (_, team) -> endBeforeTheSender(team, late);
        });
    }

    /** A PE that has left a drain, by an exception of another flow, goes on with further flows. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("directJobs")
    void shouldNotTakeAPeThatHasLeftForOneThatWaits(String name, int... nodeOf) {
        ScheduledFlows.explore(nodeOf, Long.BYTES + TAG, () -> FlowSchedulesTest::leave);
    }

    private static void leave(ScheduledFlows job, ShmemTeam team) {
        final LongFlow left = LongFlow.of(team, (_, _) -> {});
        final LongFlow failing = LongFlow.of(team, (_, _) -> {
            throw new IllegalArgumentException("a mistake");
        });
        try (LongFlow next = LongFlow.of(team, (_, _) -> {})) {
            if (team.myPe() == 0) {
                for (int pe = 1; pe < team.nPes(); pe++) {
                    failing.send(pe, 1);
                }
                failing.flush();
            } else {
                assertThrows(ShmemException.class, left::drain);
                left.close();
                failing.close();
            }
            job.meet();
            next.drain();
        }
    }

    private static final class Late {
        int sent;
        int handled;
        int refusedToEnd;
        int ended;
    }

    private static void endBeforeTheSender(ShmemTeam team, Late late) {
        final int pes = team.nPes();
        final LongFlow ending = LongFlow.of(team, (_, _) -> late.handled++);
        final LongFlow[] chains = new LongFlow[1];
        try (LongFlow chain = LongFlow.of(team, (from, hops) -> {
            if (hops > 0) {
                chains[0].send(Steps.choose(pes), hops - 1);
            } else {
                sendLate(ending, Steps.choose(pes), late);
            }
        })) {
            chains[0] = chain;
            chain.send(Steps.choose(pes), Steps.choose(12));
            end(ending, late);
            if (++late.ended == pes) {
                assertTrue(late.handled <= late.sent, "more records are handled than were sent");
                assertTrue(
                        late.handled == late.sent || late.refusedToEnd > 0,
                        late.handled + " of " + late.sent + " records are handled, and nobody is told");
            }
        }
    }

    private static void sendLate(LongFlow flow, int to, Late late) {
        try {
            flow.send(to, 1);
            late.sent++;
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage().contains("closed"), e.getMessage());
        }
    }

    private static void end(LongFlow flow, Late late) {
        try {
            flow.close();
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage().contains("are lost"), e.getMessage());
            late.refusedToEnd++;
        }
    }
}
