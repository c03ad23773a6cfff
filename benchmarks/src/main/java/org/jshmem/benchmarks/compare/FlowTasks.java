package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * What {@code bin/compare --flow} runs.
 *
 * @param jobs runs it
 * @param bale empty if the user has not built it
 */
record FlowTasks(FlowJobs jobs, Optional<Bale> bale) {
    static final String HISTOGRAM = "histogram";
    static final String GATHER = "index gather";
    static final String RECORDS = "records of 8 B";
    static final String PAIRS = "records of 16 B";
    static final String STREAM = "8 B to the other host";
    static final String PUTS = "4,096 p + quiet";
    static final String ADDS = "4,096 atomicAdd + quiet";

    static final String ONE_CALL = "one call";
    static final String SCOPE = "scope of updates";
    static final String BY_HAND = "flow by hand";
    static final String SINGLE = "single operations";
    static final String FLOW = "flow";
    static final String LARGE_PUTS = "puts of 64 KiB";
    static final String IN_SESSION = "in a session";
    static final String WITHOUT_SESSION = "without a session";

    private static final double ONE_NODE_BAR = 0.8;
    private static final double HOSTS_BAR = 0.1;
    private static final OptionalDouble EXAMPLE_BAR = OptionalDouble.of(1.0);

    private static final int RECORDS_PER_PE = 1_000_000;
    private static final int SINGLE_BETWEEN_HOSTS = 20_000;
    private static final int BALE_BETWEEN_HOSTS = 100_000;
    private static final int STREAMED = 1 << 20;
    private static final int SESSION = 4096;
    private static final String TABLE_PER_PE = "1000";
    private static final String DELTA_STEPPING = "Delta ";
    private static final int EXAMPLE_ROUNDS = 40;

    /** Tasks whose forms in C are compared with Java's. */
    List<FlowTask> compared(Place place) {
        final OptionalDouble bar = OptionalDouble.of(place.isOneNode() ? ONE_NODE_BAR : HOSTS_BAR);
        final int single = place.isOneNode() ? RECORDS_PER_PE : SINGLE_BETWEEN_HOSTS;
        return List.of(
                new FlowTask(
                        HISTOGRAM,
                        inC(place, "histogram-single", "exstack", "histo", single),
                        List.of(
                                jobs.java(ONE_CALL, "histogram", RECORDS_PER_PE),
                                jobs.java(SCOPE, "histogram-scope", RECORDS_PER_PE),
                                jobs.java(BY_HAND, "histogram-by-hand", RECORDS_PER_PE),
                                jobs.java(SINGLE, "histogram-single", single)),
                        bar),
                new FlowTask(
                        GATHER,
                        inC(place, "gather-single", "gather-exstack", "ig", single),
                        List.of(
                                jobs.java(ONE_CALL, "gather", RECORDS_PER_PE),
                                jobs.java(BY_HAND, "gather-by-hand", RECORDS_PER_PE),
                                jobs.java(SINGLE, "gather-single", single)),
                        bar));
    }

    private List<Form> inC(Place place, String single, String exstack, String program, int records) {
        final int ofBale = place.isOneNode() ? RECORDS_PER_PE : BALE_BETWEEN_HOSTS;
        final List<Form> forms = new ArrayList<>();
        forms.add(jobs.c("C, single operations", single, records));
        forms.add(jobs.c("C, exstack", exstack, records));
        forms.addAll(ofBale(
                List.of(program, "-n", Integer.toString(ofBale), "-T", TABLE_PER_PE),
                "",
                ofBale,
                List.of(Bale.Model.values())));
        return forms;
    }

    private List<Form> ofBale(List<String> command, String prefix, int records, List<Bale.Model> models) {
        return bale.filter(found -> found.has(command.getFirst())).stream()
                .flatMap(found -> models.stream().map(model -> jobs.bale(found, command, prefix, model, records)))
                .toList();
    }

    /** Tasks that only Java's forms have. */
    List<FlowTask> alone(Place place) {
        if (place.isOneNode()) {
            return List.of(
                    FlowTask.inJava(RECORDS, jobs.java(FLOW, "records", RECORDS_PER_PE)),
                    FlowTask.inJava(PAIRS, jobs.java(FLOW, "pairs", RECORDS_PER_PE)));
        }
        return List.of(
                FlowTask.inJava(
                        STREAM,
                        jobs.java(FLOW, "records-across", RECORDS_PER_PE),
                        jobs.java(LARGE_PUTS, "stream", STREAMED)),
                FlowTask.inJava(
                        PUTS,
                        jobs.java(IN_SESSION, "puts-in-session", SESSION),
                        jobs.java(WITHOUT_SESSION, "puts", SESSION)),
                FlowTask.inJava(
                        ADDS,
                        jobs.java(IN_SESSION, "adds-in-session", SESSION),
                        jobs.java(WITHOUT_SESSION, "adds", SESSION)));
    }

    /**
     * Examples beside bale's conveyors for 2 PEs, with as many rows and about as many entries of the same kind of
     * matrix.
     */
    List<FlowTask> examples() {
        return Stream.of(
                        example(
                                "topological sort, 100,000 rows, 10 entries each",
                                conveyor("", "topo", "50000", "10"),
                                jobs.example("topological-sort", EXAMPLE_ROUNDS, List.of("100000", "18"))),
                        example(
                                "triangles, 20,000 vertices, 10 edges each",
                                conveyor("", "triangles", "10000", "10"),
                                jobs.example("triangles", EXAMPLE_ROUNDS, List.of("20000", "20"))),
                        example(
                                "shortest paths, 50,000 vertices, 8 edges each",
                                conveyor(DELTA_STEPPING, "sssp", "25000", "8"),
                                jobs.example("shortest-paths", EXAMPLE_ROUNDS, List.of("50000", "8"))))
                .filter(task -> !task.c().isEmpty())
                .toList();
    }

    private List<Form> conveyor(String prefix, String program, String rowsPerPe, String entriesPerRow) {
        return ofBale(List.of(program, "-n", rowsPerPe, "-z", entriesPerRow), prefix, 1, List.of(Bale.Model.CONVEYOR));
    }

    private static FlowTask example(String name, List<Form> c, Form java) {
        return new FlowTask(name, c, List.of(java), EXAMPLE_BAR);
    }
}
