package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flows whose only PE sends to itself. */
@Timeout(60)
class OnePeFlowsTest {
    private static final int RECORDS = 3000;

    private record Pair(long one, int two) {}

    private record Outer(Pair pair, long number) {}

    private record Large(Half one, Half two) {}

    private record Half(Quarter one, Quarter two) {}

    private record Quarter(Four one, Four two) {}

    private record Four(long one, long two, long three, long four) {}

    private record TooLarge(Large large, byte more) {}

    /** Each kind of flow: how to make one, and how to send a number by it. */
    enum Kind {
        INTS {
            @Override
            AbstractFlow make(OneTeam team, IntConsumer handler) {
                return IntFlow.of(team, (from, value) -> handler.accept(from == 0 ? value : -1));
            }

            @Override
            void send(AbstractFlow flow, int pe, int value) {
                ((IntFlow) flow).send(pe, value);
            }
        },
        LONGS {
            @Override
            AbstractFlow make(OneTeam team, IntConsumer handler) {
                return LongFlow.of(team, (from, value) -> handler.accept(from == 0 ? (int) (value >> 32) : -1));
            }

            @Override
            void send(AbstractFlow flow, int pe, int value) {
                ((LongFlow) flow).send(pe, (long) value << 32);
            }
        },
        RECORDS {
            @Override
            AbstractFlow make(OneTeam team, IntConsumer handler) {
                return Flow.of(
                        team,
                        Pair.class,
                        (from, pair) -> handler.accept(from == 0 && pair.one() == -pair.two() ? pair.two() : -1));
            }

            @Override
            @SuppressWarnings("unchecked")
            void send(AbstractFlow flow, int pe, int value) {
                ((Flow<Pair>) flow).send(pe, new Pair(-value, value));
            }
        };

        abstract AbstractFlow make(OneTeam team, IntConsumer handler);

        abstract void send(AbstractFlow flow, int pe, int value);
    }

    private final OneTeam team = new OneTeam();
    private final List<Integer> handled = new ArrayList<>();
    private int blocksBefore;

    @BeforeEach
    void count() {
        blocksBefore = OnePe.blocks();
    }

    @AfterEach
    void requireAllFreed() {
        OnePe.room = Integer.MAX_VALUE;
        assertEquals(blocksBefore, OnePe.blocks(), "blocks that were not freed");
    }

    private void requireAllInOrder(int count) {
        assertEquals(LongStream.range(0, count).mapToObj(i -> (int) i).toList(), handled);
        handled.clear();
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandleAllInOrder(Kind kind) {
        try (AbstractFlow flow = kind.make(team, handled::add)) {
            assertFalse(flow.progress());
            kind.send(flow, 0, 0);
            flow.flush();
            assertTrue(flow.progress());
            requireAllInOrder(1);
            for (int i = 0; i < RECORDS; i++) {
                kind.send(flow, 0, i);
            }
            flow.drain();
            requireAllInOrder(RECORDS);
            for (int i = 0; i < 5; i++) {
                kind.send(flow, 0, i);
            }
        }
        requireAllInOrder(5);
    }

    /** A handler sends more than the buffers hold. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepTheOrderOfWhatAHandlerSends(Kind kind) {
        final AbstractFlow[] flows = new AbstractFlow[1];
        try (AbstractFlow flow = kind.make(team, value -> {
            if (value == RECORDS) {
                for (int i = 0; i < RECORDS; i++) {
                    kind.send(flows[0], 0, i);
                }
            } else {
                handled.add(value);
            }
        })) {
            flows[0] = flow;
            for (int round = 0; round < 3; round++) {
                kind.send(flow, 0, RECORDS);
                flow.drain();
                requireAllInOrder(RECORDS);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefusePesOutsideTheTeam(Kind kind) {
        try (AbstractFlow flow = kind.make(team, handled::add)) {
            for (int pe : new int[] {-1, 1, Integer.MIN_VALUE}) {
                assertEquals(
                        "pe=" + pe + " is not a PE of the flow's team, whose PEs are 0 to 0",
                        assertThrows(IllegalArgumentException.class, () -> kind.send(flow, pe, 5))
                                .getMessage());
            }
        }
        requireAllInOrder(0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayWhoseHandlerHasThrown(Kind kind) {
        final IllegalStateException mistake = new IllegalStateException("a mistake");
        final AbstractFlow flow = kind.make(team, value -> {
            throw mistake;
        });
        kind.send(flow, 0, 1);
        final ShmemException thrown = assertThrows(ShmemException.class, flow::drain);
        assertSame(mistake, thrown.getCause());
        assertTrue(
                thrown.getMessage()
                        .matches("the handler of the flow made at \\S+:\\d+ threw, for a record from PE 0: "
                                + "java.lang.IllegalStateException: a mistake"),
                thrown.getMessage());
        flow.close();
        OnePe.clear(); // the memory stays, as other PEs may write to it
        blocksBefore = 0;
    }

    /** There is room for a second record, in memory that is no longer the flow's. */
    @ParameterizedTest
    @EnumSource
    void shouldStoreNothingAfterTheLastShutdown(Kind kind) {
        final AbstractFlow flow = kind.make(team, handled::add);
        kind.send(flow, 0, 1);
        OnePe.shutdown.run();
        assertEquals(
                "send of a flow that was left open at the last shutdown()",
                assertThrows(IllegalStateException.class, () -> kind.send(flow, 0, 2))
                        .getMessage());
        flow.close();
        requireAllInOrder(0);
        OnePe.clear();
        blocksBefore = 0;
    }

    @Test
    void shouldNamePesOfATeamByTheirNumbersInTheJob() {
        team.peOfJob = 3;
        final LongFlow flow = LongFlow.of(team, (from, value) -> {
            throw new IllegalArgumentException("a mistake");
        });
        flow.send(0, 1);
        final String text = assertThrows(ShmemException.class, flow::drain).getMessage();
        assertTrue(text.contains("for a record from PE 0 of the team (PE 3 of the job): java.lang."), text);
        flow.close();
        OnePe.clear();
        blocksBefore = 0;
    }

    private static void requireNull(String text, Executable call) {
        final String message = assertThrows(NullPointerException.class, call).getMessage();
        assertTrue(message.startsWith(text), message);
    }

    @Test
    void shouldRefuseNull() {
        requireNull("handler=null", () -> IntFlow.of(team, null));
        requireNull("handler=null", () -> LongFlow.of(team, null));
        requireNull("handler=null", () -> Flow.of(team, Pair.class, null));
        requireNull("type=null", () -> Flow.of(team, null, (from, value) -> {}));
        requireNull("answerer=null", () -> LongAskFlow.of(team, null, (token, value) -> {}));
        requireNull("handler=null", () -> LongAskFlow.of(team, (from, value) -> value, null));
        requireNull("answerer=null", () -> AskFlow.of(team, Pair.class, Pair.class, null));
        requireNull("question=null", () -> AskFlow.<Pair, Pair>of(team, null, Pair.class, (from, value) -> value));
        requireNull("answer=null", () -> AskFlow.<Pair, Pair>of(team, Pair.class, null, (from, value) -> value));
        requireNull("team=null", () -> LongFlow.of(null, (from, value) -> {}));
        requireNull("team=null", () -> FlowGroup.on(null));
        try (FlowGroup group = FlowGroup.on(team)) {
            requireNull("handler=null", () -> group.ints(null));
            requireNull("handler=null", () -> group.longs(null));
            requireNull("idle=null", () -> group.drain(null));
            assertEquals("a group without flows", group.toString());
        }
        try (Flow<Pair> flow = Flow.of(team, Pair.class, (from, value) -> {})) {
            requireNull("value=null", () -> flow.send(0, null));
        }
    }

    @Test
    void shouldCarryRecordsUpToTheSizeOfABuffer() {
        final Four four = new Four(1, 2, 3, 4);
        final Quarter quarter = new Quarter(four, four);
        final Large large = new Large(new Half(quarter, quarter), new Half(quarter, quarter));
        final List<Large> received = new ArrayList<>();
        try (Flow<Large> flow = Flow.of(team, Large.class, (from, value) -> received.add(value))) {
            for (int i = 0; i < 9; i++) {
                flow.send(0, large);
            }
        }
        assertEquals(9, received.size());
        assertEquals(large, received.getLast());
        assertEquals(
                "a record of 264 bytes does not fit into a buffer of 256 bytes; set SHMEM_FLOW_BUFFER to more on all"
                        + " PEs",
                assertThrows(IllegalArgumentException.class, () -> Flow.of(team, TooLarge.class, (from, value) -> {}))
                        .getMessage());
    }

    /** The other PEs may have larger buffers, so that they ask these questions, too. */
    @Test
    void shouldAskTheOthersBeforeItRefusesARecordThatIsTooLarge() {
        try (FlowGroup group = FlowGroup.on(team)) {
            team.questions = 0;
            group.longs((from, value) -> {});
            final int asked = team.questions;
            team.questions = 0;
            assertThrows(IllegalArgumentException.class, () -> group.records(TooLarge.class, (from, value) -> {}));
            assertEquals(asked, team.questions);
        }
    }

    /** More than the first table of replies has tokens for, and again with the tokens that were given back. */
    @Test
    void shouldCallEachReplyOnce() {
        final long[] sum = new long[1];
        final BiFunction<Integer, Pair, Pair> answer = (from, pair) -> new Pair(pair.one() + from, pair.two() * 2);
        try (AskFlow<Pair, Pair> flow = AskFlow.of(team, Pair.class, Pair.class, answer::apply)) {
            assertFalse(flow.progress());
            flow.ask(0, new Pair(3, 4), pair -> assertEquals(new Pair(3, 8), pair));
            flow.flush();
            while (flow.progress()) {
                sum[0]++;
            }
            assertTrue(sum[0] > 0);
            sum[0] = 0;
            for (int round = 0; round < 2; round++) {
                for (int i = 0; i < RECORDS; i++) {
                    final int number = i;
                    flow.ask(0, new Pair(i, i), pair -> {
                        assertEquals(new Pair(number, 2 * number), pair);
                        sum[0] += number;
                    });
                }
                flow.drain();
                assertEquals((round + 1L) * RECORDS * (RECORDS - 1) / 2, sum[0]);
            }
            requireNull("reply=null", () -> flow.ask(0, new Pair(1, 1), null));
            requireNull("question=null", () -> flow.ask(0, null, pair -> {}));
            assertThrows(IllegalArgumentException.class, () -> flow.ask(1, new Pair(1, 1), pair -> {}));
        }
    }

    /** All tokens of the first table are taken while answers wait, and more. */
    @Test
    void shouldAskMoreThanItHasTokensForAtFirst() {
        final AskFlow<?, ?>[] flows = new AskFlow<?, ?>[1];
        try (FlowGroup group = FlowGroup.on(team);
                AskFlow<Pair, Pair> flow = group.questions(Pair.class, Pair.class, (from, pair) -> pair)) {
            flows[0] = flow;
            final LongFlow starts = group.longs((from, count) -> {
                for (int i = 0; i < count; i++) {
                    final int number = i;
                    flow.ask(0, new Pair(-i, i), pair -> handled.add(pair.two() == number ? number : -1));
                }
            });
            starts.send(0, RECORDS);
            group.drain();
            requireAllInOrder(RECORDS);
        }
    }

    /** A question that cannot be written takes no token with it. */
    @Test
    void shouldGoOnAfterAQuestionWithNull() {
        final List<Outer> answers = new ArrayList<>();
        try (AskFlow<Outer, Outer> flow = AskFlow.of(team, Outer.class, Outer.class, (from, value) -> value)) {
            for (int i = 0; i < 3; i++) {
                assertThrows(NullPointerException.class, () -> flow.ask(0, new Outer(null, 1), answers::add));
                flow.ask(0, new Outer(new Pair(i, i), i), answers::add);
            }
            flow.drain();
            assertEquals(3, answers.size());
            for (int i = 0; i < 3; i++) {
                assertEquals(new Outer(new Pair(i, i), i), answers.get(i));
            }
        }
    }

    @Test
    void shouldAnswerLongs() {
        final long[] found = new long[RECORDS];
        try (LongAskFlow flow =
                LongAskFlow.of(team, (from, value) -> from + 3 * value, (token, value) -> found[token] += value)) {
            assertFalse(flow.progress());
            for (int i = 0; i < RECORDS; i++) {
                flow.ask(0, i + (1L << 40), i);
            }
            flow.flush();
            assertTrue(flow.progress());
            flow.drain();
            for (int i = 0; i < RECORDS; i++) {
                assertEquals(3 * (i + (1L << 40)), found[i]);
            }
            assertThrows(IllegalArgumentException.class, () -> flow.ask(-1, 0, 0));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFreeWhatItHasIfAPeLacksMemory(Kind kind) {
        for (int blocks = 0; blocks < 2; blocks++) { // that of the end, and that of the buffers
            OnePe.room = blocks;
            final String here = assertThrows(ShmemOutOfMemoryException.class, () -> kind.make(team, handled::add))
                    .getMessage();
            assertTrue(
                    here.matches("the shared heap has no room for the \\d+ bytes of a flow on this PE: full; .*"),
                    here);
            OnePe.room = Integer.MAX_VALUE;
            if (blocks == 0) {
                team.isOtherFull = true;
                final String there = assertThrows(ShmemOutOfMemoryException.class, () -> kind.make(team, handled::add))
                        .getMessage();
                assertTrue(there.contains("bytes of a flow on another PE; set SHMEM_SHARED_SIZE"), there);
                team.isOtherFull = false;
            }
        }
    }

    /** The answers' flow has memory, and that of the questions has none, or its records are too large. */
    @Test
    void shouldFreeTheFlowOfAnswersIfThereIsNoneOfQuestions() {
        try (FlowGroup group = FlowGroup.on(team)) {
            final int blocks = OnePe.blocks();
            for (int i = 0; i < 2; i++) {
                OnePe.room = 1;
                assertThrows(
                        ShmemOutOfMemoryException.class,
                        () -> group.longQuestions((from, value) -> value, (token, value) -> {}));
                OnePe.room = 1;
                assertThrows(
                        ShmemOutOfMemoryException.class,
                        () -> group.questions(Pair.class, Pair.class, (from, pair) -> pair));
                OnePe.room = Integer.MAX_VALUE;
                assertThrows(
                        IllegalArgumentException.class,
                        () -> group.questions(TooLarge.class, Pair.class, (from, value) -> new Pair(1, 2)));
                assertEquals(blocks, OnePe.blocks());
            }
            group.drain();
        }
    }

    /** A vote that throws, as others call another collective. */
    @ParameterizedTest
    @EnumSource
    void shouldFreeWhatItHasIfTheVoteThrows(Kind kind) {
        team.meanwhile = () -> {
            throw new ShmemException("PE 1 calls barrierAll");
        };
        assertThrows(ShmemException.class, () -> kind.make(team, handled::add));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFreeWhatItHasIfThereIsNoMemoryForMessages(Kind kind) {
        team.hasNoMessages = true;
        assertThrows(ShmemOutOfMemoryException.class, () -> kind.make(team, handled::add));
        team.hasNoMessages = false;
        try (FlowGroup group = FlowGroup.on(team)) {
            team.hasNoMessages = true;
            assertThrows(ShmemOutOfMemoryException.class, () -> group.ints((from, value) -> {}));
            assertThrows(ShmemOutOfMemoryException.class, () -> group.longs((from, value) -> {}));
            group.drain();
        }
    }

    /** The third question of the PEs, after those for memory, is whether the flows are the same. */
    @ParameterizedTest
    @EnumSource
    void shouldMakeNoFlowIfOtherPesDiffer(Kind kind) {
        team.yesOfOthers = 3;
        assertEquals(
                "two other PEs make flows that differ; make the same flows in the same order, and set SHMEM_FLOW_BUFFER"
                        + " alike on all PEs",
                assertThrows(ShmemException.class, () -> kind.make(team, handled::add))
                        .getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayThatSomePesCloseWhatOthersDrain(Kind kind) {
        final AbstractFlow flow = kind.make(team, handled::add);
        team.isOtherFull = true; // so another PE says that it closes
        final String text = assertThrows(ShmemException.class, flow::drain).getMessage();
        assertTrue(
                text.matches(
                        "some PEs close the flow made at \\S+, and others drain it; call drain\\(\\) and close\\(\\) in"
                                + " the same order on all PEs"),
                text);
        assertThrows(IllegalStateException.class, flow::progress);
        flow.close();
        OnePe.clear();
        blocksBefore = 0;
    }
}
