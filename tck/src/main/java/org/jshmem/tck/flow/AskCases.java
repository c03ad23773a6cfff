package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;
import org.jshmem.flow.AskFlow;
import org.jshmem.flow.FlowGroup;
import org.jshmem.flow.LongAskFlow;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** Questions and answers. */
final class AskCases {
    private static final int QUESTIONS = 20_000;
    private static final int CHAINS = 50;
    private static final int LENGTH = 40;

    private LongAskFlow flow;
    private long answered;

    /** What is asked. */
    record Question(int number, byte kind) {}

    /** What is asked, too. */
    record Two(Question question, int number) {}

    /** What is answered. */
    record Answer(long product, int from) {}

    @Case(pes = {1, 2, 4, 5})
    void askLongs(Checks checks) {
        askAll(checks);
    }

    private static void askAll(Checks checks) {
        final int nPes = nPes();
        final long[] answers = new long[QUESTIONS];
        final int[] last = new int[nPes];
        final boolean[] disorder = new boolean[1];
        try (LongAskFlow asked = LongAskFlow.of(
                TEAM_WORLD, (from, question) -> question * 1000 + from * 100L + myPe(), (token, answer) -> {
                    answers[token] = answer;
                    disorder[0] |= token < last[token % nPes];
                    last[token % nPes] = token;
                })) {
            for (int i = 0; i < QUESTIONS; i++) {
                asked.ask(i % nPes, -i, i);
            }
        }
        for (int i = 0; i < QUESTIONS; i++) {
            if (answers[i] != -i * 1000L + myPe() * 100L + i % nPes) {
                checks.fail("answer " + i + " is " + answers[i]);
            }
        }
        checks.that(!disorder[0], "order of the answers of a PE");
    }

    @Case(
            alone = true,
            pes = {1, 2, 4},
            environment = "SHMEM_FLOW_BUFFER=64")
    void askWithSmallBuffers(Checks checks) {
        init();
        askAll(checks);
        shutdown();
    }

    @Case(pes = {1, 2, 4})
    void askRecords(Checks checks) {
        final boolean[] wrong = new boolean[1];
        final long[] count = new long[1];
        try (AskFlow<Question, Answer> asked = AskFlow.of(
                TEAM_WORLD,
                Question.class,
                Answer.class,
                (from, question) -> new Answer(question.number() * (long) question.kind(), from * 100 + myPe()))) {
            for (int i = 0; i < QUESTIONS; i++) {
                final int pe = i % nPes();
                final long product = i * (long) (byte) i;
                asked.ask(pe, new Question(i, (byte) i), answer -> {
                    count[0]++;
                    wrong[0] |= answer.product() != product || answer.from() != myPe() * 100 + pe;
                });
            }
        }
        checks.equal(QUESTIONS, count[0], "answers");
        checks.that(!wrong[0], "content of the answers");
    }

    /** Each answer asks again. */
    @Case(pes = {1, 2, 4})
    void askInReplies(Checks checks) {
        try (LongAskFlow asked = LongAskFlow.of(TEAM_WORLD, (from, question) -> question - 1, (token, answer) -> {
            answered++;
            if (answer > 0) {
                flow.ask((token + (int) answer) % nPes(), answer, token);
            }
        })) {
            flow = asked;
            for (int i = 0; i < CHAINS; i++) {
                asked.ask(i % nPes(), LENGTH, i);
            }
        }
        checks.equal(CHAINS * (long) LENGTH, answered, "answers");
    }

    /** All ask one PE, which begins late. */
    @Case(
            pes = {2, 5},
            atLeast = 2)
    void askOneLatePe(Checks checks) {
        final long[] sum = new long[1];
        try (LongAskFlow asked =
                LongAskFlow.of(TEAM_WORLD, (from, question) -> question + 1, (token, answer) -> sum[0] += answer)) {
            if (myPe() == 0) {
                Thread.sleep(50);
            }
            for (int i = 0; i < QUESTIONS; i++) {
                asked.ask(0, i, i);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        checks.equal(QUESTIONS * (QUESTIONS + 1L) / 2, sum[0], "sum of the answers");
    }

    /** Flows of a group, which go on after a drain; the answers of one are questions of the other. */
    @Case(pes = {1, 2, 4})
    void askInAGroup(Checks checks) {
        final long[] sums = new long[2];
        final long[] expected = new long[2];
        final int right = (myPe() + 1) % nPes();
        try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
            final AskFlow<Question, Answer> records = group.questions(
                    Question.class, Answer.class, (from, question) -> new Answer(3L * question.number(), from));
            final LongAskFlow longs = group.longQuestions((from, question) -> question + from, (token, answer) -> {
                sums[0] += answer;
                records.ask(right, new Question(token, (byte) 1), product -> sums[1] += product.product());
            });
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < LENGTH; i++) {
                    longs.ask(right, i, i);
                    expected[0] += i + myPe();
                    expected[1] += 3L * i;
                }
                drain(round, longs, records);
                checks.equal(expected[0], sums[0], "answers after a drain");
                checks.equal(expected[1], sums[1], "answers to their answers");
            }
        }
    }

    private static void drain(int round, LongAskFlow longs, AskFlow<?, ?> records) {
        if (round == 0) {
            longs.drain();
        } else {
            records.drain();
        }
    }

    /** An answer comes though its question does not fill a buffer, and nobody drains. */
    @Case(pes = {1, 2, 4})
    void askAndGoOn(Checks checks) {
        final boolean[] isAnswered = new boolean[2];
        try (LongAskFlow longs = LongAskFlow.of(
                        TEAM_WORLD, (from, question) -> question, (token, answer) -> isAnswered[0] = token == answer);
                AskFlow<Question, Answer> records = AskFlow.of(
                        TEAM_WORLD,
                        Question.class,
                        Answer.class,
                        (from, question) -> new Answer(question.number(), from))) {
            final SymmetricLongs done = callocLongs(1);
            longs.ask((myPe() + 1) % nPes(), 7, 7);
            records.ask((myPe() + 1) % nPes(), new Question(8, (byte) 1), answer -> isAnswered[1] = true);
            longs.flush();
            records.flush();
            boolean isDone = false;
            while (!isDone || atomicFetch(done, 0) < nPes()) {
                longs.progress();
                records.progress();
                longs.flush();
                records.flush();
                if (!isDone && isAnswered[0] && isAnswered[1]) {
                    isDone = true;
                    atomicInc(done, 0);
                }
            }
            free(done);
            checks.that(true, "all PEs have their answers");
        }
    }

    /** Of a question that cannot be written nothing is sent. */
    @Case(
            pes = {1, 2, 3},
            profile = Profile.JSHMEM)
    void askNull(Checks checks) {
        final int[] counts = new int[2];
        final int next = (myPe() + 1) % nPes();
        try (AskFlow<Two, Answer> asked = AskFlow.of(TEAM_WORLD, Two.class, Answer.class, (from, two) -> {
            counts[0]++;
            return new Answer(two.question().number(), two.number());
        })) {
            for (int i = 0; i < 100; i++) {
                final int number = i;
                checks.thrown(
                        NullPointerException.class,
                        "ask",
                        () -> asked.ask(next, new Two(null, -1), answer -> checks.fail("nothing was asked")));
                asked.ask(next, new Two(new Question(number, (byte) 0), -number), answer -> {
                    counts[1]++;
                    checks.that(answer.product() == number && answer.from() == -number, "the answer to " + number);
                });
            }
        }
        checks.equal(100, counts[0], "questions");
        checks.equal(100, counts[1], "answers");
    }

    @Case(profile = Profile.JSHMEM)
    void askRefuses(Checks checks) {
        checks.thrown(
                NullPointerException.class,
                "answerer",
                () -> LongAskFlow.of(TEAM_WORLD, null, (token, answer) -> {}),
                "answerer=null");
        checks.thrown(
                NullPointerException.class,
                "handler",
                () -> LongAskFlow.of(TEAM_WORLD, (from, question) -> 0, null),
                "handler=null");
        try (AskFlow<Question, Answer> asked =
                AskFlow.of(TEAM_WORLD, Question.class, Answer.class, (from, question) -> new Answer(0, 0))) {
            checks.thrown(
                    NullPointerException.class,
                    "question",
                    () -> asked.ask(0, null, answer -> checks.fail("nothing was asked")),
                    "question=null");
            checks.that(!asked.progress(), "progress without questions");
            checks.thrown(
                    NullPointerException.class,
                    "reply",
                    () -> asked.ask(0, new Question(1, (byte) 1), null),
                    "reply=null");
            checks.thrown(
                    IllegalArgumentException.class,
                    "pe",
                    () -> asked.ask(nPes(), new Question(1, (byte) 1), answer -> {}),
                    "pe=" + nPes());
        }
    }
}
