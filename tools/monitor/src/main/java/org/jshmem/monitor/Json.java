package org.jshmem.monitor;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was found, as a line of JSON: {@code {"time": …, "jobs": [{"job": …, "pes": [{"pe": 0, …}], "waits": […]}]}}.
 */
final class Json {
    private Json() {}

    static String of(Map<String, List<Snapshot>> jobs) {
        return jobs.entrySet().stream()
                        .map(job -> "{\"job\":" + quoted(job.getKey()) + ",\"pes\":"
                                + job.getValue().stream().map(Json::of).collect(list()) + ",\"waits\":"
                                + Waits.of(job.getValue(), System.currentTimeMillis()).stream()
                                        .map(Json::quoted)
                                        .collect(list())
                                + "}")
                        .collect(Collectors.joining(
                                ",", "{\"time\":" + System.currentTimeMillis() + ",\"jobs\":[", "]}"))
                + System.lineSeparator();
    }

    private static java.util.stream.Collector<CharSequence, ?, String> list() {
        return Collectors.joining(",", "[", "]");
    }

    private static String of(Snapshot pe) {
        final Snapshot.Doing doing = pe.doing();
        return "{\"pe\":" + pe.pe() + ",\"pes\":" + pe.number("pes") + ",\"pid\":" + pe.number("pid")
                + ",\"program\":" + quoted(pe.text("program")) + ",\"started\":" + pe.number("started")
                + ",\"written\":" + pe.number("written") + ",\"held\":" + pe.number("held")
                + ",\"symmetricBytes\":" + pe.memory(0) + ",\"sharedBytes\":" + pe.memory(1) + ",\"javaBytes\":"
                + pe.memory(2)
                + (doing == null
                        ? ""
                        : ",\"doing\":" + quoted(doing.name()) + ",\"since\":" + doing.since() + ",\"lock\":"
                                + doing.lock())
                + (pe.text("waits").isEmpty() ? "" : ",\"waits\":" + quoted(pe.text("waits")))
                + ",\"operations\":" + pe.operations().stream().map(Json::of).collect(list()) + ",\"peers\":"
                + pe.peers().stream().map(Json::of).collect(list()) + "}";
    }

    private static String of(Snapshot.Count count) {
        return "{\"name\":" + quoted(count.name()) + ",\"calls\":" + count.calls() + ",\"bytes\":" + count.bytes()
                + "}";
    }

    private static String quoted(String text) {
        final StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(letter -> {
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append((char) letter);
            } else if (letter < ' ') {
                quoted.append(String.format("\\u%04x", letter));
            } else {
                quoted.append((char) letter);
            }
        });
        return quoted.append('"').toString();
    }
}
