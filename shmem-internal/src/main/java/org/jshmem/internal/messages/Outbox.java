package org.jshmem.internal.messages;

import java.util.Arrays;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.spi.Allocation;

/**
 * Sends messages: chooses the way, and queues what has no room yet. A send that must not wait is queued if its target
 * has no room, and the sends to the same PE after it.
 *
 * <p>All messages of this PE reach a PE of its node by the ring of that PE ({@link SlotRing}), so that they keep their
 * order. Small ones are in the ring themselves (INLINE). The ring has only the address of larger ones in memory that
 * all PEs of the node have mapped (REFERENCE), of copies there of others up to the eager size (COPY), and of the pieces
 * through which other large ones go ({@link Pipe}).
 */
final class Outbox {
    /** Looks at a small message sent by reference before its data are moved; about three microseconds. */
    private static final int LOOKS_BEFORE_MOVE = 120;

    /** Messages that are sent by value after one had to be moved. */
    private static final int PATIENCE = 32;

    private final MessageLock lock;
    private final NodeWindow node;
    private final SharedBlocks sharedBlocks;
    private final SendRecords records;
    private final Pipes pipes;
    private final Gifts gifts;
    private final RemoteMessages remote;
    private final long eagerBytes;

    /** By index on this node. */
    private final Neighbour[] neighbours;

    /** Of the send that is being started. */
    private final OpenSlots open = new OpenSlots();

    /** Whether the receiver may have seen the message of the send that was started last. */
    private boolean isSent;

    /** Sends that wait for room. */
    private int waitingCount;

    Outbox(
            MessageLock lock,
            NodeWindow node,
            SharedBlocks sharedBlocks,
            SendRecords records,
            Pipes pipes,
            Gifts gifts,
            RemoteMessages remote,
            long eagerBytes) {
        this.lock = lock;
        this.node = node;
        this.sharedBlocks = sharedBlocks;
        this.records = records;
        this.pipes = pipes;
        this.gifts = gifts;
        this.remote = remote;
        this.eagerBytes = eagerBytes;
        this.neighbours = Arrays.stream(node.local())
                .mapToObj(pe -> new Neighbour(new SlotRing(node.area(pe)), node.waitPoint(pe)))
                .toArray(Neighbour[]::new);
    }

    /** A PE of this node. */
    Neighbour neighbour(int target) {
        return neighbours[node.index(target)];
    }

    boolean hasWaiting() {
        return waitingCount > 0 || open.areOpen();
    }

    /** Whether sends are under way that other PEs move on, as far as a thread without the lock sees. */
    boolean isUnderWay() {
        return hasWaiting() || records.isInUse();
    }

    /** Starts a send, or queues it until there is room. */
    void start(MessageRequest request) {
        final Neighbour neighbour = request.space.neighbour(request.pe);
        if (neighbour == null) {
            startRemote(request, request.space.worldPe(request.pe));
        } else if (!neighbour.waiting.isEmpty() || !tryStart(request, neighbour)) {
            neighbour.waiting.add(request);
            waitingCount++;
        }
    }

    private void startRemote(MessageRequest request, int target) {
        gifts.begin(request);
        if (request.bytes <= remote.mostData()) {
            if (request.isSynchronous) {
                remote.register(request);
            }
            try {
                remote.sendMessage(request, target);
            } catch (RuntimeException | InternalError e) { // as of a segment that is closed
                remote.unregister(request);
                MessageRequest.rethrow(LocalMemory.failure("source", request.memory, e));
            }
            request.isDone = !request.isSynchronous;
            gifts.end(request);
            return;
        }
        remote.register(request);
        remote.sendOffer(request, target);
    }

    /** Starts sends that have waited, as far as there is room now. */
    void startWaiting() {
        if (open.areOpen()) {
            open.finish();
        }
        for (Neighbour neighbour : neighbours) {
            while (!neighbour.waiting.isEmpty() && startFirst(neighbour)) {
                removeFirst(neighbour);
            }
        }
    }

    private boolean startFirst(Neighbour neighbour) {
        final MessageRequest request = neighbour.waiting.first();
        isSent = false; // an error may come before tryStart says so
        try {
            return tryStart(request, neighbour);
        } catch (ShmemOutOfMemoryException e) { // of the pieces of a pipe; the thread here may wait for something else
            request.failure = e;
            request.isDone = true;
            return true;
        } catch (Error e) {
            if (open.areOpen()) { // it is not known whether the message was sent
                lock.brokenBy = e;
            } else if (isSent) {
                removeFirst(neighbour);
                request.isDone = request.record == null;
            }
            throw e;
        }
    }

    private void removeFirst(Neighbour neighbour) {
        neighbour.waiting.remove(neighbour.waiting.first());
        waitingCount--;
    }

    private int protocol(MessageRequest request, Neighbour neighbour) {
        if (request.memory instanceof Allocation) {
            return MessageArea.GIVE;
        }
        if (request.bytes <= MessageArea.FIRST_BYTES) {
            return MessageArea.INLINE;
        }
        final boolean isSmall = request.bytes <= eagerBytes;
        if (request.memory == null && node.isShared(request.start) && (!isSmall || neighbour.impatience == 0)) {
            return MessageArea.REFERENCE;
        }
        if (!isSmall) {
            return MessageArea.PIPE;
        }
        // The record of a copy outlives its send; that of a synchronous send says when the send is done.
        return request.isSynchronous ? MessageArea.INLINE : MessageArea.COPY;
    }

    /** Starts a send; false if a resource is missing. */
    private boolean tryStart(MessageRequest request, Neighbour neighbour) {
        isSent = false;
        if (request.kind == Message.BYTES && LocalMemory.isClosed(request.memory)) {
            request.failure = new IllegalStateException(
                    "the segment of this send was closed before there was room for the message; nothing was sent");
            request.isDone = true;
            return true;
        }
        final int wanted = protocol(request, neighbour);
        final boolean needsRecord = request.isSynchronous || wanted != MessageArea.INLINE && wanted != MessageArea.GIVE;
        final SendRecord record = needsRecord ? record(request, wanted, neighbour) : null;
        final boolean isShort = needsRecord && record == null;
        if (isShort && (request.isSynchronous || request.bytes > eagerBytes)) {
            return false;
        }
        final int protocol = isShort ? MessageArea.INLINE : wanted;
        final int slots = protocol == MessageArea.INLINE ? MessageArea.slots(request.bytes) : 1;
        final SlotRing ring = neighbour.ring;
        final long ticket = open.take(neighbour, slots);
        if (ticket < 0) {
            if (record != null) {
                records.give(record);
            }
            return false;
        }
        try {
            if (record != null) {
                request.record = record;
                record.begin(request);
            }
            SlotHeader.write(
                    ring.slot(ticket),
                    request.space,
                    request.tag,
                    request.kind,
                    protocol,
                    record == null ? 0 : record.index + 1,
                    request.bytes);
            publish(request, protocol, ring, ticket, slots);
            isSent = true;
            open.published();
        } finally {
            if (open.areOpen()) { // an error, such as a StackOverflowError
                leave(request);
            }
        }
        if ((protocol == MessageArea.INLINE || protocol == MessageArea.COPY) && neighbour.impatience > 0) {
            neighbour.impatience--;
        }
        WaitPoints.wake(neighbour.waitPoint);
        return true;
    }

    /** Ends a start that an error has left after it has taken slots. */
    private void leave(MessageRequest request) {
        isSent = open.isFirstPublished();
        if (!isSent) {
            final SendRecord record = request.record;
            request.record = null;
            if (record != null) {
                records.give(record);
            }
            if (request.memory instanceof Allocation block) {
                block.live = true;
            }
        }
        open.finish();
    }

    private SendRecord record(MessageRequest request, int protocol, Neighbour target) {
        if (protocol == MessageArea.COPY) {
            return records.takeForCopy(target);
        }
        final boolean canDoWithout = !request.isSynchronous && request.bytes <= eagerBytes;
        return canDoWithout ? records.takeForSmall(target) : records.take(target, protocol == MessageArea.PIPE);
    }

    private void publish(MessageRequest request, int protocol, SlotRing ring, long ticket, int slots) {
        final long slot = ring.slot(ticket);
        switch (protocol) {
            case MessageArea.INLINE -> {
                readInline(request, ring, ticket, slots);
                publishOrNothing(request, ring, ticket, slots);
                request.isDone = request.record == null;
            }
            case MessageArea.GIVE -> {
                final Allocation block = (Allocation) request.memory;
                Memory.put64(slot + MessageArea.DATA, block.handle);
                sharedBlocks.giveAway(block);
                ring.publish(ticket);
                request.isDone = true;
            }
            case MessageArea.COPY -> {
                final SendRecord record = request.record;
                read(request, 0, record.memory.address, request.bytes);
                Memory.put64(slot + MessageArea.DATA, node.offset(record.memory.address));
                publishOrNothing(request, ring, ticket, 1);
                if (request.record != null) {
                    records.keepCopied(record);
                    request.record = null;
                }
                request.isDone = true;
            }
            case MessageArea.REFERENCE -> {
                Memory.put64(slot + MessageArea.DATA, node.offset(request.start));
                ring.publish(ticket);
            }
            default -> {
                Memory.put64(slot + MessageArea.DATA, node.offset(request.record.memory.address));
                ring.publish(ticket); // before the first pieces are filled
                pipes.add(request);
            }
        }
    }

    private static void readInline(MessageRequest request, SlotRing ring, long ticket, int slots) {
        long done = 0;
        for (int i = 0; i < slots; i++) {
            final int start = i == 0 ? MessageArea.DATA : MessageArea.MORE;
            final long size = Math.min(MessageArea.SLOT_BYTES - start, request.bytes - done);
            read(request, done, ring.slot(ticket + i) + start, size);
            done += size;
        }
    }

    private static void read(MessageRequest request, long done, long address, long bytes) {
        try {
            LocalMemory.read(request.memory, request.start, done, address, bytes);
        } catch (RuntimeException | InternalError e) { // as by another thread that closes a segment just now
            request.failure = LocalMemory.failure("source", request.memory, e);
        }
    }

    /** Publishes a message by value; if its data could not be read, slots that the receiver passes over. */
    private void publishOrNothing(MessageRequest request, SlotRing ring, long ticket, int slots) {
        if (request.failure != null) {
            for (int i = 0; i < slots; i++) {
                SlotHeader.writeNothing(ring.slot(ticket + i));
            }
            if (request.record != null) {
                records.give(request.record);
                request.record = null;
            }
        }
        for (int i = 0; i < slots; i++) {
            ring.publish(ticket + i);
        }
    }

    /** The slots of the send that is being started. */
    OpenSlots open() {
        return open;
    }

    /** A ticket for one slot, if no send waits for room; else a negative number. */
    long takeTicket(Neighbour neighbour) {
        return waitingCount > 0 && !neighbour.waiting.isEmpty() ? -1 : open.take(neighbour, 1);
    }

    /** Looks how a send is getting on, and helps; whether it is done. */
    boolean look(MessageRequest request) {
        final SendRecord record = request.record;
        if (record == null || request.isInPipes) { // a receiver that fails is done before the last piece
            return false;
        }
        final long state = record.state();
        if (state == MessageArea.DONE) {
            records.give(record);
            request.isDone = true;
        } else if (state == MessageArea.OPEN) {
            copyBlocks(request);
        } else if (state == MessageArea.POSTED
                && ++request.looks > LOOKS_BEFORE_MOVE
                && request.bytes <= eagerBytes
                && !request.isSynchronous) {
            move(request);
        }
        return request.isDone;
    }

    /** Copies blocks of a message, together with the receiver, which waits for all of them. */
    private void copyBlocks(MessageRequest request) {
        final long record = request.record.address;
        try {
            BlockCopy.some(record, request.start, node.address(Memory.get64(record + MessageArea.DEST)), request.bytes);
        } catch (Error e) {
            lock.brokenBy = e;
            throw e;
        }
    }

    /** Copies the data of a message that the receiver has not looked at yet, so that the send is done. */
    private void move(MessageRequest request) {
        final SendRecord record = request.record;
        final Allocation memory = records.memoryToMove();
        if (memory == null) {
            request.looks = 0;
            return;
        }
        record.memory = memory;
        if (Memory.compareAndExchange64Volatile(
                        record.address + MessageArea.STATE, MessageArea.POSTED, MessageArea.MOVING)
                != MessageArea.POSTED) {
            return; // the receiver copies now; the memory is kept with the record
        }
        try {
            Memory.copy(request.start, memory.address, request.bytes);
            Memory.put64(record.address + MessageArea.MOVED, node.offset(memory.address));
            Memory.put64Release(record.address + MessageArea.STATE, MessageArea.IS_MOVED);
        } catch (Error e) { // the receiver may wait for the end of this
            lock.brokenBy = e;
            throw e;
        }
        request.space.neighbour(request.pe).impatience = PATIENCE;
        record.user = null;
        request.isDone = true;
    }

    private void dropRemote(MessageRequest request) {
        if (request.use == MessageRequest.Use.COPY) {
            remote.answer(RemoteMessages.DONE, request.space.worldPe(request.source), request.partnerId, 0);
        } else if (request.doneBytes > 0) {
            remote.answer(RemoteMessages.FAILED, request.space.worldPe(request.pe), request.partnerId, 0);
        } else {
            remote.withdraw(request, request.space.worldPe(request.pe));
        }
        request.drop();
    }

    /** Ends the sends of a space that wait for room. */
    void dropWaitingOf(MessageSpace space) {
        for (Neighbour neighbour : neighbours) {
            MessageRequest request = neighbour.waiting.removeFirstOf(space);
            while (request != null) {
                waitingCount--;
                request.drop();
                request = neighbour.waiting.removeFirstOf(space);
            }
        }
    }

    /** The same as {@link #dropAllOf}, if there is nobody any more who is to be told. */
    void forgetAllOf(MessageSpace space) {
        records.leaveAllOf(space);
        if (remote != null) {
            remote.dropAllOf(space, MessageRequest::drop);
        }
    }

    /** Ends the sends of a space that are under way, and receives of messages that come in packets. */
    void dropAllOf(MessageSpace space) {
        records.leaveAllOf(space);
        if (remote != null) {
            remote.dropAllOf(space, this::dropRemote);
        }
    }
}
