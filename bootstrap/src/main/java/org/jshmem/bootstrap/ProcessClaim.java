package org.jshmem.bootstrap;

import java.util.Collection;
import java.util.HashSet;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/**
 * Ensures that only one process acts as a PE. Programs that a PE starts inherit its environment, and two processes that
 * speak to a launcher as the same PE wait for ever.
 *
 * <p>The claim is a bound abstract Unix socket address. It ends with the process, however that ends, and leaves no
 * file. Its name is derived from what only the launcher and its processes know.
 */
final class ProcessClaim {
    /** What a program that a PE starts has to do, for error messages. */
    static final String REMEDY = "set SHMEM_BOOTSTRAP=single for a job of its own";

    private static final long FNV_OFFSET_BASIS = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private static final Collection<String> TAKEN = new HashSet<>();

    private ProcessClaim() {}

    /**
     * Claims a PE for this process, for as long as the process lives; does nothing if it has the claim already, as
     * after an {@code init} that has failed.
     *
     * @param told what the launcher has told this PE and no other
     * @param variable the environment variable that tells it, for the error message
     */
    static synchronized void take(String told, String variable) {
        if (TAKEN.contains(told)) {
            return;
        }
        final long fd = Libc.listenAbstract(name(told), 1);
        if (fd == -Libc.EADDRINUSE) {
            throw new ShmemException("this program is not a PE: another process is the PE that " + variable
                    + " speaks of, and a PE has started this one; " + REMEDY);
        }
        if (fd < 0) {
            throw new ShmemException("no Unix socket for this PE (" + Libc.errorText(fd) + ")");
        }
        TAKEN.add(told);
    }

    /** The address for a text: its hash. */
    static String name(String told) {
        return "jshmem-pe-" + Long.toHexString(hash(told));
    }

    /** FNV-1a, 64 bits. */
    private static long hash(String text) {
        long hash = FNV_OFFSET_BASIS;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
