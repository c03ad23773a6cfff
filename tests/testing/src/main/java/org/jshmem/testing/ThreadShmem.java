package org.jshmem.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A C library of OpenSHMEM whose PEs are threads of a process, {@code thread-shmem.c}. It completes nothing before it
 * must.
 */
public final class ThreadShmem {
    private static final String SOURCE = "thread-shmem.c";
    private static final int COMPILE_SECONDS = 60;

    private ThreadShmem() {}

    /**
     * Compiles it, where there is a compiler.
     *
     * @param directory where it is written
     * @param pes the number of PEs
     * @return the library's file
     */
    public static Path compile(Path directory, int pes) throws IOException, InterruptedException {
        Requirement.C_COMPILER.need();
        final Path source = directory.resolve(SOURCE);
        try (InputStream in = ThreadShmem.class.getResourceAsStream(SOURCE)) {
            Files.copy(in, source);
        }
        final Path library = directory.resolve("libthread-shmem.so");
        final String options = "-std=gnu11 -O1 -DPES=" + pes + " -fPIC -shared -o " + library;
        CommandOutput.of(
                directory, COMPILE_SECONDS, List.of(("cc " + options + " " + source + " -lpthread").split(" ")));
        return library;
    }
}
