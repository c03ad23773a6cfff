package org.jshmem.spi;

import java.util.function.BooleanSupplier;
import org.jshmem.IndexedBlocks;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.messages.Request;

/**
 * For tools: messages of a team that forward every operation to another object, and call {@link #before} and
 * {@link #after} around it (see {@link ShmemTool}). A subclass overrides these two methods to watch operations, or any
 * method to change what it does.
 *
 * <p>Sends report their target, receives report no PE. Requests are reported only when they begin, unless a subclass
 * overrides {@link #observe}.
 */
public abstract class ForwardingMessages extends MessageKernel {
    private static final Operation SEND = Operation.of("send");
    private static final Operation SSEND = Operation.of("ssend");
    static final Operation ISEND = Operation.of("isend");
    private static final Operation RECV = Operation.of("recv");
    static final Operation IRECV = Operation.of("irecv");
    private static final Operation SENDRECV = Operation.of("sendrecv");
    private static final Operation GIVE = Operation.of("give");
    private static final Operation TAKE = Operation.of("take");
    private static final Operation VISIT = Operation.of("visit");
    private static final Operation PROBE = Operation.of("probe");
    private static final Operation HANDLE_UNTIL = Operation.of("handleUntil");

    private final MessageKernel target;

    /**
     * Creates messages that forward to others.
     *
     * @param target the messages that do the work
     */
    protected ForwardingMessages(MessageKernel target) {
        this.target = target;
    }

    /**
     * Called before an operation, by the thread that issues it.
     *
     * @param operation the operation
     * @param pe the target's number in the team, not yet checked, or {@link Operation#NO_PE}
     * @param bytes the number of bytes that are sent, or for which there is room
     * @return any value; {@link #after} gets it as {@code token}
     */
    protected long before(Operation operation, int pe, long bytes) {
        return 0;
    }

    /**
     * Called after an operation, unless it threw.
     *
     * @param operation the operation
     * @param pe the target's number in the team, or {@link Operation#NO_PE}
     * @param bytes the number of bytes that were sent or received; 0 for a receive that has begun
     * @param token what {@link #before} returned
     */
    protected void after(Operation operation, int pe, long bytes, long token) {}

    /**
     * Called before a message is sent, between {@link #before} and {@link #after}.
     *
     * @param pe the target's number in the team, not yet checked
     * @param tag its tag
     * @param bytes its size
     */
    protected void sends(int pe, int tag, long bytes) {}

    /**
     * Called after a message was received, between {@link #before} and {@link #after}. Messages for requests, handlers
     * and visitors are not reported; see {@link #observe} and {@link #uncounted}.
     *
     * @param pe the sender's number in the team
     * @param tag its tag
     * @param bytes its size
     */
    protected void received(int pe, int tag, long bytes) {}

    /**
     * Called with each request that was made.
     *
     * @param request the request of the runtime, which has begun unless it is persistent
     * @param pe the other PE's number in the team; negative for any
     * @param tag the message's tag; negative for any
     * @param bytes the number of bytes that are sent, or for which there is room
     * @param isSend whether it sends
     * @return the request that the program gets; the same unless overridden
     */
    protected Request observe(Request request, int pe, int tag, long bytes, boolean isSend) {
        return request;
    }

    /**
     * Called when messages may be sent or received that {@link #sends}, {@link #received} and {@link #observe} do not
     * tell of.
     *
     * @param pe the other PE's number in the team; {@code ANY_PE} for any, {@code PE_NONE} for none
     * @param tag their tag; negative for any
     * @param isSend whether this PE sends them
     */
    protected void uncounted(int pe, int tag, boolean isSend) {}

    static int known(int pe) {
        return Math.max(pe, Operation.NO_PE);
    }

    /** An envelope to learn from which message was received; null if that is known. */
    private static Envelope envelope(int pe, int tag, Envelope envelope) {
        return envelope == null && (pe < 0 || tag < 0) ? new Envelope() : envelope;
    }

    private void tellReceived(int pe, int tag, Envelope envelope, long bytes) {
        if (envelope == null) {
            received(pe, tag, bytes);
        } else {
            received(envelope.source(), envelope.tag(), bytes);
        }
    }

    @Override
    public Object indexed(Object memory, long start, IndexedBlocks blocks, int elementBytes) {
        return target.indexed(memory, start, blocks, elementBytes);
    }

    @Override
    public int myPe() {
        return target.myPe();
    }

    @Override
    public int nPes() {
        return target.nPes();
    }

    @Override
    public void send(Object memory, long start, long bytes, ElementKind type, int pe, int tag, boolean isSynchronous) {
        final Operation operation = isSynchronous ? SSEND : SEND;
        final long token = before(operation, known(pe), bytes);
        sends(pe, tag, bytes);
        target.send(memory, start, bytes, type, pe, tag, isSynchronous);
        after(operation, known(pe), bytes, token);
    }

    @Override
    public Request isend(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        final long token = before(ISEND, known(pe), bytes);
        sends(pe, tag, bytes);
        final Request request = target.isend(memory, start, bytes, type, pe, tag);
        after(ISEND, known(pe), bytes, token);
        return observe(request, pe, tag, bytes, true);
    }

    @Override
    public Request sendInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        return observe(target.sendInit(memory, start, bytes, type, pe, tag), pe, tag, bytes, true);
    }

    @Override
    public long recv(Object memory, long start, long bytes, ElementKind type, int pe, int tag, Envelope envelope) {
        final long token = before(RECV, Operation.NO_PE, bytes);
        final Envelope from = envelope(pe, tag, envelope);
        final long received = target.recv(memory, start, bytes, type, pe, tag, from);
        tellReceived(pe, tag, from, received);
        after(RECV, Operation.NO_PE, received, token);
        return received;
    }

    @Override
    public Request irecv(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        final long token = before(IRECV, Operation.NO_PE, bytes);
        final Request request = target.irecv(memory, start, bytes, type, pe, tag);
        after(IRECV, Operation.NO_PE, 0, token);
        return observe(request, pe, tag, bytes, false);
    }

    @Override
    public Request recvInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        return observe(target.recvInit(memory, start, bytes, type, pe, tag), pe, tag, bytes, false);
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
        final long token = before(SENDRECV, known(to), sourceBytes);
        sends(to, sendTag, sourceBytes);
        final long received = target.sendrecv(
                source, sourceStart, sourceBytes, to, sendTag, dest, destStart, destBytes, from, recvTag, type);
        if (from >= 0 && recvTag >= 0) {
            received(from, recvTag, received);
        } else {
            uncounted(from, recvTag, false);
        }
        after(SENDRECV, known(to), sourceBytes, token);
        return received;
    }

    @Override
    public void give(Allocation block, int pe, int tag) {
        final long token = before(GIVE, known(pe), block.bytes);
        sends(pe, tag, block.bytes);
        target.give(block, pe, tag);
        after(GIVE, known(pe), block.bytes, token);
    }

    @Override
    public long take(ElementKind type, int pe, int tag, Envelope envelope) {
        final long token = before(TAKE, Operation.NO_PE, 0);
        final Envelope from = envelope(pe, tag, envelope);
        final long handle = target.take(type, pe, tag, from);
        tellReceived(pe, tag, from, 0);
        after(TAKE, Operation.NO_PE, 0, token);
        return handle;
    }

    @Override
    public void visit(int pe, int tag, MessageVisitor visitor) {
        final long token = before(VISIT, Operation.NO_PE, 0);
        uncounted(pe, tag, false);
        target.visit(pe, tag, visitor);
        after(VISIT, Operation.NO_PE, 0, token);
    }

    @Override
    public boolean probe(int pe, int tag, Envelope envelope, boolean waits) {
        final long token = before(PROBE, Operation.NO_PE, 0);
        final boolean isThere = target.probe(pe, tag, envelope, waits);
        after(PROBE, Operation.NO_PE, 0, token);
        return isThere;
    }

    @Override
    public void handle(int tag, MessageVisitor handler) {
        uncounted(Operation.NO_PE, tag, false);
        target.handle(tag, handler);
    }

    @Override
    public boolean progress() {
        return target.progress();
    }

    @Override
    public int descriptor() {
        return target.descriptor();
    }

    @Override
    public void handleUntil(BooleanSupplier condition) {
        final long token = before(HANDLE_UNTIL, Operation.NO_PE, 0);
        target.handleUntil(condition);
        after(HANDLE_UNTIL, Operation.NO_PE, 0, token);
    }

    @Override
    public void close() {
        target.close();
    }
}
