package org.jshmem.examples.irregular;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Consumer;

/** The nodes of a {@link HashTree} that a PE has found and not visited, the newest on top. */
final class NodeStack {
    /**
     * A node on its way to another PE.
     *
     * @param high the first 8 bytes of its state
     * @param middle the next 8
     * @param low the last 4
     * @param depth of the node
     */
    record Node(long high, long middle, int low, int depth) {}

    private static final int NODE = HashTree.STATE + Integer.BYTES;

    private final HashTree tree;
    private final byte[] parent = new byte[HashTree.STATE];
    private ByteBuffer nodes = ByteBuffer.allocate(1024 * NODE);
    private int size;

    NodeStack(HashTree tree) {
        this.tree = tree;
    }

    int size() {
        return size;
    }

    void pushRoot() {
        final int at = push();
        tree.root(nodes.array(), at);
        nodes.putInt(at + HashTree.STATE, 0);
    }

    void push(Node node) {
        nodes.position(push());
        nodes.putLong(node.high).putLong(node.middle).putInt(node.low).putInt(node.depth);
    }

    private int push() {
        if ((size + 1) * NODE > nodes.capacity()) {
            nodes = ByteBuffer.wrap(Arrays.copyOf(nodes.array(), 2 * nodes.capacity()));
        }
        return size++ * NODE;
    }

    /** Takes the top node away, puts its children in its place, and counts it. */
    void visit(TreeCount count) {
        final int at = --size * NODE;
        nodes.get(at, parent);
        final int depth = nodes.getInt(at + HashTree.STATE);
        final int children = tree.children(parent, 0, depth);
        count.add(depth, children);
        for (int i = 0; i < children; i++) {
            final int place = push();
            tree.child(parent, 0, i, nodes.array(), place);
            nodes.putInt(place + HashTree.STATE, depth + 1);
        }
    }

    /** Gives every other node away, so that both sides have some of each depth. */
    void split(Consumer<Node> other) {
        for (int i = 0; i < size; i++) {
            if (i % 2 == 0) {
                other.accept(get(i));
            } else {
                nodes.put(i / 2 * NODE, nodes, i * NODE, NODE);
            }
        }
        size /= 2;
    }

    private Node get(int i) {
        final int at = i * NODE;
        return new Node(
                nodes.getLong(at), nodes.getLong(at + 8), nodes.getInt(at + 16), nodes.getInt(at + HashTree.STATE));
    }
}
