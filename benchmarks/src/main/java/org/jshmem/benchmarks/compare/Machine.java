package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Where the figures come from, in a sentence. */
final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    /** By which the documents tell machines apart. */
    static String name() {
        return model() + ", " + Runtime.getRuntime().availableProcessors() + " CPUs";
    }

    static String description(int rounds, boolean busy) {
        return "Measured on " + LocalDate.now(ZoneOffset.UTC) + ", " + name() + ", Linux "
                + System.getProperty("os.version") + ", JDK "
                + Runtime.version().feature()
                + "; medians of " + rounds + " rounds, C and Java in turn."
                + (busy ? " **The machine was busy with something else at times.**" : "");
    }

    /** Virtual machines often hide the number of the model, so the family goes with the name. */
    private static String model() {
        try {
            final List<String> lines = Files.readAllLines(CPU_INFO);
            final String name = value(lines, "model name").orElse("unknown model");
            return value(lines, "cpu family")
                    .map(family -> name + " (family " + family + ", model "
                            + value(lines, "model").orElse("unknown") + ")")
                    .orElse(name);
        } catch (IOException e) {
            return "unknown model";
        }
    }

    private static Optional<String> value(List<String> lines, String field) {
        return lines.stream()
                .filter(line -> line.startsWith(field)
                        && line.substring(field.length()).stripLeading().startsWith(":"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }
}
