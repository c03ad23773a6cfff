package org.jshmem.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Where the files come from that a job needs beside the program. */
interface Installation {
    /** An option that chooses a collector. */
    Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(?!MaximumCompactionOnSystemGC)\\w+GC\\b");

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
     * lack some of them. {@code _JAVA_OPTIONS} is read last, so nothing can be switched off in it.
     */
    static List<String> serialJavaCommand() {
        return serialJavaCommand(System.getenv("_JAVA_OPTIONS"));
    }

    /** The same where the variable that is read last has this value, or is null. */
    static List<String> serialJavaCommand(String lastOptions) {
        final List<String> command = new ArrayList<>(List.of(
                javaCommand().toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:-UseParallelGC",
                "-XX:-UseG1GC",
                "-XX:-UseZGC",
                "-XX:-UseShenandoahGC",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:-UseEpsilonGC"));
        if (lastOptions == null || !COLLECTOR.matcher(lastOptions).find()) {
            command.add("-XX:+UseSerialGC");
        }
        return command;
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
