package org.jshmem.internal.messages;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;

/** A send or receive of this PE. The engine's lock guards all fields while the request is under way. */
final class MessageRequest extends Request implements Awaited {
    /** What is done with a message: it is sent, copied to the program's memory, or held for the caller. */
    enum Use {
        SEND,
        COPY,
        HOLD
    }

    private final MessageEngine engine;
    private final boolean isPersistent;

    Use use;
    MessageSpace space;

    /** The program's memory, as {@link LocalMemory} has it. */
    Object memory;

    long start;
    long bytes;

    /** Of a persistent request: the block of symmetric or shared memory that it uses; null for none. */
    Allocation block;

    /** {@link Message#code} of the elements. */
    int kind;

    /** To whom, or from whom; {@link MessageSpace#ANY} for a receive from any PE. */
    int pe;

    int tag;

    /** SEND: whether to wait until the message was matched. */
    boolean isSynchronous;

    private boolean isUnderWay;

    /** Whether the operation has ended; its result is in the fields below. */
    boolean isDone;

    int source;
    int resultTag;
    long resultBytes;
    int resultKind;

    /** Why the operation has failed: a RuntimeException or an Error; null if it has not. */
    Throwable failure;

    /** HOLD: the message. */
    Message held;

    /** SEND: a block that is given to a PE of another node, and freed when that has the data; else null. */
    Allocation given;

    /** SEND: the record; null for none. */
    SendRecord record;

    /** SEND: how many times somebody has looked whether the message was taken. */
    int looks;

    /** COPY, of a pipe: address of the sender's record, and of the pieces. */
    long recordAddress;

    long places;

    /** The number by which PEs of other nodes name this request; 0 for none. */
    long id;

    /** The number of the request at the other end, if that is on another node and data go there or come from there. */
    long partnerId;

    /** Whether its pieces are under way. */
    boolean isInPipes;

    /** Bytes that were copied so far, where this takes several steps. */
    long doneBytes;

    /** The place among receives, in the order of posting. */
    long order;

    MessageRequest previous;
    MessageRequest next;

    MessageRequest(MessageEngine engine, boolean isPersistent) {
        this.engine = engine;
        this.isPersistent = isPersistent;
    }

    MessageRequest of(
            MessageSpace owner,
            Use what,
            Object object,
            long first,
            long size,
            ElementKind type,
            int partner,
            int messageTag) {
        space = owner;
        use = what;
        memory = object;
        start = first;
        bytes = size;
        kind = Message.code(type);
        pe = partner;
        tag = messageTag;
        isSynchronous = false;
        return this;
    }

    /** Called before the operation begins. */
    MessageRequest begin() {
        isUnderWay = true;
        isDone = false;
        failure = null;
        record = null;
        held = null;
        looks = 0;
        id = 0;
        doneBytes = 0;
        return this;
    }

    /** Replaces a segment by its address. */
    void useAddress() {
        if (memory instanceof IndexedMemory blocks) {
            memory = blocks.atAddress();
        } else {
            start += ((MemorySegment) memory).address();
            memory = null;
        }
    }

    /** Called if the operation could not begin. */
    void abandon() {
        isUnderWay = false;
    }

    /** Whether the program's memory has room for a message, of a type that suits, in whole elements. */
    boolean fits(Message message) {
        return Message.suits(kind, message.kind) && isWhole(message) && (use == Use.HOLD || message.bytes <= bytes);
    }

    /** False for bytes that are no whole number of the elements that they are received as. */
    private boolean isWhole(Message message) {
        return kind == Message.BYTES || message.kind != Message.BYTES || message.bytes % Message.type(kind).bytes == 0;
    }

    /** The exception for a message that does not fit. */
    RuntimeException misfit(Message message) {
        if (!Message.suits(kind, message.kind)) {
            return new IllegalArgumentException("the message with " + message + " has elements of type "
                    + name(message.kind) + ", and is received as " + name(kind) + "; it can still be received");
        }
        if (!isWhole(message)) {
            return new IllegalArgumentException("the message with " + message
                    + " is no whole number of elements of type " + name(kind) + "; it can still be received");
        }
        return new IllegalArgumentException("the message with " + message + " is larger than the " + bytes
                + " bytes that it is received into; it can still be received");
    }

    private static String name(int kind) {
        return Message.type(kind).name().toLowerCase(Locale.ROOT);
    }

    void matched(Message message) {
        source = message.source;
        resultTag = message.tag;
        resultBytes = message.bytes;
        resultKind = message.kind;
    }

    /** Ends the operation, as its space has ended. */
    void drop() {
        failure = new IllegalStateException("this operation was under way when its messages were closed");
        record = null;
        isDone = true;
    }

    /** Ends the operation, as the sender could not send all of the message. */
    void senderFailed() {
        failure = new IllegalStateException(
                "the sender could not send all of the message with tag " + resultTag + " of " + space.name(source)
                        + " (" + resultBytes + " bytes): its memory or its messages were closed meanwhile");
    }

    /** The result of a receive from nobody. */
    void matchedNobody() {
        source = Messages.PE_NONE;
        resultTag = Messages.ANY_TAG;
        resultBytes = 0;
        resultKind = kind;
        isDone = true;
    }

    @Override
    public void await(Envelope envelope) {
        requireUnderWay();
        engine.await(this);
        complete(envelope);
    }

    @Override
    public boolean test(Envelope envelope) {
        requireUnderWay();
        if (!engine.test(this)) {
            engine.progress.poll();
            return false;
        }
        complete(envelope);
        return true;
    }

    private void requireUnderWay() {
        if (!isUnderWay) {
            throw new IllegalStateException(
                    isPersistent
                            ? "this request is not under way: start it first"
                            : "this request was completed before; make a new one");
        }
    }

    /** Ends the request, and tells its result. */
    void complete(Envelope envelope) {
        final Throwable problem = failure;
        if (envelope != null && use != Use.SEND && problem == null) {
            envelope.set(source, resultTag, resultBytes, Message.type(resultKind));
        }
        isUnderWay = false;
        failure = null;
        if (!isPersistent) {
            memory = null;
            if (problem == null) { // else others could take it for theirs while they ask whether it has ended
                engine.requests.give(this);
            }
        }
        if (problem != null) {
            rethrow(problem);
        }
    }

    /**
     * Throws any exception, checked ones too: those of handlers in other languages.
     *
     * @param <T> is taken for an unchecked one
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // there is no cast at run time
    static <T extends Throwable> void rethrow(Throwable problem) throws T {
        throw (T) problem;
    }

    @Override
    public boolean cancel() {
        requireUnderWay();
        return engine.cancel(this);
    }

    @Override
    public void start() {
        if (!isPersistent) {
            throw new IllegalStateException("only a request of sendInit or recvInit can be started");
        }
        if (isUnderWay) {
            throw new IllegalStateException("this request is under way; complete it before it is started again");
        }
        space.requireOpen();
        if (block != null) {
            engine.requireLive(block);
        }
        engine.requireShared(memory);
        engine.start(this);
    }

    @Override
    public void close() {
        if (isUnderWay) {
            throw new IllegalStateException("this request is under way; complete it before it is closed");
        }
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
        return engine.pause(turn, this);
    }

    @Override
    public String describe(long where) {
        final String partner = pe == MessageSpace.ANY ? "any PE" : space.name(pe);
        final String label = tag == MessageSpace.ANY ? "any tag" : "tag " + tag;
        if (use == Use.SEND) {
            return partner + " to receive the message with " + label + ", " + bytes + " bytes";
        }
        return "a message of " + partner + " with " + label + "; unexpected: " + space.unexpected();
    }
}
