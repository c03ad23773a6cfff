package org.jshmem.examples.irregular;

/** Counts nodes of a tree. */
final class TreeCount {
    private long nodes;
    private long leaves;
    private int depth;

    /** Counts a node. */
    void add(int nodeDepth, int children) {
        nodes++;
        leaves += children == 0 ? 1 : 0;
        depth = Math.max(depth, nodeDepth);
    }

    /** Counts a node and all below it, by recursion. */
    void addAll(HashTree tree, byte[] state, int nodeDepth) {
        final int children = tree.children(state, 0, nodeDepth);
        add(nodeDepth, children);
        final byte[] child = new byte[HashTree.STATE];
        for (int i = 0; i < children; i++) {
            tree.child(state, 0, i, child, 0);
            addAll(tree, child, nodeDepth + 1);
        }
    }

    long nodes() {
        return nodes;
    }

    long leaves() {
        return leaves;
    }

    /** The largest depth. */
    int depth() {
        return depth;
    }
}
