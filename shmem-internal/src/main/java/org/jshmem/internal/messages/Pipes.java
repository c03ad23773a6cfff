package org.jshmem.internal.messages;

import java.util.Arrays;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.LocalMemory;
import org.jshmem.internal.waiting.WaitPoints;

/** The sends and receives whose pieces are under way ({@link Pipe}). */
final class Pipes {
    private final MessageLock lock;
    private final NodeWindow node;
    private final Receipts receipts;
    private MessageRequest[] requests = new MessageRequest[4];
    private int count;

    Pipes(MessageLock lock, NodeWindow node, Receipts receipts) {
        this.lock = lock;
        this.node = node;
        this.receipts = receipts;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Adds a request, and copies the pieces that can be copied. */
    void add(MessageRequest request) {
        if (count == requests.length) {
            requests = Arrays.copyOf(requests, 2 * count);
        }
        requests[count++] = request;
        request.isInPipes = true;
        advance(request);
    }

    void advanceAll() {
        for (int i = count - 1; i >= 0; i--) {
            advance(requests[i]);
        }
    }

    private void advance(MessageRequest request) {
        final boolean isSend = request.use == MessageRequest.Use.SEND;
        final long before = request.doneBytes;
        try {
            request.doneBytes = isSend
                    ? Pipe.fill(
                            request.record.address,
                            request.record.memory.address,
                            request.memory,
                            request.start,
                            before,
                            request.bytes)
                    : Pipe.drain(
                            request.recordAddress,
                            request.places,
                            request.memory,
                            request.start,
                            before,
                            request.resultBytes);
        } catch (RuntimeException | InternalError e) { // as of a segment that was closed
            request.failure = LocalMemory.failure(isSend ? "source" : "dest", request.memory, e);
            request.doneBytes = isSend
                    ? failSend(request)
                    : Pipe.giveUp(request.recordAddress, MessageArea.DRAINED, request.resultBytes);
        } catch (Error e) { // the counter may be ahead of what is known here
            lock.brokenBy = e;
            throw e;
        }
        if (request.doneBytes > before) {
            WaitPoints.wake(node.waitPoint(request.space.worldPe(isSend ? request.pe : request.source)));
        }
        if (request.doneBytes == (isSend ? request.bytes : request.resultBytes)) {
            end(request, isSend);
        }
    }

    private static long failSend(MessageRequest request) {
        Memory.put64(request.record.address + MessageArea.MOVED, 1);
        return Pipe.giveUp(request.record.address, MessageArea.FILLED, request.bytes);
    }

    private void end(MessageRequest request, boolean isSend) {
        for (int i = 0; i < count; i++) {
            if (requests[i] == request) {
                requests[i] = requests[--count];
                requests[count] = null;
            }
        }
        request.isInPipes = false;
        if (isSend) {
            if (request.isSynchronous && request.failure == null) {
                return; // its record says when the receiver has it
            }
            request.record.user = null;
        } else {
            if (Memory.get64(request.recordAddress + MessageArea.MOVED) != 0 && request.failure == null) {
                request.senderFailed();
            }
            receipts.send(request.recordAddress, request.space.worldPe(request.source));
        }
        request.isDone = true;
    }

    /** Ends the requests of a space that has ended, so that the PEs at the other ends do not wait. */
    void dropAllOf(MessageSpace space) {
        for (int i = count - 1; i >= 0; i--) {
            if (requests[i].space.equals(space)) {
                drop(requests[i]);
                requests[i] = requests[--count];
            }
        }
    }

    /** The same, if there is nobody any more at the other ends. */
    void forgetAllOf(MessageSpace space) {
        for (int i = count - 1; i >= 0; i--) {
            if (requests[i].space.equals(space)) {
                requests[i].isInPipes = false;
                requests[i].drop();
                requests[i] = requests[--count];
            }
        }
    }

    private void drop(MessageRequest request) {
        if (request.use == MessageRequest.Use.SEND) {
            failSend(request);
            WaitPoints.wake(node.waitPoint(request.space.worldPe(request.pe)));
        } else {
            receipts.refusePieces(request.recordAddress, request.resultBytes, request.space.worldPe(request.source));
        }
        request.isInPipes = false;
        request.drop();
    }
}
