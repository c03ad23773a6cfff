package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.init;

import java.util.Arrays;
import org.jshmem.examples.irregular.BreadthFirstSearch;
import org.jshmem.examples.irregular.ShortestPaths;
import org.jshmem.examples.irregular.TopologicalSort;
import org.jshmem.examples.irregular.Triangles;

/** Runs an example several times in one job, so that its later rounds run in compiled code. */
public final class ExampleRounds {
    private ExampleRounds() {}

    /**
     * Runs on every PE.
     *
     * @param args how often, the example's name, and its arguments
     */
    public static void main(String[] args) {
        final int rounds = Integer.parseInt(args[0]);
        final String[] arguments = Arrays.copyOfRange(args, 2, args.length);
        try (var _ = init()) {
            for (int i = 0; i < rounds; i++) {
                run(args[1], arguments);
            }
        }
    }

    private static void run(String name, String[] arguments) {
        switch (name) {
            case "topological-sort" -> TopologicalSort.main(arguments);
            case "triangles" -> Triangles.main(arguments);
            case "shortest-paths" -> ShortestPaths.main(arguments);
            case "breadth-first-search" -> BreadthFirstSearch.main(arguments);
            default -> throw new IllegalArgumentException("there is no example " + name);
        }
    }
}
