package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.benchmarks.programs.ExampleRounds;
import org.jshmem.benchmarks.programs.FlowPrograms;
import org.jshmem.benchmarks.programs.PassTime;

/**
 * The jobs of {@code bin/compare --flow}.
 *
 * @param options the paths
 * @param oshrun starts the programs in C
 * @param hosts starts PEs on test hosts
 * @param passesMs for how long a program repeats its passes
 * @param limit after which a job is ended
 */
record FlowJobs(Options options, Oshrun oshrun, HostCommands hosts, int passesMs, Duration limit) {
    private static final Pattern SECONDS = Pattern.compile(" in ([0-9.]+) s$");
    private static final double NS_PER_S = 1e9;

    /** The program in Java. */
    Form java(String name, String program, int records) {
        return new Form(
                name, place -> passes(javaCommand(place, FlowPrograms.class, arguments(program, records)), records));
    }

    /** Its twin in C. */
    Form c(String name, String program, int records) {
        return new Form(name, place -> {
            final List<String> command = cCommand(place, "programs");
            command.addAll(arguments(program, records));
            return passes(command, records);
        });
    }

    /**
     * A program of bale, which runs once.
     *
     * @param command its name and its arguments
     * @param prefix what its results have before the name of the model
     * @param records by which its time is divided
     */
    Form bale(Bale bale, List<String> command, String prefix, Bale.Model model, int records) {
        return new Form(model.toString(), place -> {
            final Path results = options.target().resolve("bale.json");
            final List<String> all =
                    cCommand(place, bale.programs().resolve(command.getFirst()).toString());
            all.addAll(command.subList(1, command.size()));
            all.addAll(bale.arguments(model, results));
            try {
                Files.deleteIfExists(results);
                if (Job.ifItEnds(all, options.target(), limit).isEmpty()) {
                    return Optional.empty();
                }
                final double ns = Bale.ns(Files.readString(results), prefix, model)
                        .orElseThrow(() -> new IllegalStateException("no time of " + model + " in " + results));
                return Optional.of(RecordCost.of(ns / records));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** An example, several times in one job; the cost is that of one time. */
    Form example(String name, int rounds, List<String> command) {
        return new Form("JSHMEM", place -> {
            final List<String> arguments = new ArrayList<>(List.of(Integer.toString(rounds), name));
            arguments.addAll(command);
            return Job.ifItEnds(javaCommand(place, ExampleRounds.class, arguments), options.target(), limit)
                    .flatMap(job -> RecordCost.of(rounds(job.lines()), 1));
        });
    }

    private static List<PassTime> rounds(List<String> lines) {
        final List<PassTime> rounds = new ArrayList<>();
        for (String line : lines) {
            final Matcher matcher = SECONDS.matcher(line);
            if (matcher.find()) {
                final double ns = NS_PER_S * Double.parseDouble(matcher.group(1));
                rounds.add(new PassTime(rounds.size() + 1, Math.round(ns), 0));
            }
        }
        return rounds;
    }

    private List<String> arguments(String program, int records) {
        return List.of(Integer.toString(passesMs), program, Integer.toString(records));
    }

    private Optional<RecordCost> passes(List<String> command, int records) {
        return Job.ifItEnds(command, options.target(), limit)
                .flatMap(job -> RecordCost.of(
                        job.lines().stream()
                                .map(PassTime::parse)
                                .flatMap(Optional::stream)
                                .toList(),
                        records));
    }

    private List<String> cCommand(Place place, String program) {
        return place.isOneNode() ? oshrun.command(place.pes(), program) : oshrun.command(hosts, place, program);
    }

    private List<String> javaCommand(Place place, Class<?> program, List<String> arguments) {
        final List<String> command = new ArrayList<>();
        if (place.isOneNode()) {
            command.addAll(List.of(options.script("shmemrun"), "-np", Integer.toString(place.pes())));
            command.addAll(List.of("-cp", options.classPath()));
        }
        command.add(program.getName());
        command.addAll(arguments);
        return place.isOneNode() ? command : hosts.byHydra(place.pesPerHost(), command);
    }
}
