package org.jshmem.internal.messages;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.concurrent.locks.ReentrantLock;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPointWatch;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.MessageView;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.messages.Messages;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;

/**
 * Sends and receives the messages of this PE, of all matching spaces: what {@link Inbox} and {@link Outbox} do, under a
 * lock, and waiting.
 *
 * <p><b>Ways.</b> All messages of a sender reach a PE of its node by the ring of that PE ({@link SlotRing}), so that
 * they keep their order. Small ones are in the ring themselves (INLINE). The ring has only the address of larger ones
 * in memory that all PEs of the node have mapped (REFERENCE), of copies there of others up to the eager size (COPY),
 * and of the pieces through which other large ones go ({@link Pipe}).
 *
 * <p><b>By reference.</b> The sender's memory must stay as it is until the receiver has copied it, which the
 * {@link SendRecord} says. A send of up to the eager size that has waited for a while moves the data to memory of its
 * own and returns. Sender and receiver agree by a compare-and-swap of the record's state: from POSTED to MOVING, or
 * from POSTED to TAKEN. If receiver and sender can both reach the destination, large messages are copied by both: each
 * takes the next block by an atomic increment, so that the receiver can do all of it alone while the sender is
 * elsewhere.
 *
 * <p><b>Progress.</b> Each call here takes what has come to the ring, and every wait of the library does so now and
 * then ({@link #idle}). A message that no receive has matched is kept; one in the ring is copied for that. A sender
 * whose target has no room takes its own messages meanwhile, so that two PEs with full rings do not wait for each other
 * for ever; a send that must not wait is queued, and the sends to the same PE after it.
 *
 * <p><b>Wake-up.</b> A sender that has published a slot looks at the flag of the receiver's wait point, without a fence
 * between the two. If the receiver goes to sleep at the very moment, the sender may not see it; the receiver then looks
 * again after its nap, of 10 ms at most, as it does for plain puts.
 *
 * <p><b>Threads.</b> A lock guards everything, if the thread level lets several threads call. Nobody waits under it for
 * something that another thread of this PE must do.
 */
public final class MessageEngine {
    private final NodeWindow node;
    private final SharedBlocks sharedBlocks;
    private final WaitPoints waitPoints;
    private final long waitPoint;
    private final WaitStrategy waitStrategy;
    private final Spaces spaces = new Spaces();
    private final HandlerQueue handlers = new HandlerQueue();
    private final SendRecords records;
    private final MessagePool pool;
    private final Receipts receipts;
    private final Pipes pipes;
    private final Delivery delivery;
    private final Inbox inbox;
    private final Outbox outbox;

    /** Null if all PEs are on one node. */
    private final RemoteInbox remoteInbox;

    /** Some thread that is none of the program's. */
    private static final Thread OTHER_THREAD = Thread.ofVirtual().unstarted(() -> {});

    private final ReentrantLock lock = new ReentrantLock();
    private final Thread owner = Thread.currentThread();

    /** Whether several threads may call. */
    private volatile boolean isThreaded;

    private MessageRequest unusedRequests;

    /** Null until somebody asks for the descriptor. */
    private volatile WaitPointWatch watch;

    /** For the next visit; null if that has to make one. */
    private MessageView view;

    /**
     * No messages yet.
     *
     * @param control address of the node's control memory
     * @param layout how the node's memory is laid out
     * @param topology which PEs are on which node
     * @param me this PE's number in the job
     * @param heapsAreMapped whether all PEs of the node have mapped all heaps
     * @param sharedBlocks the shared heap
     * @param waitPoints where threads sleep
     * @param waitStrategy how a thread waits for a word of this PE
     * @param heapBase address of this PE's symmetric heap
     * @param network to PEs of other nodes; null if there are none
     * @param eagerBytes up to this size a send does not wait for the receiver
     * @param isThreaded whether several threads may call
     */
    public MessageEngine(
            long control,
            NodeLayout layout,
            Topology topology,
            int me,
            boolean heapsAreMapped,
            SharedBlocks sharedBlocks,
            WaitPoints waitPoints,
            WaitStrategy waitStrategy,
            long heapBase,
            Network network,
            int eagerBytes,
            boolean isThreaded) {
        this.node = new NodeWindow(control, layout, topology, heapsAreMapped, waitPoints);
        this.sharedBlocks = sharedBlocks;
        this.waitPoints = waitPoints;
        this.waitPoint = waitPoints.of(me);
        this.waitStrategy = waitStrategy;
        this.isThreaded = isThreaded;
        final RemoteMessages remote =
                network == null ? null : new RemoteMessages(network, offered(me, heapBase, layout), waitPoint, me);
        final Gifts gifts = new Gifts(sharedBlocks);
        this.records = new SendRecords(node.area(me), new OwnBlocks(), eagerBytes, node.local().length);
        this.pool = new MessagePool(remote);
        this.receipts = new Receipts(node, sharedBlocks, remote);
        this.pipes = new Pipes(node, receipts);
        this.delivery = new Delivery(node, pool, sharedBlocks, handlers, receipts, pipes, network, remote);
        this.inbox = new Inbox(node, new SlotRing(node.area(me)), spaces, pool, delivery, handlers, receipts);
        this.outbox = new Outbox(node, sharedBlocks, records, pipes, gifts, remote, eagerBytes);
        this.remoteInbox =
                remote == null ? null : new RemoteInbox(remote, spaces, pool, delivery, handlers, gifts, receipts);
        waitPoints.whenIdle(this::idle);
    }

    private OfferedMemory offered(int me, long heapBase, NodeLayout layout) {
        return new OfferedMemory(
                me,
                heapBase,
                layout.heapBytes(),
                node.sharedStart(),
                Math.min(node.sharedBytes(), SharedOffset.MOST_BYTES));
    }

    private final class OwnBlocks implements SendRecords.SharedMemory {
        @Override
        public Allocation allocate(long bytes) {
            return sharedBlocks.allocateOwn(bytes);
        }

        @Override
        public void free(Allocation block) {
            sharedBlocks.free(block);
        }
    }

    /**
     * Makes a matching space; collective over the team, whose PEs all throw if one of them cannot.
     *
     * @param engine that of this PE, or null if the machine has no memory for one
     * @param team whose PEs send to one another
     * @return the space
     */
    public static MessageKernel open(MessageEngine engine, Team team) {
        return MessageSpace.open(engine, team);
    }

    /** Several threads may call from now on. */
    public void allowThreads() {
        isThreaded = true;
    }

    /** Frees what this PE has; called at the last shutdown. */
    public void end() {
        waitPoints.whenIdle(null);
        if (watch != null) {
            watch.end();
        }
        records.end();
        pool.end();
    }

    private void enter() {
        if (isThreaded) {
            lock.lock();
        }
    }

    private void leave() {
        if (isThreaded && lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    /** Takes what has come, if that needs no waiting; called now and then by threads that wait for something else. */
    private void idle() {
        if (isThreaded) {
            if (lock.tryLock()) {
                try {
                    progress(null);
                } finally {
                    lock.unlock();
                }
            }
        } else if (Thread.currentThread().equals(owner)) {
            progress(null);
        }
    }

    void add(MessageSpace space) {
        enter();
        try {
            spaces.add(space);
        } finally {
            leave();
        }
    }

    /**
     * Ends a space: the senders of its messages learn that nobody will take them.
     *
     * @param mayGetMore whether other PEs may still send, as an exception has closed the space here
     */
    void remove(MessageSpace space, boolean mayGetMore) {
        enter();
        try {
            progress(null);
            inbox.dropAllOf(space);
            for (Message message = space.unmatched.first(); message != null; message = space.unmatched.first()) {
                space.unmatched.remove(message);
                drop(message);
            }
            dropUnhandled(space);
            pipes.dropAllOf(space);
            outbox.dropAllOf(space);
            space.posted.dropAll();
            if (!mayGetMore) {
                spaces.remove(space);
            }
        } finally {
            leave();
        }
    }

    private void dropUnhandled(MessageSpace space) {
        Message message = handlers.clear();
        while (message != null) {
            final Message next = message.nextOfSource;
            if (message.space.equals(space)) {
                drop(message);
            } else {
                handlers.add(message);
            }
            message = next;
        }
    }

    private void drop(Message message) {
        if (!message.isStray) { // the rest of a stray is still to come
            receipts.refuse(message);
            pool.give(message);
        }
    }

    /** A request that the caller begins. */
    MessageRequest request() {
        enter();
        try {
            final MessageRequest request = unusedRequests;
            if (request == null) {
                return new MessageRequest(this, false);
            }
            unusedRequests = request.next;
            request.next = null;
            return request;
        } finally {
            leave();
        }
    }

    void recycle(MessageRequest request) {
        enter();
        try {
            request.next = unusedRequests;
            unusedRequests = request;
        } finally {
            leave();
        }
    }

    /**
     * Refuses memory that another thread cannot touch, as it may be that which copies.
     *
     * @param memory the program's memory of an operation that goes on after the call
     */
    void requireShared(Object memory) {
        if (isConfined(memory)) {
            throw new IllegalArgumentException("the segment belongs to one thread (an arena of Arena.ofConfined), and"
                    + " several threads make progress here: use Arena.ofShared or ofAuto, or a call that waits");
        }
    }

    private boolean isConfined(Object memory) {
        if (!isThreaded || memory == null) {
            return false;
        }
        final MemorySegment segment = LocalMemory.segment(memory);
        return segment != null && !segment.isAccessibleBy(OTHER_THREAD);
    }

    /** Begins and ends a request that the program does not know. */
    void run(MessageRequest request) {
        final Object memory = request.memory;
        try {
            startOwn(request);
            finish(request);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    /** Begins a request that the caller ends by {@link #finish} before it returns. */
    void startOwn(MessageRequest request) {
        if (isConfined(request.memory)) { // its thread is here, and does not close it
            request.useAddress();
        }
        start(request);
    }

    /**
     * Waits for a request that the program does not know. An exception of a handler comes when the request has ended.
     */
    void finish(MessageRequest request) {
        long turn = 0;
        boolean isDone = isDone(request);
        while (!isDone) {
            if (!handlers.isEmpty()) {
                try {
                    runHandlers();
                } catch (RuntimeException | Error e) {
                    cancel(request);
                    finish(request);
                    offerAgain(request);
                    throw e;
                }
            }
            isDone = look(request);
            if (!isDone) {
                turn = pause(turn, request);
            }
        }
    }

    /** Hands a message on that was held for a caller who does not take it. */
    private void offerAgain(MessageRequest request) {
        enter();
        try {
            if (request.held != null) {
                request.held.claimedBy = null;
                delivery.offer(request.held);
                request.held = null;
            }
        } finally {
            leave();
        }
    }

    /** Whether a request is done, as far as that is known without the lock. */
    private boolean isDone(MessageRequest request) {
        return !isThreaded && request.isDone;
    }

    /** Begins a request. */
    void start(MessageRequest request) {
        enter();
        try {
            request.begin();
            if (request.pe == Messages.PE_NONE) {
                request.matchedNobody();
            } else if (request.use == MessageRequest.Use.SEND) {
                if (request.memory instanceof MemorySegment segment) {
                    addressOf(request, segment);
                }
                outbox.start(request);
            } else {
                post(request);
            }
        } catch (RuntimeException | Error e) {
            request.abandon();
            throw e;
        } finally {
            leave();
        }
    }

    /** Replaces a segment over memory that the node shares by its address. */
    private void addressOf(MessageRequest request, MemorySegment segment) {
        if (segment.isNative() && node.isShared(segment.address() + request.start)) {
            request.memory = null;
            request.start += segment.address();
        }
    }

    private void post(MessageRequest request) {
        if (request.memory instanceof MemorySegment segment) {
            addressOf(request, segment);
        }
        final Message message = request.space.unmatched.find(request.pe, request.tag);
        if (message == null) {
            request.space.posted.add(request);
            return;
        }
        if (!request.fits(message)) {
            request.failure = request.misfit(message);
            request.isDone = true;
            return;
        }
        request.space.unmatched.remove(message);
        if (message.isComplete) {
            delivery.deliver(message, request);
            if (request.held != message) {
                pool.give(message);
            }
        } else {
            message.claimedBy = request;
        }
    }

    boolean cancel(MessageRequest request) {
        enter();
        try {
            if (request.use == MessageRequest.Use.SEND || request.isDone || !request.space.posted.remove(request)) {
                return false;
            }
            request.matchedNobody();
            return true;
        } finally {
            leave();
        }
    }

    /** Waits for a request. An exception of a handler leaves it under way. */
    void await(MessageRequest request) {
        long turn = 0;
        while (!isDone(request) && !test(request)) {
            turn = pause(turn, request);
        }
    }

    long pause(long turn, Awaited what) {
        return waitStrategy.pause(turn, what, 0);
    }

    /** Makes progress; whether a request is done. */
    boolean test(MessageRequest request) {
        if (!handlers.isEmpty()) {
            runHandlers();
        }
        return look(request);
    }

    private boolean look(MessageRequest request) {
        enter();
        try {
            progress(request);
            return request.isDone || request.use == MessageRequest.Use.SEND && outbox.look(request);
        } finally {
            leave();
        }
    }

    boolean probe(MessageSpace space, int pe, int tag, Envelope envelope, boolean waits) {
        long turn = 0;
        MessageRequest what = null;
        while (true) {
            if (!handlers.isEmpty()) {
                runHandlers();
            }
            enter();
            try {
                progress(null);
                final Message message = space.unmatched.find(pe, tag);
                if (message != null) {
                    message.describe(envelope);
                    return true;
                }
            } finally {
                leave();
            }
            if (!waits) {
                return false;
            }
            if (what == null) {
                what = request().of(space, MessageRequest.Use.HOLD, null, 0, 0, null, pe, tag);
            }
            turn = pause(turn, what);
        }
    }

    /** Takes what has come, and goes on with what is under way; stops when a request is done. */
    private void progress(MessageRequest until) {
        final WaitPointWatch watched = watch;
        if (watched != null && isReady()) {
            watched.ring(); // what is taken here is no longer in the ring when the watch looks
        }
        while (inbox.isReady() && (until == null || !until.isDone)) {
            inbox.accept();
        }
        while (remoteInbox != null && remoteInbox.isReady() && (until == null || !until.isDone)) {
            remoteInbox.accept();
        }
        if (outbox.hasWaiting()) {
            outbox.startWaiting();
        }
        if (!pipes.isEmpty()) {
            pipes.advanceAll();
        }
    }

    /**
     * Calls the handlers of messages that have come, in their order; one thread at a time, and not within a handler.
     */
    private boolean runHandlers() {
        boolean any = false;
        Message message = nextToHandle(true);
        while (message != null) {
            any = true;
            try {
                visit(message, message.handler);
            } catch (RuntimeException | Error e) {
                enter();
                handlers.stop();
                leave();
                throw e;
            }
            message = nextToHandle(false);
        }
        return any;
    }

    private Message nextToHandle(boolean isFirst) {
        enter();
        try {
            final Message message = handlers.next(isFirst);
            if (message != null) {
                message.handler = message.space.handlers().of(message.tag);
            }
            return message;
        } finally {
            leave();
        }
    }

    /**
     * Sets or removes a handler. A new one also gets the messages of its tag that have come before; those that one has
     * not had when it is removed can be received.
     */
    void setHandler(MessageSpace space, int tag, MessageVisitor handler) {
        enter();
        try {
            space.setHandlers(space.handlers().with(tag, handler));
            Message queued = handlers.clear();
            while (queued != null) {
                final Message next = queued.nextOfSource;
                delivery.offer(queued);
                queued = next;
            }
            Message message = space.unmatched.first();
            while (message != null) {
                final Message next = message.next;
                if (space.handlers().has(message.tag)) {
                    space.unmatched.remove(message);
                    delivery.offer(message);
                }
                message = next;
            }
        } finally {
            leave();
        }
    }

    /** A descriptor that is readable from when something comes until {@link #progress()}. */
    int descriptor() {
        enter();
        try {
            if (watch == null) {
                watch = new WaitPointWatch(waitPoints, waitPoint, this::isReady);
            }
            return watch.descriptor();
        } finally {
            leave();
        }
    }

    private boolean isReady() {
        return inbox.isReady() || remoteInbox != null && remoteInbox.isReady();
    }

    /** Makes progress and runs handlers; whether anything was handled. */
    boolean progress() {
        enter();
        try {
            progress(null);
            if (watch != null) {
                watch.clear();
                progress(null);
            }
        } finally {
            leave();
        }
        return !handlers.isEmpty() && runHandlers();
    }

    /** Sends a small message if that needs nothing but room in the ring; false if it does. */
    boolean sendAtOnce(MessageSpace space, Object memory, long start, long bytes, int kind, int pe, int tag) {
        if (bytes > MessageArea.FIRST_BYTES || space.neighbour(pe) == null) {
            return false;
        }
        enter();
        try {
            return outbox.sendAtOnce(space, memory, start, bytes, kind, pe, tag);
        } finally {
            leave();
        }
    }

    /** Gives a block away if that needs nothing but room in the ring; false if it does. */
    boolean giveAtOnce(MessageSpace space, Allocation block, int pe, int tag) {
        if (space.neighbour(pe) == null) {
            return false;
        }
        enter();
        try {
            return outbox.giveAtOnce(space, block, pe, tag);
        } finally {
            leave();
        }
    }

    /**
     * Receives a message that is small, and the next to come, without posting the receive: the usual case of a PE that
     * waits for one message. Waits as long as a thread spins.
     *
     * @return its size; −1 if the receive has to be posted
     */
    long receiveAtOnce(MessageSpace space, Object memory, long start, long bytes, int kind, int pe, int tag) {
        enter();
        try {
            final long slot = awaitNext(space, SlotHeader.kinds(space, 0, kind, MessageArea.INLINE), pe, tag);
            final long size = slot == 0 ? Long.MAX_VALUE : Memory.get64(slot + MessageArea.BYTES);
            if (size > Math.min(bytes, MessageArea.FIRST_BYTES)) {
                return -1;
            }
            LocalMemory.write(memory, start, 0, slot + MessageArea.DATA, size);
            inbox.advance();
            return size;
        } catch (InternalError e) {
            MessageRequest.rethrow(LocalMemory.failure("dest", memory, e));
            return -1;
        } finally {
            leave();
        }
    }

    /** Takes a block if its message is the next to come; returns its handle, or 0 if the receive has to be posted. */
    long takeAtOnce(MessageSpace space, int kind, int pe, int tag) {
        enter();
        try {
            final long slot = awaitNext(space, SlotHeader.kinds(space, 0, kind, MessageArea.GIVE), pe, tag);
            if (slot == 0) {
                return 0;
            }
            final long handle = Memory.get64(slot + MessageArea.DATA);
            inbox.advance();
            return handle;
        } finally {
            leave();
        }
    }

    /**
     * Waits for the next message, as long as a thread spins and nothing else is to be done.
     *
     * @return its slot; 0 if it is not the one wanted, or none has come
     */
    private long awaitNext(MessageSpace space, long kinds, int pe, int tag) {
        if (space.neighbour(pe) == null || space.handlers().has(tag) || outbox.hasWaiting() || !pipes.isEmpty()) {
            return 0;
        }
        final long label = SlotHeader.label(pe, tag);
        long turn = 0;
        while (space.isIdle() && !inbox.isArriving() && handlers.isEmpty() && !WaitStrategy.isLong(turn)) {
            if (inbox.isReady()) {
                final long slot = inbox.nextSlot();
                return Memory.get64(slot + MessageArea.TAG) == label && Memory.get64(slot + MessageArea.SPACE) == kinds
                        ? slot
                        : 0;
            }
            if (isThreaded) {
                return 0;
            }
            turn = waitStrategy.pause(turn, null, 0);
        }
        return 0;
    }

    /** A PE of this node. */
    Neighbour neighbour(int target) {
        return outbox.neighbour(target);
    }

    /** Whether a PE is on this node. */
    boolean isLocal(int target) {
        return node.isLocal(target);
    }

    /** The type of the elements of a shared block. */
    ElementKind typeOf(Allocation block) {
        return sharedBlocks.typeOf(block);
    }

    /** Turns a message that is held into a shared block; returns its handle. */
    long toBlock(Message message, ElementKind type) {
        if (message.protocol != MessageArea.GIVE && message.bytes > 0) {
            final Allocation block = allocate(message, type);
            copyTo(block, message);
            return block.handle;
        }
        final long handle = message.protocol == MessageArea.GIVE ? message.data : 0;
        enter();
        try {
            receipts.send(message);
            pool.give(message);
        } finally {
            leave();
        }
        return handle;
    }

    /** Memory for a message that is held; if there is none, the message can still be received. */
    private Allocation allocate(Message message, ElementKind type) {
        try {
            return type == null
                    ? sharedBlocks.allocateOwn(message.bytes)
                    : sharedBlocks.allocate(type, message.bytes, 0);
        } catch (RuntimeException e) {
            enter();
            try {
                delivery.offer(message);
            } finally {
                leave();
            }
            throw e;
        }
    }

    /** Receives a message that is held into a block; ends the message. */
    private void copyTo(Allocation block, Message message) {
        final MessageRequest request = request()
                .of(message.space, MessageRequest.Use.COPY, null, block.address, message.bytes, null, 0, 0)
                .begin();
        enter();
        try {
            delivery.deliver(message, request);
            pool.give(message);
        } finally {
            leave();
        }
        long turn = 0;
        while (!isDone(request) && !look(request)) { // without handlers, whose exceptions would lose the message
            turn = pause(turn, request);
        }
        try {
            request.complete(null);
        } catch (RuntimeException | Error e) { // as of a sender that has closed its messages
            free(block);
            throw e;
        }
    }

    /** Shows a message that is held to a visitor, and ends it. */
    void visit(Message message, MessageVisitor visitor) {
        final Allocation block = blockToVisit(message);
        final MessageView shown = view();
        try {
            message.describe(shown.show(block == null ? addressOf(message) : block.address));
            visitor.visit(shown);
        } finally {
            endVisit(message, block, shown);
        }
    }

    private long addressOf(Message message) {
        return message.protocol == MessageArea.REFERENCE ? delivery.claim(message) : message.data;
    }

    private void endVisit(Message message, Allocation block, MessageView shown) {
        enter();
        try {
            view = shown;
            if (block == null) {
                receipts.send(message);
            } else {
                sharedBlocks.free(block);
            }
            pool.give(message);
        } finally {
            leave();
        }
    }

    /** The block that has the data of a message that was given, or that came by a pipe; else null. */
    private Allocation blockToVisit(Message message) {
        if (message.protocol == MessageArea.GIVE) {
            return sharedBlocks.find(Message.type(message.kind), message.data);
        }
        if (message.protocol != MessageArea.PIPE && message.protocol != MessageArea.REMOTE) {
            return null;
        }
        final Allocation block = allocate(message, null);
        try {
            copyTo(block, new Message().like(message));
        } catch (RuntimeException | Error e) {
            enter();
            try {
                pool.give(message);
            } finally {
                leave();
            }
            throw e;
        }
        return block;
    }

    private void free(Allocation block) {
        enter();
        try {
            sharedBlocks.free(block);
        } finally {
            leave();
        }
    }

    private MessageView view() {
        enter();
        try {
            final MessageView unused = view;
            view = null;
            return unused == null ? new MessageView(Memory.ALL) : unused;
        } finally {
            leave();
        }
    }
}
