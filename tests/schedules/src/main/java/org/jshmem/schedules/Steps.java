package org.jshmem.schedules;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

/**
 * What stands in for memory, futexes and waiting calls here. On a thread that no schedule runs, stores are visible at
 * once.
 */
public final class Steps {
    private Steps() {}

    /**
     * A load.
     *
     * @param address where
     * @param bytes how many: 1, 2, 4 or 8
     * @return what is there
     */
    public static long load(long address, int bytes) {
        final Task task = Task.current();
        if (task == null) {
            return new StoreBuffer().load(address, bytes);
        }
        task.schedule.access(task);
        return task.stores.load(address, bytes);
    }

    /**
     * A store without a fence.
     *
     * @param address where
     * @param bytes how many: 1, 2, 4 or 8
     * @param bits what
     */
    public static void store(long address, int bytes, long bits) {
        final Task task = Task.current();
        if (task == null) {
            final StoreBuffer direct = new StoreBuffer();
            direct.store(address, bytes, bits);
            direct.drain();
        } else {
            task.schedule.access(task);
            task.stores.store(address, bytes, bits);
            if (task.storesAtOnce) {
                task.stores.drain();
            }
        }
    }

    /**
     * Makes all later stores of this task visible at once: for one that hands them on by the JVM's own variables, whose
     * accesses nobody sees here.
     */
    public static void storeAtOnce() {
        final Task task = Task.current();
        task.stores.drain();
        task.storesAtOnce = true;
    }

    /**
     * Makes later stores of this task visible in any order between two fences, as a processor with weaker memory than
     * x86 does. Copies, and stores of other tasks, keep their order.
     */
    public static void storeInAnyOrder() {
        Task.current().stores.isOrdered = false;
    }

    /** Keeps the stores before it and those after it apart; no step. */
    public static void releaseFence() {
        final Task task = Task.current();
        if (task != null) {
            task.stores.fences++;
        }
    }

    /**
     * An update in one step, with a full fence.
     *
     * @param address where
     * @param bytes how many: 4 or 8
     * @param update from the value before to the one after
     * @return the value before
     */
    public static long update(long address, int bytes, LongUnaryOperator update) {
        fence();
        final Task task = Task.current();
        final StoreBuffer empty = task == null ? new StoreBuffer() : task.stores;
        final long before = empty.load(address, bytes);
        empty.store(address, bytes, update.applyAsLong(before));
        empty.drain();
        return before;
    }

    /**
     * Copies in two steps.
     *
     * @param from the source
     * @param fromStart where
     * @param to the destination
     * @param toStart where
     * @param bytes how many
     */
    public static void copy(MemorySegment from, long fromStart, MemorySegment to, long toStart, long bytes) {
        final long half = bytes / 2;
        fence();
        MemorySegment.copy(from, fromStart, to, toStart, half);
        changed();
        step();
        MemorySegment.copy(from, fromStart + half, to, toStart + half, bytes - half);
        changed();
        step();
    }

    private static void changed() {
        final Task task = Task.current();
        if (task != null) {
            task.stores.changes++;
        }
    }

    /** A step at which all stores of the calling thread become visible: a fence, or the first half of an update. */
    public static void fence() {
        final Task task = Task.current();
        if (task != null) {
            task.schedule.access(task);
            task.stores.drain();
        }
    }

    /** A step without an effect of its own. */
    public static void step() {
        final Task task = Task.current();
        if (task != null) {
            task.schedule.access(task);
        }
    }

    /**
     * A choice of the schedule, the same for the same seed.
     *
     * @param bound how many there are
     * @return one of 0 to {@code bound - 1}; 0 on a thread that no schedule runs
     */
    public static int choose(int bound) {
        final Task task = Task.current();
        return task == null ? 0 : task.schedule.choose(bound);
    }

    /**
     * Waits until something holds that other tasks bring about.
     *
     * @param condition reads no memory of the code under test
     */
    public static void await(BooleanSupplier condition) {
        final Task task = Task.current();
        task.schedule.await(task, condition);
    }

    /**
     * Passes a moment of a wait that polls memory: stops until another task has changed memory since this task called
     * this last. If all tasks wait so, none of them will ever find anything new.
     */
    public static void awaitChange() {
        final Task task = Task.current();
        task.schedule.awaitChange(task);
    }

    /**
     * Makes the rest of this schedule stop no task that holds a monitor, since others, which the schedule may choose
     * next, would wait for that.
     *
     * @param monitor of the code under test
     */
    public static void neverStopIn(Object monitor) {
        final Task task = Task.current();
        task.schedule.addMonitor(monitor);
    }

    /**
     * Sleeps at a word, if it has a value, until somebody wakes the sleepers there.
     *
     * @param address of 4 bytes
     * @param value only then
     * @return whether the task has slept
     */
    public static boolean sleep(long address, int value) {
        fence();
        final Task task = Task.current();
        if ((int) task.stores.load(address, Integer.BYTES) != value) {
            return false;
        }
        task.schedule.sleep(task, address);
        return true;
    }

    /**
     * Wakes those that sleep at a word.
     *
     * @param address of 4 bytes
     * @param count at most so many
     */
    public static void wake(long address, int count) {
        fence();
        final Task task = Task.current();
        if (task != null) {
            task.schedule.wake(address, count);
        }
    }
}
