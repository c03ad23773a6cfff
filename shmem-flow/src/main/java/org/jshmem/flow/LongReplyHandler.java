package org.jshmem.flow;

/** Handles the answers to the questions that a PE has asked by a {@link LongAskFlow}. */
@FunctionalInterface
public interface LongReplyHandler {
    /**
     * Handles an answer.
     *
     * @param token what was passed with the question
     * @param answer the answer
     */
    void handle(int token, long answer);
}
