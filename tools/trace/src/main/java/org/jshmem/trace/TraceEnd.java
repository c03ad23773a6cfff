package org.jshmem.trace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the trace of a job of what its PEs have left, and says where the time went. {@code shmemrun} starts it after
 * the job; under another launcher, PE 0 does so, in a process of its own whose memory is not that of the program.
 */
public final class TraceEnd {
    private static final int FAILURE = 1;

    /** Options of PEs; those of this process are on its command line, and two collectors would be one too many. */
    private static final List<String> JVM_VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private TraceEnd() {}

    /**
     * Writes the trace, prints the report, and removes what the PEs have left.
     *
     * @param arguments the directory that they have written to, and the file
     */
    public static void main(String[] arguments) {
        final Path directory = Path.of(arguments[0]);
        final Path file = Path.of(arguments[1]);
        try {
            final Timeline timeline = Assembly.read(directory);
            PerfettoWriter.write(timeline, file);
            System.err.print(Report.of(timeline));
            System.err.println();
            System.err.println("The trace is in " + file + ". Open it in https://ui.perfetto.dev, or make a page of it:"
                    + " shmem-trace " + file + " --html");
            remove(directory);
        } catch (OutOfMemoryError e) {
            System.err.println("the trace " + file + " is too large for the memory of this process; run shmem-trace "
                    + directory + " on a machine with more, or trace with a smaller SHMEM_TRACE_BUFFER");
            System.exit(FAILURE);
        } catch (IOException e) {
            System.err.println("the trace " + file + " cannot be made of the records in " + directory + ": " + e);
            System.exit(FAILURE);
        }
    }

    /** Removes what PEs have left, of which the trace was made, and their directory if there is nothing else in it. */
    static void remove(Path directory) throws IOException {
        final List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.filter(PePart::isOfPe).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        Parts.remove(directory);
    }

    /** Runs this class in a process, and waits for it. */
    static void run(Path directory, Path file) {
        try {
            final String own = Path.of(TraceEnd.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
            final List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:MaxRAMPercentage=60",
                    "-cp",
                    own,
                    TraceEnd.class.getName(),
                    directory.toString(),
                    file.toString()));
            final ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
            builder.environment().keySet().removeAll(JVM_VARIABLES);
            builder.start().waitFor();
        } catch (IOException | java.net.URISyntaxException e) {
            System.err.println("the trace " + file + " cannot be made: " + e + "; run shmem-trace " + directory);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
