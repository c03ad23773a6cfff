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

    /** Sends a request, and does not wait for a PE that reads none. */
    void send(Request request) {
        wire.post(request);
    }

    Answer receive() throws IOException {
        return wire.receive(Answer.class);
    }
}
