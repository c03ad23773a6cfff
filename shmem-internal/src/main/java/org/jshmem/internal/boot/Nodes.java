package org.jshmem.internal.boot;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.ShmemException;

/** Where the launcher has placed the PEs. */
final class Nodes {
    private static final Pattern BLOCK = Pattern.compile("\\((\\d+),(\\d+),(\\d+)\\)");
    private static final String VECTOR = "(vector,";

    private Nodes() {}

    /** Each PE a node of its own: what can be said where nothing is known. */
    static int[] unknown(int nPes) {
        final int[] nodes = new int[nPes];
        Arrays.setAll(nodes, pe -> pe);
        return nodes;
    }

    /**
     * Reads the value of {@code PMI_process_mapping}: {@code (vector,(first,nodes,ppn),…)} is ppn PEs on each of so many nodes from
     * the first on, block by block, and from the first block again until all PEs have their place.
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
                        Integer.parseInt(block.group(1)),
                        Integer.parseInt(block.group(2)),
                        Integer.parseInt(block.group(3)));
            }
            if (pe == before || !mapping.startsWith(VECTOR)) {
                throw new ShmemException("the launcher describes its nodes as \"" + mapping + "\", which is not "
                        + VECTOR + "(first,nodes,PEs),...)");
            }
        }
        return nodes;
    }

    private static int place(int[] nodes, int firstPe, int firstNode, int count, int ppn) {
        int pe = firstPe;
        for (int node = firstNode; node < firstNode + count; node++) {
            for (int i = 0; i < ppn && pe < nodes.length; i++) {
                nodes[pe++] = node;
            }
        }
        return pe;
    }
}
