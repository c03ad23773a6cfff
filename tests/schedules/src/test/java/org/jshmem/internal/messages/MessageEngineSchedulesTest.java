package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.team.ScheduledJob;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.schedules.Steps;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The messages of a node's PEs, from the calls of the program to the ring: each PE sends some to the next one, and
 * receives those of the one before it. The schedule chooses sizes, memory, the calls, and how often a PE looks how they
 * are getting on, and so the ways that messages go. Waits poll here; that sleepers are woken is another test's subject.
 */
class MessageEngineSchedulesTest {
    private static final int EAGER_BYTES = 2000;
    private static final long[] SIZES = {8, MessageArea.FIRST_BYTES, 488, 1000, 2000, 2008, 20_000, 70_000, 150_000};
    private static final int MOST_BYTES = 150_000;
    private static final long[] SMALL_SIZES = {488, 2000};
    private static final int MOST_MESSAGES = 3;
    private static final int TAG = 5;

    /** With one more look, a sender copies a small message that the receiver has not looked at. */
    private static final int LOOKS = 120;

    private static final int MOST_LOOKS = 6;

    private final Arena arena = Arena.ofAuto();

    private static final class Poll implements Progress {
        /** Whether the PE only looks: it then goes on although nothing changes. */
        boolean isLook;

        @Override
        public boolean poll() {
            if (isLook) {
                Steps.step();
            } else {
                Steps.awaitChange();
            }
            return true;
        }

        @Override
        public void yields() {}

        @Override
        public void rest() {}
    }

    /** Whether each PE has one small message in shared memory, and looks how its send is getting on. */
    private boolean isSmall;

    private NodeLayout layout;
    private Topology[] topologies;
    private long node;
    private long buffers;

    /** Of one schedule. */
    private SharedBlocks blocks;

    private int begun;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldReceiveWhatWasSent(int pes) {
        explore(pes);
    }

    /** The sender may make a copy of one at the moment when the receiver begins to read it. */
    @Test
    void shouldReceiveASmallMessageWhoseSenderHasSomethingElseToDo() {
        isSmall = true;
        explore(2);
    }

    private void explore(int pes) {
        layout = new NodeLayout(pes, 0, 2 * NodeLayout.HEAP_ALIGNMENT);
        node = arena.allocate(layout.teamsOffset(), 4096).address();
        buffers = arena.allocate(size(pes), 64).address();
        final byte[][] keys = new byte[pes][1];
        topologies =
                IntStream.range(0, pes).mapToObj(pe -> Topology.of(pe, keys)).toArray(Topology[]::new);
        begun = 0;
        ScheduledJob.explore(new int[pes], false, (pe, teams) -> exchange(pe, pes, teams.world()));
    }

    private int messages() {
        return isSmall ? 1 : MOST_MESSAGES;
    }

    private static long size(int pes) {
        return 2L * pes * MOST_MESSAGES * MOST_BYTES;
    }

    private void exchange(int pe, int pes, Team world) {
        if (begun++ % pes == 0) { // the first one of this schedule; the others begin their messages after a barrier
            final long shared = node + layout.sharedOffset();
            blocks = new SharedBlocks(shared + size(pes), node + layout.messagesOffset(0));
            Memory.clear(node, layout.controlEnd());
            for (int index = 0; index < pes; index++) {
                Memory.clear(node + layout.messagesOffset(index), MessageArea.USED_BYTES);
            }
        }
        world.sync(CollectiveCall.TEAM_SYNC);
        final WaitPoints waitPoints = new WaitPoints(node, layout);
        final Poll poll = new Poll();
        final MessageEngine engine = new MessageEngine(
                node,
                layout,
                topologies[pe],
                pe,
                false,
                blocks,
                waitPoints,
                new WaitStrategy(waitPoints, waitPoints.of(pe), new WaitPolicy(1, null, poll, null)),
                0,
                _ -> null,
                null,
                EAGER_BYTES,
                false,
                reason -> {
                    throw new AssertionError(reason);
                });
        final MessageKernel space = MessageEngine.open(engine, world, () -> {});
        final Exchange exchange = new Exchange(space, poll, pe, pes);
        for (int message = 0; message < messages(); message++) {
            exchange.begin(message);
        }
        exchange.end();
        space.close();
        engine.end();
        world.sync(CollectiveCall.TEAM_SYNC);
        assertEquals(0, blocks.count(), "blocks left");
    }

    /** What one PE sends and receives. */
    private final class Exchange {
        private final MessageKernel space;
        private final Poll poll;
        private final int pe;
        private final int to;
        private final int from;
        private final Deque<Request> sends = new ArrayDeque<>();
        private final Deque<Request> receives = new ArrayDeque<>();

        /** Of the sends and receives under way. */
        private final Deque<Long> sources = new ArrayDeque<>();

        private final Deque<Long> dests = new ArrayDeque<>();
        private int sent;
        private int received;

        Exchange(MessageKernel space, Poll poll, int pe, int pes) {
            this.space = space;
            this.poll = poll;
            this.pe = pe;
            this.to = (pe + 1) % pes;
            this.from = (pe + pes - 1) % pes;
        }

        /** Memory for a message: some that all PEs share, or not. */
        private long memory(int message, int kind) {
            final long place = ((2L * pe + kind) * MOST_MESSAGES + message) * MOST_BYTES;
            return !isSmall && Steps.choose(2) == 0 ? buffers + place : node + layout.sharedOffset() + place;
        }

        /**
         * Nobody waits for a message before the one that it has to send with the same number has been begun, nor for a
         * send before the receive has; so the slowest PE can always go on.
         */
        void begin(int message) {
            final boolean sendsFirst = isSmall || Steps.choose(2) == 0;
            if (sendsFirst) {
                beginSend(message);
            }
            lookAtSends();
            final long dest = memory(message, 1);
            overwrite(dest); // what an earlier schedule has left there is the same
            if (Steps.choose(3) == 0 && sendsFirst && dests.isEmpty()) {
                check(dest, space.recv(null, dest, MOST_BYTES, ElementKind.LONG, from, TAG, null));
            } else {
                final int tag = Steps.choose(2) == 0 ? TAG : Messages.ANY_TAG;
                final int source = Steps.choose(2) == 0 ? from : Messages.ANY_PE;
                receives.add(space.irecv(null, dest, MOST_BYTES, ElementKind.LONG, source, tag));
                dests.add(dest);
            }
            if (!sendsFirst) {
                sendNow(message);
            }
            lookAtSends();
            if (Steps.choose(3) == 0) {
                endSends();
            }
            if (Steps.choose(3) == 0) {
                endReceives();
            }
        }

        private void lookAtSends() {
            poll.isLook = true;
            for (int looks = Steps.choose(MOST_LOOKS); looks > 0 && !sends.isEmpty(); looks--) {
                if (sends.getLast().test(null)) {
                    sends.getLast().close();
                    sends.removeLast();
                    overwrite(sources.removeLast());
                }
            }
            poll.isLook = false;
        }

        private long fill(int message) {
            final long source = memory(message, 0);
            final long[] sizes = isSmall ? SMALL_SIZES : SIZES;
            final long bytes = sizes[Steps.choose(sizes.length)];
            Memory.ALL.set(ValueLayout.JAVA_LONG, source, bytes);
            for (long offset = Long.BYTES; offset < bytes; offset += Long.BYTES) {
                Memory.ALL.set(ValueLayout.JAVA_LONG, source + offset, word(pe, message, offset));
            }
            return source;
        }

        private static long word(int pe, int message, long offset) {
            return (long) pe << 40 | (long) message << 32 | offset;
        }

        private void beginSend(int message) {
            final long source = fill(message);
            final long bytes = Memory.ALL.get(ValueLayout.JAVA_LONG, source);
            final MessageRequest request = (MessageRequest) space.isend(null, source, bytes, ElementKind.LONG, to, TAG);
            request.looks = LOOKS - Steps.choose(2);
            sends.add(request);
            sources.add(source);
            sent++;
        }

        /** Its receive has been posted. */
        private void sendNow(int message) {
            if (Steps.choose(2) == 0) {
                beginSend(message);
                return;
            }
            final long source = fill(message);
            final long bytes = Memory.ALL.get(ValueLayout.JAVA_LONG, source);
            space.send(null, source, bytes, ElementKind.LONG, to, TAG, Steps.choose(2) == 0);
            overwrite(source);
            sent++;
        }

        private static void overwrite(long buffer) {
            Memory.ALL.asSlice(buffer, MOST_BYTES).fill((byte) -1);
        }

        private void endSends() {
            while (!sends.isEmpty()) {
                sends.getFirst().await(null);
                sends.removeFirst();
                overwrite(sources.removeFirst());
            }
        }

        private void endReceives() {
            while (!receives.isEmpty()) {
                final Envelope envelope = new Envelope();
                receives.removeFirst().await(envelope);
                check(dests.removeFirst(), envelope.bytes());
            }
        }

        private void check(long dest, long bytes) {
            Steps.fence(); // it may have been stored by this task
            assertEquals(Memory.ALL.get(ValueLayout.JAVA_LONG, dest), bytes, "bytes of message " + received);
            for (long offset = Long.BYTES; offset < bytes; offset += Long.BYTES) {
                final long word = Memory.ALL.get(ValueLayout.JAVA_LONG, dest + offset);
                if (word != word(from, received, offset)) {
                    assertEquals(word(from, received, offset), word, "at " + offset + " of message " + received);
                }
            }
            received++;
        }

        void end() {
            endSends();
            endReceives();
            assertEquals(messages(), sent);
            assertEquals(messages(), received);
        }
    }
}
