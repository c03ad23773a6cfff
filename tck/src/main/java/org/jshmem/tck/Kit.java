package org.jshmem.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs the whole kit from the command line, without JUnit; see the package's description for its settings. */
public final class Kit {
    private Kit() {}

    /**
     * Runs all cases and exits with 0 if all passed.
     *
     * @param args names of transports; all if there are none
     */
    public static void main(String[] args) {
        final List<Transport> transports = new ArrayList<>();
        for (String arg : args) {
            transports.add(Transport.valueOf(arg.toUpperCase(Locale.ROOT)));
        }
        final Report report = new Report();
        for (Transport transport : transports.isEmpty() ? List.of(Transport.values()) : transports) {
            final Harness harness = new Harness(transport);
            for (List<String> group : harness.groups()) {
                final long start = System.nanoTime();
                harness.run(group).values().forEach(result -> {
                    report.add(result);
                    if (!result.passed()) {
                        System.out.println("FAILED " + transport + " " + result.name() + ": " + result.message());
                    }
                });
                System.out.println(transport + " " + group.getFirst()
                        + (group.size() > 1 ? " and " + (group.size() - 1) + " more" : "") + ": "
                        + (System.nanoTime() - start) / 1_000_000 + " ms");
                if (Harness.FAIL_FAST && !report.allPassed()) {
                    System.exit(1);
                }
            }
        }
        if (report.isEmpty()) {
            System.err.println("no case is selected; -Djshmem.tck.only is a regular expression for ids of cases");
            System.exit(2);
        }
        System.out.print(report);
        System.exit(report.allPassed() ? 0 : 1);
    }
}
