package org.jshmem.flow;

/**
 * Answers the questions of an {@link AskFlow}.
 *
 * @param <Q> the type of questions
 * @param <A> the type of answers
 */
@FunctionalInterface
public interface Answerer<Q, A> {
    /**
     * Answers a question.
     *
     * @param from the PE that asks, by its number in the team
     * @param question the question
     * @return the answer
     */
    A answer(int from, Q question);
}
