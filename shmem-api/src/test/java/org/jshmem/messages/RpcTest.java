package org.jshmem.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingMessages;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.NonblockingKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RpcTest {
    private static final int PROCEDURE = 5;
    private static final int CALLS = (1 << 20) + 2;
    private static final int PES = 4;

    /** What was sent and awaited last. */
    private int sentTag;

    private int sentPe;

    private int replyTag;

    /** What a receive without waiting returns; null for a {@link StubRequest}. */
    private Request answer;

    private boolean isToThrow;

    /** Of the pauses of a wait for a reply. */
    private final List<Long> turns = new ArrayList<>();

    /** Of the handler that was set last. */
    private int discardedTag;

    private MessageVisitor lastHandler;

    /** Calls are numbered by 20 bits of the tag, the procedure by those above. */
    @Test
    void shouldNameTheProcedureHoweverManyCallsThereWere() {
        final Rpc rpc = Rpc.on(new StubTeam());
        final long[] data = new long[1];
        for (int call = 0; call < CALLS; call++) {
            rpc.call(1, PROCEDURE, data, 0, 1, data, 0, 1);
            if (sentTag >>> 20 != PROCEDURE || (sentTag & (1 << 20) - 1) != replyTag) {
                assertEquals(PROCEDURE << 20 | replyTag, sentTag, "call " + call);
            }
        }
        assertEquals(1, replyTag, "numbers begin again");
    }

    /**
     * As of a handler that runs while the request is sent: the other PE may have it, and wait for its reply to be
     * taken.
     */
    @Test
    void shouldDropTheReplyOfACallWhoseSendHasThrown() {
        final Rpc rpc = Rpc.on(new StubTeam());
        final long[] data = new long[1];
        isToThrow = true;
        assertThrows(IllegalStateException.class, () -> rpc.call(1, PROCEDURE, data, 0, 1, data, 0, 1));
        assertEquals(0, discardedTag);
        assertEquals(MessageKernel.DISCARD, lastHandler);
    }

    /** Nothing is sent then, and no reply has to be dropped. */
    @Test
    void shouldRefuseAPeThatThereIsNotBeforeTheCallHasANumber() {
        final Rpc rpc = Rpc.on(new StubTeam());
        final MessageVisitor server = lastHandler;
        final long[] data = new long[1];
        for (int pe : new int[] {PES, Messages.ANY_PE, -3}) {
            final String text = "pe=" + pe + " is not a PE of this team, whose PEs are 0 to 3; PE_NONE is allowed, too";
            for (Executable call : List.<Executable>of(
                    () -> rpc.call(pe, PROCEDURE, data, 0, 1, data, 0, 1),
                    () -> rpc.icall(pe, PROCEDURE, data, 0, 1, data, 0, 1))) {
                assertEquals(
                        text, assertThrows(IllegalArgumentException.class, call).getMessage());
            }
        }
        assertSame(server, lastHandler);
        rpc.call(Messages.PE_NONE, PROCEDURE, data, 0, 1, data, 0, 1);
        assertEquals(0, replyTag);
    }

    @Test
    void shouldReplyExactlyOnce() {
        final Class<IllegalStateException> error = IllegalStateException.class;
        final RpcReply reply = new RpcReply(Messages.on(new StubTeam()));
        final long[] data = new long[1];
        for (int call = 7; call < 9; call++) {
            reply.to(3, call);
            final String none =
                    assertThrows(error, () -> reply.requireSent(PROCEDURE)).getMessage();
            assertEquals("procedure 5 has returned without a reply to PE 3", none);
            isToThrow = true;
            assertThrows(error, () -> reply.send(data));
            isToThrow = false;
            reply.send(data, 0, 1); // the first was not sent
            assertEquals(call, sentTag);
            reply.requireSent(PROCEDURE);
            assertEquals(
                    "the reply to PE 3 was sent before",
                    assertThrows(error, () -> reply.send(data)).getMessage());
        }
    }

    /** The procedure has side effects, so it is not to run if its reply cannot be received. */
    @Test
    void shouldSendNothingIfTheReplyCannotBeReceived() {
        final Rpc rpc = Rpc.on(new StubTeam());
        final long[] data = new long[1];
        for (String text : new String[] {
            assertThrows(IndexOutOfBoundsException.class, () -> rpc.call(1, PROCEDURE, data, 0, 1, data, 0, 2))
                    .getMessage(),
            assertThrows(IndexOutOfBoundsException.class, () -> rpc.icall(1, PROCEDURE, data, 0, 1, data, 1, 1))
                    .getMessage(),
            assertThrows(NullPointerException.class, () -> rpc.call(1, PROCEDURE, data, 0, 1, (long[]) null, 0, 1))
                    .getMessage()
        }) {
            assertTrue(text.contains("reply"), text);
        }
        final String request = assertThrows(
                        IndexOutOfBoundsException.class, () -> rpc.call(1, PROCEDURE, data, 1, 1, data, 0, 1))
                .getMessage();
        assertTrue(request.contains("request"), request);
        assertEquals(0, sentTag);
        rpc.call(1, PROCEDURE, (long[]) null, 0, 0, data, 0, 1);
        assertEquals(PROCEDURE, sentTag >>> 20);
    }

    /** So that a thread that waits for one of several calls yields, sleeps and is reported like any other. */
    @Test
    void shouldPauseAsTheReceiveOfTheReplyDoes() {
        final long[] data = new long[1];
        assertEquals(0, Request.awaitAny(Rpc.on(new StubTeam()).icall(1, PROCEDURE, data, 0, 1, data, 0, 1)));
        assertEquals(List.of(0L, 1L, 2L), turns);
    }

    /** Numbers begin again after 2^20 calls; by then the reply of the first has come, or never comes. */
    @Test
    void shouldTakeTheReplyOfALaterCallOfADroppedNumber() {
        final Rpc rpc = Rpc.on(new StubTeam());
        final long[] data = new long[1];
        isToThrow = true;
        assertThrows(IllegalStateException.class, () -> rpc.call(1, PROCEDURE, data, 0, 1, data, 0, 1));
        isToThrow = false;
        for (int call = 1; call < 1 << 20; call++) {
            rpc.call(1, PROCEDURE, data, 0, 1, data, 0, 1);
        }
        assertEquals(MessageKernel.DISCARD, lastHandler);
        rpc.call(1, PROCEDURE, data, 0, 1, data, 0, 1);
        assertEquals(0, replyTag);
        assertEquals(0, discardedTag);
        assertNull(lastHandler);
        lastHandler = MessageKernel.DISCARD;
        for (int call = 1; call <= 1 << 20; call++) {
            rpc.call(1, PROCEDURE, data, 0, 1, data, 0, 1);
        }
        assertEquals(MessageKernel.DISCARD, lastHandler, "nothing was dropped again");
    }

    @Test
    void shouldHaveProceduresFromZeroToALimit() {
        assertEquals(1024, Rpc.PROCEDURES);
        final Rpc rpc = Rpc.on(new StubTeam());
        final long[] data = new long[1];
        for (int number : new int[] {0, 1023}) {
            rpc.register(number, (request, reply) -> {});
            rpc.call(1, number, data, 0, 1, data, 0, 1);
            assertEquals(number, sentTag >>> 20);
            rpc.icall(1, number, data, 0, 1, data, 0, 1);
            assertEquals(number, sentTag >>> 20);
        }
        for (int number : new int[] {-1, 1024}) {
            final Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
            assertEquals(
                    "number=" + number + " must be from 0 to 1023",
                    assertThrows(wrong, () -> rpc.register(number, null)).getMessage());
            final String text = "procedure=" + number + " must be from 0 to 1023";
            assertEquals(
                    text,
                    assertThrows(wrong, () -> rpc.call(1, number, data, 0, 1, data, 0, 1))
                            .getMessage());
            assertEquals(
                    text,
                    assertThrows(wrong, () -> rpc.icall(1, number, data, 0, 1, data, 0, 1))
                            .getMessage());
        }
    }

    @Test
    void shouldServeTheProcedureThatIsNamed() {
        final Rpc rpc = Rpc.on(new StubTeam());
        final MessageVisitor server = lastHandler;
        assertEquals(Messages.ANY_TAG, discardedTag);
        final MessageView request = new MessageView(MemorySegment.NULL);
        request.show(0).set(3, PROCEDURE << 20 | 7, 0, null);
        assertEquals(
                "PE 3 calls procedure 5, which is not registered here",
                assertThrows(IllegalStateException.class, () -> server.visit(request))
                        .getMessage());
        final long[] data = new long[1];
        rpc.register(PROCEDURE, (view, reply) -> reply.send(data));
        server.visit(request);
        assertEquals(7, sentTag);
        assertEquals(3, sentPe);
        rpc.register(PROCEDURE, (view, reply) -> {});
        assertEquals(
                "procedure 5 has returned without a reply to PE 3",
                assertThrows(IllegalStateException.class, () -> server.visit(request))
                        .getMessage());
    }

    /** The reply may lie in memory that the caller uses again, so it is cancelled or awaited before the call throws. */
    @Test
    void shouldNotLeaveALongCallUnderWay() {
        final long[] data = new long[33];
        final List<String> steps = new ArrayList<>();
        final RuntimeException first = new IllegalStateException("first");
        answer = new ScriptedRequest(steps, first, new IllegalStateException("second"));
        final Rpc rpc = Rpc.on(new StubTeam());
        final Throwable thrown =
                assertThrows(IllegalStateException.class, () -> rpc.call(1, PROCEDURE, data, 0, 33, data, 0, 1));
        assertSame(first, thrown);
        assertEquals("second", thrown.getSuppressed()[0].getMessage());
        assertEquals(List.of("await", "cancel", "await", "await"), steps);
        answer = new ScriptedRequest(steps);
        assertEquals(3, rpc.call(1, PROCEDURE, data, 0, 33, data, 0, 1));
    }

    /** As of a handler that runs while the request is sent. */
    @Test
    void shouldWithdrawACallWhoseSendHasThrown() {
        final long[] data = new long[1];
        final List<String> steps = new ArrayList<>();
        for (boolean isOpen : new boolean[] {true, false}) {
            final ScriptedRequest reply = new ScriptedRequest(steps);
            reply.isCancelled = isOpen;
            answer = reply;
            final Rpc rpc = Rpc.on(new StubTeam());
            steps.clear();
            isToThrow = true;
            assertThrows(IllegalStateException.class, () -> rpc.icall(1, PROCEDURE, data, 0, 1, data, 0, 1));
            assertEquals(List.of("cancel", "await"), steps);
            assertEquals(isOpen, lastHandler == MessageKernel.DISCARD, "drops a reply that has not come");
            isToThrow = false;
        }
    }

    /** Ends after it has thrown what it was given. */
    private static final class ScriptedRequest extends Request {
        private final List<String> steps;
        private final Queue<RuntimeException> failures;
        private boolean isCancelled = true;
        private boolean isUnderWay = true;

        ScriptedRequest(List<String> steps, RuntimeException... failures) {
            this.steps = steps;
            this.failures = new ArrayDeque<>(List.of(failures));
        }

        @Override
        public void await(Envelope envelope) {
            steps.add("await");
            if (!failures.isEmpty()) {
                throw failures.remove();
            }
            isUnderWay = false;
            if (envelope != null) {
                envelope.set(1, 2, 24, ElementKind.LONG);
            }
        }

        @Override
        public boolean test(Envelope envelope) {
            return !isUnderWay;
        }

        @Override
        public boolean cancel() {
            steps.add("cancel");
            return isCancelled;
        }

        @Override
        public void start() {}

        @Override
        public void close() {}

        @Override
        public boolean isUnderWay() {
            return isUnderWay;
        }

        @Override
        public boolean isPersistent() {
            return false;
        }

        @Override
        protected long pause(long turn) {
            throw new IllegalStateException("waits for what does not come");
        }
    }

    /** Is done after three turns of a wait. */
    private final class StubRequest extends Request {
        private boolean isDone;

        @Override
        public void await(Envelope envelope) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean test(Envelope envelope) {
            isDone = turns.size() == 3;
            return isDone;
        }

        @Override
        public boolean cancel() {
            return false;
        }

        @Override
        public void start() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}

        @Override
        public boolean isUnderWay() {
            return !isDone;
        }

        @Override
        public boolean isPersistent() {
            return false;
        }

        @Override
        protected long pause(long turn) {
            turns.add(turn);
            return turn + 1;
        }
    }

    private final class StubMessages extends ForwardingMessages {
        StubMessages() {
            super(null);
        }

        @Override
        public int nPes() {
            return PES;
        }

        @Override
        public void send(Object memory, long start, long bytes, ElementKind type, int pe, int tag, boolean isSync) {
            sentTag = tag;
            sentPe = pe;
            if (isToThrow) {
                throw new IllegalStateException("of a handler");
            }
        }

        @Override
        public long recv(Object memory, long start, long bytes, ElementKind type, int pe, int tag, Envelope envelope) {
            replyTag = tag;
            return bytes;
        }

        @Override
        public Request irecv(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
            return answer == null ? new StubRequest() : answer;
        }

        @Override
        public void handle(int tag, MessageVisitor handler) {
            discardedTag = tag;
            lastHandler = handler;
        }
    }

    private final class StubTeam extends ForwardingTeam {
        StubTeam() {
            super(null);
        }

        @Override
        protected NonblockingKernel nonblocking() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected MessageKernel messages() {
            return new StubMessages();
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam team) {
            return team;
        }

        @Override
        protected ShmemContext wrap(ShmemContext context) {
            return context;
        }
    }
}
