package org.jshmem.internal.messages;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;

/**
 * The messages of this PE, in all matching spaces. The engine begins requests and waits for them: it hands sends to
 * {@link Outbox}, hands receives to {@link Delivery}, and calls handlers meanwhile. {@link MessageProgress} takes what
 * comes. Everything happens under {@link MessageLock}.
 */
public final class MessageEngine {
    /** How many exceptions of handlers are told besides the first. */
    private static final int MOST_SUPPRESSED = 10;

    /** Some thread that is none of the program's. */
    private static final Thread OTHER_THREAD = Thread.ofVirtual().unstarted(() -> {});

    final MessageLock lock;

    // Spaces and requests call these directly.
    final RequestPool requests;
    final MessageProgress progress;
    final FastPath fastPath;
    final ReceivedBlocks blocks;
    final Visits visits;
    final HandlerRunner handlers;

    private final NodeWindow node;
    private final SharedBlocks sharedBlocks;

    /** By an address of this PE's symmetric heap: the live block there; null for none. */
    private final LongFunction<Allocation> heapBlocks;

    private final Spaces spaces = new Spaces();
    private final SendRecords records;
    private final MessagePool pool;
    private final Pipes pipes;
    private final Delivery delivery;
    private final Inbox inbox;
    private final Outbox outbox;

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
     * @param heapBlocks finds the live block of the symmetric heap that an address is in; gives null for none
     * @param network to PEs of other nodes; null if there are none
     * @param eagerBytes up to this size a send does not wait for the receiver
     * @param isThreaded whether several threads may call
     * @param jobEnd ends the job, with a reason
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
            LongFunction<Allocation> heapBlocks,
            Network network,
            int eagerBytes,
            boolean isThreaded,
            Consumer<String> jobEnd) {
        this.lock = new MessageLock(isThreaded);
        this.requests = new RequestPool(this, lock);
        this.node = new NodeWindow(control, layout, topology, heapsAreMapped, waitPoints);
        this.sharedBlocks = sharedBlocks;
        this.heapBlocks = heapBlocks;
        final long waitPoint = waitPoints.of(me);
        final RemoteMessages remote =
                network == null ? null : new RemoteMessages(network, offered(me, heapBase, layout), waitPoint, me);
        final Gifts gifts = new Gifts(sharedBlocks);
        final HandlerQueue handlerQueue = new HandlerQueue();
        final Receipts receipts = new Receipts(node, sharedBlocks, remote);
        this.records = new SendRecords(node.area(me), new OwnBlocks(), eagerBytes, node.local().length);
        this.pool = new MessagePool(remote);
        this.pipes = new Pipes(lock, node, receipts);
        this.delivery = new Delivery(lock, node, pool, sharedBlocks, handlerQueue, receipts, pipes, network, remote);
        this.inbox = new Inbox(lock, node, new SlotRing(node.area(me)), spaces, pool, delivery, handlerQueue, receipts);
        this.outbox = new Outbox(lock, node, sharedBlocks, records, pipes, gifts, remote, eagerBytes);
        final RemoteInbox remoteInbox = remote == null
                ? null
                : new RemoteInbox(lock, remote, spaces, pool, delivery, handlerQueue, gifts, receipts);
        this.progress = new MessageProgress(
                lock, inbox, remoteInbox, outbox, pipes, waitStrategy, waitPoints, waitPoint, jobEnd);
        this.fastPath = new FastPath(lock, inbox, outbox, progress, handlerQueue, sharedBlocks, waitStrategy);
        this.blocks = new ReceivedBlocks(lock, progress, requests, delivery, receipts, pool, sharedBlocks);
        this.visits = new Visits(lock, delivery, blocks, receipts, pool, sharedBlocks);
        this.handlers = new HandlerRunner(lock, handlerQueue, delivery, visits);
        progress.start();
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
     * @param threadCheck throws if the calling thread may not make a collective
     * @return the space
     */
    public static MessageKernel open(MessageEngine engine, Team team, Runnable threadCheck) {
        return MessageSpace.open(engine, team, threadCheck);
    }

    /** Several threads may call from now on. */
    public void allowThreads() {
        lock.allowThreads();
    }

    /**
     * Ends the spaces of a team that the program has not closed. If an exception has left the team here, other PEs may
     * still send until they have left it, too.
     */
    public void endAllOf(Team team) {
        for (MessageSpace space : openSpaces()) {
            if (space.isOf(team)) {
                space.end("these messages ended with their team; make new ones by Messages.on");
                remove(space, true);
            }
        }
    }

    /** Ends the spaces of a team that all members have left. */
    public void forgetAllOf(Team team) {
        endAllOf(team);
        lock.enter();
        try {
            spaces.leaveAllOf(team);
        } finally {
            lock.leave();
        }
    }

    private MessageSpace[] openSpaces() {
        lock.enter();
        try {
            return spaces.open();
        } finally {
            lock.leave();
        }
    }

    /** Frees what this PE has, and ends what the program has not closed; called at the last shutdown. */
    public void end() {
        lock.enter();
        try {
            for (MessageSpace space : spaces.open()) {
                space.end("these messages ended with the last shutdown; make new ones by Messages.on");
                drop(space);
            }
            delivery.forgetHandled();
        } finally {
            lock.leave();
        }
        progress.end();
        records.end();
        pool.end();
    }

    /**
     * Counts what the messages of this PE occupy now.
     *
     * @return the use, after this PE has taken back what the receivers have done with
     */
    public MessageUse use() {
        lock.enter();
        try {
            final int inUse = records.countInUse();
            return new MessageUse(spaces.count(), inUse, spaces.countReceives(), records.keptBytes());
        } finally {
            lock.leave();
        }
    }

    void add(MessageSpace space) {
        lock.enter();
        try {
            spaces.add(space);
        } finally {
            lock.leave();
        }
    }

    /**
     * Ends a space: the senders of its messages learn that nobody will take them.
     *
     * @param mayGetMore whether other PEs may still send, as an exception has closed the space here
     */
    void remove(MessageSpace space, boolean mayGetMore) {
        lock.enter();
        try {
            outbox.dropWaitingOf(space); // before progress sends them to a PE that has ended the space already
            progress.make(null);
            inbox.dropAllOf(space);
            delivery.dropAllOf(space);
            pipes.dropAllOf(space);
            outbox.dropAllOf(space);
            space.posted.dropAll();
            if (!mayGetMore) {
                spaces.leave(space);
            }
        } finally {
            lock.leave();
        }
    }

    /** Forgets a space that nobody has sent to. */
    void forget(MessageSpace space) {
        lock.enter();
        try {
            spaces.remove(space);
        } finally {
            lock.leave();
        }
    }

    /** Ends what is under way in a space, and tells no other PE. */
    private void drop(MessageSpace space) {
        outbox.dropWaitingOf(space);
        inbox.dropAllOf(space);
        pipes.forgetAllOf(space);
        outbox.forgetAllOf(space);
        space.posted.dropAll();
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

    /** The block of the symmetric heap or of the shared heap that the program's memory is in; null for other memory. */
    Allocation blockOf(Object memory, long start) {
        if (memory instanceof IndexedMemory blocks) {
            return blockOf(blocks.memory(), blocks.start());
        }
        if (memory != null) {
            return null;
        }
        final Allocation symmetric = heapBlocks.apply(start);
        return symmetric == null ? sharedBlocks.holding(start) : symmetric;
    }

    /** Refuses a block that was freed after a persistent request was made for it. */
    void requireLive(Allocation block) {
        if (!block.live || !SharedBlocks.isCurrent(block)) {
            throw new IllegalStateException("the memory of this request, " + block
                    + ", is no longer allocated: it was freed, reallocated or given away; make a new request");
        }
    }

    private boolean isConfined(Object memory) {
        if (!lock.isThreaded() || memory == null) {
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
     * Waits for a request that the program does not know. An exception of a handler comes when the request has ended,
     * with some of those of other handlers: as long as there is no memory for a message, its handler throws again and
     * again.
     */
    void finish(MessageRequest request) {
        long turn = 0;
        Throwable ofHandler = null;
        boolean isDone = progress.isDone(request);
        while (!isDone) {
            try {
                handlers.run();
            } catch (Throwable e) {
                if (ofHandler == null) {
                    ofHandler = e;
                    cancel(request);
                } else if (e != ofHandler && ofHandler.getSuppressed().length < MOST_SUPPRESSED) {
                    ofHandler.addSuppressed(e);
                }
            }
            try {
                isDone = progress.look(request);
                if (!isDone) {
                    turn = ofHandler == null ? pause(turn, request) : progress.pause(turn, request);
                }
            } catch (Error e) { // a send goes on without its caller
                if (request.use != MessageRequest.Use.SEND) {
                    withdraw(request, e);
                }
                throw e;
            }
        }
        if (ofHandler != null) {
            offerAgain(request);
            MessageRequest.rethrow(ofHandler);
        }
    }

    /** Waits a moment, unless a handler can run: the message that woke this thread may have been for that. */
    long pause(long turn, Awaited what) {
        return handlers.isReady() ? turn : progress.pause(turn, what);
    }

    /** Ends a receive that an error leaves: a message that comes later is not for it. */
    private void withdraw(MessageRequest request, Error cause) {
        boolean isOver = false;
        try {
            isOver = cancel(request) || request.isDone && request.held == null;
        } finally {
            if (!isOver) {
                lock.brokenBy = cause;
            }
        }
    }

    /** Hands a message on that was held for a caller who does not take it. */
    private void offerAgain(MessageRequest request) {
        lock.enter();
        try {
            if (request.held != null) {
                request.held.claimedBy = null;
                delivery.offer(request.held);
                request.held = null;
            }
        } finally {
            lock.leave();
        }
    }

    /** Begins a request. */
    void start(MessageRequest request) {
        lock.enter();
        try {
            request.begin();
            if (request.pe == Messages.PE_NONE) {
                request.matchedNobody();
            } else {
                useSharedAddress(request);
                if (request.use == MessageRequest.Use.SEND) {
                    progress.makeIfDue();
                    outbox.start(request);
                } else {
                    delivery.post(request);
                }
            }
        } catch (RuntimeException | Error e) {
            request.abandon();
            throw e;
        } finally {
            lock.leave();
        }
    }

    /** Replaces a segment over memory that the node shares by its address. */
    private void useSharedAddress(MessageRequest request) {
        if (request.memory instanceof MemorySegment segment
                && segment.isNative()
                && node.isShared(segment.address() + request.start)) {
            request.useAddress();
        }
    }

    boolean cancel(MessageRequest request) {
        lock.enter();
        try {
            if (request.use == MessageRequest.Use.SEND || request.isDone || !request.space.posted.remove(request)) {
                return false;
            }
            request.matchedNobody();
            return true;
        } finally {
            lock.leave();
        }
    }

    /** Waits for a request. An exception of a handler leaves it under way. */
    void await(MessageRequest request) {
        long turn = 0;
        while (!progress.isDone(request) && !test(request)) {
            turn = pause(turn, request);
        }
    }

    /** Makes progress; whether a request is done. */
    boolean test(MessageRequest request) {
        handlers.run();
        return progress.look(request);
    }

    boolean probe(MessageSpace space, int pe, int tag, Envelope envelope, boolean waits) {
        long turn = 0;
        MessageRequest what = null;
        while (true) {
            handlers.run();
            space.requireOpen();
            lock.enter();
            try {
                progress.make(null);
                final Message message = space.unmatched.find(pe, tag);
                if (message != null) {
                    message.describe(envelope);
                    if (what != null) {
                        requests.give(what);
                    }
                    return true;
                }
            } finally {
                lock.leave();
            }
            if (!waits) {
                progress.poll();
                return false;
            }
            if (what == null) {
                what = requests.take().of(space, MessageRequest.Use.HOLD, null, 0, 0, null, pe, tag);
            }
            turn = pause(turn, what);
        }
    }

    /** Makes progress and runs handlers; whether anything was handled. */
    boolean progress() {
        progress.makeAndClear();
        final boolean any;
        try {
            any = handlers.run();
        } catch (Throwable e) {
            if (handlers.isReady()) { // no longer in the ring, and for the next call
                progress.ring();
            }
            throw e;
        }
        if (!any) {
            progress.poll();
        }
        return any;
    }

    /** A PE of this node. */
    Neighbour neighbour(int target) {
        return outbox.neighbour(target);
    }

    /** The type of the elements of a shared block. */
    ElementKind typeOf(Allocation block) {
        return sharedBlocks.typeOf(block);
    }
}
