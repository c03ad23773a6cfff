package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jshmem.benchmarks.Units;

/**
 * The outcome as text.
 *
 * @param peer what Java is compared with
 * @param machine one sentence about where and when
 * @param rows operations
 * @param figures everything else
 */
record Report(String peer, String machine, List<Row> rows, List<Figure> figures) {
    String markdown() {
        StringBuilder text = new StringBuilder();
        text.append(machine).append("\n\n");
        text.append("| operation | ")
                .append(peer)
                .append(" | JSHMEM | ratio | lowest – highest | bar | | machine's limit |\n");
        text.append("|---|---:|---:|---:|---:|---:|---|---:|\n");
        for (Row row : rows) {
            text.append("| ").append(row.name());
            text.append(" | ").append(Units.time(row.cNs()));
            text.append(" | ").append(Units.time(row.javaNs()));
            text.append(" | ").append(Units.digits(row.ratio()));
            text.append(" | ").append(Units.digits(row.leastRatio()));
            text.append(" – ").append(Units.digits(row.mostRatio()));
            text.append(" | ")
                    .append(
                            row.bar().isPresent()
                                    ? "≤ " + Units.digits(row.bar().getAsDouble())
                                    : "");
            text.append(" | ").append(row.verdict());
            text.append(" | ").append(Units.time(row.limitNs())).append(" |\n");
        }
        if (!figures.isEmpty()) {
            text.append("\n| whole | measured | bar | | |\n|---|---:|---:|---|---|\n");
        }
        for (Figure figure : figures) {
            text.append("| ").append(figure.name());
            text.append(" | ").append(figure.valueText());
            text.append(" | ").append(figure.barText());
            text.append(" | ").append(figure.verdict());
            text.append(" | ").append(figure.remark()).append(" |\n");
        }
        return text.toString();
    }

    /** Prints the text, and writes that and all numbers to files. */
    void write(Path directory, String name) throws IOException {
        System.out.println();
        System.out.print(markdown());
        Files.writeString(directory.resolve(name + ".md"), markdown());
        Files.writeString(directory.resolve(name + ".json"), json());
        System.out.println();
        System.out.println("Written: " + directory.resolve(name) + ".md, .json");
    }

    String json() {
        StringBuilder json =
                new StringBuilder("{\n  \"machine\": \"" + machine.replace("\"", "'") + "\",\n  \"operations\": [");
        String separator = "\n    ";
        for (Row row : rows) {
            json.append(separator).append(json(row));
            separator = ",\n    ";
        }
        json.append("\n  ],\n  \"figures\": [");
        separator = "\n    ";
        for (Figure figure : figures) {
            json.append(separator).append(json(figure));
            separator = ",\n    ";
        }
        return json.append("\n  ]\n}\n").toString();
    }

    private static String json(Row row) {
        return String.format(
                Locale.ROOT,
                "{\"operation\": \"%s\", \"bytes\": %d, \"state\": %s, \"cNs\": %s, \"javaNs\": %s, \"ratio\": %s,"
                        + " \"leastRatio\": %s, \"mostRatio\": %s, \"limitNs\": %s, \"bar\": %s, \"verdict\": \"%s\"}",
                row.operation(),
                row.bytes(),
                row.state() == null ? "null" : "\"" + row.state() + "\"",
                number(row.cNs()),
                number(row.javaNs()),
                number(row.ratio()),
                number(row.leastRatio()),
                number(row.mostRatio()),
                number(row.limitNs()),
                number(row.bar().orElse(Double.NaN)),
                row.verdict().name());
    }

    private static String json(Figure figure) {
        return String.format(
                Locale.ROOT,
                "{\"name\": \"%s\", \"value\": %s, \"unit\": \"%s\", \"bar\": %s, \"verdict\": \"%s\", \"remark\":"
                        + " \"%s\"}",
                figure.name(),
                number(figure.value()),
                figure.unit(),
                number(figure.bar().orElse(Double.NaN)),
                figure.verdict().name(),
                figure.remark());
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "null" : String.format(Locale.ROOT, "%.3f", value);
    }
}
