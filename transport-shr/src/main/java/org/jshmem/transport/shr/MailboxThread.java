package org.jshmem.transport.shr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.waiting.Threads;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.posix.Futex;

/**
 * The thread that executes the requests of other PEs to this one, whatever the program is doing; {@link Mailboxes} has
 * the protocol. After each request it polls the mailboxes for a while and then sleeps on its doorbell, so it costs a
 * computing PE nothing.
 */
final class MailboxThread implements Runnable {
    /** Polls without a request before the thread sleeps, usually. */
    static final int LOOKS = 200;

    /** The exit status of the job if this thread fails. */
    private static final int FAILED = 1;

    private final Bootstrap job;
    private final long control;
    private final NodeLayout layout;
    private final int me;
    private final long heap;
    private final WaitPoints waitPoints;
    private final long waitPoint;
    private final int looks;
    private final Thread thread;
    private volatile boolean ended;

    MailboxThread(Bootstrap job, long control, NodeLayout layout, int me, long heap, WaitPoints waitPoints, int looks) {
        this.job = job;
        this.control = control;
        this.layout = layout;
        this.me = me;
        this.heap = heap;
        this.waitPoints = waitPoints;
        this.waitPoint = waitPoints.of(me);
        this.looks = looks;
        this.thread = Thread.ofPlatform().daemon().name("jshmem-mailboxes").unstarted(this);
    }

    void start() {
        thread.start();
    }

    /** Ends the thread; called after a barrier, so all requests have been answered. */
    void end() {
        ended = true;
        Memory.fullFence();
        Mailboxes.ring(waitPoint);
        Threads.join(thread); // the memory that it reads is unmapped next
        waitPoints.end();
    }

    /** Serves requests. An error ends the job, because other PEs would wait for this thread forever. */
    @Override
    public void run() {
        try {
            serveUntilTheEnd();
        } catch (Throwable t) {
            job.fail(FAILED, "the thread that executes operations for other PEs has met a " + t);
        }
    }

    private void serveUntilTheEnd() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment second = arena.allocate(2 * Long.BYTES, Long.BYTES);
            second.set(ValueLayout.JAVA_LONG, 0, 1);
            int idle = 0;
            while (!ended) {
                if (serve()) {
                    idle = 0;
                } else if (++idle < looks) {
                    Thread.yield();
                } else {
                    sleep(second.address());
                    idle = 0;
                }
            }
        }
    }

    /** Sleeps until the doorbell rings or the timeout ends; {@code timeout} is the address of a {@code timespec}. */
    private void sleep(long timeout) {
        final int bell = Memory.get32Acquire(waitPoint + Mailboxes.DOORBELL);
        Memory.put32Volatile(waitPoint + Mailboxes.SLEEPING, 1);
        if (!serve() && !ended) {
            Futex.sleep(waitPoint + Mailboxes.DOORBELL, bell, timeout);
        }
        Memory.put32Volatile(waitPoint + Mailboxes.SLEEPING, 0);
    }

    /** Executes all pending requests; returns whether there was one. */
    private boolean serve() {
        boolean served = false;
        for (int pe = 0; pe < layout.pes(); pe++) {
            if (pe == me) {
                continue;
            }
            final long box = control + layout.mailboxOffset(me, pe);
            final long number = Memory.get64Acquire(box + Mailboxes.REQUEST);
            if (number != Memory.get64(box + Mailboxes.ANSWER)) {
                execute(box);
                Memory.put64Volatile(box + Mailboxes.ANSWER, number);
                WaitPoints.wake(waitPoints.of(pe));
                served = true;
            }
        }
        if (served) {
            WaitPoints.wake(waitPoint);
        }
        return served;
    }

    private void execute(long box) {
        final long operation = Memory.get64(box + Mailboxes.OPERATION);
        final int bytes = (int) (operation & 0xff);
        final long address = heap + Memory.get64(box + Mailboxes.OFFSET);
        if (operation >>> 8 == Mailboxes.STORE) {
            store(box + Mailboxes.OPERAND, address, bytes);
            return;
        }
        final long result = Atomic.of((int) (operation >>> 8))
                .execute(bytes, address, Memory.get64(box + Mailboxes.OPERAND), Memory.get64(box + Mailboxes.EXPECTED));
        Memory.put64(box + Mailboxes.RESULT, result);
    }

    /** Copies bytes by stores that are as large as their places allow. */
    private static void store(long from, long to, int bytes) {
        int done = 0;
        while (done < bytes) {
            final long size = Long.lowestOneBit(to + done | Integer.highestOneBit(bytes - done));
            if (size == Byte.BYTES) {
                Memory.put8(to + done, Memory.get8(from + done));
            } else if (size == Short.BYTES) {
                Memory.put16(to + done, Memory.get16(from + done));
            } else {
                Memory.put32(to + done, Memory.get32(from + done));
            }
            done += (int) size;
        }
    }
}
