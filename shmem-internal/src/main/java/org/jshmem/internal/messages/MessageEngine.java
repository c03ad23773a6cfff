package org.jshmem.internal.messages;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.Topology;
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
 * Sends and receives the messages of this PE, of all matching spaces.
 *
 * <p><b>Ways.</b> All messages of a sender reach a PE of its node by the ring of that PE ({@link SlotRing}), so that
 * they keep their order. Small ones are in the ring themselves (INLINE). The ring has only the address of larger ones
 * in memory that all PEs of the node have mapped (REFERENCE), and of the pieces through which other large ones go
 * ({@link Pipe}).
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
    /** The least size of a message that sender and receiver copy together. */
    private static final long TOGETHER_BYTES = 64 << 10;

    /** Bytes of a block of such a message. */
    private static final long BLOCK_BYTES = 32 << 10;

    /** Looks at a small message sent by reference before its data are moved; about a microsecond. */
    private static final int LOOKS_BEFORE_MOVE = 40;

    /** Messages that are sent by value after one had to be moved. */
    private static final int PATIENCE = 32;

    /** Looks at a word before a thread yields. */
    private static final int SPINS = 1000;

    private final long control;
    private final NodeLayout layout;
    private final Topology topology;
    private final boolean heapsAreMapped;
    private final long sharedStart;
    private final long sharedEnd;
    private final SharedBlocks sharedBlocks;
    private final WaitPoints waitPoints;
    private final WaitStrategy waitStrategy;
    private final long eagerBytes;
    private final SlotRing incoming;
    private final long heapBase;
    private final long heapBytes;

    /** Null if all PEs are on one node. */
    private final Network network;

    private final RemoteMessages remote;
    private final SendRecords records;
    private final Arena arena = Arena.ofShared();
    private final ReentrantLock lock = new ReentrantLock();
    private final Thread owner = Thread.currentThread();

    /** Whether several threads may call. */
    private volatile boolean isThreaded;

    /** By number in the job; null for PEs of other nodes. */
    private final Neighbour[] neighbours;

    /** Sends that wait for room. */
    private int waitingCount;

    /** Sends and receives whose pieces are under way. */
    private MessageRequest[] pipes = new MessageRequest[4];

    private int pipeCount;

    private MessageSpace[] spaces = {};
    private MessageSpace lastSpace;

    /** The message that is read from the ring next. */
    private Message scratch = new Message();

    /** The message of several slots that is arriving; null for none. */
    private Message arriving;

    /** The receive that it goes to, if its data go there at once; else null. */
    private MessageRequest arrivingTo;

    private long arrivedBytes;

    /** Messages that wait for their handlers, in the order of arrival; linked by {@link Message#nextOfSource}. */
    private Message firstToHandle;

    private Message lastToHandle;

    /** Whether a thread runs a handler. */
    private boolean isHandling;

    private Message unusedMessages;
    private MessageRequest unusedRequests;
    private final PrivateBuffers buffers = new PrivateBuffers(arena);

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
        this.control = control;
        this.layout = layout;
        this.topology = topology;
        this.heapsAreMapped = heapsAreMapped;
        this.sharedStart = control + layout.sharedOffset();
        this.sharedEnd = control + layout.messagesOffset(0);
        this.sharedBlocks = sharedBlocks;
        this.waitPoints = waitPoints;
        this.waitStrategy = waitStrategy;
        this.eagerBytes = eagerBytes;
        this.isThreaded = isThreaded;
        final long area = control + layout.messagesOffset(topology.indexOf(me));
        this.incoming = new SlotRing(area);
        this.records = new SendRecords(area, new OwnBlocks(), eagerBytes);
        this.neighbours = new Neighbour[topology.pes()];
        for (int pe : topology.local()) {
            final SlotRing ring = new SlotRing(control + layout.messagesOffset(topology.indexOf(pe)));
            neighbours[pe] = new Neighbour(ring, waitPoints.of(pe));
        }
        this.remote = network == null ? null : new RemoteMessages(network, waitPoints.of(me));
        this.heapBase = heapBase;
        this.heapBytes = layout.heapBytes();
        this.network = network;
        waitPoints.whenIdle(this::idle);
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

    /** Makes a matching space; collective over the team. */
    public MessageKernel open(Team team) {
        return MessageSpace.open(this, team);
    }

    /** Several threads may call from now on. */
    public void allowThreads() {
        isThreaded = true;
    }

    /** Frees what this PE has; called at the last shutdown. */
    public void end() {
        waitPoints.whenIdle(null);
        records.end();
        arena.close();
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
            spaces = Arrays.copyOf(spaces, spaces.length + 1);
            spaces[spaces.length - 1] = space;
        } finally {
            leave();
        }
    }

    /** Ends a space: the senders of its messages learn that nobody will take them. */
    void remove(MessageSpace space) {
        enter();
        try {
            progress(null);
            for (Message message = space.unmatched.first(); message != null; message = space.unmatched.first()) {
                space.unmatched.remove(message);
                drop(message);
                recycle(message);
            }
            dropRequests(space);
            dropUnhandled(space);
            lastSpace = null;
            spaces = Arrays.stream(spaces).filter(other -> !other.equals(space)).toArray(MessageSpace[]::new);
        } finally {
            leave();
        }
    }

    /** Ends the requests of a space that are under way. */
    private void dropRequests(MessageSpace space) {
        for (Neighbour neighbour : neighbours) {
            MessageRequest request = neighbour == null ? null : neighbour.waiting.removeFirstOf(space);
            while (request != null) {
                waitingCount--;
                request.drop();
                request = neighbour.waiting.removeFirstOf(space);
            }
        }
        for (int i = pipeCount - 1; i >= 0; i--) {
            if (pipes[i].space.equals(space)) {
                pipes[i].drop();
                pipes[i] = pipes[--pipeCount];
            }
        }
        records.leaveAllOf(space);
        space.posted.dropAll();
        if (remote != null) {
            remote.dropAllOf(space, this::endDropped);
        }
    }

    private void dropUnhandled(MessageSpace space) {
        Message message = firstToHandle;
        firstToHandle = null;
        lastToHandle = null;
        while (message != null) {
            final Message next = message.nextOfSource;
            if (message.space == space.id()) {
                drop(message);
                recycle(message);
            } else {
                handle(message);
            }
            message = next;
        }
    }

    private void drop(Message message) {
        if (message.protocol == MessageArea.GIVE) {
            sharedBlocks.freeIfLive(message.data);
        } else {
            acknowledge(message);
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
        request.next = unusedRequests;
        unusedRequests = request;
        leave();
    }

    private Message message() {
        final Message message = unusedMessages;
        if (message == null) {
            return new Message();
        }
        unusedMessages = message.nextOfSource;
        message.nextOfSource = null;
        return message;
    }

    private void recycle(Message message) {
        if (message.isPacket) {
            remote.give(message.buffer);
        } else if (message.buffer != null) {
            buffers.give(message.buffer);
        }
        message.buffer = null;
        message.isPacket = false;
        message.senderId = 0;
        message.claimedBy = null;
        message.nextOfSource = unusedMessages;
        unusedMessages = message;
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
                startSend(request);
            } else {
                post(request);
            }
        } finally {
            leave();
        }
    }

    /** Replaces a segment over memory that the node shares by its address. */
    private void addressOf(MessageRequest request, MemorySegment segment) {
        if (segment.isNative() && isShared(segment.address() + request.start)) {
            request.memory = null;
            request.start += segment.address();
        }
    }

    /** Whether all PEs of the node can reach an address. */
    private boolean isShared(long address) {
        return address >= sharedStart && address < sharedEnd
                || heapsAreMapped && address >= control && address < sharedStart;
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
            deliver(message, request);
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

    void await(MessageRequest request) {
        long turn = 0;
        while (!request.isDone && !test(request)) {
            turn = pause(turn, request);
        }
    }

    long pause(long turn, Awaited what) {
        return waitStrategy.pause(turn, what, 0);
    }

    /** Makes progress; whether a request is done. */
    boolean test(MessageRequest request) {
        if (firstToHandle != null) {
            runHandlers();
        }
        enter();
        try {
            progress(request);
            return request.isDone || request.use == MessageRequest.Use.SEND && look(request);
        } finally {
            leave();
        }
    }

    boolean probe(MessageSpace space, int pe, int tag, Envelope envelope, boolean waits) {
        long turn = 0;
        MessageRequest what = null;
        while (true) {
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
        while (incoming.isReady() && (until == null || !until.isDone)) {
            accept();
        }
        while (remote != null && remote.hasArrived() && (until == null || !until.isDone)) {
            acceptPacket(remote.next());
        }
        if (waitingCount > 0) {
            startWaiting();
        }
        if (pipeCount > 0) {
            advancePipes();
        }
    }

    private void accept() {
        final long slot = incoming.nextSlot();
        if (arriving == null) {
            acceptFirst(slot);
        } else {
            acceptMore(slot);
        }
        incoming.advance();
    }

    private void acceptFirst(long slot) {
        final Message message = scratch;
        final MessageSpace space = read(slot, message);
        if (space == null) { // it has ended on this PE while an exception has kept others in it
            acceptStray(message);
            return;
        }
        if (space.handlers().has(message.tag)) {
            keep(message);
            scratch = message();
            handle(message);
            if (!message.isComplete) {
                arriveIn(message, null);
            }
            return;
        }
        final MessageRequest request = match(space, message);
        if (request != null && message.isComplete) {
            deliver(message, request);
        } else if (request != null && request.use == MessageRequest.Use.COPY) {
            write(request, 0, message.data, MessageArea.FIRST_BYTES);
            arriveIn(message, request);
        } else {
            keep(message);
            message.claimedBy = request;
            if (request == null) {
                space.unmatched.add(message);
            }
            scratch = message();
            if (!message.isComplete) {
                arriveIn(message, null);
            }
        }
    }

    private void acceptPacket(PrivateBuffer packet) {
        final long address = packet.address();
        final int type = Memory.get32(address + RemoteMessages.TYPE);
        if (type == RemoteMessages.MESSAGE || type == RemoteMessages.OFFER) {
            acceptRemote(packet, type);
            return;
        }
        final MessageRequest request = remote.find(Memory.get64(address + RemoteMessages.ID));
        if (request != null) {
            switch (type) {
                case RemoteMessages.PULL -> {
                    request.partnerId = Memory.get64(address + RemoteMessages.OWN);
                    remote.sendData(request, request.space.worldPe(request.pe));
                }
                case RemoteMessages.MORE -> remote.sendData(request, request.space.worldPe(request.pe));
                case RemoteMessages.DATA -> acceptData(request, address);
                default -> request.isDone = true;
            }
            if (request.isDone) {
                remote.unregister(request);
                endGift(request);
            }
        }
        remote.give(packet);
    }

    private void acceptRemote(PrivateBuffer packet, int type) {
        final long address = packet.address();
        final MessageSpace space = findSpace(Memory.get32(address + RemoteMessages.SPACE));
        if (space == null) { // it has ended
            remote.give(packet);
            return;
        }
        final Message message = message();
        message.space = space.id();
        message.source = Memory.get32(address + RemoteMessages.SOURCE);
        message.tag = Memory.get32(address + RemoteMessages.TAG);
        message.kind = Memory.get32(address + RemoteMessages.KIND);
        message.bytes = Memory.get64(address + RemoteMessages.BYTES);
        message.senderId = Memory.get64(address + RemoteMessages.ID);
        message.record = 0;
        message.isComplete = true;
        message.buffer = packet;
        message.isPacket = true;
        if (type == RemoteMessages.MESSAGE) {
            message.protocol = MessageArea.INLINE;
            message.data = address + RemoteMessages.DATA_START;
        } else {
            message.protocol = MessageArea.REMOTE;
            message.data = Memory.get64(address + RemoteMessages.PLACE);
        }
        if (space.handlers().has(message.tag)) {
            handle(message);
            return;
        }
        offer(message, space);
    }

    /** Leaves a message to the handler of its tag, which runs without the lock. */
    private void handle(Message message) {
        message.nextOfSource = null;
        if (lastToHandle == null) {
            firstToHandle = message;
        } else {
            lastToHandle.nextOfSource = message;
        }
        lastToHandle = message;
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
                handOut(message);
            } catch (RuntimeException | Error e) {
                stopHandling();
                throw e;
            }
            message = nextToHandle(false);
        }
        return any;
    }

    private void handOut(Message message) {
        final MessageSpace space = space(message.space);
        final MessageVisitor handler = space.handlers().of(message.tag);
        if (handler != null) {
            visit(message, handler);
            return;
        }
        enter();
        try {
            offer(message, space);
        } finally {
            leave();
        }
    }

    /** Gives a message that is complete to the receive that matches it, or keeps it. */
    private void offer(Message message, MessageSpace space) {
        final MessageRequest request = match(space, message);
        if (request == null) {
            space.unmatched.add(message);
        } else {
            deliver(message, request);
        }
    }

    private Message nextToHandle(boolean isFirst) {
        enter();
        try {
            final Message message = firstToHandle;
            if (isFirst && isHandling) {
                return null;
            }
            isHandling = message != null && message.isComplete;
            if (!isHandling) {
                return null;
            }
            firstToHandle = message.nextOfSource;
            lastToHandle = firstToHandle == null ? null : lastToHandle;
            return message;
        } finally {
            leave();
        }
    }

    private void stopHandling() {
        enter();
        isHandling = false;
        leave();
    }

    /** Sets a handler, which also gets the messages of its tag that have come before. */
    void setHandler(MessageSpace space, int tag, MessageVisitor handler) {
        enter();
        try {
            space.setHandlers(space.handlers().with(tag, handler));
            Message message = space.unmatched.first();
            while (message != null) {
                final Message next = message.next;
                if (message.isComplete && space.handlers().has(message.tag)) {
                    space.unmatched.remove(message);
                    handle(message);
                }
                message = next;
            }
        } finally {
            leave();
        }
    }

    /** Makes progress and runs handlers; whether anything was handled. */
    boolean progress() {
        enter();
        try {
            progress(null);
        } finally {
            leave();
        }
        return firstToHandle != null && runHandlers();
    }

    private void acceptData(MessageRequest request, long address) {
        final long offset = Memory.get64(address + RemoteMessages.OFFSET);
        final long size = Math.min(remote.mostData(), request.resultBytes - offset);
        write(request, offset, address + RemoteMessages.DATA_START, size);
        final long before = request.doneBytes / remote.mostData() / RemoteMessages.WINDOW;
        request.doneBytes += size;
        final int source = request.space.worldPe(request.source);
        if (request.doneBytes == request.resultBytes) {
            remote.answer(RemoteMessages.DONE, source, request.partnerId, 0);
            request.isDone = true;
        } else if (request.doneBytes / remote.mostData() / RemoteMessages.WINDOW > before) {
            remote.answer(RemoteMessages.MORE, source, request.partnerId, 0);
        }
    }

    /** Fetches the data of a message of another node. */
    private void fetch(Message message, MessageRequest request) {
        final int source = request.space.worldPe(message.source);
        if (message.data == RemoteMessages.ELSEWHERE) {
            request.partnerId = message.senderId;
            remote.answer(RemoteMessages.PULL, source, message.senderId, remote.register(request));
            return;
        }
        try {
            FetchedMemory.get(network.transport(), source, message.data, request.memory, request.start, message.bytes);
        } catch (RuntimeException e) {
            request.failure = e;
        }
        acknowledge(message);
        request.isDone = true;
    }

    private void arriveIn(Message message, MessageRequest request) {
        arriving = message;
        arrivingTo = request;
        arrivedBytes = MessageArea.FIRST_BYTES;
        if (message == scratch) {
            scratch = message();
        }
    }

    private void acceptStray(Message message) {
        if (message.protocol == MessageArea.GIVE) {
            sharedBlocks.freeIfLive(message.data);
        } else if (!message.isComplete) {
            keep(message);
            message.isStray = true;
            arriveIn(message, null);
        }
    }

    private void acceptMore(long slot) {
        final Message message = arriving;
        final long size = Math.min(MessageArea.MORE_BYTES, message.bytes - arrivedBytes);
        if (arrivingTo != null) {
            write(arrivingTo, arrivedBytes, slot + MessageArea.MORE, size);
        } else {
            Memory.copy(slot + MessageArea.MORE, message.data + arrivedBytes, size);
        }
        arrivedBytes += size;
        if (arrivedBytes == message.bytes) {
            arriving = null;
            arrived(message);
        }
    }

    private void arrived(Message message) {
        message.isComplete = true;
        final MessageRequest request = arrivingTo;
        arrivingTo = null;
        if (request != null) {
            request.matched(message);
            request.isDone = true;
            acknowledge(message);
            recycle(message);
        } else if (message.isStray) {
            message.isStray = false;
            recycle(message);
        } else if (message.claimedBy != null) {
            deliver(message, message.claimedBy);
        }
    }

    /** Reads the header of a message; returns its space, null for one that has ended. */
    private MessageSpace read(long slot, Message message) {
        final long label = Memory.get64(slot + MessageArea.TAG);
        final long kinds = Memory.get64(slot + MessageArea.SPACE);
        message.tag = (int) label;
        message.source = (int) (label >>> Integer.SIZE);
        message.space = (int) kinds;
        final int word = (int) (kinds >>> Integer.SIZE);
        message.protocol = word & 0xff;
        message.kind = word >>> 8 & 0xff;
        message.bytes = Memory.get64(slot + MessageArea.BYTES);
        final MessageSpace space = space(message.space);
        final int record = word >>> 16;
        message.record = record == 0 || space == null ? 0 : recordOf(space, message.source, record - 1);
        if (message.protocol == MessageArea.INLINE) {
            message.data = slot + MessageArea.DATA;
            message.isComplete = message.bytes <= MessageArea.FIRST_BYTES;
        } else {
            final long data = Memory.get64(slot + MessageArea.DATA);
            message.data = message.protocol == MessageArea.GIVE ? data : control + data;
            message.isComplete = true;
        }
        return space;
    }

    private long recordOf(MessageSpace space, int source, int index) {
        return MessageArea.record(control + layout.messagesOffset(topology.indexOf(space.worldPe(source))), index);
    }

    private MessageSpace space(int id) {
        final MessageSpace last = lastSpace;
        return last != null && last.id() == id ? last : findSpace(id);
    }

    private MessageSpace findSpace(int id) {
        for (MessageSpace space : spaces) {
            if (space.id() == id) {
                lastSpace = space;
                return space;
            }
        }
        return null;
    }

    /** The receive that gets a message; receives that match it, and have no room for it, fail. */
    private MessageRequest match(MessageSpace space, Message message) {
        MessageRequest request = space.posted.take(message);
        while (request != null && !request.fits(message)) {
            request.failure = request.misfit(message);
            request.isDone = true;
            request = space.posted.take(message);
        }
        return request;
    }

    /** Copies a message in the ring to private memory. */
    private void keep(Message message) {
        if (message.protocol == MessageArea.INLINE) {
            message.buffer = buffers.take(message.bytes);
            final long slotData = message.data;
            message.data = message.buffer.address();
            Memory.copyFew(slotData, message.data, Math.min(message.bytes, MessageArea.FIRST_BYTES));
        }
    }

    /** Hands a message that is complete to the receive that has matched it. */
    private void deliver(Message message, MessageRequest request) {
        request.matched(message);
        if (request.use == MessageRequest.Use.HOLD) {
            hold(message, request);
            return;
        }
        switch (message.protocol) {
            case MessageArea.INLINE -> {
                write(request, 0, message.data, message.bytes);
                acknowledge(message);
                request.isDone = true;
            }
            case MessageArea.REFERENCE -> {
                copyReference(message, request);
                request.isDone = true;
            }
            case MessageArea.PIPE -> {
                request.recordAddress = message.record;
                request.places = message.data;
                addPipe(request);
                advance(request);
            }
            case MessageArea.REMOTE -> fetch(message, request);
            default -> {
                final Allocation block = sharedBlocks.find(Message.type(message.kind), message.data);
                write(request, 0, block.address, message.bytes);
                sharedBlocks.free(block);
                request.isDone = true;
            }
        }
        if (message != scratch) {
            recycle(message);
        }
    }

    private void hold(Message message, MessageRequest request) {
        if (message == scratch) {
            keep(message);
            scratch = message();
        }
        request.held = message;
        request.isDone = true;
    }

    /** Writes into the program's memory; a failure, as of a segment that was closed, is that of the receive. */
    private static void write(MessageRequest request, long done, long address, long bytes) {
        try {
            UserMemory.write(request.memory, request.start, done, address, bytes);
        } catch (RuntimeException e) {
            request.failure = e;
        }
    }

    /** Where the data of a message by reference are; the sender no longer moves them. */
    private long claim(Message message) {
        final long record = message.record;
        long state =
                Memory.compareAndExchange64Volatile(record + MessageArea.STATE, MessageArea.POSTED, MessageArea.TAKEN);
        if (state == MessageArea.POSTED) {
            return message.data;
        }
        for (int spins = 0; state == MessageArea.MOVING; spins++) {
            relax(spins);
            state = Memory.get64Acquire(record + MessageArea.STATE);
        }
        return control + Memory.get64(record + MessageArea.MOVED);
    }

    private static void relax(int spins) {
        if (spins < SPINS) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    private void copyReference(Message message, MessageRequest request) {
        final long from = claim(message);
        if (message.bytes >= TOGETHER_BYTES && request.memory == null && isShared(request.start)) {
            copyTogether(message.record, from, request.start, message.bytes);
        } else {
            write(request, 0, from, message.bytes);
        }
        acknowledge(message);
    }

    private void copyTogether(long record, long from, long to, long bytes) {
        Memory.put64(record + MessageArea.DEST, to - control);
        Memory.put64(record + MessageArea.NEXT, 0);
        Memory.put64(record + MessageArea.COPIED, 0);
        Memory.put64Release(record + MessageArea.STATE, MessageArea.OPEN);
        copyBlocks(record, from, to, bytes);
        final long blocks = Math.ceilDiv(bytes, BLOCK_BYTES);
        for (int spins = 0; Memory.get64Acquire(record + MessageArea.COPIED) < blocks; spins++) {
            relax(spins);
        }
    }

    /** Copies blocks until none is left to take. */
    private static void copyBlocks(long record, long from, long to, long bytes) {
        long offset = Memory.getAndAdd64Volatile(record + MessageArea.NEXT, 1) * BLOCK_BYTES;
        while (offset < bytes) {
            Memory.copy(from + offset, to + offset, Math.min(BLOCK_BYTES, bytes - offset));
            Memory.getAndAdd64Volatile(record + MessageArea.COPIED, 1);
            offset = Memory.getAndAdd64Volatile(record + MessageArea.NEXT, 1) * BLOCK_BYTES;
        }
    }

    private void acknowledge(Message message) {
        if (message.senderId != 0) {
            final int source = space(message.space).worldPe(message.source);
            remote.answer(RemoteMessages.DONE, source, message.senderId, 0);
        }
        acknowledge(message.record, message.space, message.source);
    }

    /** Tells the sender that the message was received. */
    private void acknowledge(long record, int space, int source) {
        if (record != 0) {
            Memory.put64Release(record + MessageArea.STATE, MessageArea.DONE);
            WaitPoints.wake(waitPoints.of(space(space).worldPe(source)));
        }
    }

    /** Sends a small message if that needs nothing but room in the ring; false if it does. */
    boolean sendAtOnce(MessageSpace space, Object memory, long start, long bytes, int kind, int pe, int tag) {
        final Neighbour neighbour = space.neighbour(pe);
        if (bytes > MessageArea.FIRST_BYTES || neighbour == null) {
            return false;
        }
        enter();
        try {
            final long ticket = ticketAtOnce(neighbour);
            if (ticket < 0) {
                return false;
            }
            final SlotRing ring = neighbour.ring;
            final long slot = ring.slot(ticket);
            header(slot, space, tag, kind, MessageArea.INLINE, 0, bytes);
            fillAndPublish(ring, ticket, slot + MessageArea.DATA, memory, start, 0, bytes);
            WaitPoints.wake(neighbour.waitPoint);
            return true;
        } finally {
            leave();
        }
    }

    /** Gives a block away if that needs nothing but room in the ring; false if it does. */
    boolean giveAtOnce(MessageSpace space, Allocation block, int pe, int tag) {
        final Neighbour neighbour = space.neighbour(pe);
        if (neighbour == null) {
            return false;
        }
        enter();
        try {
            final long ticket = ticketAtOnce(neighbour);
            if (ticket < 0) {
                return false;
            }
            sharedBlocks.giveAway(block);
            final long slot = neighbour.ring.slot(ticket);
            header(slot, space, tag, sharedBlocks.typeOf(block).ordinal(), MessageArea.GIVE, 0, block.bytes);
            Memory.put64(slot + MessageArea.DATA, block.handle);
            neighbour.ring.publish(ticket);
            WaitPoints.wake(neighbour.waitPoint);
            return true;
        } finally {
            leave();
        }
    }

    private long ticketAtOnce(Neighbour neighbour) {
        return waitingCount > 0 && !neighbour.waiting.isEmpty() ? -1 : neighbour.ring.take(1);
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
            final long slot = awaitNext(space, kinds(space, 0, kind, MessageArea.INLINE), pe, tag);
            final long size = slot == 0 ? Long.MAX_VALUE : Memory.get64(slot + MessageArea.BYTES);
            if (size > Math.min(bytes, MessageArea.FIRST_BYTES)) {
                return -1;
            }
            UserMemory.write(memory, start, 0, slot + MessageArea.DATA, size);
            incoming.advance();
            return size;
        } finally {
            leave();
        }
    }

    /** Takes a block if its message is the next to come; returns its handle, or 0 if the receive has to be posted. */
    long takeAtOnce(MessageSpace space, int kind, int pe, int tag) {
        enter();
        try {
            final long slot = awaitNext(space, kinds(space, 0, kind, MessageArea.GIVE), pe, tag);
            if (slot == 0) {
                return 0;
            }
            final long handle = Memory.get64(slot + MessageArea.DATA);
            incoming.advance();
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
        if (space.neighbour(pe) == null || waitingCount + pipeCount != 0) {
            return 0;
        }
        final long label = label(pe, tag);
        long turn = 0;
        while (space.isIdle() && arriving == null && firstToHandle == null && !WaitStrategy.isLong(turn)) {
            if (incoming.isReady()) {
                final long slot = incoming.nextSlot();
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

    /** Fills a slot and publishes it, whatever happens, as the receiver would wait for it for ever. */
    private static void fillAndPublish(
            SlotRing ring, long ticket, long address, Object memory, long start, long done, long bytes) {
        try {
            UserMemory.read(memory, start, done, address, bytes);
        } finally {
            ring.publish(ticket);
        }
    }

    /** A PE of this node; null for one of another. */
    Neighbour neighbour(int target) {
        return neighbours[target];
    }

    /** Writes the header, in three words: fewer stores while the receiver looks at the same line. */
    private static void header(long slot, MessageSpace space, int tag, int kind, int protocol, int record, long bytes) {
        Memory.put64(slot + MessageArea.TAG, label(space.me, tag));
        Memory.put64(slot + MessageArea.SPACE, kinds(space, record, kind, protocol));
        Memory.put64(slot + MessageArea.BYTES, bytes);
    }

    private static long label(int source, int tag) {
        return (long) source << Integer.SIZE | Integer.toUnsignedLong(tag);
    }

    private static long kinds(MessageSpace space, int record, int kind, int protocol) {
        final int word = record << 16 | kind << 8 | protocol;
        return (long) word << Integer.SIZE | Integer.toUnsignedLong(space.id());
    }

    /** Starts a send, or queues it until there is room. */
    private void startSend(MessageRequest request) {
        final int target = request.space.worldPe(request.pe);
        final Neighbour neighbour = neighbours[target];
        if (neighbour == null) {
            startRemote(request, target);
        } else if (!neighbour.waiting.isEmpty() || !tryStart(request, neighbour)) {
            neighbour.waiting.add(request);
            waitingCount++;
        }
    }

    private void startRemote(MessageRequest request, int target) {
        if (request.given != null) {
            request.memory = null;
            sharedBlocks.giveAway(request.given);
        }
        if (request.bytes <= remote.mostData()) {
            if (request.isSynchronous) {
                remote.register(request);
            }
            remote.sendMessage(request, target);
            request.isDone = !request.isSynchronous;
            endGift(request);
            return;
        }
        remote.register(request);
        final boolean isInHeap =
                request.memory == null && request.start >= heapBase && request.start < heapBase + heapBytes;
        remote.sendOffer(request, target, isInHeap ? request.start - heapBase : RemoteMessages.ELSEWHERE);
    }

    /** Whether a PE is on this node. */
    boolean isLocal(int target) {
        return topology.isLocal(target);
    }

    private void endDropped(MessageRequest request) {
        request.drop();
        endGift(request);
    }

    /** Frees a block that a PE of another node has copied, and ends the request of the gift. */
    private void endGift(MessageRequest request) {
        if (request.given != null) {
            sharedBlocks.freeIfLive(request.given.handle);
            request.given = null;
            request.failure = null;
            request.complete(null);
        }
    }

    private void startWaiting() {
        for (Neighbour neighbour : neighbours) {
            while (neighbour != null
                    && !neighbour.waiting.isEmpty()
                    && tryStart(neighbour.waiting.first(), neighbour)) {
                neighbour.waiting.remove(neighbour.waiting.first());
                waitingCount--;
            }
        }
    }

    private int protocol(MessageRequest request, Neighbour neighbour) {
        if (request.memory instanceof Allocation) {
            return MessageArea.GIVE;
        }
        if (request.bytes <= MessageArea.FIRST_BYTES) {
            return MessageArea.INLINE;
        }
        final boolean isSmall = request.bytes <= eagerBytes;
        if (request.memory == null && isShared(request.start) && (!isSmall || neighbour.impatience == 0)) {
            return MessageArea.REFERENCE;
        }
        return isSmall ? MessageArea.INLINE : MessageArea.PIPE;
    }

    /** Starts a send; false if a resource is missing. */
    private boolean tryStart(MessageRequest request, Neighbour neighbour) {
        final int protocol = protocol(request, neighbour);
        final boolean needsRecord =
                request.isSynchronous || protocol == MessageArea.REFERENCE || protocol == MessageArea.PIPE;
        final SendRecord record = needsRecord ? records.take(protocol == MessageArea.PIPE) : null;
        if (needsRecord && record == null) {
            return false;
        }
        final int slots = protocol == MessageArea.INLINE ? MessageArea.slots(request.bytes) : 1;
        final SlotRing ring = neighbour.ring;
        final long ticket = ring.take(slots);
        if (ticket < 0) {
            if (record != null) {
                records.give(record);
            }
            return false;
        }
        if (record != null) {
            record.begin(request);
            request.record = record;
        }
        final long slot = ring.slot(ticket);
        header(
                slot,
                request.space,
                request.tag,
                request.kind,
                protocol,
                record == null ? 0 : record.index + 1,
                request.bytes);
        publish(request, protocol, ring, ticket, slots);
        if (protocol == MessageArea.INLINE && neighbour.impatience > 0) {
            neighbour.impatience--;
        }
        WaitPoints.wake(neighbour.waitPoint);
        return true;
    }

    private void publish(MessageRequest request, int protocol, SlotRing ring, long ticket, int slots) {
        final long slot = ring.slot(ticket);
        switch (protocol) {
            case MessageArea.INLINE -> {
                publishInline(request, ring, ticket, slots);
                request.isDone = request.record == null;
            }
            case MessageArea.GIVE -> {
                final Allocation block = (Allocation) request.memory;
                Memory.put64(slot + MessageArea.DATA, block.handle);
                sharedBlocks.giveAway(block);
                ring.publish(ticket);
                request.isDone = true;
            }
            case MessageArea.REFERENCE -> {
                Memory.put64(slot + MessageArea.DATA, request.start - control);
                ring.publish(ticket);
            }
            default -> {
                Memory.put64(slot + MessageArea.DATA, request.record.memory.address - control);
                ring.publish(ticket);
                addPipe(request);
                advance(request);
            }
        }
    }

    private static void publishInline(MessageRequest request, SlotRing ring, long ticket, int slots) {
        final long first = Math.min(request.bytes, MessageArea.FIRST_BYTES);
        fillAndPublish(ring, ticket, ring.slot(ticket) + MessageArea.DATA, request.memory, request.start, 0, first);
        long done = first;
        for (int i = 1; i < slots; i++) {
            final long size = Math.min(MessageArea.MORE_BYTES, request.bytes - done);
            fillAndPublish(
                    ring,
                    ticket + i,
                    ring.slot(ticket + i) + MessageArea.MORE,
                    request.memory,
                    request.start,
                    done,
                    size);
            done += size;
        }
    }

    /** Looks how a send is getting on, and helps; whether it is done. */
    private boolean look(MessageRequest request) {
        final SendRecord record = request.record;
        if (record == null) {
            return false;
        }
        final long state = record.state();
        if (state == MessageArea.DONE) {
            records.give(record);
            request.isDone = true;
        } else if (state == MessageArea.OPEN) {
            copyBlocks(
                    record.address,
                    request.start,
                    control + Memory.get64(record.address + MessageArea.DEST),
                    request.bytes);
        } else if (state == MessageArea.POSTED
                && ++request.looks > LOOKS_BEFORE_MOVE
                && request.bytes <= eagerBytes
                && !request.isSynchronous) {
            move(request);
        }
        return request.isDone;
    }

    /** Copies the data of a message that the receiver has not looked at yet, so that the send is done. */
    private void move(MessageRequest request) {
        final SendRecord record = request.record;
        final Allocation memory = records.memoryToMove();
        record.memory = memory;
        if (Memory.compareAndExchange64Volatile(
                        record.address + MessageArea.STATE, MessageArea.POSTED, MessageArea.MOVING)
                != MessageArea.POSTED) {
            return; // the receiver copies now; the memory is kept with the record
        }
        Memory.copy(request.start, memory.address, request.bytes);
        Memory.put64(record.address + MessageArea.MOVED, memory.address - control);
        Memory.put64Release(record.address + MessageArea.STATE, MessageArea.IS_MOVED);
        neighbours[request.space.worldPe(request.pe)].impatience = PATIENCE;
        record.user = null;
        request.isDone = true;
    }

    private void addPipe(MessageRequest request) {
        if (pipeCount == pipes.length) {
            pipes = Arrays.copyOf(pipes, 2 * pipeCount);
        }
        pipes[pipeCount++] = request;
    }

    private void advancePipes() {
        for (int i = pipeCount - 1; i >= 0; i--) {
            advance(pipes[i]);
        }
    }

    /** Copies the pieces of a pipe that are free or filled. */
    private void advance(MessageRequest request) {
        final boolean isSend = request.use == MessageRequest.Use.SEND;
        final long before = request.doneBytes;
        if (isSend) {
            request.doneBytes = Pipe.fill(
                    request.record.address,
                    request.record.memory.address,
                    request.memory,
                    request.start,
                    before,
                    request.bytes);
        } else {
            request.doneBytes = Pipe.drain(
                    request.recordAddress, request.places, request.memory, request.start, before, request.resultBytes);
        }
        if (request.doneBytes > before) {
            WaitPoints.wake(waitPoints.of(request.space.worldPe(isSend ? request.pe : request.source)));
        }
        if (request.doneBytes == (isSend ? request.bytes : request.resultBytes)) {
            endPipe(request, isSend);
        }
    }

    private void endPipe(MessageRequest request, boolean isSend) {
        for (int i = 0; i < pipeCount; i++) {
            if (pipes[i] == request) {
                pipes[i] = pipes[--pipeCount];
                pipes[pipeCount] = null;
            }
        }
        if (isSend) {
            request.record.user = null;
        } else {
            acknowledge(request.recordAddress, request.space.id(), request.source);
        }
        request.isDone = true;
    }

    /** The type of the elements of a shared block. */
    ElementKind typeOf(Allocation block) {
        return sharedBlocks.typeOf(block);
    }

    /** Turns a message that is held into a shared block; returns its handle. */
    long toBlock(Message message, ElementKind type) {
        final long bytes = message.bytes;
        if (message.protocol == MessageArea.GIVE || bytes == 0) {
            final long handle = message.protocol == MessageArea.GIVE ? message.data : 0;
            enter();
            acknowledge(message);
            recycle(message);
            leave();
            return handle;
        }
        final Allocation block = sharedBlocks.allocate(type, bytes, 0);
        copyTo(block, message);
        return block.handle;
    }

    /** Receives a message that is held into a block; ends the message. */
    private void copyTo(Allocation block, Message message) {
        final MessageRequest request = request()
                .of(space(message.space), MessageRequest.Use.COPY, null, block.address, message.bytes, null, 0, 0)
                .begin();
        enter();
        try {
            deliver(message, request);
        } finally {
            leave();
        }
        await(request);
        request.complete(null);
    }

    /** Shows a message that is held to a visitor, and ends it. */
    void visit(Message message, MessageVisitor visitor) {
        final Allocation block = blockToVisit(message);
        final long address = block != null
                ? block.address
                : message.protocol == MessageArea.REFERENCE ? claim(message) : message.data;
        final MessageView shown = view();
        message.describe(shown.show(address));
        try {
            visitor.visit(shown);
        } finally {
            enter();
            view = shown;
            if (block == null) {
                acknowledge(message);
            } else {
                sharedBlocks.free(block);
            }
            recycle(message);
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
        final Allocation block = sharedBlocks.allocateOwn(message.bytes);
        copyTo(block, new Message().like(message));
        return block;
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
