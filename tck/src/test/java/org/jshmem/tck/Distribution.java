package org.jshmem.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The laid-out distribution, for jobs whose PEs {@code shmemrun} does not start. */
final class Distribution {
    private static final Path LIB =
            Path.of("../distribution/target/jshmem/lib").toAbsolutePath().normalize();

    /**
     * Options of a PE's JVM with which C2 compiles only what runs long. Most cases do not, and C2 would take half of their time; how
     * transfers and waits behave in code by C2 is shown on mapped heaps, and by litmus tests, with the usual options.
     */
    static final List<String> PATIENT = List.of(
            "-XX:Tier4InvocationThreshold=20000",
            "-XX:Tier4MinInvocationThreshold=3000",
            "-XX:Tier4CompileThreshold=60000",
            "-XX:Tier4BackEdgeThreshold=200000");

    private Distribution() {}

    /** The command of a job, with {@link #PATIENT} if it starts {@code shmemrun}. */
    static String patient(String command) {
        return command.replace(
                "shmemrun -np {n}",
                "shmemrun -np {n} "
                        + PATIENT.stream().map(option -> "-J" + option).collect(Collectors.joining(" ")));
    }

    /**
     * The java command of a PE, with the start cache as docs/clusters.md has it, and the class path of library and kit.
     *
     * @param options more options of the JVM, separated by blanks
     */
    static String java(String options) {
        return "{java} -XX:+UseSerialGC -XX:-UsePerfData -XX:AOTCache=" + LIB.resolve("pe.aot")
                + " -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 -XX:-AOTReplayTraining"
                + " -Xlog:aot=off,cds=off --enable-native-access=ALL-UNNAMED " + options + " -cp " + jars() + ":{cp}";
    }

    /** In the order of their names, for which the cache was made. */
    private static String jars() {
        try (Stream<Path> files = Files.list(LIB.resolve("pe"))) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .map(Path::toString)
                    .collect(Collectors.joining(":"));
        } catch (IOException e) {
            throw new UncheckedIOException(LIB + " is to be laid out first", e);
        }
    }
}
