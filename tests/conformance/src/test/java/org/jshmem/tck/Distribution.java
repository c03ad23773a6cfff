package org.jshmem.tck;

import java.nio.file.Path;

/** The laid-out distribution, for jobs whose PEs {@code shmemrun} does not start. */
final class Distribution {
    private static final Path LIB = Path.of("../../build/distribution/target/jshmem/lib")
            .toAbsolutePath()
            .normalize();

    /**
     * The options of a PE's JVM that leave out C2, which would take up to half of the CPU time of jobs as short as
     * these, and a method handle for each of the thousands of methods that the kit calls by reflection. How transfers
     * and waits behave in code by C2 is shown by some jobs of two PEs on mapped heaps, and by litmus tests on all
     * transports, with the usual options.
     */
    static final String WITHOUT_C2 = "-XX:TieredStopAtLevel=1 -Djdk.reflect.useNativeAccessorOnly=true";

    private Distribution() {}

    /** The command of a job, with {@link #WITHOUT_C2} if it starts {@code shmemrun}. */
    static String withoutC2(String command) {
        return with(WITHOUT_C2, command);
    }

    /** The command of a job, with options of the PEs' JVMs, separated by blanks, if it starts {@code shmemrun}. */
    static String with(String options, String command) {
        return command.replace("shmemrun -np {n}", "shmemrun -np {n} -J" + options.replace(" ", " -J"));
    }

    /**
     * The java command of a PE as a user writes it: without the options that {@code shmemrun} gives, among them the one
     * by which its PEs access elements without a memory segment, so that the kit runs on both forms of access.
     *
     * @param options more options of the JVM, separated by blanks
     */
    static String java(String options) {
        return "{java} -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED " + options + " -cp "
                + LIB.resolve("pe") + "/*:{cp}";
    }
}
