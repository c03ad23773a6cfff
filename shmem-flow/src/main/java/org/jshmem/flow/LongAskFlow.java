package org.jshmem.flow;

import org.jshmem.ShmemTeam;

/**
 * Questions to other PEs and their answers, {@code long} each, with one handler for all answers. Questions and answers
 * travel as the records of a {@link Flow} do.
 *
 * <pre>{@code
 * try (LongAskFlow flow = LongAskFlow.of(
 *         TEAM_WORLD, (from, i) -> table.get(i), (token, value) -> found[token] = value)) {
 *     for (int i = 0; i < n; i++) {
 *         flow.ask(owner(i), place(i), i);
 *     }
 * } // all answers are here
 * }</pre>
 *
 * <p>The answerer runs on the PE that is asked, the handler of replies on the PE that has asked; {@link Flow} describes
 * when handlers run, and what they may do. The questions of a PE to another are answered in the order of asking, and so
 * are the answers handled. A question waits in its buffer while there is no room for its answer, so memory is bounded.
 * No object is allocated for a question.
 *
 * <p><b>Threads.</b> Only the thread that made the flow may use it.
 */
public final class LongAskFlow implements AutoCloseable {
    private final Flow<Numbered> questions;

    private LongAskFlow(FlowGroup group, LongAnswerer answerer, LongReplyHandler handler) {
        FlowGroup.required("answerer", answerer);
        FlowGroup.required("handler", handler);
        final Flow<Numbered> answers = Flow.in(
                group,
                Numbered.CODEC,
                Numbered.BYTES,
                (from, answer) -> handler.handle(answer.token(), answer.value()),
                handler.getClass());
        this.questions = Flow.withReplies(
                group,
                Numbered.QUESTION_CODEC,
                Numbered.BYTES,
                (from, question) -> {
                    final long answer = answerer.answer(from, question.value());
                    Numbered.write(answers.claim(from), answer, question.token());
                    answers.sent(from);
                },
                answerer.getClass(),
                answers);
    }

    /**
     * Makes a flow of questions; collective over the team.
     *
     * @param team the team whose PEs ask one another
     * @param answerer called on the PE that is asked
     * @param handler called on the PE that has asked
     * @return the flow; close it before the team ends
     */
    public static LongAskFlow of(ShmemTeam team, LongAnswerer answerer, LongReplyHandler handler) {
        FlowGroup.required("answerer", answerer);
        FlowGroup.required("handler", handler);
        return FlowGroup.with(team, group -> in(group, answerer, handler));
    }

    static LongAskFlow in(FlowGroup group, LongAnswerer answerer, LongReplyHandler handler) {
        return new LongAskFlow(group, answerer, handler);
    }

    /**
     * Asks; returns when the question has been copied. Waits like {@link LongFlow#send}.
     *
     * @param pe whom, by its number in the team
     * @param question the question
     * @param token passed to the handler with the answer, such as an index
     * @throws IllegalArgumentException if {@code pe} is not a PE of the team
     * @throws IllegalStateException after {@link #close()}
     */
    public void ask(int pe, long question, int token) {
        Numbered.write(questions.claim(pe), question, token);
        questions.sent(pe);
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
