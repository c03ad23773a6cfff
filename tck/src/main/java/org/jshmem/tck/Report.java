package org.jshmem.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What came of the cases of a run. As text it is the table of families of routines by transports, how many cases passed
 * of how many, and then what cases noted. Any thread may add.
 */
public final class Report {
    private static final int NAME_WIDTH = 24;

    private final List<Harness.Result> results = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();

    /** Empty. */
    public Report() {}

    /**
     * A case that was not run.
     *
     * @param id the case
     * @param family the routines it is about
     * @param transport on which transport
     * @param reason why
     */
    public record LeftOut(String id, Family family, Transport transport, String reason) {}

    /** Adds a result. */
    public synchronized void add(Harness.Result result) {
        results.add(result);
    }

    /** Adds a case that was not run. */
    public synchronized void leaveOut(CaseRef reference, Transport transport, String reason) {
        leftOut.add(new LeftOut(reference.id(), Family.of(reference), transport, reason));
    }

    /** The results so far, in the order in which they came. */
    public synchronized List<Harness.Result> results() {
        return List.copyOf(results);
    }

    /** What was not run so far. */
    public synchronized List<LeftOut> leftOut() {
        return List.copyOf(leftOut);
    }

    /** Those that failed so far. */
    public List<Harness.Result> failures() {
        return results().stream().filter(result -> !result.passed()).toList();
    }

    /** Whether all that was added has passed. */
    public boolean allPassed() {
        return failures().isEmpty();
    }

    /** The transports that have results, in their order. */
    public List<Transport> transports() {
        final List<Harness.Result> all = results();
        return Stream.of(Transport.values())
                .filter(transport -> all.stream().anyMatch(result -> result.transport() == transport))
                .toList();
    }

    @Override
    public String toString() {
        final List<Harness.Result> all = results();
        final StringBuilder text = new StringBuilder(2048);
        line(text, "routines", Transport::toString);
        for (Family family : Family.values()) {
            final List<Harness.Result> row =
                    all.stream().filter(result -> result.family() == family).toList();
            if (!row.isEmpty()) {
                line(text, family.toString(), transport -> passed(row, transport));
            }
        }
        line(text, "all cases", transport -> passed(all, transport));
        line(text, "checks made", transport -> checks(all, transport));
        for (Harness.Result result : all) {
            if (result.passed() && !result.message().isEmpty()) {
                text.append(result.transport() + " " + result.name() + ": " + result.message())
                        .append(System.lineSeparator());
            }
        }
        return text.toString();
    }

    private static String passed(List<Harness.Result> results, Transport transport) {
        final List<Harness.Result> here = results.stream()
                .filter(result -> result.transport() == transport)
                .toList();
        return here.isEmpty()
                ? "-"
                : here.stream().filter(Harness.Result::passed).count() + "/" + here.size();
    }

    private static String checks(List<Harness.Result> results, Transport transport) {
        final List<Harness.Result> here = results.stream()
                .filter(result -> result.transport() == transport)
                .toList();
        return here.isEmpty()
                ? "-"
                : Long.toString(here.stream().mapToLong(Harness.Result::checks).sum());
    }

    private static void line(StringBuilder text, String name, Function<Transport, String> cell) {
        text.append(String.format("%-" + NAME_WIDTH + "s", name));
        for (Transport transport : Transport.values()) {
            text.append(String.format(" %12s", cell.apply(transport)));
        }
        text.append(System.lineSeparator());
    }
}
