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
 * @param arguments of both, before that for the number of steps
 * @param steps the option for the number of steps
 * @param first how many steps to warm up
 * @param all how many steps, these included
 * @param variants further arguments of the example, each compared on its own
 * @param pes how many PEs
 * @param seconds its first group is the time of the loop, in a line of either program's output
 */
record Application(
        String name,
        String example,
        List<String> arguments,
        String steps,
        int first,
        int all,
        List<String> variants,
        int pes,
        Pattern seconds) {
    /** The line of the original's summary, or the line of the example that has nothing but the seconds. */
    static final Application MINIMD = new Application(
            "MiniMD, -s 8",
            "org.jshmem.examples.minimd.MiniMd",
            List.of("-s", "8"),
            "-n",
            3000,
            9000,
            List.of("messages", "one-sided"),
            2,
            Pattern.compile("^\\s*(?:\\d+ \\d+ \\d+ \\d+ (\\S+) .*PERF_SUMMARY|([0-9.]+) s$)"));

    /** A cube in eight parts, and the whole of it on one PE. */
    static final Application LULESH = lulesh(15, List.of("messages", "one-sided"), 8);

    static final Application LULESH_ALONE = lulesh(30, List.of("messages"), 1);

    private static Application lulesh(int size, List<String> variants, int pes) {
        return new Application(
                "LULESH, -s " + size,
                "org.jshmem.examples.lulesh.Lulesh",
                List.of("-s", Integer.toString(size)),
                "-i",
                300,
                900,
                variants,
                pes,
                // Of the original the time that it prints with more than two digits.
                Pattern.compile("(?:\\(\\s*([0-9.eE+-]+) overall\\)|^Elapsed time = ([0-9.]+) \\(s\\))"));
    }

    private static final double NS_PER_S = 1e9;

    /** In the program's own directory, where it finds its input. */
    List<String> original(Path program, String launcher, int count) {
        final Path file = program.toAbsolutePath();
        final List<String> command =
                new ArrayList<>(List.of("env", "-C", file.getParent().toString()));
        command.addAll(List.of("OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"));
        command.addAll(List.of(launcher.split(" ")));
        command.addAll(List.of("-np", Integer.toString(pes), file.toString()));
        command.addAll(arguments);
        command.addAll(List.of(steps, Integer.toString(count)));
        return command;
    }

    List<String> ours(Options options, Path examples, String variant, int count) {
        final List<String> command = new ArrayList<>(List.of(options.script("shmemrun")));
        command.addAll(List.of("-np", Integer.toString(pes), "-cp", examples.toString(), example));
        command.addAll(arguments);
        command.addAll(List.of(steps, Integer.toString(count), variant));
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
