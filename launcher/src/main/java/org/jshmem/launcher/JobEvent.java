package org.jshmem.launcher;

import java.nio.ByteBuffer;

/** What happens to a job, in the order in which its supervisor learns of it. */
sealed interface JobEvent {
    /** The process of a PE was reaped. */
    record Exited(int pe, int status) implements JobEvent {}

    /** A whole frame arrived; {@code payload} belongs to the receiver. */
    record FrameReceived(ControlConnection connection, byte type, ByteBuffer payload) implements JobEvent {}

    /** Everything a PE had sent before {@link ControlServer#drain} was called has been reported. */
    record Drained(int pe) implements JobEvent {}

    /** Somebody who is not a PE of this job tried to connect, or a PE sent what is no frame. */
    record Rejected(String reason) implements JobEvent {}

    /** The control socket cannot be served. */
    record ServerFailed(Throwable cause) implements JobEvent {}

    /** The launcher was sent a signal. */
    record Signalled(int number) implements JobEvent {}

    /** Nobody reads the launcher's output any more. */
    record OutputClosed() implements JobEvent {}
}
