package org.jshmem.launcher;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What happens to a job, in the order in which its supervisor learns of it. An event knows its handler's method,
 * because a switch over types would be linked by code spun at every start.
 */
interface JobEvent {
    /** Tells the supervisor, on its thread. */
    void tell(Handler handler);

    /** Whom events are told. */
    interface Handler {
        /** The process of a PE was reaped. */
        void exited(int pe, int status);

        /** Everything a PE had sent before {@link ControlServer#drain} was called has been told. */
        void drained(int pe);

        /** A whole frame arrived; {@code payload} belongs to the receiver. */
        void received(ControlConnection connection, byte type, ByteBuffer payload);

        /** A part of the launcher without which the job cannot go on has failed; {@code what} names it. */
        void launcherFailed(String what, Throwable cause);

        /** The launcher was sent a signal. */
        void signalled(int number);

        /** What PEs have written cannot be passed on. */
        void outputFailed(StandardStream stream, IOException cause);
    }
}
