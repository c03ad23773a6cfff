package org.jshmem.flow;

/** Answers the questions of a {@link LongAskFlow}. */
@FunctionalInterface
public interface LongAnswerer {
    /**
     * Answers a question.
     *
     * @param from the PE that asks, by its number in the team
     * @param question the question
     * @return the answer
     */
    long answer(int from, long question);
}
