package org.jshmem.tck.programs;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Leaves out of a random program that fails whatever it fails without, and prints the rest as Java source:
 * {@code ShrinkProgram <seed> <number of PEs> <command>…}. The command starts a job of so many PEs, whose program is
 * where the command has {@code {main}}.
 */
public final class ShrinkProgram {
    private static final int FAILED = 1;
    private static final long LIMIT_SECONDS = 60;

    /** A failure that does not show every time is given so many chances. */
    private static final int ATTEMPTS = 3;

    private final String seed;
    private final List<String> command;

    /** The steps of programs that have passed every attempt; the program without steps comes again and again. */
    private final Set<List<Integer>> passed = new HashSet<>();

    private ShrinkProgram(String seed, List<String> command) {
        this.seed = seed;
        this.command = command;
    }

    /**
     * Shrinks.
     *
     * @param args see the class
     */
    @SuppressWarnings("checkstyle:systemout") // what it is for
    public static void main(String[] args) throws IOException, InterruptedException {
        final Program program = Generator.draw(Long.parseLong(args[0]), Integer.parseInt(args[1]));
        final ShrinkProgram shrink = new ShrinkProgram(args[0], List.of(args).subList(2, args.length));
        final List<Integer> all =
                IntStream.range(0, program.stepCount()).boxed().toList();
        if (!shrink.fails(all)) {
            System.err.println("seed " + args[0] + " does not fail, in " + ATTEMPTS + " attempts");
            System.exit(FAILED);
        }
        final List<Integer> left = shrink.shrink(all);
        System.err.println(left.size() + " of " + all.size() + " steps are left");
        System.out.print(Emission.of(program.keep(text(left))));
    }

    /** Leaves out halves, then quarters, and so on, as long as it fails without them. */
    private List<Integer> shrink(List<Integer> failing) throws IOException, InterruptedException {
        List<Integer> left = failing;
        for (int part = Math.max(1, left.size() / 2); part >= 1; part = part == 1 ? 0 : part / 2) {
            for (int start = 0; start < left.size(); ) {
                final List<Integer> fewer = new ArrayList<>(left.subList(0, start));
                fewer.addAll(left.subList(Math.min(left.size(), start + part), left.size()));
                if (fails(fewer)) {
                    left = fewer;
                } else {
                    start += part;
                }
            }
        }
        return left;
    }

    private boolean fails(List<Integer> steps) throws IOException, InterruptedException {
        if (passed.contains(steps)) {
            return false;
        }
        for (int i = 0; i < ATTEMPTS; i++) {
            if (!passes(steps)) {
                return true;
            }
        }
        passed.add(steps);
        return false;
    }

    private boolean passes(List<Integer> steps) throws IOException, InterruptedException {
        final List<String> words = new ArrayList<>();
        for (String word : command) {
            if (word.equals("{main}")) {
                words.addAll(List.of(RunProgram.class.getName(), seed, text(steps)));
            } else {
                words.add(word);
            }
        }
        final Process job = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        job.getOutputStream().close();
        if (job.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            return job.exitValue() == 0;
        }
        job.destroy();
        return false;
    }

    private static String text(List<Integer> steps) {
        return steps.isEmpty() ? "-" : steps.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
