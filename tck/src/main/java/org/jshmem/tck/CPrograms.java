package org.jshmem.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jshmem.tck.c.Compiler;

/** Compiles programs of C for the library that is judged, and runs them. Any thread may do so. */
public final class CPrograms {
    private static final long SECONDS = 20;

    private final Compiler compiler;
    private final String launch;
    private final Path directory;

    /**
     * @param oshcc the command that compiles them
     * @param launch the command that starts a job, with {@code {n}} and {@code {command}}
     * @param directory for files
     */
    public CPrograms(String oshcc, String launch, Path directory) {
        this.compiler = new Compiler(oshcc);
        this.launch = launch;
        this.directory = directory;
    }

    /**
     * Runs a program that checks itself.
     *
     * @return how it ended; empty if with status 0 within 20 seconds
     * @throws IllegalArgumentException if it does not compile
     */
    public String run(String source, int pes) throws IOException {
        final Path own = Files.createTempDirectory(directory, "program");
        final Path file = own.resolve("program.c");
        final Path program = own.resolve("program");
        Files.writeString(file, source);
        compiler.program(file, program);
        final Launch.Ended ended = new Launch(launch.replace("{command}", program.toString()), "", "")
                .run(pes, Map.of(), _ -> SECONDS, List.of());
        Files.delete(program);
        Files.delete(file);
        Files.delete(own);
        return ended.status() == 0 && !ended.timedOut() ? "" : ended.how();
    }
}
