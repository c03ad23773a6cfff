package org.jshmem.internal.waiting;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/**
 * Makes a file descriptor readable when a PE's wait point is rung, for programs that wait in an event loop of their
 * own. A thread of the library sleeps at the wait point, and writes to an {@code eventfd}. The other PEs do nothing for
 * that: to them the thread is a sleeper like any other.
 *
 * <p><b>Protocol.</b> The descriptor is readable until {@link #clear}, which the program calls before it looks what has
 * come. That call announces a sleeper, and only then the thread looks and sleeps; so what comes after the call rings
 * the wait point, even if the thread does not sleep yet, and makes the descriptor readable again. Other PEs do not ring
 * when there is room for what waits, and may miss the announcement when they have what was sent. While something of
 * that kind is under way, the descriptor becomes readable after each nap.
 */
public final class WaitPointWatch {
    /** Naps: a wake-up that is lost costs no more. */
    private static final long NAP_NS = 10_000_000;

    private final WaitPoints waitPoints;
    private final long waitPoint;
    private final BooleanSupplier isReady;
    private final BooleanSupplier isUnderWay;
    private final int descriptor;

    /** The value that is written to the descriptor, or read. */
    private final MemorySegment value = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

    private final long timespec = NapIntervals.of(NAP_NS).timespec(0);
    private final Thread thread = new Thread(this::watch, "jshmem-descriptor");
    private volatile boolean isRung = true; // for what has come before
    private volatile int sequence;
    private volatile boolean isEnded;

    /**
     * Starts the thread.
     *
     * @param waitPoints those of the node
     * @param waitPoint address of the wait point
     * @param isReady whether something has come that nobody has looked at, as far as a thread without a lock sees
     * @param isUnderWay whether the program is to look now and then, as other PEs do not announce all
     */
    public WaitPointWatch(WaitPoints waitPoints, long waitPoint, BooleanSupplier isReady, BooleanSupplier isUnderWay) {
        this.waitPoints = waitPoints;
        this.waitPoint = waitPoint;
        this.isReady = isReady;
        this.isUnderWay = isUnderWay;
        final long result = Libc.eventfd();
        if (result < 0) {
            throw new ShmemException("no descriptor for messages: " + Libc.errorText(result));
        }
        this.descriptor = (int) result;
        write();
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * What becomes readable.
     *
     * @return a file descriptor, open until {@link #end}
     */
    public int descriptor() {
        return descriptor;
    }

    private void watch() {
        while (!isEnded) {
            if (isRung) {
                LockSupport.park(this);
            } else {
                sleep();
            }
        }
    }

    private void sleep() {
        boolean isNews = isReady.getAsBoolean();
        if (!isNews) {
            final long result = waitPoints.sleep(waitPoint, sequence, timespec);
            isNews = result == 0 || result == -Libc.EAGAIN || isReady.getAsBoolean() || isUnderWay.getAsBoolean();
        }
        if (isNews && !isEnded) {
            ring();
        }
    }

    /** Makes the descriptor readable; any thread may call. */
    public synchronized void ring() {
        if (!isRung) {
            isRung = true;
            write();
        }
    }

    private void write() {
        value.set(ValueLayout.JAVA_LONG, 0, 1);
        Libc.write(descriptor, value.address(), Long.BYTES);
    }

    /** Makes the descriptor unreadable until something comes; any thread may call. */
    public synchronized void clear() {
        if (isRung) {
            Libc.read(descriptor, value.address(), Long.BYTES);
            sequence = waitPoints.announce(waitPoint);
            isRung = false;
            LockSupport.unpark(thread);
        }
    }

    /** Ends the thread, and closes the descriptor; called before the control memory is unmapped. */
    public void end() {
        isEnded = true;
        LockSupport.unpark(thread);
        WaitPoints.wake(waitPoint);
        Threads.join(thread);
        Libc.close(descriptor);
    }
}
