package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.stream.Stream;

/** Where the figures come from, in a sentence. */
final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String MODEL = "model name";

    private Machine() {}

    static String description(int rounds, boolean busy) {
        return "Measured on " + LocalDate.now(ZoneOffset.UTC) + ", "
                + Runtime.getRuntime().availableProcessors() + " CPUs ("
                + model() + "), Linux " + System.getProperty("os.version") + ", JDK "
                + Runtime.version().feature()
                + "; medians of " + rounds + " rounds, C and Java in turn."
                + (busy ? " **The machine was busy with something else at times.**" : "");
    }

    private static String model() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith(MODEL))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("unknown model");
        } catch (IOException e) {
            return "unknown model";
        }
    }
}
