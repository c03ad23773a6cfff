package org.jshmem.tck;

/**
 * Which PEs share memory: so many after another are on one node, the next on the next node, and after the last it
 * begins anew.
 *
 * @param count how many nodes there are
 * @param pes how many PEs after another are on one
 */
record Nodes(int count, int pes) {
    /** All PEs on one node. */
    static final Nodes ONE = new Nodes(1, 1);

    /** Each PE on its own. */
    static final String APART = "2147483647x1";

    /** Of the form {@code 2x4}: two nodes, with four PEs each. */
    static Nodes parse(String text) {
        final String[] numbers = text.split("x", 2);
        if (numbers.length != 2) {
            throw new IllegalArgumentException(
                    "nodes=\"" + text + "\" is not of the form 2x4, nodes times PEs on each");
        }
        final Nodes nodes = new Nodes(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
        if (nodes.count < 1 || nodes.pes < 1) {
            throw new IllegalArgumentException("nodes=\"" + text + "\" has no nodes, or no PEs on them");
        }
        return nodes;
    }

    /** Those of a transport: {@code ptr} has to give a view of PEs that share memory, and null for others. */
    static Nodes of(Transport transport) {
        final String known = transport.nodes();
        return parse(known == null ? System.getProperty("jshmem.tck.topology", "2x2") : known);
    }

    boolean areTogether(int one, int other) {
        return one / pes % count == other / pes % count;
    }

    @Override
    public String toString() {
        return count + "x" + pes;
    }
}
