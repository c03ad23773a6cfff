package org.jshmem.monitor;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was found, as a line of JSON: {@code {"time": …, "jobs": [{"job": …, "pes": [{"pe": 0, …}], "waits": […]}]}}.
 */
final class Json {
    private Json() {}

    static String of(Map<String, List<Snapshot>> jobs, Jobs seen) {
        return jobs.entrySet().stream()
                        .map(job -> "{\"job\":" + quoted(job.getKey()) + ",\"pes\":"
                                + job.getValue().stream()
                                        .map(pe -> of(pe, seen.history(pe)))
                                        .collect(list()) + ",\"waits\":"
                                + Waits.of(job.getValue()).stream()
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

    private static String of(Snapshot pe, History history) {
        final Snapshot.Doing doing = pe.doing();
        return "{\"pe\":" + pe.pe() + ",\"pes\":" + pe.number("pes") + ",\"pid\":" + pe.number("pid")
                + ",\"host\":" + quoted(pe.text("host")) + ",\"program\":" + quoted(pe.text("program"))
                + ",\"started\":" + pe.time("started")
                + ",\"written\":" + pe.time("written") + ",\"held\":"
                + pe.held().stream().map(String::valueOf).collect(list())
                + ",\"symmetricBytes\":" + pe.memory(0) + ",\"sharedBytes\":" + pe.memory(1) + ",\"javaBytes\":"
                + pe.memory(2)
                + (doing == null
                        ? ""
                        : ",\"doing\":" + quoted(doing.name()) + ",\"since\":" + doing.since() + ",\"lock\":"
                                + doing.lock()
                                + (doing.members().isEmpty() ? "" : ",\"members\":" + quoted(doing.members())))
                + (pe.isOver() ? ",\"ended\":" + pe.time(Snapshot.ENDED) : "")
                + (pe.isGone() ? ",\"gone\":" + pe.number(Snapshot.GONE) : "")
                + (pe.text("waits").isEmpty()
                        ? ""
                        : ",\"waits\":" + quoted(pe.text("waits")) + ",\"waitsSince\":" + pe.time("waitsSince"))
                + ",\"operations\":" + pe.operations().stream().map(Json::of).collect(list()) + ",\"peers\":"
                + pe.peers().stream().map(Json::of).collect(list()) + ",\"errors\":"
                + pe.errors().stream().map(Json::of).collect(list())
                + (pe.flows().isEmpty()
                        ? ""
                        : ",\"flows\":" + pe.flows().stream().map(Json::of).collect(list()))
                + (pe.text("network").isEmpty()
                        ? ""
                        : ",\"registeredBytes\":" + pe.registeredBytes() + ",\"retries\":" + pe.retries())
                + (pe.text("heap").isEmpty()
                        ? ""
                        : ",\"heap\":" + pe.heapBytes() + ",\"heapBlocks\":" + pe.heapBlocks() + ",\"blocks\":"
                                + blocks(pe))
                + (pe.hasEnded() ? ",\"most\":" + most(history.most()) : "")
                + ",\"moved\":" + pe.bytes() + ",\"history\":"
                + history.points().stream()
                        .map(point -> "[" + point.time() + "," + point.bytes() + "]")
                        .collect(list())
                + "}";
    }

    /** Of one that has ended, what it had allocated when that was most. */
    private static String most(Snapshot then) {
        return "{\"symmetricBytes\":" + then.memory(0) + ",\"sharedBytes\":" + then.memory(1) + ",\"javaBytes\":"
                + then.memory(2) + ",\"heapBlocks\":" + then.heapBlocks() + ",\"blocks\":" + blocks(then) + "}";
    }

    private static String blocks(Snapshot pe) {
        return pe.blocks().stream()
                .map(block -> "[" + block.offset() + "," + block.bytes() + "]")
                .collect(list());
    }

    private static String of(Snapshot.Count count) {
        return "{\"name\":" + quoted(count.name()) + ",\"calls\":" + count.calls() + ",\"bytes\":" + count.bytes()
                + "}";
    }

    private static String of(Snapshot.Problem error) {
        return "{\"text\":" + quoted(error.text()) + ",\"count\":" + error.count() + ",\"first\":" + error.first()
                + ",\"last\":" + error.last() + "}";
    }

    private static String of(FlowCounts flow) {
        return "{\"kind\":" + quoted(flow.kind()) + ",\"sent\":" + flow.sent() + ",\"handled\":" + flow.handled()
                + ",\"buffers\":" + flow.buffers() + ",\"notFull\":" + flow.notFull() + ",\"bytes\":" + flow.bytes()
                + ",\"capacity\":" + flow.capacity() + ",\"handlerNs\":" + flow.handlerNs()
                + ",\"waits\":" + flow.waits() + ",\"waitNs\":" + flow.waitNs() + ",\"overflowed\":"
                + flow.overflowed() + ",\"memoryBytes\":" + flow.memoryBytes() + "}";
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
