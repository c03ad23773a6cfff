package org.jshmem.benchmarks.scale;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.Contributions;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.barrier.SimulatedNode;

/**
 * Simulates a job: PEs that go from barrier to barrier, and leaders that exchange messages. The protocol is that of the
 * runtime's own classes ({@link SimulatedNode}); this class has the clock, the network and the checks.
 *
 * <p><b>Model.</b> Events happen in the order of their times. The CPU of a leader does one thing at a time: it reads
 * lines of PEs of its node, and sends and receives messages. PEs of a node are in groups of groups; those of a group
 * read their head's release one after the other. PEs leave a barrier and come to the next one on their own, some later
 * than others, so that nodes are in different barriers at a time. The same seed gives the same simulation.
 *
 * <p><b>Checks.</b> Nobody leaves a barrier that somebody has not come to, every PE gets the right outcome and the
 * right results, and no message is left over. What fails is an {@link IllegalStateException}.
 */
final class Simulation {
    private static final int MESSAGE_BYTES = 8448;
    private static final BarrierPayloads.Combination SUM = (from, to) -> Memory.put64(to, sum(from));

    private final NetworkModel model;
    private final Step[] steps;
    private final SplittableRandom random;
    private final int[][] nodes;
    private final int pes;
    private final SimulatedNode[] simulated;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long eventsMade;

    /** For each step the PE that differs, or the root. */
    private final int[] odd;

    /** For each node the step that its PEs are in, and until when its leader's CPU and interface are busy. */
    private final int[] stepOf;

    private final double[] cpuFree;
    private final double[] interfaceFree;
    private final int[] comeOf;

    /** When the last message of each pair of nodes arrives. */
    private final Map<Long, Double> lastOfPair = new HashMap<>();

    /** PEs come to a step up to so much later than they could. */
    private double delay;

    private final int[] come;
    private final int[] left;
    private final double[] lastArrival;
    private final double[] lastLeave;
    private final long[][] bytes;
    private final long[][] messages;

    /** Something that happens at a time. */
    private record Event(double ns, long number, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            final int byTime = Double.compare(ns, other.ns);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private final class Sender implements MessageSender {
        private final int from;

        Sender(int from) {
            this.from = from;
        }

        @Override
        public int maxMessageBytes() {
            return MESSAGE_BYTES;
        }

        @Override
        public void send(int pe, long address, int size) {
            final byte[] message = new byte[size];
            Memory.copy(address, MemorySegment.ofArray(message), 0, size);
            transfer(from, nodeOf(pe), message);
        }
    }

    /**
     * A job.
     *
     * @param arena where its memory is
     * @param model what things cost
     * @param nodes the PEs on each node, which are numbered node by node
     * @param seed of what is random
     * @param steps what the PEs do, one after the other
     */
    Simulation(Arena arena, NetworkModel model, int[][] nodes, long seed, Step... steps) {
        this.model = model;
        this.steps = steps;
        this.nodes = nodes;
        this.random = new SplittableRandom(seed);
        this.pes = Arrays.stream(nodes).mapToInt(of -> of.length).sum();
        final boolean gathers = Arrays.asList(steps).contains(Step.GATHER);
        this.simulated = new SimulatedNode[nodes.length];
        Arrays.setAll(simulated, node -> new SimulatedNode(arena, new Sender(node), pes, nodes, node, gathers));
        this.odd = random.ints(steps.length, 0, pes).toArray();
        this.stepOf = new int[nodes.length];
        this.cpuFree = new double[nodes.length];
        this.interfaceFree = new double[nodes.length];
        this.comeOf = new int[nodes.length];
        this.come = new int[steps.length];
        this.left = new int[steps.length];
        this.lastArrival = new double[steps.length];
        this.lastLeave = new double[steps.length];
        this.bytes = new long[steps.length][nodes.length];
        this.messages = new long[steps.length][nodes.length];
    }

    /** The PEs of a job by nodes: so many on each, and what is left on the last. */
    static int[][] nodes(int pes, int pesPerNode) {
        final int[][] nodes = new int[Math.ceilDiv(pes, pesPerNode)][];
        for (int node = 0; node < nodes.length; node++) {
            final int first = node * pesPerNode;
            nodes[node] = new int[Math.min(pesPerNode, pes - first)];
            Arrays.setAll(nodes[node], index -> first + index);
        }
        return nodes;
    }

    private int nodeOf(int pe) {
        int low = 0;
        int high = nodes.length - 1;
        while (low < high) {
            final int middle = (low + high + 1) / 2;
            if (nodes[middle][0] <= pe) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** Runs all steps; PEs come to each of them up to {@code delayNs} after they have left the one before. */
    List<Outcome> run(double delayNs) {
        delay = delayNs;
        for (int node = 0; node < nodes.length; node++) {
            comeSoon(node, 0);
        }
        for (Event event = events.poll(); event != null; event = events.poll()) {
            event.what.run();
        }
        final List<Outcome> outcomes = new ArrayList<>();
        for (int step = 0; step < steps.length; step++) {
            require(left[step] == pes, left[step] + " of " + pes + " PEs have left step " + step);
            outcomes.add(new Outcome(
                    steps[step],
                    pes,
                    nodes.length,
                    SimulatedNode.rounds(nodes.length),
                    Arrays.stream(messages[step]).max().orElse(0),
                    Arrays.stream(bytes[step]).max().orElse(0),
                    lastLeave[step] - lastArrival[step]));
        }
        return outcomes;
    }

    private void at(double ns, Runnable what) {
        events.add(new Event(ns, eventsMade++, what));
    }

    /** The PEs of a node come to the next step, each at a time of its own. */
    private void comeSoon(int node, double ns) {
        if (stepOf[node] < steps.length) {
            comeOf[node] = 0;
            for (int member = 0; member < nodes[node].length; member++) {
                final int who = member;
                final double when = ns + (delay > 0 ? random.nextDouble(delay) : 0);
                at(when, () -> arrive(node, who, when));
            }
        }
    }

    private void arrive(int node, int member, double ns) {
        final int step = stepOf[node];
        final boolean isOdd = nodes[node][member] == odd[step];
        bring(node, member, step, isOdd);
        final CollectiveCall call =
                steps[step] == Step.MISMATCH && isOdd ? CollectiveCall.SYNC_ALL : CollectiveCall.BARRIER_ALL;
        simulated[node].arrive(member, call, step, steps[step] == Step.VOTE && isOdd ? 1 : 0);
        come[step]++;
        lastArrival[step] = Math.max(lastArrival[step], ns);
        if (++comeOf[node] == nodes[node].length) {
            simulated[node].climb();
            cpuFree[node] = Math.max(cpuFree[node], ns) + simulated[node].linesInARow() * model.lineNs();
            advance(node);
        }
    }

    private void bring(int node, int member, int step, boolean isOdd) {
        final BarrierPayloads payloads = simulated[node].payloads(member);
        final long value = 1L + nodes[node][member] * 3L + step;
        switch (steps[step]) {
            case BARRIER, VOTE, MISMATCH -> {}
            case BROADCAST -> {
                if (isOdd) {
                    payloads.bringWord(value);
                }
                payloads.pick(odd[step], Long.BYTES);
            }
            case REDUCE -> {
                payloads.bringWord(value);
                payloads.combine(SUM);
            }
            case SCAN -> {
                payloads.bringWord(value);
                payloads.scan(SUM);
            }
            case GATHER -> {
                Memory.put64(simulated[node].brought(member), value);
                payloads.bring(simulated[node].brought(member), Long.BYTES);
            }
        }
    }

    /** Sends a message, now that the CPU of the sender is at it. */
    private void transfer(int from, int to, byte[] message) {
        final int step = stepOf[from];
        messages[step][from]++;
        bytes[step][from] += message.length;
        cpuFree[from] += model.overheadNs();
        interfaceFree[from] = Math.max(interfaceFree[from], cpuFree[from]) + message.length / model.bytesPerNs();
        final double jitter = model.jitterNs() > 0 ? random.nextDouble(model.jitterNs()) : 0;
        final double arrival = Math.max(
                interfaceFree[from] + model.latencyNs() + jitter,
                lastOfPair.getOrDefault((long) from * nodes.length + to, 0.0));
        lastOfPair.put((long) from * nodes.length + to, arrival);
        at(arrival, () -> receive(to, message, arrival));
    }

    private void receive(int node, byte[] message, double ns) {
        require(stepOf[node] < steps.length, "a message has come after the last barrier");
        cpuFree[node] = Math.max(cpuFree[node], ns) + model.overheadNs();
        simulated[node].receive(message);
        if (comeOf[node] == nodes[node].length) {
            advance(node);
        }
    }

    /** The leader goes on; if the barrier has ended, the PEs of its node leave it. */
    private void advance(int node) {
        if (!simulated[node].advance()) {
            return;
        }
        final int step = stepOf[node];
        require(come[step] == pes, "node " + node + " has left step " + step + " before all have come");
        final double end = cpuFree[node] + simulated[node].linesInARow() * model.lineNs();
        for (int member = 0; member < nodes[node].length; member++) {
            check(node, member, step, simulated[node].leave(member));
        }
        left[step] += nodes[node].length;
        lastLeave[step] = Math.max(lastLeave[step], end);
        stepOf[node]++;
        comeSoon(node, end);
    }

    private void check(int node, int member, int step, int outcome) {
        final int expected = switch (steps[step]) {
            case VOTE -> 1;
            case MISMATCH -> pes == 1 ? 0 : -1;
            default -> 0;
        };
        require(outcome == expected, "PE " + nodes[node][member] + " has outcome " + outcome + " in step " + step);
        final BarrierPayloads payloads = simulated[node].payloads(member);
        switch (steps[step]) {
            case BARRIER, VOTE, MISMATCH -> {}
            case BROADCAST -> requireValue(payloads.of(odd[step]), 1L + odd[step] * 3L + step);
            case REDUCE -> requireValue(payloads.combined(), pes * (1L + step) + 3L * pes * (pes - 1L) / 2);
            case SCAN -> {
                final long pe = nodes[node][member];
                require(sum(payloads.prefix(false)) == pe * (1L + step) + 3L * pe * (pe - 1) / 2, "a scan is wrong");
            }
            case GATHER -> {
                for (int pe = 0; pe < pes; pe++) {
                    requireValue(payloads.of(pe), 1L + pe * 3L + step);
                }
            }
        }
    }

    private static long sum(Contributions from) {
        long sum = 0;
        for (int i = 0; i < from.count(); i++) {
            sum += Memory.get64(from.of(i));
        }
        return sum;
    }

    private static void requireValue(long address, long expected) {
        final long found = Memory.get64(address);
        require(found == expected, "a result is " + found + " in place of " + expected);
    }

    private static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException(what);
        }
    }
}
