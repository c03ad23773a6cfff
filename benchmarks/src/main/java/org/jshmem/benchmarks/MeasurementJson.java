package org.jshmem.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Measurements as flat JSON objects, one a line: what the C program prints, too. */
public final class MeasurementJson {
    private MeasurementJson() {}

    static String line(Measurement m) {
        return String.format(
                Locale.ROOT,
                "{\"operation\": \"%s\", \"bytes\": %d, \"medianNs\": %.3f, \"p10Ns\": %.3f, \"p99Ns\": %.3f,"
                    + " \"batches\": %d, \"iterations\": %d, \"roundTripBeforeNs\": %.1f, \"roundTripAfterNs\": %.1f,"
                    + " \"allocatedBytes\": %.3f}",
                m.operation(),
                m.bytes(),
                m.medianNs(),
                m.p10Ns(),
                m.p99Ns(),
                m.batches(),
                m.iterations(),
                m.roundTripBeforeNs(),
                m.roundTripAfterNs(),
                m.allocatedBytes());
    }

    static String array(List<Measurement> measurements) {
        StringBuilder json = new StringBuilder("[");
        String separator = "\n  ";
        for (Measurement m : measurements) {
            json.append(separator).append(line(m));
            separator = ",\n  ";
        }
        return json.append("\n]\n").toString();
    }

    /**
     * Reads back one line.
     *
     * @param line a line of a benchmark's output
     * @return what it says, or nothing if it is no measurement
     */
    public static Optional<Measurement> parse(String line) {
        Map<String, String> members = JsonLine.members(line);
        if (!members.containsKey("operation") || !members.containsKey("medianNs")) {
            return Optional.empty();
        }
        return Optional.of(new Measurement(
                members.get("operation"),
                Integer.parseInt(members.get("bytes")),
                Double.parseDouble(members.get("medianNs")),
                Double.parseDouble(members.get("p10Ns")),
                Double.parseDouble(members.get("p99Ns")),
                Long.parseLong(members.get("batches")),
                Integer.parseInt(members.get("iterations")),
                Double.parseDouble(members.get("roundTripBeforeNs")),
                Double.parseDouble(members.get("roundTripAfterNs")),
                Double.parseDouble(members.getOrDefault("allocatedBytes", "NaN"))));
    }
}
