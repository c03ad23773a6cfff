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

        /** The launcher was sent a signal to end. */
        void signalled(int number);

        /** The shell wants the job to end. */
        void stopWanted();

        /** The launcher was sent the signal that a terminal sends to stop a job. */
        void stopped();

        /** The launcher was sent the signal at which a JVM prints its stacks. */
        void stacksWanted();

        /** The launcher was sent the signal by which batch systems announce the end. */
        void warned();

        /** What PEs have written cannot be passed on. */
        void outputFailed(StandardStream stream, IOException cause);
    }
}
