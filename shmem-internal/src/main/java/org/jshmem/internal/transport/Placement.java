package org.jshmem.internal.transport;

import java.util.Arrays;

/**
 * The node of each PE, and the PE's index there, in little memory: launchers place PEs in patterns, of which a few
 * blocks describe a job of any size.
 *
 * <p>A block is a range of PEs of which each of some consecutive nodes has the same number, one node after the other;
 * the last node may have fewer. All of them have the same number of PEs before. Nodes that are filled one by one are
 * one block, and PEs that are dealt to nodes in turn are as many blocks as a node has PEs. A placement without a
 * pattern takes 16 bytes for each PE.
 */
final class Placement {
    private static final int FIRST_BLOCKS = 4;

    private final int pes;
    private int blocks;

    /** Of each block: its first PE, the node of that, the PEs of each node, and the index of the first on each node. */
    private int[] firstPes = new int[FIRST_BLOCKS];

    private int[] firstNodes = new int[FIRST_BLOCKS];
    private int[] pesPerNode = new int[FIRST_BLOCKS];
    private int[] firstIndices = new int[FIRST_BLOCKS];

    /**
     * The placement of a job.
     *
     * @param nodeOf the node of each PE; nodes are numbered in the order of their lowest PEs
     * @param nodes the number of nodes
     */
    Placement(int[] nodeOf, int nodes) {
        this.pes = nodeOf.length;
        final int[] placed = new int[nodes];
        int end;
        for (int pe = 0; pe < pes; pe = end) {
            final int node = nodeOf[pe];
            end = pe + 1;
            while (end < pes && nodeOf[end] == node) {
                end++;
            }
            if (!extendsLastBlock(pe, node, end - pe, placed[node])) {
                addBlock(pe, node, end - pe, placed[node]);
            }
            placed[node] += end - pe;
        }
        resize(blocks);
    }

    private boolean extendsLastBlock(int pe, int node, int count, int index) {
        final int last = blocks - 1;
        return last >= 0
                && (pe - firstPes[last]) % pesPerNode[last] == 0
                && node == node(last, pe)
                && count <= pesPerNode[last]
                && index == firstIndices[last];
    }

    private void addBlock(int pe, int node, int count, int index) {
        if (blocks == firstPes.length) {
            resize(2 * blocks);
        }
        firstPes[blocks] = pe;
        firstNodes[blocks] = node;
        pesPerNode[blocks] = count;
        firstIndices[blocks] = index;
        blocks++;
    }

    private void resize(int count) {
        firstPes = Arrays.copyOf(firstPes, count);
        firstNodes = Arrays.copyOf(firstNodes, count);
        pesPerNode = Arrays.copyOf(pesPerNode, count);
        firstIndices = Arrays.copyOf(firstIndices, count);
    }

    int pes() {
        return pes;
    }

    /** The number of blocks. */
    int blocks() {
        return blocks;
    }

    /** The node of a PE. */
    int node(int pe) {
        return node(block(pe), pe);
    }

    private int node(int block, int pe) {
        return firstNodes[block] + (pe - firstPes[block]) / pesPerNode[block];
    }

    /** The index of a PE among the PEs of its node. */
    int index(int pe) {
        final int block = block(pe);
        return firstIndices[block] + (pe - firstPes[block]) % pesPerNode[block];
    }

    private int block(int pe) {
        if (pe < 0 || pe >= pes) {
            throw new IndexOutOfBoundsException(
                    "pe=" + pe + " is not a PE of the job, whose PEs are 0 to " + (pes - 1));
        }
        final int found = Arrays.binarySearch(firstPes, pe);
        return found < 0 ? -found - 2 : found;
    }

    /** The lowest PE of a node: the first block that has PEs of a node has its lowest one. */
    int lowestPe(int node) {
        int block = 0;
        while (node < firstNodes[block] || node > node(block, end(block) - 1)) {
            block++;
        }
        return firstPes[block] + (node - firstNodes[block]) * pesPerNode[block];
    }

    private int end(int block) {
        return block + 1 < blocks ? firstPes[block + 1] : pes;
    }
}
