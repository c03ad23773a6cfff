package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jshmem.CollectiveRequest;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a tool is told, and that PEs have their numbers in the job: the team's PEs 0, 1 and 2 are 10, 11 and 12. */
@Timeout(60)
class ObservingTest {
    private static final int PES = 3;
    private static final int FIRST = 10;
    private static final int TEAM = 5;
    private static final int TAG = 7;
    private static final long BYTES = 40;

    private static final long NUMBER = 33;

    private final List<String> told = new ArrayList<>();
    private boolean observesRequests = true;
    private long tokens;

    private final Tool tool = new Tool();
    private final ShmemTeam team = tool.wrap(new Team());
    private final MessageKernel messages = team.messages();

    /** The request that was made last, and how it is to end. */
    private RuntimeRequest last;

    private boolean isPersistent;
    private RuntimeException failure;

    private void assertTold(String... lines) {
        assertEquals(String.join("\n", lines), String.join("\n", told));
        told.clear();
    }

    /** The team has begun messages. */
    @BeforeEach
    void forgetTheStart() {
        told.clear();
        tokens = 0;
    }

    @Test
    void shouldTellOfMessages() {
        messages.send(null, 0, BYTES, ElementKind.LONG, 2, TAG, false);
        assertTold("begin send 2 40", "sends 12 5 7 40", "end send 12 40 #1");
        messages.send(null, 0, BYTES, ElementKind.LONG, 0, TAG, true);
        assertTold("begin ssend 0 40", "sends 10 5 7 40", "end ssend 10 40 #2");
        assertEquals(24, messages.recv(null, 0, BYTES, ElementKind.LONG, 0, TAG, null));
        assertTold("begin recv -1 40", "received 10 5 7 24", "end recv -1 24 #3");
        messages.take(ElementKind.LONG, 0, TAG, null);
        assertTold("begin take -1 0", "received 10 5 7 0", "end take -1 0 #4");
        assertTrue(messages.probe(1, TAG, null, true));
        assertTold("begin probe -1 0", "end probe -1 0 #5");
    }

    /** Of a message that is received from any PE, or with any tag. */
    @Test
    void shouldTellWhichMessageHasCome() {
        for (Envelope envelope : new Envelope[] {null, new Envelope()}) {
            for (int[] from : new int[][] {{Messages.ANY_PE, 8}, {1, Messages.ANY_TAG}, {1, 8}}) {
                tokens = 0;
                messages.recv(null, 0, BYTES, ElementKind.LONG, from[0], from[1], envelope);
                final boolean isKnown = envelope == null && from[0] >= 0 && from[1] >= 0;
                assertTold(
                        "begin recv -1 40", isKnown ? "received 11 5 8 24" : "received 12 5 9 24", "end recv -1 24 #1");
            }
        }
    }

    @Test
    void shouldTellOfMessagesInBothDirections() {
        messages.sendrecv(null, 0, BYTES, 2, TAG, null, 0, 80, 1, 9, ElementKind.LONG);
        assertTold("begin sendrecv 2 40", "sends 12 5 7 40", "received 11 5 9 24", "end sendrecv 12 40 #1");
        for (int[] from : new int[][] {{Messages.ANY_PE, 9}, {0, Messages.ANY_TAG}, {Messages.ANY_PE, -1}}) {
            tokens = 0;
            messages.sendrecv(null, 0, BYTES, 2, TAG, null, 0, 80, from[0], from[1], ElementKind.LONG);
            final int pe = from[0] < 0 ? -1 : FIRST + from[0];
            assertTold(
                    "begin sendrecv 2 40",
                    "sends 12 5 7 40",
                    "uncounted " + pe + " 5 " + from[1] + " false",
                    "end sendrecv 12 40 #1");
        }
    }

    @Test
    void shouldTellOfBlocksThatAreGiven() {
        final Allocation block = new Allocation(0, 64, BYTES, 8, 0, null);
        messages.give(block, 1, TAG);
        assertTold("begin give 1 40", "sends 11 5 7 40", "end give 11 40 #1");
    }

    @Test
    void shouldTellOfNoMessageThatMoves() {
        messages.send(null, 0, BYTES, ElementKind.LONG, Messages.PE_NONE, TAG, false);
        assertTold("begin send -1 40", "end send -1 40 #1");
        messages.recv(null, 0, BYTES, ElementKind.LONG, Messages.PE_NONE, TAG, null);
        assertTold("begin recv -1 40", "end recv -1 24 #2");
        messages.irecv(null, 0, BYTES, ElementKind.LONG, Messages.PE_NONE, TAG);
        assertTold("begin irecv -1 40", "end irecv -1 0 #3");
        messages.sendrecv(null, 0, BYTES, 2, TAG, null, 0, 80, Messages.PE_NONE, 9, ElementKind.LONG);
        assertTold("begin sendrecv 2 40", "sends 12 5 7 40", "end sendrecv 12 40 #4");
        messages.visit(Messages.PE_NONE, TAG, _ -> {});
        assertTold("begin visit -1 0", "end visit -1 0 #5");
        observesRequests = false;
        messages.irecv(null, 0, BYTES, ElementKind.LONG, Messages.PE_NONE, TAG);
        assertTold("begin irecv -1 40", "end irecv -1 0 #6");
    }

    /** The runtime refuses it. */
    @Test
    void shouldTellOfNoPeThatTheTeamHasNot() {
        final Class<IllegalArgumentException> error = IllegalArgumentException.class;
        assertThrows(error, () -> messages.send(null, 0, BYTES, ElementKind.LONG, PES, TAG, false));
        assertTold("begin send 3 40");
        assertThrows(error, () -> messages.visit(PES, TAG, _ -> {}));
        assertTold("begin visit -1 0");
    }

    @Test
    void shouldSayWhichMessagesItDoesNotCount() {
        messages.visit(1, TAG, _ -> {});
        assertTold("begin visit -1 0", "uncounted 11 5 7 false", "end visit -1 0 #1");
        messages.visit(Messages.ANY_PE, Messages.ANY_TAG, _ -> {});
        assertTold("begin visit -1 0", "uncounted -1 5 -1 false", "end visit -1 0 #2");
        messages.handle(TAG, _ -> {});
        assertTold("uncounted -1 5 7 false");
        observesRequests = false;
        assertSame(messages.isend(null, 0, BYTES, ElementKind.LONG, 1, TAG), last);
        assertTold("begin isend 1 40", "sends 11 5 7 40", "end isend 11 40 #3");
        assertSame(messages.irecv(null, 0, BYTES, ElementKind.LONG, 1, TAG), last);
        assertTold("begin irecv -1 40", "end irecv -1 0 #4", "uncounted 11 5 7 false");
        isPersistent = true;
        assertSame(messages.sendInit(null, 0, BYTES, ElementKind.LONG, 2, TAG), last);
        assertSame(messages.recvInit(null, 0, BYTES, ElementKind.LONG, -1, -1), last);
        assertTold("uncounted 12 5 7 true", "uncounted -1 5 -1 false");
    }

    @Test
    void shouldTellOfWaitsForRequests() {
        final Request sent = messages.isend(null, 0, BYTES, ElementKind.LONG, 1, TAG);
        assertTold("begin isend 1 40", "sends 11 5 7 40", "end isend 11 40 #1");
        assertFalse(sent.test());
        assertTold("still under way");
        last.hasEnded = true;
        assertTrue(sent.test());
        assertTold("begin await -1 0", "end await -1 0 #2");
        final Request received = messages.irecv(null, 0, BYTES, ElementKind.LONG, 2, 9);
        assertTold("begin irecv -1 40", "end irecv -1 0 #3", "receives 12 5 9");
        received.await();
        assertTold("begin await -1 0", "received 12 5 9 24 33", "end await -1 24 #4");
        final Envelope envelope = new Envelope();
        messages.irecv(null, 0, BYTES, ElementKind.LONG, Messages.ANY_PE, 9).await(envelope);
        assertEquals(24, envelope.bytes());
        assertTold(
                "begin irecv -1 40",
                "end irecv -1 0 #5",
                "uncounted -1 5 9 false",
                "begin await -1 0",
                "received 12 5 9 24 -1",
                "end await -1 24 #6");
    }

    @Test
    void shouldTellOfEachStartOfAPersistentRequest() {
        isPersistent = true;
        final Request send = messages.sendInit(null, 0, BYTES, ElementKind.LONG, 1, TAG);
        final Request receive = messages.recvInit(null, 0, BYTES, ElementKind.LONG, 2, 9);
        assertTrue(send.isPersistent() && !send.isUnderWay());
        assertTold("");
        for (int turn = 0; turn < 2; turn++) {
            send.start();
            assertTold("begin isend 1 40", "sends 11 5 7 40", "start", "end isend 11 40 #" + (2 * turn + 1));
            receive.start();
            assertTold("begin irecv -1 40", "start", "end irecv -1 0 #" + (2 * turn + 2), "receives 12 5 9");
        }
        assertTrue(receive.isUnderWay());
        receive.close();
        assertTold("close");
        assertEquals(5, ((ObservedRequest) receive).pause(4));
        assertTold("paused");
    }

    /** Whoever counts messages could no longer say which is which. */
    @Test
    void shouldSayThatARequestMayMoveNoMessage() {
        for (boolean isSend : new boolean[] {true, false}) {
            final String lost = "uncounted 11 5 7 " + isSend;
            final Request request = isSend
                    ? messages.isend(null, 0, BYTES, ElementKind.LONG, 1, TAG)
                    : messages.irecv(null, 0, BYTES, ElementKind.LONG, 1, TAG);
            told.clear();
            tokens = 0;
            failure = new IllegalStateException("of a handler");
            assertSame(failure, assertThrows(IllegalStateException.class, request::await));
            assertTold("begin await -1 0", lost);
            assertSame(failure, assertThrows(IllegalStateException.class, request::test));
            assertTold(lost);
            failure = null;
            assertFalse(request.cancel());
            assertTold("");
            last.mayBeCancelled = true;
            assertTrue(request.cancel());
            assertTold(lost);
        }
        final Request nothing = messages.irecv(null, 0, BYTES, ElementKind.LONG, Messages.PE_NONE, TAG);
        last.mayBeCancelled = true;
        told.clear();
        assertTrue(nothing.cancel());
        assertTold("");
    }

    @Test
    void shouldTellOfCollectivesThatDoNotWait() {
        final NonblockingKernel collectives = team.nonblocking();
        final List<CollectiveRequest> requests = List.of(
                collectives.broadcast(1, 2, BYTES, 1),
                collectives.collect(1, 2, 3, BYTES),
                collectives.fcollect(1, 2, BYTES),
                collectives.alltoall(1, 2, BYTES),
                collectives.alltoalls(1, 2, 3, 4, 8, 5),
                collectives.reduce(Reduction.MIN, ElementKind.INT, 1, 2, 10),
                collectives.scan(true, ElementKind.INT, 1, 2, 10),
                collectives.scan(false, ElementKind.INT, 1, 2, 10),
                collectives.reduceValue(Reduction.XOR, ElementKind.INT, 9),
                collectives.scanValue(true, ElementKind.LONG, 9),
                collectives.scanValue(false, ElementKind.LONG, 9),
                collectives.broadcastValue(ElementKind.INT, 9, 2),
                collectives.sync(true),
                collectives.sync(false));
        final String[] operations = {
            "broadcastNb 40 by broadcast[1, 2, 40, 1]",
            "collectNb 40 by collect[1, 2, 3, 40]",
            "fcollectNb 40 by fcollect[1, 2, 40]",
            "alltoallNb 40 by alltoall[1, 2, 40]",
            "alltoallsNb 40 by alltoalls[1, 2, 3, 4, 8, 5]",
            "minReduceNb 40 by reduce[MIN, INT, 1, 2, 10]",
            "sumInscanNb 40 by scan[true, INT, 1, 2, 10]",
            "sumExscanNb 40 by scan[false, INT, 1, 2, 10]",
            "xorReduceNb 4 by reduceValue[XOR, INT, 9]",
            "sumInscanNb 8 by scanValue[true, LONG, 9]",
            "sumExscanNb 8 by scanValue[false, LONG, 9]",
            "broadcastNb 4 by broadcastValue[INT, 9, 2]",
            "barrierNb 0 by sync[true]",
            "syncNb 0 by sync[false]",
        };
        final List<String> wanted = new ArrayList<>();
        for (int i = 0; i < operations.length; i++) {
            final String[] parts = operations[i].split(" by ");
            final String operation = parts[0].replace(" ", " 5 ");
            wanted.add("begin collective " + operation);
            wanted.add(parts[1]);
            wanted.add("started " + operation + " #" + (i + 1));
        }
        assertTold(wanted.toArray(new String[0]));
        requests.get(4).await();
        assertTold("begin await -1 0", "await", "awaited alltoallsNb 5 1005 #15");
        requests.get(4).await();
        assertTold("await");
    }

    @Test
    void shouldTellOnceThatACollectiveHasEnded() {
        final NonblockingKernel collectives = team.nonblocking();
        final CollectiveRequest tested = collectives.sync(true);
        told.clear();
        assertFalse(tested.test());
        assertTold("test", "still under way");
        assertTrue(tested.test());
        assertTold("test", "begin await -1 0", "awaited barrierNb 5 1001 #2");
        assertEquals(6, ((ObservedCollective) tested).pause(4));
        assertTold("paused");
        final CollectiveRequest closed = collectives.sync(true);
        told.clear();
        closed.close();
        assertTold("begin await -1 0", "close", "awaited barrierNb 5 1003 #4");
        final CollectiveRequest value = collectives.reduceValue(Reduction.SUM, ElementKind.LONG, 9);
        told.clear();
        assertEquals(77, value.longResult());
        assertTold("begin await -1 0", "result LONG", "awaited sumReduceNb 5 1005 #6");
        assertSame(value, value.toFuture(one -> one).join(), "not that of the runtime");
        final CollectiveRequest left = collectives.sync(true); // to its future
        assertNotNull(left.toFuture(one -> one));
        told.clear();
        left.close();
        assertTold("close");
        observesRequests = false;
        assertTrue(collectives.sync(true) instanceof RuntimeCollective);
    }

    @Test
    void shouldTellTheTargetsOfContextsByTheirNumbersInTheJob() {
        final ShmemContext context = team.createCtx(0);
        told.clear();
        context.copyTo(64, 128, BYTES, 2);
        assertTold("begin put 2 40", "end put 12 at 64 40 0 #1");
        context.completeAll();
        assertTold("begin quiet -1 0", "end quiet -1 0 #2");
        tool.wrap((ShmemContext) Recorder.of(ShmemContext.class), team).store64(8, 3, 2);
        assertTold("begin p 2 8", "end p 2 at 8 8 3 #3");
    }

    @Test
    void shouldTellOfCallsOnTeams() {
        team.sync();
        assertTold("begin collective teamSync 5 0", "end collective teamSync 5 0 #1");
        team.broadcastBytes(0, 0, BYTES, 1);
        assertTold("begin collective broadcast 5 40", "end collective broadcast 5 40 #2");
        final ShmemTeam part = team.splitStrided(0, 1, PES, null);
        told.clear();
        part.sync();
        assertTold("begin collective teamSync 5 0", "end collective teamSync 5 0 #4");
    }

    private final class Tool extends ObservingProvider {
        Tool() {
            super(null);
        }

        @Override
        protected long begin(Operation operation, int pe, long bytes) {
            told.add("begin " + operation + " " + pe + " " + bytes);
            return ++tokens;
        }

        @Override
        protected void end(Operation operation, int pe, long bytes, long token) {
            told.add("end " + operation + " " + pe + " " + bytes + " #" + token);
        }

        @Override
        protected void end(Operation operation, int pe, long offset, long bytes, long value, long token) {
            told.add("end " + operation + " " + pe + " at " + offset + " " + bytes + " " + value + " #" + token);
        }

        @Override
        protected long beginCollective(Operation operation, int number, long bytes) {
            told.add("begin collective " + operation + " " + number + " " + bytes);
            return ++tokens;
        }

        @Override
        protected void endCollective(Operation operation, int number, long bytes, long token) {
            told.add("end collective " + operation + " " + number + " " + bytes + " #" + token);
        }

        @Override
        protected long started(Operation operation, int number, long bytes, long token) {
            told.add("started " + operation + " " + number + " " + bytes + " #" + token);
            return 1000 + token;
        }

        @Override
        protected void awaited(Operation operation, int number, long collective, long token) {
            told.add("awaited " + operation + " " + number + " " + collective + " #" + token);
        }

        @Override
        protected void received(int source, int number, int tag, long bytes) {
            told.add("received " + source + " " + number + " " + tag + " " + bytes);
        }

        @Override
        protected boolean observesRequests() {
            return observesRequests;
        }

        @Override
        protected long receives(int source, int number, int tag) {
            told.add("receives " + source + " " + number + " " + tag);
            return NUMBER;
        }

        @Override
        protected void received(int source, int number, int tag, long bytes, long receive) {
            told.add("received " + source + " " + number + " " + tag + " " + bytes + " " + receive);
        }

        @Override
        protected void stillUnderWay() {
            told.add("still under way");
        }

        @Override
        protected void paused() {
            told.add("paused");
        }

        @Override
        protected void sends(int target, int number, int tag, long bytes) {
            told.add("sends " + target + " " + number + " " + tag + " " + bytes);
        }

        @Override
        protected void uncounted(int pe, int number, int tag, boolean isSend) {
            told.add("uncounted " + pe + " " + number + " " + tag + " " + isSend);
        }

        @Override
        protected int number(ShmemTeam made) {
            return TEAM;
        }
    }

    /** Stands for the runtime's team. */
    private final class Team extends ForwardingTeam {
        Team() {
            super(null);
        }

        @Override
        public int nPes() {
            return PES;
        }

        @Override
        protected int worldPe(int pe) {
            return FIRST + pe;
        }

        @Override
        public void sync() {}

        @Override
        protected void broadcastBytes(long destOffset, long sourceOffset, long bytes, int root) {}

        @Override
        public ShmemTeam splitStrided(int start, int stride, int size, org.jshmem.TeamConfig config) {
            return new Team();
        }

        @Override
        protected ShmemContext context(long options) {
            return (ShmemContext) Recorder.of(ShmemContext.class);
        }

        @Override
        protected MessageKernel messages() {
            return new Kernel();
        }

        @Override
        protected NonblockingKernel nonblocking() {
            return new Collectives();
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam made) {
            return made;
        }

        @Override
        protected ShmemContext wrap(ShmemContext made) {
            return made;
        }
    }

    /** Stands for the runtime's messages: what comes is 24 bytes of PE 2 with tag 9. */
    private final class Kernel extends ForwardingMessages {
        Kernel() {
            super(null);
        }

        @Override
        public void send(Object memory, long start, long bytes, ElementKind type, int pe, int tag, boolean isSync) {
            requirePe(pe);
        }

        private static void requirePe(int pe) {
            if (pe >= PES) {
                throw new IllegalArgumentException("pe=" + pe);
            }
        }

        private static long receive(int pe, Envelope envelope) {
            if (envelope != null) {
                envelope.set(pe == Messages.PE_NONE ? pe : 2, 9, 24, null);
            }
            return 24;
        }

        @Override
        public long recv(Object memory, long start, long bytes, ElementKind type, int pe, int tag, Envelope envelope) {
            return receive(pe, envelope);
        }

        @Override
        public long sendrecv(
                Object source,
                long sourceStart,
                long sourceBytes,
                int to,
                int sendTag,
                Object dest,
                long destStart,
                long destBytes,
                int from,
                int recvTag,
                ElementKind type) {
            return receive(from, null);
        }

        @Override
        public void give(Allocation block, int pe, int tag) {}

        @Override
        public long take(ElementKind type, int pe, int tag, Envelope envelope) {
            return receive(pe, envelope);
        }

        @Override
        public void visit(int pe, int tag, MessageVisitor visitor) {
            requirePe(pe);
        }

        @Override
        public boolean probe(int pe, int tag, Envelope envelope, boolean waits) {
            return true;
        }

        @Override
        public void handle(int tag, MessageVisitor handler) {}

        @Override
        public Request isend(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
            return make();
        }

        @Override
        public Request sendInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
            return make();
        }

        @Override
        public Request irecv(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
            return make();
        }

        @Override
        public Request recvInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
            return make();
        }

        private Request make() {
            last = new RuntimeRequest();
            return last;
        }
    }

    private final class RuntimeRequest extends Request {
        private boolean isUnderWay = !isPersistent;
        private boolean hasEnded;
        private boolean mayBeCancelled;

        @Override
        public void await(Envelope envelope) {
            hasEnded = true;
            test(envelope);
        }

        @Override
        public boolean test(Envelope envelope) {
            if (failure != null) {
                throw failure;
            }
            if (hasEnded && envelope != null) {
                envelope.set(2, 9, 24, null);
            }
            return hasEnded;
        }

        @Override
        public boolean cancel() {
            return mayBeCancelled;
        }

        @Override
        public void start() {
            told.add("start");
            isUnderWay = true;
        }

        @Override
        public void close() {
            told.add("close");
        }

        @Override
        public boolean isUnderWay() {
            return isUnderWay;
        }

        @Override
        public boolean isPersistent() {
            return isPersistent;
        }

        @Override
        protected long pause(long turn) {
            return turn + 1;
        }
    }

    private final class Collectives extends UniformKernel {
        @Override
        protected CollectiveRequest make(String name, Object... arguments) {
            told.add(name + List.of(arguments));
            return new RuntimeCollective();
        }
    }

    /** Ends in the second test. */
    private final class RuntimeCollective extends CollectiveRequest {
        private int tests;

        @Override
        public void await() {
            told.add("await");
        }

        @Override
        public boolean test() {
            told.add("test");
            return ++tests > 1;
        }

        @Override
        public <T> CompletableFuture<T> toFuture(Function<? super CollectiveRequest, ? extends T> result) {
            return CompletableFuture.completedFuture(result.apply(this));
        }

        @Override
        public void close() {
            told.add("close");
        }

        @Override
        protected long result(ElementKind type) {
            told.add("result " + type);
            return 77;
        }

        @Override
        protected long pause(long turn) {
            return turn + 2;
        }
    }
}
