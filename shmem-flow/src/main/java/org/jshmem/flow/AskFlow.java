package org.jshmem.flow;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jshmem.ShmemTeam;

/**
 * Questions to other PEs and their answers, records each. Questions and answers travel as the records of a {@link Flow}
 * do.
 *
 * <pre>{@code
 * record Place(long row, long column) {}
 * record Entry(double value, int count) {}
 *
 * try (AskFlow<Place, Entry> flow =
 *         AskFlow.of(TEAM_WORLD, Place.class, Entry.class, (from, place) -> matrix.entry(place))) {
 *     flow.ask(owner, new Place(3, 4), entry -> sum += entry.value());
 * } // all answers have been handled
 * }</pre>
 *
 * <p>The answerer runs on the PE that is asked, the reply on the PE that has asked; {@link Flow} describes when
 * handlers run, and what they may do. The questions of a PE to another are answered in the order of asking, and so are
 * the answers handled. A question waits in its buffer while there is no room for its answer. The replies that wait take
 * memory: one reference for each question without an answer. {@link LongAskFlow} keeps nothing for a question.
 *
 * <p><b>Threads.</b> Only the thread that made the flow may use it.
 *
 * @param <Q> the type of questions
 * @param <A> the type of answers
 */
public final class AskFlow<Q, A> implements AutoCloseable {
    private static final int FIRST_REPLIES = 1024;

    private final Flow<NumberedRecord<Q>> questions;
    private final NumberedRecord.Codec<Q> questionCodec;

    /** By token; an element is null, or free and in the list of {@link #next}. */
    private Consumer<? super A>[] replies = array(FIRST_REPLIES);

    /** For each token that is free the next one; −1 for the last. */
    private int[] next = new int[FIRST_REPLIES];

    private int free = -1;
    private int used;

    private AskFlow(FlowGroup group, Class<Q> question, Class<A> answer, Answerer<? super Q, ? extends A> answerer) {
        FlowGroup.required("answerer", answerer);
        final NumberedRecord.Codec<A> answerCodec =
                new NumberedRecord.Codec<>(RecordCodecs.of("answer", answer), "answer");
        this.questionCodec = new NumberedRecord.Codec<>(RecordCodecs.of("question", question), "question");
        final Flow<NumberedRecord<A>> answers =
                Flow.in(group, answerCodec, bytes(answer), (from, reply) -> handle(reply), answerer.getClass());
        this.questions = Flow.withReplies(
                group,
                questionCodec,
                bytes(question),
                (from, asked) -> {
                    final A answered = Objects.requireNonNull(answerer.answer(from, asked.value()), "answer=null");
                    answerCodec.write(answers.claim(from), answered, asked.token());
                    answers.sent(from);
                },
                answerer.getClass(),
                answers);
    }

    private static int bytes(Class<?> type) {
        return NumberedRecord.TOKEN_BYTES + RecordLayout.of(type).bytes();
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <A> Consumer<? super A>[] array(int length) {
        return new Consumer[length];
    }

    /**
     * Makes a flow of questions; collective over the team.
     *
     * @param team the team whose PEs ask one another
     * @param question a record class of primitives and such records; the same on all PEs
     * @param answer the same for answers
     * @param answerer called on the PE that is asked
     * @param <Q> the type of questions
     * @param <A> the type of answers
     * @return the flow; close it before the team ends
     * @throws IllegalArgumentException if a record has a component of another type, does not fit into a buffer, or its
     *     package is not open to this module
     */
    public static <Q extends Record, A extends Record> AskFlow<Q, A> of(
            ShmemTeam team, Class<Q> question, Class<A> answer, Answerer<? super Q, ? extends A> answerer) {
        RecordCodecs.of("question", question);
        RecordCodecs.of("answer", answer);
        FlowGroup.required("answerer", answerer);
        return FlowGroup.with(team, group -> in(group, question, answer, answerer));
    }

    static <Q extends Record, A extends Record> AskFlow<Q, A> in(
            FlowGroup group, Class<Q> question, Class<A> answer, Answerer<? super Q, ? extends A> answerer) {
        return new AskFlow<>(group, question, answer, answerer);
    }

    /**
     * Asks; returns when the question has been copied. Waits like {@link Flow#send}.
     *
     * @param pe whom, by its number in the team
     * @param question the question
     * @param reply called with the answer
     * @throws NullPointerException if the question, a record in it, or {@code reply} is null
     * @throws IllegalArgumentException if {@code pe} is not a PE of the team
     * @throws IllegalStateException after {@link #close()}
     */
    public void ask(int pe, Q question, Consumer<? super A> reply) {
        if (reply == null) {
            throw new NullPointerException("reply=null; pass what is called with the answer");
        }
        if (question == null) {
            throw new NullPointerException("question=null; pass a record");
        }
        final long place = questions.claim(pe); // may run handlers, which take tokens and give them back
        final int token = take();
        try {
            questionCodec.write(place, question, token);
        } catch (RuntimeException | Error e) { // a record in it is null
            giveBack(token);
            throw e;
        }
        replies[token] = reply;
        questions.sent(pe);
    }

    private int take() {
        final int token = free;
        if (token >= 0) {
            free = next[token];
            return token;
        }
        if (used == replies.length) {
            replies = Arrays.copyOf(replies, 2 * used);
            next = Arrays.copyOf(next, 2 * used);
        }
        return used++;
    }

    private void giveBack(int token) {
        replies[token] = null;
        next[token] = free;
        free = token;
    }

    private void handle(NumberedRecord<A> answer) {
        final int token = answer.token();
        final Consumer<? super A> reply = replies[token];
        giveBack(token);
        reply.accept(answer.value());
    }

    /**
     * Runs the handlers of what has come, and sends what is buffered; for all flows of this thread.
     *
     * @return whether there was anything
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public boolean progress() {
        return questions.progress();
    }

    /** Sends what is buffered in all flows of the group, also where a buffer is not full. */
    public void flush() {
        questions.flush();
    }

    /**
     * Waits until all questions of all PEs have been answered, and the answers handled; collective over the team. The
     * flow can be used further. No PE returns before all have arrived.
     *
     * @throws IllegalStateException in a handler, or after {@link #close()}
     */
    public void drain() {
        questions.drain();
    }

    /**
     * Waits like {@link #drain()}, and ends the flow with all others of its group; collective over the team. A second
     * call does nothing.
     *
     * @throws IllegalStateException in a handler
     */
    @Override
    public void close() {
        questions.close();
    }
}
