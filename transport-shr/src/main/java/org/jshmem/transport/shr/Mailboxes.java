package org.jshmem.transport.shr;

import java.util.function.IntUnaryOperator;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.posix.Futex;
import org.jshmem.spi.Awaited;

/**
 * Requests atomic operations on heaps that are not mapped here, and stores of a few bytes that the kernel might copy
 * one by one. The owner of the heap executes them with its CPU, so they are atomic with its own.
 *
 * <p><b>Protocol.</b> There is a mailbox for each requester and owner. The requester writes the operation and its
 * operands and then, with release, the number of the request. The owner's {@link MailboxThread} executes the operation
 * and writes the result and then, with release, the same number. A request is pending while the numbers differ, so a
 * mailbox holds one request at most, and a requester that dies while it writes has published nothing. The threads of a
 * requester take turns; there is a Java monitor for each owner. An error, such as a {@link StackOverflowError}, may
 * take a thread away from its pending request; the next thread first waits for that answer.
 *
 * <p><b>Wake-up.</b> A mailbox thread without work announces that it will sleep and then checks all mailboxes once
 * more. A requester executes a full fence after its number and then reads the announcement. So at least one of them
 * sees what the other wrote. After an answer the mailbox thread wakes a requester that sleeps at its wait point.
 */
final class Mailboxes implements Awaited {
    /** Offsets of 64-bit fields in a mailbox. The requester writes the first cache line, the owner the second. */
    static final long REQUEST = 0;

    static final long OPERATION = 8;
    static final long OFFSET = 16;
    static final long OPERAND = 24;
    static final long EXPECTED = 32;
    static final long RESULT = 64;
    static final long ANSWER = 72;

    /** Offsets of 32-bit words from the wait point of a PE, behind those of {@link WaitPoints}. */
    static final long SLEEPING = 64;

    static final long DOORBELL = 68;

    /** In place of the code of an {@link Atomic}: the operand holds the bytes. */
    static final long STORE = 0xff;

    private final long control;
    private final NodeLayout layout;
    private final int me;
    private final WaitStrategy waitStrategy;
    private final IntUnaryOperator numbers;

    /** By owner: the monitor that a requesting thread holds. */
    private final Object[] turns;

    /** @param numbers the numbers in the job of the node's PEs, for messages */
    Mailboxes(long control, NodeLayout layout, int me, WaitStrategy waitStrategy, IntUnaryOperator numbers) {
        this.control = control;
        this.layout = layout;
        this.me = me;
        this.waitStrategy = waitStrategy;
        this.numbers = numbers;
        this.turns = new Object[layout.pes()];
        for (int pe = 0; pe < turns.length; pe++) {
            turns[pe] = new Object();
        }
    }

    /** Makes an owner execute an operation; returns the value before. */
    long execute(int owner, Atomic operation, int bytes, long offset, long operand, long expected) {
        final long box = control + layout.mailboxOffset(owner, me);
        synchronized (turns[owner]) {
            final long before = awaitTurn(box, owner);
            Memory.put64(box + OPERATION, operation.code() << 8 | bytes);
            Memory.put64(box + OFFSET, offset);
            Memory.put64(box + OPERAND, operand);
            Memory.put64(box + EXPECTED, expected);
            request(box, before + 1, owner);
            return Memory.get64(box + RESULT);
        }
    }

    /** Makes an owner store fewer than 8 bytes, in elements as large as their places allow, which thus stay whole. */
    void store(int owner, long offset, long source, int bytes) {
        final long box = control + layout.mailboxOffset(owner, me);
        synchronized (turns[owner]) {
            final long before = awaitTurn(box, owner);
            Memory.put64(box + OPERATION, STORE << 8 | bytes);
            Memory.put64(box + OFFSET, offset);
            Memory.copy(source, box + OPERAND, bytes);
            request(box, before + 1, owner);
        }
    }

    /** Waits for the answer to a request that an error left; returns the number of the last one. */
    private long awaitTurn(long box, int owner) {
        final long before = Memory.get64(box + REQUEST);
        await(box, before, owner);
        return before;
    }

    /** Publishes a request and waits for its answer. */
    private void request(long box, long number, int owner) {
        Memory.put64Release(box + REQUEST, number);
        Memory.fullFence();
        ring(control + layout.waitPointOffset(owner));
        await(box, number, owner);
    }

    /** Waits until the answer to a request has arrived. */
    private void await(long box, long number, int owner) {
        long turn = 0;
        while (Memory.get64Acquire(box + ANSWER) != number) {
            turn = waitStrategy.pause(turn, this, owner);
        }
    }

    @Override
    public String describe(long owner) {
        return "PE " + numbers.applyAsInt((int) owner) + " to execute an operation on its memory";
    }

    /** Wakes the mailbox thread at a wait point if it sleeps. The caller has executed a full fence. */
    static void ring(long waitPoint) {
        if (Memory.get32Acquire(waitPoint + SLEEPING) != 0) {
            Memory.getAndAdd32Volatile(waitPoint + DOORBELL, 1);
            Futex.wake(waitPoint + DOORBELL, 1);
        }
    }
}
