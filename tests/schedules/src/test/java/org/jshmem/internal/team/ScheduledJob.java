package org.jshmem.internal.team;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.BarrierRelayInbox;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.barrier.TeamMemory;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.schedules.Schedules;
import org.jshmem.schedules.Steps;

/**
 * A job whose PEs are tasks of a schedule. Each node has control memory of its own. One more task is the network: it
 * delivers the messages of the barrier's relays, those of one sender to one receiver in their order.
 */
public final class ScheduledJob {
    /** What a PE does. */
    @FunctionalInterface
    public interface Body {
        /** Does it. */
        void run(int pe, Teams teams) throws Exception;
    }

    private static final int MESSAGE_BYTES = 8 << 10;
    private static final long TEAM_BYTES = 256 << 10;
    private static final long HEAP_BYTES = 4096;

    private final int[] nodeOf;
    private final boolean isCrowded;
    private final Topology[] topologies;
    private final long[] controls;
    private final long[] heaps;
    private final long buffer = allocate(MESSAGE_BYTES);

    /** Messages under way, with the PE that gets each. */
    private List<Mail> mail;

    private int left;
    private BarrierRelayInbox[] inboxes;
    private SplittableRandom random;
    private long seed;

    private record Mail(int from, int pe, MemorySegment message) {}

    private ScheduledJob(int[] nodeOf, boolean isCrowded) {
        this.nodeOf = nodeOf;
        this.isCrowded = isCrowded;
        final byte[][] keys =
                Arrays.stream(nodeOf).mapToObj(node -> new byte[] {(byte) node}).toArray(byte[][]::new);
        this.topologies = IntStream.range(0, nodeOf.length)
                .mapToObj(pe -> Topology.of(pe, keys))
                .toArray(Topology[]::new);
        this.controls = new long[nodeOf.length];
        this.heaps = new long[nodeOf.length];
        for (int pe = 0; pe < nodeOf.length; pe++) {
            final int leader = topologies[pe].local()[0];
            controls[pe] = leader == pe ? allocate(layout(pe).controlEnd() + TEAM_BYTES) : controls[leader];
            heaps[pe] = allocate(HEAP_BYTES);
        }
    }

    private static long allocate(long bytes) {
        return Arena.global().allocate(bytes, 4096).address();
    }

    /**
     * Explores schedules of a job.
     *
     * @param nodeOf for each PE its node
     * @param isCrowded whether a node counts as one with more PEs than CPUs
     * @param body what each PE does
     */
    public static void explore(int[] nodeOf, boolean isCrowded, Body body) {
        final ScheduledJob job = new ScheduledJob(nodeOf, isCrowded);
        Schedules.explore(nodeOf.length + 1, () -> job.tasks(body));
    }

    private List<Schedules.Body> tasks(Body body) {
        mail = new ArrayList<>();
        left = nodeOf.length;
        random = new SplittableRandom(seed++);
        inboxes = new BarrierRelayInbox[left];
        for (int pe = 0; pe < left; pe++) {
            Memory.clear(heaps[pe], HEAP_BYTES);
            if (topologies[pe].local()[0] == pe) {
                Memory.clear(controls[pe], layout(pe).controlEnd() + TEAM_BYTES);
            }
            inboxes[pe] = new BarrierRelayInbox(controls[pe]);
        }
        final List<Schedules.Body> tasks = new ArrayList<>();
        for (int i = 0; i < nodeOf.length; i++) {
            final int pe = i;
            tasks.add(() -> {
                Steps.neverStopIn(inboxes[pe]);
                final Teams teams = teams(pe);
                guard(teams.world());
                body.run(pe, teams);
                left--;
            });
        }
        tasks.add(this::deliver);
        return tasks;
    }

    /** To be called with each team that a split makes: its relay is used by the network, too. */
    static void guard(Team team) {
        if (team.relay() != null) {
            Steps.neverStopIn(team.relay());
        }
    }

    private void deliver() {
        Steps.storeAtOnce(); // a relay notes by a variable which messages have come
        while (left > 0 || !mail.isEmpty()) {
            Steps.await(() -> left == 0 || !mail.isEmpty());
            if (!mail.isEmpty()) {
                final Mail next = take();
                MemorySegment.copy(next.message, 0, Memory.ALL, buffer, next.message.byteSize());
                inboxes[next.pe].receive(buffer, (int) next.message.byteSize());
            }
        }
    }

    /** Any message, but none that its sender has sent to the same PE after another one. */
    private Mail take() {
        final Mail any = mail.get(random.nextInt(mail.size()));
        int first = 0;
        while (mail.get(first).from != any.from || mail.get(first).pe != any.pe) {
            first++;
        }
        return mail.remove(first);
    }

    private NodeLayout layout(int pe) {
        return new NodeLayout(topologies[pe].local().length, 0);
    }

    private Teams teams(int pe) {
        final Topology topology = topologies[pe];
        final NodeLayout layout = layout(pe);
        final long[] bases = new long[nodeOf.length];
        for (int other = 0; other < bases.length; other++) {
            bases[other] = topology.isLocal(other) ? heaps[other] : 0;
        }
        final TeamMemory teamMemory = new TeamMemory(
                controls[pe],
                NodeLayout.TEAM_BYTES_TAKEN_OFFSET,
                layout.controlEnd(),
                TEAM_BYTES,
                (offset, bytes) -> true);
        Steps.neverStopIn(teamMemory);
        final ControlMemory controlMemory = new ControlMemory(
                controls[pe],
                layout,
                teamMemory,
                topology,
                pe,
                isCrowded,
                new WaitPoints(controls[pe], layout, topology.local()),
                new WaitPolicy(1, null, null, null),
                new Sender(pe),
                inboxes[pe]);
        return new Teams(
                controlMemory, bases, Routes.of(topology, null, topology.nodes() == 1 ? null : new NoTransport()));
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
        public void send(int pe, long address, int bytes) {
            final MemorySegment copy = MemorySegment.ofArray(new byte[bytes]);
            Memory.copy(address, copy, 0, bytes);
            mail.add(new Mail(from, pe, copy));
        }
    }
}
