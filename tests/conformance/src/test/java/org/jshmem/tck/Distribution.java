package org.jshmem.tck;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The laid-out distribution, for jobs whose PEs {@code shmemrun} does not start. */
final class Distribution {
    private static final Path LIB = Path.of("../../build/distribution/target/jshmem/lib")
            .toAbsolutePath()
            .normalize();

    /**
     * The option of a PE's JVM that leaves out C2, which would take up to half of the CPU time of jobs as short as
     * these. How transfers and waits behave in code by C2 is shown by jobs of two PEs on mapped heaps, and by litmus
     * tests on all transports, with the usual options.
     */
    static final String WITHOUT_C2 = "-XX:TieredStopAtLevel=1";

    private Distribution() {}

    /** The command of a job, with {@link #WITHOUT_C2} if it starts {@code shmemrun}. */
    static String withoutC2(String command) {
        return with(WITHOUT_C2, command);
    }

    /** The command of a job, with an option of the PEs' JVMs if it starts {@code shmemrun}. */
    static String with(String option, String command) {
        return command.replace("shmemrun -np {n}", "shmemrun -np {n} -J" + option);
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
