package org.jshmem.messages;

/** What a PE executes when another one calls it. */
@FunctionalInterface
public interface RpcProcedure {
    /**
     * Executes a call; runs as a message handler ({@link Messages#onMessage}).
     *
     * @param request what the caller has sent, valid during this call
     * @param reply sends the reply
     */
    void call(MessageView request, RpcReply reply);
}
