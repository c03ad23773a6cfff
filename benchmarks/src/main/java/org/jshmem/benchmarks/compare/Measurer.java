package org.jshmem.benchmarks.compare;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.MeasurementJson;

/** A program that sleeps until it is told what to measure: {@code --on-request} of both sides. */
final class Measurer implements AutoCloseable {
    private static final String READY = "ready";

    private final LimitedProcess process;
    private final BufferedReader output;
    private final BufferedWriter requests;
    private final List<String> points;

    /** Starts it, and waits until it is ready. */
    Measurer(List<String> command, Path directory) throws IOException {
        this(command, directory, LimitedProcess.LIMIT);
    }

    /** The same, with a limit for the start and for each point. */
    Measurer(List<String> command, Path directory, Duration limit) throws IOException {
        this.process = new LimitedProcess(command, directory, Redirect.PIPE, limit);
        this.output = process.output();
        this.requests = process.process().outputWriter();
        this.points = untilReady();
    }

    /** What it can measure, as {@code get|8}. */
    List<String> points() {
        return points;
    }

    /** Empty if it cannot. */
    List<Measurement> measure(String point) throws IOException {
        if (!points.contains(point)) {
            return List.of();
        }
        process.extend();
        requests.write(point + "\n");
        requests.flush();
        return untilReady().stream()
                .flatMap(line -> MeasurementJson.parse(line).stream())
                .toList();
    }

    /** Lets it end. */
    void end() throws IOException {
        requests.close();
        output.lines().forEach(rest -> {});
        process.await();
    }

    @Override
    public void close() {
        process.close();
    }

    private List<String> untilReady() throws IOException {
        final List<String> lines = new ArrayList<>();
        for (String line = output.readLine(); !READY.equals(line); line = output.readLine()) {
            if (line == null) {
                process.await();
                throw new IOException(process + " has ended before it was ready");
            }
            lines.add(line);
        }
        return lines;
    }
}
