package org.jshmem.messages;

import org.jshmem.SymmetricDoubles;

/** The reply to a call, which the procedure sends exactly once before it returns. */
public final class RpcReply {
    private final Messages replies;
    private int pe;
    private int number;
    private boolean isSent;

    RpcReply(Messages replies) {
        this.replies = replies;
    }

    RpcReply to(int caller, int call) {
        pe = caller;
        number = call;
        isSent = false;
        return this;
    }

    void requireSent(int procedure) {
        if (!isSent) {
            throw new IllegalStateException("procedure " + procedure + " has returned without a reply to PE " + pe);
        }
    }

    private int unsent() {
        if (isSent) {
            throw new IllegalStateException("the reply to PE " + pe + " was sent before");
        }
        return number;
    }

    // typed:begin
    // arrays:begin source
    /**
     * Sends the reply.
     *
     * @param source what to send; with more than 4 KiB the call waits for the caller of the procedure
     * @param index its first element
     * @param nelems how many elements
     */
    public void send(SymmetricDoubles source, long index, long nelems) {
        replies.send(source, index, nelems, pe, unsent());
        isSent = true;
    }

    // arrays:end
    private static int wholeLength(String name, double[] array) {
        if (array == null) {
            throw new NullPointerException(name + "=null; give an array, of length 0 for nothing");
        }
        return array.length;
    }

    // typed:end
}
