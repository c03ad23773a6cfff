package org.jshmem.tck.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jshmem.tck.Harness;
import org.jshmem.tck.Report;

/** A report as one object of JSON. */
final class JsonReport {
    private JsonReport() {}

    static String of(Report report, About about) {
        final Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("subject", about.subject());
        whole.put("selection", about.selection());
        whole.put("profiles", about.profiles());
        whole.put("seed", about.seed());
        whole.put("machine", About.machine());
        whole.put("began", about.began().toString());
        whole.put("millis", about.millis());
        whole.put("passed", report.results().size() - report.failures().size());
        whole.put("failed", report.failures().size());
        whole.put("results", report.results().stream().map(JsonReport::result).toList());
        whole.put("leftOut", report.leftOut().stream().map(JsonReport::leftOut).toList());
        return json(whole, "") + "\n";
    }

    private static Map<String, Object> result(Harness.Result result) {
        final Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("case", result.id());
        fields.put("transport", result.transport().toString());
        fields.put("family", result.family().toString());
        fields.put("profile", Programs.profileOf(result).toString());
        fields.put("passed", result.passed());
        fields.put("checks", result.checks());
        fields.put("millis", result.millis());
        fields.put("message", result.message());
        return fields;
    }

    private static Map<String, Object> leftOut(Report.LeftOut one) {
        final Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("case", one.id());
        fields.put("transport", one.transport().toString());
        fields.put("reason", one.reason());
        return fields;
    }

    /** Objects of the outermost levels have a line for each field, those within a list one line each. */
    private static String json(Object value, String indentation) {
        final String inner = indentation + "  ";
        return switch (value) {
            case Map<?, ?> fields
            when indentation.isEmpty() ->
                fields.entrySet().stream()
                        .map(field -> inner + quoted(field.getKey().toString()) + ": " + json(field.getValue(), inner))
                        .collect(Collectors.joining(",\n", "{\n", "\n}"));
            case Map<?, ?> fields ->
                fields.entrySet().stream()
                        .map(field -> quoted(field.getKey().toString()) + ": " + json(field.getValue(), inner))
                        .collect(Collectors.joining(", ", "{", "}"));
            case List<?> list when list.isEmpty() -> "[]";
            case List<?> list ->
                list.stream()
                        .map(element -> inner + json(element, inner))
                        .collect(Collectors.joining(",\n", "[\n", "\n" + indentation + "]"));
            case String text -> quoted(text);
            default -> value.toString();
        };
    }

    private static String quoted(String text) {
        final StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.chars().forEach(character -> {
            if (character == '"' || character == '\\') {
                quoted.append('\\').append((char) character);
            } else if (character < ' ' || Character.isSurrogate((char) character)) {
                quoted.append(String.format("\\u%04x", character));
            } else {
                quoted.append((char) character);
            }
        });
        return quoted.append('"').toString();
    }
}
