package org.jshmem.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program of the user's in C++ with MPI, and the example that does the same; both print the time of their loops.
 *
 * @param name for people
 * @param example the class of the example
 * @param arguments of both
 * @param variants further arguments of the example, each compared on its own
 * @param pes how many PEs, each compared on its own
 * @param seconds its first group is the time of the loop, in a line of either program's output
 */
record Application(
        String name,
        String example,
        List<String> arguments,
        List<String> variants,
        List<Integer> pes,
        Pattern seconds) {
    /** The line of the original's summary, or the line of the example that has nothing but the seconds. */
    static final Application MINIMD = new Application(
            "MiniMD, -s 8",
            "org.jshmem.examples.minimd.MiniMd",
            List.of("-s", "8", "-n", "1000"),
            List.of("messages", "one-sided"),
            List.of(2),
            Pattern.compile("^\\s*(?:\\d+ \\d+ \\d+ \\d+ (\\S+) .*PERF_SUMMARY|([0-9.]+) s$)"));

    /** Both: "Elapsed time = 1.234 (s)". */
    static final Application LULESH = new Application(
            "LULESH, -s 15",
            "org.jshmem.examples.lulesh.Lulesh",
            List.of("-s", "15", "-i", "100"),
            List.of("messages", "one-sided"),
            List.of(1, 8),
            Pattern.compile("Elapsed time\\s*=\\s*([0-9.eE+-]+)"));

    private static final double NS_PER_S = 1e9;

    /** In the program's own directory, where it finds its input. */
    List<String> original(Path program, String launcher, int processes) {
        final Path file = program.toAbsolutePath();
        final List<String> command =
                new ArrayList<>(List.of("env", "-C", file.getParent().toString()));
        command.addAll(List.of("OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"));
        command.addAll(List.of(launcher.split(" ")));
        command.addAll(List.of("-np", Integer.toString(processes), file.toString()));
        command.addAll(arguments);
        return command;
    }

    List<String> ours(Options options, Path examples, String variant, int processes) {
        final List<String> command = new ArrayList<>(List.of(options.script("shmemrun")));
        command.addAll(List.of("-np", Integer.toString(processes), "-cp", examples.toString(), example));
        command.addAll(arguments);
        command.add(variant);
        return command;
    }

    double loopNs(List<String> output) {
        for (String line : output) {
            final Matcher matcher = seconds.matcher(line);
            if (matcher.find()) {
                return NS_PER_S * Double.parseDouble(firstGroup(matcher));
            }
        }
        throw new IllegalStateException(name + ": no line of the output matches " + seconds);
    }

    private static String firstGroup(Matcher matcher) {
        int group = 1;
        while (matcher.group(group) == null) {
            group++;
        }
        return matcher.group(group);
    }
}
