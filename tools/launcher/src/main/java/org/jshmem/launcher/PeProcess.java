package org.jshmem.launcher;

import java.nio.ByteBuffer;

/** One PE as its supervisor sees it: the process and how far it has come. Used by the supervisor's thread only. */
final class PeProcess {
    private final int pe;
    private final Process process;
    private ControlConnection connection;
    private ByteBuffer contribution;
    private boolean initialised;
    private boolean announcedItsEnd;
    private boolean exited;
    private boolean drained;
    private int status;

    PeProcess(int pe, Process process) {
        this.pe = pe;
        this.process = process;
    }

    int pe() {
        return pe;
    }

    long pid() {
        return process.pid();
    }

    Process process() {
        return process;
    }

    /** Name of this PE in messages. */
    String title() {
        return "PE " + pe + " (pid " + pid() + ")";
    }

    ControlConnection connection() {
        return connection;
    }

    void connected(ControlConnection accepted) {
        connection = accepted;
    }

    /** What it sent for the allgather under way, or null. */
    ByteBuffer contribution() {
        return contribution;
    }

    void contribute(ByteBuffer bytes) {
        contribution = bytes;
        initialised = true;
    }

    void gathered() {
        contribution = null;
    }

    /** Between its first contribution to the wire-up and its shutdown. */
    boolean isInitialised() {
        return initialised;
    }

    void shutDown() {
        initialised = false;
    }

    /** Whether it said itself why it ends, so that it is given time to do so. */
    boolean hasAnnouncedItsEnd() {
        return announcedItsEnd;
    }

    void announceEnd() {
        announcedItsEnd = true;
    }

    boolean hasExited() {
        return exited;
    }

    /** Whether its process has come to its end, though not all of that is reported yet. */
    boolean isEnding() {
        return !isSettled() && (exited || !ProcFiles.hasMemory(pid()));
    }

    void exited(int exitStatus) {
        exited = true;
        status = exitStatus;
    }

    int status() {
        return status;
    }

    void drained() {
        drained = true;
    }

    /** Nothing more will be heard of it. */
    boolean isSettled() {
        return exited && drained;
    }
}
