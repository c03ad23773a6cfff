package org.jshmem.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a PE leaves in its files, written record by record. */
final class PeFiles {
    private static final long BYTES = 64 << 10;

    final Names names;
    private final Path directory;
    private final int pe;
    private final Map<String, Integer> operations = new LinkedHashMap<>();
    private int files;

    PeFiles(Path directory, int pe, int nPes, String host, int node) throws IOException {
        this.directory = directory;
        this.pe = pe;
        names = new Names(directory.resolve("pe-" + pe + ".names"));
        names.tell("pe", pe, nPes, host, node, 1000 + pe, "Main " + nPes);
    }

    TraceFile thread(String name) throws IOException {
        final int number = files++;
        return new TraceFile(directory.resolve("pe-" + pe + "." + number), pe, number, name, BYTES);
    }

    /** The number of an operation by its name. */
    int operation(String name) {
        return operations.computeIfAbsent(name, _ -> {
            final int number = 3 + operations.size();
            names.tell("operation", number, name);
            return number;
        });
    }

    void event(TraceFile thread, int kind, String operation, int peer, long begin, long end, long... rest) {
        final int number = operation.isEmpty() ? 0 : operation(operation);
        final long site = rest.length > 3 ? rest[3] : Layout.NO_SITE;
        thread.event(
                begin,
                end,
                Layout.about(kind, number, peer, (int) site),
                rest.length > 0 ? rest[0] : 0,
                rest.length > 1 ? rest[1] : 0,
                rest.length > 2 ? rest[2] : 0);
    }

    /** A delivery; the time is 0 if it has none. */
    void delivery(TraceFile thread, String operation, int peer, long time, long offset, long bytes, long value) {
        final int before = Layout.eventsBefore(thread.events());
        thread.deliveries(
                new long[] {
                    time,
                    Layout.about(Layout.OPERATION, operation(operation), peer, before),
                    Layout.placeAndBytes(offset, bytes),
                    value
                },
                4);
    }

    void end(long time) {
        names.tell("end", time);
        names.close();
    }
}
