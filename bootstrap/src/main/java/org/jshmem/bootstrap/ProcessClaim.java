package org.jshmem.bootstrap;

import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/**
 * Lets one process be a PE, and not the programs that it starts, to which its environment tells the same: two that
 * speak to a launcher as one PE wait for ever.
 *
 * <p>The claim is an abstract address in use, which ends with the process however that ends and leaves no file. Its
 * name comes from what only the launcher and its processes know.
 */
final class ProcessClaim {
    private static final long FNV_OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private ProcessClaim() {}

    /**
     * Claims for this process, for as long as it lives, what the launcher told it.
     *
     * @param told what this PE was told and no other
     * @param variable where, for the error
     */
    static void take(String told, String variable) {
        final long fd = Libc.listenAbstract(name(told), 1);
        if (fd == -Libc.EADDRINUSE) {
            throw new ShmemException("another process is the PE that " + variable
                    + " speaks of: this one was started by a PE and is none; unset " + variable
                    + " for a job of its own");
        }
        if (fd < 0) {
            throw new ShmemException("no Unix socket for this PE (" + Libc.errorText(fd) + ")");
        }
    }

    /** The address that stands for what the launcher has told. */
    static String name(String told) {
        return "jshmem-pe-" + Long.toHexString(hash(told));
    }

    /** FNV-1a. */
    private static long hash(String text) {
        long hash = FNV_OFFSET_BASIS;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
