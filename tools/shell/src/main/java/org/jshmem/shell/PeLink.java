package org.jshmem.shell;

import java.io.IOException;

/** A PE as the shell sees it. The state is guarded by the {@link PeGroup}. */
final class PeLink {
    final int pe;
    final long pid;

    /** The number of what the PE runs; 0 for nothing. */
    long running;

    /** What the PE said it does when it was last asked; null until it has answered. */
    Answer.Doing doing;

    boolean isGone;

    private final Wire wire;

    PeLink(Answer.Hello hello, Wire wire) {
        this.pe = hello.pe();
        this.pid = hello.pid();
        this.wire = wire;
    }

    /** Sends a request. If the PE has ended, the thread that {@linkplain #receive receives} finds that. */
    void send(Request request) {
        try {
            wire.send(request);
        } catch (IOException e) {
            // The PE has ended, and is reported by the receiving thread.
        }
    }

    Answer receive() throws IOException {
        return wire.receive(Answer.class);
    }
}
