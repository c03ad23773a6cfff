package org.jshmem.internal.messages;

import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.jshmem.IndexedBlocks;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.LeavableBarrier;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.PeNumbers;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;

/**
 * The messages of a team: a matching space of its own. All members agree on its number, as on that of a team
 * ({@link org.jshmem.internal.team.TeamNumbers}).
 */
final class MessageSpace extends MessageKernel implements Awaited {
    /** Any PE, or any tag. */
    static final int ANY = Messages.ANY_PE;

    /** What a PE reports when a space is made; the highest of all decides. */
    private static final int READY = 0;

    /** Another thread of a member has taken the number. */
    private static final int AGAIN = 1;

    private static final int NO_MEMORY = 2;

    private final MessageEngine engine;
    private final FastPath fastPath;
    private final Team team;

    /** Throws if the calling thread may not make a collective. */
    private final Runnable threadCheck;

    private final int id;
    final int me;
    final int pes;

    private final PeNumbers members;

    /** The PEs of this node as targets. */
    private final ByPe<Neighbour> neighbours;

    final PostedReceives posted;
    final UnmatchedMessages unmatched;

    /** Messages that have come so far. */
    private long arrivals;

    /** Those that were used last: a program that uses the same blocks again allocates nothing. */
    private final IndexedMemory[] lastIndexed = new IndexedMemory[8];

    private int nextIndexed;

    /** Why it can no longer be used; null while it is open. */
    private volatile String ended;

    private volatile Handlers handlers = Handlers.NONE;

    private MessageSpace(MessageEngine engine, Team team, Runnable threadCheck, long number) {
        this.engine = engine;
        this.fastPath = engine.fastPath;
        this.team = team;
        this.threadCheck = threadCheck;
        this.id = (int) number & Integer.MAX_VALUE;
        this.me = team.members().me();
        this.pes = team.members().size();
        this.members = team.members();
        this.neighbours = new ByPe<>(pes);
        for (int pe : team.nodes().local()) {
            neighbours.put(pe, engine.neighbour(members.pe(pe)));
        }
        this.posted = new PostedReceives(pes);
        this.unmatched = new UnmatchedMessages(pes);
    }

    /** Makes a matching space; see {@link MessageEngine#open}. */
    static MessageSpace open(MessageEngine engine, Team team, Runnable threadCheck) {
        team.barrier().begin();
        while (true) {
            final long number = team.agreeOnNumber(CollectiveCall.MESSAGES, 0, 0, 0);
            final boolean taken = team.numbers().take(number);
            final MessageSpace space =
                    engine == null || !taken ? null : new MessageSpace(engine, team, threadCheck, number);
            if (space != null) {
                engine.add(space); // before the barrier: other members may send as soon as they have left it
            }
            final int status = engine == null ? NO_MEMORY : taken ? READY : AGAIN;
            final long outcome = team.highest(status, CollectiveCall.MESSAGES, 0, 0, 0);
            if (outcome == READY) {
                team.barrier().end();
                return space;
            }
            if (space != null) {
                engine.forget(space);
            }
            if (taken) {
                team.numbers().giveBack(number);
            }
            if (outcome == NO_MEMORY) {
                team.barrier().end();
                throw new ShmemOutOfMemoryException("no memory for the messages of "
                        + (engine == null ? "this PE" : "another PE") + ", " + NodeLayout.MESSAGE_BYTES
                        + " bytes, as /dev/shm or the machine is full; make room there");
            }
        }
    }

    int id() {
        return id;
    }

    /** A PE of the team as a target on this node; null if it is on another. */
    Neighbour neighbour(int pe) {
        return neighbours.get(pe);
    }

    /** Numbers a message that has come. */
    long nextArrival() {
        return arrivals++;
    }

    /** How many messages have come so far. */
    long arrivals() {
        return arrivals;
    }

    /** Whether no receive is posted and no message waits for one. */
    boolean isIdle() {
        return posted.isEmpty() && unmatched.first() == null;
    }

    /** The number in the job of a PE of the team. */
    int worldPe(int pe) {
        return members.pe(pe);
    }

    @Override
    public void close() {
        if (isClosed()) {
            return;
        }
        threadCheck.run();
        final TeamBarrier barrier = team.barrier();
        barrier.begin();
        final int outcome = barrier.releases().release(CollectiveCall.MESSAGES_CLOSE, 0, 0, 0);
        barrier.end();
        if (outcome != LeavableBarrier.REFUSED) {
            ended = "these messages were closed; make new ones by Messages.on";
            engine.remove(this, outcome == LeavableBarrier.PENDING);
            team.numbers().giveBack(id);
        }
    }

    /** Whether it has ended on this PE. */
    boolean isClosed() {
        return ended != null;
    }

    /** Its team ends, or the session. */
    void end(String why) {
        ended = why;
    }

    boolean isOf(Team other) {
        return team.equals(other);
    }

    void requireOpen() {
        final String why = ended;
        if (why != null) {
            throw new IllegalStateException(why);
        }
    }

    /** Whether a call with these arguments does something; throws for bad ones. */
    private boolean isSendTo(int pe, int tag) {
        requireOpen();
        if (Integer.compareUnsigned(pe, pes) >= 0 || tag < 0) {
            return isNobody(pe, tag, false);
        }
        return true;
    }

    private boolean isReceiveFrom(int pe, int tag) {
        requireOpen();
        if (pe >= pes || pe < ANY || tag < ANY) {
            return isNobody(pe, tag, true);
        }
        return true;
    }

    private boolean isNobody(int pe, int tag, boolean isReceive) {
        if (pe != Messages.PE_NONE && (pe >= pes || pe < ANY || pe == ANY && !isReceive)) {
            throw new IllegalArgumentException("pe=" + pe + " is not a PE of this team, whose PEs are 0 to " + (pes - 1)
                    + (isReceive ? "; ANY_PE and PE_NONE are allowed, too" : "; PE_NONE is allowed, too"));
        }
        if (tag < 0 && !(isReceive && tag == ANY)) {
            throw new IllegalArgumentException("tag=" + tag + " must be 0 or more" + (isReceive ? ", or ANY_TAG" : ""));
        }
        return false;
    }

    @Override
    public Object indexed(Object memory, long start, IndexedBlocks blocks, int elementBytes) {
        for (IndexedMemory known : lastIndexed) {
            if (known != null && known.is(memory, start, blocks, elementBytes)) {
                return known;
            }
        }
        final IndexedMemory made = new IndexedMemory(memory, start, blocks, elementBytes);
        lastIndexed[nextIndexed++ & lastIndexed.length - 1] = made;
        return made;
    }

    /** Lets go of the program's memory; called when nobody sends from here any more. */
    void forgetMemory() {
        Arrays.fill(lastIndexed, null);
    }

    @Override
    public int myPe() {
        return me;
    }

    @Override
    public int nPes() {
        return pes;
    }

    @Override
    public void send(Object memory, long start, long bytes, ElementKind type, int pe, int tag, boolean isSynchronous) {
        if (isSendTo(pe, tag)
                && (isSynchronous || !fastPath.trySend(this, memory, start, bytes, Message.code(type), pe, tag))) {
            final MessageRequest request =
                    engine.requests.take().of(this, MessageRequest.Use.SEND, memory, start, bytes, type, pe, tag);
            request.isSynchronous = isSynchronous;
            engine.run(request);
            request.complete(null);
        }
    }

    @Override
    public Request isend(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        final boolean isSend = isSendTo(pe, tag);
        engine.requireShared(memory);
        if (isSend && fastPath.trySend(this, memory, start, bytes, Message.code(type), pe, tag)) {
            final MessageRequest done = engine.requests.take();
            done.use = MessageRequest.Use.SEND;
            done.begin().isDone = true;
            return done;
        }
        return begin(MessageRequest.Use.SEND, memory, start, bytes, type, pe, tag);
    }

    /** Begins a request; its memory can be touched by all threads. */
    private MessageRequest begin(
            MessageRequest.Use use, Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        final MessageRequest request = engine.requests.take().of(this, use, memory, start, bytes, type, pe, tag);
        engine.start(request);
        return request;
    }

    @Override
    public Request sendInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        isSendTo(pe, tag);
        return persistent(MessageRequest.Use.SEND, memory, start, bytes, type, pe, tag);
    }

    private Request persistent(
            MessageRequest.Use use, Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        final MessageRequest request =
                new MessageRequest(engine, true).of(this, use, memory, start, bytes, type, pe, tag);
        request.block = bytes == 0 ? null : engine.blockOf(memory, start);
        return request;
    }

    @Override
    public long recv(Object memory, long start, long bytes, ElementKind type, int pe, int tag, Envelope envelope) {
        if (isReceiveFrom(pe, tag) && pe >= 0 && tag >= 0 && envelope == null) {
            final long received = fastPath.tryReceive(this, memory, start, bytes, Message.code(type), pe, tag);
            if (received >= 0) {
                return received;
            }
        }
        final MessageRequest request =
                engine.requests.take().of(this, MessageRequest.Use.COPY, memory, start, bytes, type, pe, tag);
        engine.run(request);
        return result(request, envelope);
    }

    private static long result(MessageRequest request, Envelope envelope) {
        final long received = request.resultBytes;
        request.complete(envelope);
        return received;
    }

    @Override
    public Request irecv(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        isReceiveFrom(pe, tag);
        engine.requireShared(memory);
        return begin(MessageRequest.Use.COPY, memory, start, bytes, type, pe, tag);
    }

    @Override
    public Request recvInit(Object memory, long start, long bytes, ElementKind type, int pe, int tag) {
        isReceiveFrom(pe, tag);
        return persistent(MessageRequest.Use.COPY, memory, start, bytes, type, pe, tag);
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
        isSendTo(to, sendTag);
        isReceiveFrom(from, recvTag);
        final MessageRequest in = engine.requests
                .take()
                .of(this, MessageRequest.Use.COPY, dest, destStart, destBytes, type, from, recvTag);
        try {
            engine.startOwn(in);
            sendBeside(in, source, sourceStart, sourceBytes, type, to, sendTag);
            engine.finish(in);
        } finally {
            Reference.reachabilityFence(dest);
        }
        return result(in, null);
    }

    /** Sends while a receive is under way; ends that if the send throws. */
    private void sendBeside(
            MessageRequest in, Object source, long start, long bytes, ElementKind type, int pe, int tag) {
        try {
            send(source, start, bytes, type, pe, tag, false);
        } catch (Throwable e) {
            engine.cancel(in);
            engine.finish(in);
            throw e;
        }
    }

    @Override
    public void give(Allocation block, int pe, int tag) {
        if (!isSendTo(pe, tag) || fastPath.tryGive(this, block, pe, tag)) {
            return;
        }
        final MessageRequest request = engine.requests
                .take()
                .of(this, MessageRequest.Use.SEND, block, block.address, block.bytes, engine.typeOf(block), pe, tag);
        if (neighbour(pe) != null) {
            engine.run(request);
            request.complete(null);
        } else {
            request.given = block; // the engine ends the request
            engine.start(request);
        }
    }

    @Override
    public long take(ElementKind type, int pe, int tag, Envelope envelope) {
        if (isReceiveFrom(pe, tag) && pe >= 0 && tag >= 0 && envelope == null) {
            final long handle = fastPath.tryTake(this, type.ordinal(), pe, tag);
            if (handle != 0) {
                return handle;
            }
        }
        final MessageRequest request = hold(type, pe, tag);
        final Message message = request.held;
        request.complete(envelope);
        return message == null ? 0 : engine.blocks.take(message, type);
    }

    @Override
    public void visit(int pe, int tag, MessageVisitor visitor) {
        final MessageRequest request = hold(null, pe, tag);
        final Message message = request.held;
        request.complete(null);
        if (message != null) {
            engine.visits.visit(message, visitor);
        }
    }

    private MessageRequest hold(ElementKind type, int pe, int tag) {
        isReceiveFrom(pe, tag);
        final MessageRequest request =
                engine.requests.take().of(this, MessageRequest.Use.HOLD, null, 0, 0, type, pe, tag);
        engine.run(request);
        return request;
    }

    @Override
    public void handle(int tag, MessageVisitor handler) {
        isReceiveFrom(ANY, tag);
        engine.handlers.set(this, tag, handler);
    }

    Handlers handlers() {
        return handlers;
    }

    void setHandlers(Handlers others) {
        handlers = others;
    }

    @Override
    public boolean progress() {
        requireOpen();
        return engine.progress();
    }

    @Override
    public int descriptor() {
        requireOpen();
        return engine.progress.descriptor();
    }

    @Override
    public void handleUntil(BooleanSupplier condition) {
        requireOpen();
        long turn = 0;
        while (!condition.getAsBoolean()) {
            requireOpen();
            turn = engine.progress() ? 0 : engine.progress.pause(turn, this);
        }
    }

    @Override
    public String describe(long where) {
        return "messages to handle";
    }

    @Override
    public boolean probe(int pe, int tag, Envelope envelope, boolean waits) {
        if (isReceiveFrom(pe, tag)) {
            return engine.probe(this, pe, tag, envelope, waits);
        }
        if (envelope != null) {
            envelope.set(Messages.PE_NONE, ANY, 0, null);
        }
        return true;
    }

    /** The messages that no receive has matched, in words; a guess while other threads receive. */
    String unexpected() {
        final int most = 5;
        final StringBuilder text = new StringBuilder(64);
        int count = 0;
        for (Message message = unmatched.first(); message != null; message = message.next) {
            if (count < most) {
                text.append(count == 0 ? "" : ", ").append(message);
            }
            count++;
        }
        if (count > most) {
            text.append(" and ").append(count - most).append(" more");
        }
        return count == 0 ? "none" : text.toString();
    }

    /** A PE in words, by its numbers in the team and in the job. */
    String name(int pe) {
        return "PE " + pe + (worldPe(pe) == pe ? "" : " of the team, PE " + worldPe(pe) + " of the job,");
    }
}
