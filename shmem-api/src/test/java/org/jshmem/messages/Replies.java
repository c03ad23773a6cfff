package org.jshmem.messages;

/** Gives tests of other packages a reply that was not sent. */
public final class Replies {
    private Replies() {}

    /**
     * A reply to a call.
     *
     * @param messages where it is sent
     * @param pe the caller
     * @param number of the call
     */
    public static RpcReply to(Messages messages, int pe, int number) {
        return new RpcReply(messages).to(pe, number);
    }
}
