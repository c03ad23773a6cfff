package org.jshmem.schedules;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One order in which tasks make their accesses to memory. One task runs at a time. At each access the schedule decides
 * which one goes on; everything between two accesses is one step.
 *
 * <p><b>Priorities.</b> Each task has a random priority, and the one with the highest runs as long as it can go on. At
 * a few accesses, drawn beforehand, the running task becomes the last of all. With {@code d} such changes a schedule
 * finds a defect that depends on the order of {@code d + 1} accesses with a probability that does not depend on how the
 * tasks are programmed (probabilistic concurrency testing). In one schedule of three any task may come next at each
 * access instead. A task that makes many accesses in a row becomes the last, too: it may be waiting for the others.
 *
 * <p><b>Memory.</b> Stores without a fence are held back for a while ({@link StoreBuffer}), how long depends on the
 * schedule, and so does their order if a task has called {@link Steps#storeInAnyOrder}.
 *
 * <p><b>Time</b> does not exist: a sleep ends when somebody wakes the sleeper. If all tasks sleep or wait, a wake-up
 * was lost, and the schedule fails.
 *
 * <p><b>Monitors.</b> A task may be stopped while it holds a monitor that another one wants. Those of
 * {@link Steps#neverStopIn} are spared that. For others, the thread that has started the schedule notices after a while
 * that the running task is blocked, and lets others run.
 *
 * <p>The same seed with the same tasks makes the same schedule, if no task was blocked.
 */
final class Schedule {
    /** Accesses after which a schedule counts as endless. */
    private static final int MOST_ACCESSES = 200_000;

    private static final int MOST_IN_A_ROW = 400;

    /** Each n-th access makes a store visible: almost at once, after a while, or hardly ever. */
    private static final int[] DRAIN_EVERY = {1, 8, 200};

    /** Each n-th access of a schedule without priorities is followed by one of another task. */
    private static final int SWITCH_EVERY = 4;

    /** A schedule takes less; otherwise a task waits for something that others hold who are stopped. */
    private static final long STALLED_NS = 20_000_000_000L;

    private static final long LOOK_NS = 200_000;

    /** A task counts as blocked if it is at so many looks. */
    private static final int LOOKS = 3;

    private final SplittableRandom random;
    private final Task[] tasks;
    private final Thread starter = Thread.currentThread();
    private final boolean hasPriorities;
    private final int drainEvery;

    /** The accesses after which the running task becomes the last; in no order. */
    private final int[] changes;

    /** While the running task holds one of these, it goes on: the others may want it. */
    private final List<Object> monitors = new ArrayList<>();

    /** Where tasks were stopped; null if nobody wants to know. */
    private final List<String> trace;

    private long lowest;
    private int accesses;
    private Throwable failure;
    private volatile Task running;
    private final AtomicInteger resumes = new AtomicInteger();
    private volatile boolean isOver;

    /** Ends a task when the schedule has failed. */
    private static final class Stop extends Error {
        private static final long serialVersionUID = 1L;

        Stop() {
            super(null, null, false, false);
        }
    }

    Schedule(long seed, Task[] tasks, int expectedAccesses, boolean isTraced) {
        this.random = new SplittableRandom(seed);
        this.tasks = tasks;
        this.hasPriorities = random.nextInt(3) > 0;
        this.drainEvery = DRAIN_EVERY[random.nextInt(DRAIN_EVERY.length)];
        this.changes = new int[1 + random.nextInt(4)];
        for (int i = 0; i < changes.length; i++) {
            changes[i] = 1 + random.nextInt(Math.max(1, expectedAccesses));
        }
        this.trace = isTraced ? new ArrayList<>() : null;
    }

    /**
     * Runs the tasks to their end.
     *
     * @return how many accesses they made
     */
    int run(List<Schedules.Body> bodies) {
        for (int i = 0; i < tasks.length; i++) {
            final Task task = tasks[i];
            task.stores.clear();
            task.storesAtOnce = false;
            task.isBlocked = false;
            task.body = bodies.get(i);
            task.isDone = false;
            task.condition = null;
            task.changesSeen = 0;
            task.sleepsAt = 0;
            task.accessesInARow = 0;
            task.priority = random.nextInt(1 << 20);
            task.schedule = this;
        }
        resume(best());
        watch();
        for (Task task : tasks) {
            task.schedule = null;
        }
        return accesses;
    }

    /** Waits for the end; lets others run if a task waits for a monitor that one of them holds. */
    private void watch() {
        final long startNs = System.nanoTime();
        int same = 0;
        int before = 0;
        while (!isOver) {
            LockSupport.parkNanos(this, LOOK_NS);
            final Task task = running;
            same = task.getState() == Thread.State.BLOCKED && resumes.get() == before ? same + 1 : 0;
            before = resumes.get();
            if (same == LOOKS) {
                task.stopRunning();
                task.isBlocked = true;
                resume(best());
            } else if (!isOver && System.nanoTime() - startNs > STALLED_NS) {
                throw new IllegalStateException("a task does not come to its next access: " + stacks());
            }
        }
    }

    /** Lets a task run; the caller, if it is a task, has said that it stops. */
    private void resume(Task task) {
        resumes.incrementAndGet();
        running = task;
        task.resume();
    }

    /** Called at each access: a task that has got its monitor waits until its turn comes. */
    private void comeBack(Task task) {
        if (task.isBlocked) {
            task.isBlocked = false;
            task.pause();
        }
    }

    /** Why the schedule failed; null if it did not. */
    Throwable failure() {
        return failure;
    }

    /** Where tasks were stopped, if the schedule was to be traced. */
    List<String> trace() {
        return trace;
    }

    /** Called by the running task at each access. */
    void access(Task task) {
        comeBack(task);
        requireNotFailed();
        accesses++;
        if (accesses > MOST_ACCESSES) {
            fail(new AssertionError("the tasks have not ended after " + MOST_ACCESSES + " accesses"));
            throw new Stop();
        }
        if (random.nextInt(drainEvery) == 0) {
            final Task any = tasks[random.nextInt(tasks.length)];
            if (!any.stores.isEmpty()) {
                any.stores.drainOne(random);
            }
        }
        for (Object monitor : monitors) {
            if (Thread.holdsLock(monitor)) {
                return;
            }
        }
        if (isChange() || ++task.accessesInARow > MOST_IN_A_ROW) {
            task.priority = --lowest;
        }
        goOn(task, hasPriorities || random.nextInt(SWITCH_EVERY) > 0 ? best() : any());
    }

    /** Called by the running task: those that hold this monitor are not stopped. */
    void addMonitor(Object monitor) {
        monitors.add(monitor);
    }

    /** Called by the running task: a choice that is part of the schedule. */
    int choose(int bound) {
        return random.nextInt(bound);
    }

    /** Stops the running task until a condition holds, which others bring about. */
    void await(Task task, BooleanSupplier condition) {
        comeBack(task);
        requireNotFailed();
        task.stores.drain();
        task.condition = condition;
        goOn(task, hasPriorities ? best() : any());
        task.condition = null;
    }

    /** Stops the running task unless others have changed memory since this was called last, until they do. */
    void awaitChange(Task task) {
        await(task, () -> changesBesides(task) != task.changesSeen);
        task.changesSeen = changesBesides(task);
    }

    private long changesBesides(Task task) {
        long changes = 0;
        for (Task other : tasks) {
            changes += other.equals(task) ? 0 : other.stores.changes;
        }
        return changes;
    }

    /** Puts the running task to sleep at a word; the caller has compared its value. */
    void sleep(Task task, long address) {
        task.sleepsAt = address;
        goOn(task, hasPriorities ? best() : any());
    }

    /** Wakes those that sleep at a word, up to some number of them. */
    void wake(long address, int count) {
        int woken = 0;
        for (Task task : tasks) {
            if (task.sleepsAt == address && woken < count) {
                task.sleepsAt = 0;
                woken++;
            }
        }
    }

    private boolean isChange() {
        if (hasPriorities) {
            for (int change : changes) {
                if (change == accesses) {
                    return true;
                }
            }
        }
        return false;
    }

    private void goOn(Task task, Task chosen) {
        Task next = chosen;
        if (next == null) {
            fail(new AssertionError("nobody can go on: " + describe()));
            next = task; // its next access ends it
        }
        if (!next.equals(task)) {
            if (trace != null) {
                trace.add(at(task) + ", then " + next.getName());
            }
            task.accessesInARow = 0;
            task.stopRunning();
            resume(next);
            task.pause();
        }
        requireNotFailed();
    }

    private void requireNotFailed() {
        if (failure != null) {
            throw new Stop();
        }
    }

    /** The runnable task with the highest priority; if the schedule has failed, one that has not ended. */
    private Task best() {
        Task best = null;
        boolean mayComeBack;
        do {
            mayComeBack = anyBlocked();
            for (Task task : tasks) {
                if (canRun(task) && (best == null || task.priority > best.priority)) {
                    best = task;
                }
            }
        } while (best == null && mayComeBack);
        return best;
    }

    /** Any runnable task. */
    private Task any() {
        final int start = random.nextInt(tasks.length);
        for (int i = 0; i < tasks.length; i++) {
            final Task task = tasks[(start + i) % tasks.length];
            if (canRun(task)) {
                return task;
            }
        }
        return best();
    }

    private boolean canRun(Task task) {
        return failure == null ? task.isRunnable() : !task.isDone && !task.isBlocked;
    }

    /** Whether a task is about to get its monitor, or waits for it. */
    private boolean anyBlocked() {
        for (Task task : tasks) {
            if (task.isBlocked) {
                return true;
            }
        }
        return false;
    }

    /** Called by a task that has thrown. */
    void fail(Throwable thrown) {
        if (failure == null && !(thrown instanceof Stop)) {
            failure = thrown;
        }
    }

    /** Called by a task whose body has ended. */
    void end(Task task) {
        comeBack(task);
        task.stores.drain();
        task.isDone = true;
        task.stopRunning();
        Task next = best();
        if (next == null && !allDone()) {
            fail(new AssertionError("nobody can go on: " + describe()));
            next = best();
        }
        if (next == null) {
            isOver = true;
            LockSupport.unpark(starter);
        } else {
            resume(next);
        }
    }

    private boolean allDone() {
        for (Task task : tasks) {
            if (!task.isDone) {
                return false;
            }
        }
        return true;
    }

    private String describe() {
        final List<String> each = new ArrayList<>();
        for (Task task : tasks) {
            each.add(task.getName()
                    + (task.isDone
                            ? " has ended"
                            : task.sleepsAt != 0 ? " sleeps at " + at(task) : " waits at " + at(task)));
        }
        return String.join("; ", each);
    }

    private String stacks() {
        final StringBuilder text = new StringBuilder();
        for (Task task : tasks) {
            text.append(System.lineSeparator())
                    .append(task.getName())
                    .append(", ")
                    .append(task.getState());
            for (StackTraceElement frame : task.getStackTrace()) {
                text.append(System.lineSeparator()).append("    at ").append(frame);
            }
        }
        return text.toString();
    }

    /** The place where a task is, in the code under test. */
    private static String at(Task task) {
        final StringBuilder text = new StringBuilder();
        int frames = 0;
        for (StackTraceElement frame : task.getStackTrace()) {
            final String name = frame.getClassName();
            if (name.startsWith("org.jshmem.") && !name.startsWith("org.jshmem.schedules.") && frames < 3) {
                text.append(frames++ == 0 ? "" : " < ")
                        .append(name.substring(name.lastIndexOf('.') + 1))
                        .append('.')
                        .append(frame.getMethodName())
                        .append(':')
                        .append(frame.getLineNumber());
            }
        }
        return task.getName() + ' ' + text;
    }
}
