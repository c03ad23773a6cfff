package org.jshmem.bootstrap;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.ShmemException;

/** Calculates on which node a launcher has placed each PE. */
final class Nodes {
    private static final Pattern BLOCK = Pattern.compile("\\((\\d+),(\\d+),(\\d+)\\)");
    private static final String VECTOR = "(vector,";

    private Nodes() {}

    /** A node for each PE, for a launcher that does not report the placement. */
    static int[] unknown(int nPes) {
        final int[] nodes = new int[nPes];
        Arrays.setAll(nodes, pe -> pe);
        return nodes;
    }

    /**
     * Parses the value of {@code PMI_process_mapping}: {@code (vector,(first,nodes,ppn),…)}. A block puts ppn PEs on
     * each of {@code nodes} nodes, beginning with node {@code first}. The blocks are applied in order, and repeatedly,
     * until all PEs are placed.
     */
    static int[] ofMapping(String mapping, int nPes) {
        final int[] nodes = new int[nPes];
        int pe = 0;
        while (pe < nPes) {
            final int before = pe;
            final Matcher block = BLOCK.matcher(mapping);
            while (pe < nPes && block.find()) {
                pe = place(
                        nodes,
                        pe,
                        number(mapping, block.group(1)),
                        number(mapping, block.group(2)),
                        number(mapping, block.group(3)));
            }
            if (pe == before || !mapping.startsWith(VECTOR)) {
                throw noMapping(mapping);
            }
        }
        return nodes;
    }

    private static int number(String mapping, String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw noMapping(mapping);
        }
    }

    private static ShmemException noMapping(String mapping) {
        return new ShmemException("the launcher describes its nodes as \"" + mapping + "\", which is not " + VECTOR
                + "(first,nodes,PEs),...); start PEs by a launcher that the documentation lists");
    }

    /** Applies a block; returns the next PE to place. */
    private static int place(int[] nodes, int firstPe, int firstNode, int count, int ppn) {
        int pe = firstPe;
        for (int node = 0; node < count && ppn > 0 && pe < nodes.length; node++) {
            for (int i = 0; i < ppn && pe < nodes.length; i++) {
                nodes[pe++] = firstNode + node;
            }
        }
        return pe;
    }
}
