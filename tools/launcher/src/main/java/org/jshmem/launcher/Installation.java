package org.jshmem.launcher;

import java.nio.file.Path;
import java.util.List;

/** Where the files come from that a job needs beside the program. */
interface Installation {
    /** That of this launcher: a distribution, or else what is on its own class path. */
    static Installation current() {
        final String home = System.getProperty(Distribution.HOME_PROPERTY);
        return home == null ? new OwnClassPath() : new Distribution(Path.of(home));
    }

    /** The {@code java} command that runs this launcher runs the PEs too. */
    static Path javaCommand() {
        return Path.of(System.getProperty("java.home"), "bin", "java");
    }

    /**
     * The beginning of the command line of a process that is no PE: {@code java} with the serial collector. The other
     * collectors are switched off, since the environment may name one and a JVM refuses to start with two; some JVMs
     * lack some of them.
     */
    static List<String> serialJavaCommand() {
        return List.of(
                javaCommand().toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:-UseParallelGC",
                "-XX:-UseG1GC",
                "-XX:-UseZGC",
                "-XX:-UseShenandoahGC",
                "-XX:+UseSerialGC");
    }

    /** What precedes the program on the class path of a PE. */
    List<Path> peClassPath();

    /** What follows it where a tool is used. */
    List<Path> toolClassPath();

    /** That of {@code shmem-top}. */
    List<Path> watcherClassPath();

    /** That of the program that makes a trace of what the PEs have left. */
    List<Path> traceClassPath();

    /** That of the shell beside what {@code shmem-top} has; its first entry is for the PEs, too. */
    List<Path> shellClassPath();

    /** The jar of the examples, or null. */
    Path examplesJar();

    /** Of the libraries in Java that have one; null for those in their jars. */
    Path nativeLibraries();

    /** The start cache of PEs, or null. */
    StartCache peCache();
}
