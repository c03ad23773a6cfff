package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures when it is told to, so that another program can measure the same in between: says what it can measure, then
 * measures what lines of PE 0's standard input ask for, as {@code get|8}, until that ends. Meanwhile all PEs sleep.
 */
final class OnRequest {
    private static final String READY = "ready";
    private static final int NOTHING = -1;

    private final Harness harness;
    private final List<Operation> points = new ArrayList<>();

    OnRequest(Harness harness, List<Operation> operations) {
        this.harness = harness;
        for (Operation operation : operations) {
            operation.sizes().forEach(bytes -> points.add(operation.of(bytes)));
        }
    }

    /** Collective. */
    void serve(Plan plan, Consumer<Measurement> results) throws IOException {
        if (myPe() == 0) {
            points.forEach(point -> System.out.println(name(point)));
        }
        final BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (int next = hear(requests); next != NOTHING; next = hear(requests)) {
            harness.run(points.get(next), plan, results);
        }
    }

    private int hear(BufferedReader requests) throws IOException {
        return harness.tellAll(myPe() == 0 ? asked(requests) : NOTHING);
    }

    private int asked(BufferedReader requests) throws IOException {
        System.out.println(READY);
        final String line = requests.readLine();
        for (int i = 0; line != null && i < points.size(); i++) {
            if (name(points.get(i)).equals(line)) {
                return i;
            }
        }
        if (line != null) {
            throw new IllegalArgumentException("cannot measure " + line);
        }
        return NOTHING;
    }

    private static String name(Operation point) {
        return point.name() + "|" + point.sizes().getFirst();
    }
}
