package org.jshmem.internal.messages;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.waiting.WaitPoints;

/**
 * What goes over the network for messages between PEs of different nodes: packets, those that have arrived, and the
 * requests that they name.
 *
 * <p>Packets of one PE arrive in the order of sending.
 *
 * <pre>
 *  offset  size  field
 *       0     4  TYPE    MESSAGE, OFFER, WITHDRAWAL, PULL, DATA, MORE, DONE or FAILED
 *       4     4  SPACE   MESSAGE, OFFER, WITHDRAWAL: the matching space
 *       8     4  SOURCE  MESSAGE, OFFER, WITHDRAWAL: the sender's number in the team
 *                        PULL, MORE, DONE: the number in the job of the PE that answers
 *      12     4  TAG     MESSAGE, OFFER
 *      16     4  KIND    MESSAGE, OFFER: type of the elements
 *      20     4  SENDER  MESSAGE, OFFER, WITHDRAWAL: the sender's number in the job
 *      24     8  BYTES   MESSAGE, OFFER: size of the message
 *                OFFSET  DATA: where the data belong in the message
 *      32     8  ID      the request of the PE that gets the packet; MESSAGE, OFFER, WITHDRAWAL: that of the sender, 0 for
 *                        none
 *      40     8  PLACE   OFFER: where the data are in the sender's symmetric heap, or a SharedOffset, or −1
 *                OWN     PULL: the request of the receiver
 *      48        DATA    MESSAGE, DATA
 * </pre>
 *
 * <p><b>Protocols.</b> A small message is a MESSAGE, which is answered by DONE if the sender waits for the match. Of a
 * larger one there is an OFFER. If its data are where the receiver can read them ({@link OfferedMemory}), it does so
 * and says DONE. Otherwise it asks by PULL, and the sender sends DATA: {@link #WINDOW} packets at first, and as many
 * more for each MORE of the receiver; or FAILED, if it cannot. After a WITHDRAWAL, which follows when an exception has
 * closed the sender's messages, the receiver no longer reads, but asks, and learns that it comes too late. Blocks that
 * are given to another PE are not withdrawn: they stay until they are read.
 *
 * <p><b>Threads.</b> Any thread may deliver a packet, at any time, also after the end, when packets are dropped.
 * Everything else is guarded by the engine's lock.
 */
final class RemoteMessages {
    static final int MESSAGE = 1;
    static final int OFFER = 2;
    static final int PULL = 3;
    static final int DATA = 4;
    static final int MORE = 5;
    static final int DONE = 6;
    static final int FAILED = 7;
    static final int WITHDRAWAL = 8;

    static final int TYPE = 0;
    static final int SPACE = 4;
    static final int SOURCE = 8;
    static final int TAG = 12;
    static final int KIND = 16;
    static final int SENDER = 20;
    static final int BYTES = 24;
    static final int OFFSET = BYTES;
    static final int ID = 32;
    static final int PLACE = 40;
    static final int OWN = PLACE;
    static final int DATA_START = 48;

    /** Packets of data under way. */
    static final int WINDOW = 16;

    private static final int INDEX_BITS = 32;

    private final Arena arena = Arena.ofShared();
    private final Network network;
    private final OfferedMemory offered;
    private final long waitPoint;
    private final PrivateBuffers buffers;
    private final int mostData;
    private final int me;

    /** The packet that is being written. */
    private final long packet;

    /** Packets that have arrived; guarded by its monitor, as are {@link #buffers} and {@link #hasEnded}. */
    private final ArrayDeque<PrivateBuffer> arrived = new ArrayDeque<>();

    private volatile int arrivedCount;

    private boolean hasEnded;

    /** By the lower half of their ids. */
    private MessageRequest[] requests = new MessageRequest[8];

    private long ids;

    RemoteMessages(Network network, OfferedMemory offered, long waitPoint, int me) {
        this.network = network;
        this.offered = offered;
        this.waitPoint = waitPoint;
        this.me = me;
        this.mostData = Math.min(network.maxMessageBytes(), MessageArea.MOST_INLINE_BYTES) - DATA_START & -Long.BYTES;
        this.buffers = new PrivateBuffers(arena, DATA_START + mostData);
        this.packet = arena.allocate(network.maxMessageBytes(), Long.BYTES).address();
        network.receiveMessages(this::receive);
    }

    /** The most bytes of data in a packet, which fits into a private buffer. */
    int mostData() {
        return mostData;
    }

    /** Keeps a packet until the program's thread comes; any thread may call. */
    private void receive(long address, int bytes) {
        synchronized (arrived) {
            if (hasEnded) {
                return;
            }
            final PrivateBuffer buffer = buffers.take(bytes);
            Memory.copy(address, buffer.address(), bytes);
            arrived.add(buffer);
            arrivedCount = arrived.size();
        }
        WaitPoints.wake(waitPoint);
    }

    boolean hasArrived() {
        return arrivedCount != 0;
    }

    /** How many packets have arrived that nobody has taken. */
    int arrived() {
        return arrivedCount;
    }

    /** The next packet that has arrived; to be given back. */
    PrivateBuffer next() {
        synchronized (arrived) {
            final PrivateBuffer buffer = arrived.poll();
            arrivedCount = arrived.size();
            return buffer;
        }
    }

    void give(PrivateBuffer buffer) {
        synchronized (arrived) {
            buffers.give(buffer);
        }
    }

    /** Frees the memory. */
    void end() {
        synchronized (arrived) {
            hasEnded = true;
            arrived.clear();
            arrivedCount = 0;
            arena.close();
        }
    }

    /** Gives a request a number that packets can have. */
    long register(MessageRequest request) {
        int index = 0;
        while (index < requests.length && requests[index] != null) {
            index++;
        }
        if (index == requests.length) {
            requests = Arrays.copyOf(requests, 2 * index);
        }
        requests[index] = request;
        if ((int) ++ids == 0) {
            ids++; // the number of the request at index 0 would be none
        }
        request.id = ids << INDEX_BITS | index;
        return request.id;
    }

    /** The request of a number; null if that has ended. */
    MessageRequest find(long id) {
        final int index = (int) id;
        return index < requests.length && requests[index] != null && requests[index].id == id ? requests[index] : null;
    }

    void unregister(MessageRequest request) {
        if (request.id != 0) {
            requests[(int) request.id] = null;
            request.id = 0;
        }
    }

    /** Forgets the requests of a space, except gifts, which nobody waits for; another object is told of each. */
    void dropAllOf(MessageSpace space, Consumer<MessageRequest> observer) {
        for (MessageRequest request : requests) {
            if (request != null && request.given == null && request.space.equals(space)) {
                observer.accept(request);
                unregister(request);
            }
        }
    }

    /** Sends a message whole. */
    void sendMessage(MessageRequest request, int target) {
        header(MESSAGE, request);
        LocalMemory.read(request.memory, request.start, 0, packet + DATA_START, request.bytes);
        network.sendMessage(target, packet, DATA_START + (int) request.bytes);
    }

    /** Offers a message whose data the receiver fetches. */
    void sendOffer(MessageRequest request, int target) {
        header(OFFER, request);
        Memory.put64(packet + PLACE, request.memory == null ? offered.offset(request.start) : OfferedMemory.ELSEWHERE);
        network.sendMessage(target, packet, DATA_START);
    }

    /** Takes an offer back that may not have been matched yet. */
    void withdraw(MessageRequest request, int target) {
        header(WITHDRAWAL, request);
        network.sendMessage(target, packet, DATA_START);
    }

    private void header(int type, MessageRequest request) {
        Memory.put32(packet + TYPE, type);
        Memory.put32(packet + SPACE, request.space.id());
        Memory.put32(packet + SOURCE, request.space.me);
        Memory.put32(packet + TAG, request.tag);
        Memory.put32(packet + KIND, request.kind);
        Memory.put32(packet + SENDER, me);
        Memory.put64(packet + BYTES, request.bytes);
        Memory.put64(packet + ID, request.id);
    }

    /** Sends a PULL, MORE, DONE or FAILED; {@code own} counts only for the first. */
    void answer(int type, int target, long id, long own) {
        Memory.put32(packet + TYPE, type);
        Memory.put32(packet + SOURCE, me);
        Memory.put64(packet + ID, id);
        Memory.put64(packet + OWN, own);
        network.sendMessage(target, packet, DATA_START);
    }

    /** Sends the next packets of a message; {@link MessageRequest#doneBytes} is where they start. */
    void sendData(MessageRequest request, int target) {
        try {
            sendWindow(request, target);
        } catch (RuntimeException | InternalError e) { // as of a segment that was closed
            request.failure = LocalMemory.failure("source", request.memory, e);
            request.isDone = true;
            answer(FAILED, target, request.partnerId, 0);
        }
    }

    private void sendWindow(MessageRequest request, int target) {
        for (int i = 0; i < WINDOW && request.doneBytes < request.bytes; i++) {
            final int size = (int) Math.min(mostData, request.bytes - request.doneBytes);
            Memory.put32(packet + TYPE, DATA);
            Memory.put64(packet + ID, request.partnerId);
            Memory.put64(packet + OFFSET, request.doneBytes);
            LocalMemory.read(request.memory, request.start, request.doneBytes, packet + DATA_START, size);
            network.sendMessage(target, packet, DATA_START + size);
            request.doneBytes += size;
        }
    }
}
