package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.io.File;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.SequencedSet;
import org.jshmem.examples.irregular.NodeStack.Node;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.Flow;
import org.jshmem.flow.FlowGroup;
import org.jshmem.flow.IntFlow;

/**
 * Visits all nodes of a tree that nobody knows before, and of which some branches are much larger than others; follows
 * UTS, the unbalanced tree search, with its geometric tree of fixed shape. PE 0 has the root. A PE without nodes asks
 * some others for work, and those give half of their nodes as soon as they have enough.
 *
 * <p>All work is the idle work of {@code drain}: a PE that has nodes visits a few of them, and in between answers other
 * PEs. A PE without nodes asks others, and waits. So {@code drain} returns when all nodes have been visited. Whom a PE
 * asks never changes ("lifelines", Saraswat et al., Lifeline-based global load balancing, PPoPP 2011), and a PE that
 * cannot give at once remembers who has asked: so no PE needs to ask twice.
 *
 * <p>PE 0 compares the numbers of nodes and leaves and the depth with those that it finds alone, by recursion.
 *
 * <p>Arguments: depth (default 8), mean number of children (default 4), seed (default 19). If the last argument ends in
 * {@code .png}, it names a file for a picture of how many nodes each PE has visited. With the argument 10 the tree is
 * the sample T1 of UTS, for which 4130071 nodes and 3305118 leaves are published.
 */
public final class UnbalancedTree {
    /** Nodes that a PE visits before it looks at what others have sent. */
    private static final int TURN = 64;

    /** A PE with fewer nodes gives none away. */
    private static final int LEAST_TO_GIVE = 8;

    private final NodeStack stack;
    private final TreeCount count = new TreeCount();

    /** PEs that have asked this PE and got nothing yet. */
    private final SequencedSet<Integer> waiting = new LinkedHashSet<>();

    /** The PEs that this PE has asked and that have given nothing yet. */
    private final boolean[] isAsked = new boolean[nPes()];

    private IntFlow requests;
    private Flow<Node> nodes;

    private UnbalancedTree(HashTree tree) {
        this.stack = new NodeStack(tree);
    }

    public static void main(String[] args) throws IOException {
        final boolean hasPicture = args.length > 0 && args[args.length - 1].endsWith(".png");
        final int numbers = hasPicture ? args.length - 1 : args.length;
        final int depth = numbers > 0 ? Integer.parseInt(args[0]) : 8;
        final double children = numbers > 1 ? Double.parseDouble(args[1]) : 4;
        final int seed = numbers > 2 ? Integer.parseInt(args[2]) : 19;
        final HashTree tree = new HashTree(depth, children, seed);
        try (var _ = init()) {
            final UnbalancedTree search = new UnbalancedTree(tree);
            final long start = System.nanoTime();
            search.run();
            search.report(tree, (System.nanoTime() - start) / 1e9);
            if (hasPicture) {
                search.draw(new File(args[args.length - 1]));
            }
        }
    }

    /** Visits all nodes; collective. */
    private void run() {
        try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
            requests = group.ints((from, value) -> waiting.add(from));
            nodes = group.records(Node.class, this::take);
            if (myPe() == 0) {
                stack.pushRoot();
            }
            group.drain(this::work);
        }
    }

    /** Visits some nodes; whether there were any. */
    private boolean work() {
        if (stack.size() == 0) {
            ask();
            return false;
        }
        for (int i = 0; i < TURN && stack.size() > 0; i++) {
            stack.visit(count);
        }
        while (stack.size() >= LEAST_TO_GIVE && !waiting.isEmpty()) {
            final int pe = waiting.removeFirst();
            stack.split(node -> nodes.send(pe, node));
        }
        return true;
    }

    /** Asks the PEs whose distances are powers of two; there is a way between any two PEs by them. */
    private void ask() {
        for (int distance = 1; distance < nPes(); distance *= 2) {
            final int pe = (myPe() + distance) % nPes();
            if (!isAsked[pe]) {
                isAsked[pe] = true;
                requests.send(pe, 0);
            }
        }
    }

    private void take(int from, Node node) {
        isAsked[from] = false;
        stack.push(node);
    }

    private void report(HashTree tree, double seconds) {
        final long allNodes = TEAM_WORLD.sumReduce(count.nodes());
        final long leaves = TEAM_WORLD.sumReduce(count.leaves());
        final int depth = TEAM_WORLD.maxReduce(count.depth());
        if (myPe() == 0) {
            System.out.printf(
                    Locale.ROOT, "%d nodes, %d leaves, depth %d, in %.3f s%n", allNodes, leaves, depth, seconds);
            final byte[] root = new byte[HashTree.STATE];
            tree.root(root, 0);
            final TreeCount serial = new TreeCount();
            serial.addAll(tree, root, 0);
            if (allNodes != serial.nodes() || leaves != serial.leaves() || depth != serial.depth()) {
                throw new IllegalStateException(
                        "the tree has " + serial.nodes() + " nodes and " + serial.leaves() + " leaves");
            }
        }
    }

    private void draw(File png) throws IOException {
        try (DistLongs counts = DistLongs.cyclic(TEAM_WORLD, nPes())) {
            counts.setAll(pe -> count.nodes());
            final long[] all = counts.gather(0);
            if (myPe() == 0) {
                BarPicture.write(png, "nodes that each PE has visited", all);
            }
        }
    }
}
