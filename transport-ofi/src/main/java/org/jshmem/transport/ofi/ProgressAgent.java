package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.waiting.Threads;
import org.jshmem.libfabric.CompletionQueue;
import org.jshmem.posix.Libc;
import org.jshmem.transport.ofi.domain.OpenDomain;

/**
 * Makes progress on the network, in a thread of its own, while the threads of the program compute or sleep.
 *
 * <p><b>Protocol.</b> While threads of the program poll, this thread naps for a millisecond at a time, since two
 * threads that poll would only compete for each message. It takes over when no other thread polls any more: at once if
 * a thread that goes to sleep rings its bell, otherwise after the nap. It then polls until many polls in a row have
 * found nothing. Then it asks the provider by {@code fi_trywait} whether it may sleep, and sleeps until a file
 * descriptor of the provider or its bell, an eventfd, is readable.
 *
 * <p><b>Idle channels.</b> This thread sleeps on the descriptors of all channels, but polls only those that have
 * operations under way. After each sleep, and if the provider does not let it sleep, it polls the others, too: an event
 * on one of them, as the end of a connection, would otherwise keep it from sleeping.
 *
 * <p><b>Remote access.</b> Reads and writes by other PEs leave no completion here. Therefore this thread polls for
 * longer if its last sleep was short, and whenever it wakes up, it wakes the threads that sleep for this PE's memory.
 *
 * <p><b>Sessions.</b> While contexts collect operations ({@link Batches}), this thread sleeps for {@value #TICK_NS} ns
 * at most, and sends what it has seen before. It goes on with this for a while after nothing is collected any more, so
 * that a context that begins to collect seldom has to ring the bell.
 *
 * <p><b>No descriptors.</b> If the provider has none, the thread takes naps of increasing length, up to 4 ms.
 */
final class ProgressAgent implements Agent {
    /** Polls in a row that find nothing, of about half a microsecond each, before it sleeps. */
    private static final int FEW_LOOKS = 50;

    /** The same after a short sleep, so that a PE that soon sends again need not wait until this thread is awake. */
    private static final int MANY_LOOKS = 4000;

    /** A sleep shorter than this is followed by {@link #MANY_LOOKS}. */
    private static final long SHORT_SLEEP_NS = 1_000_000;

    /** Polls before it yields, and checks whether threads of the program poll. */
    private static final int LOOKS_AT_ONCE = 32;

    /** Without descriptors, naps after which the next ones are a millisecond longer. */
    private static final int NAPS = 50;

    /**
     * Up to this many polls by program threads between two checks are ignored: a sleeping thread polls now and then. A
     * thread that yields may get only one turn between two checks, because this thread has the CPU, so a yield counts
     * as so many more.
     */
    static final long FEW_POLLS = 4;

    /** Longest wait in {@link #awaitMove}. */
    private static final long MOVE_MS = 1;

    /** Length of a nap while program threads poll. */
    private static final int NAP_MS = 1;

    /** Longest nap without descriptors. */
    private static final int MOST_NAP_MS = 4;

    /** Longest sleep on descriptors. */
    private static final int SLEEP_MS = 1000;

    private static final int JOIN_MS = 10_000;

    /** Time between two looks at the batches of sessions. */
    static final long TICK_NS = 100_000;

    /** Looks in a row that find nothing collected, after which it looks no more until it is told to. */
    private static final int IDLE_TICKS = 100;

    /** {@code TICK_NS} as a {@code struct timespec} in {@link #word}. */
    private static final int TICK = 2 * Long.BYTES;

    private final OfiNetwork network;
    private final OpenDomain domain;
    private final AgentRunner runner;

    /** Null before the start. */
    private Thread thread;

    /** An eventfd; a write to it ends a nap or sleep. */
    private final int bell;

    private final Arena arena = Arena.ofShared();

    /** Memory for {@link #bell}: the value to write at 0, the value read at 8; then the {@link #TICK}. */
    private final MemorySegment word;

    /** The {@code struct pollfd} of the bell, then of the main channel and the contexts' channels. */
    private MemorySegment descriptors;

    /** Queues of the main channel and of the contexts' channels. */
    private CompletionQueue[] queues = {};

    /** The channels for which {@link #descriptors} and {@link #queues} were built. */
    private Channel[] known;

    /** Whether all queues have a file descriptor. */
    private boolean hasDescriptors;

    /** {@link OfiNetwork#polls} at the last check. */
    private long polls;

    /** Polls in a row that have to find nothing before it sleeps: {@link #FEW_LOOKS} or {@link #MANY_LOOKS}. */
    private int looks = MANY_LOOKS;

    /** Polls in a row that have found nothing. */
    private int vain;

    private final Object moves = new Object();

    /** Threads in {@link #awaitMove}; written under the monitor of {@link #moves}. */
    private volatile int sleepers;

    /** Whether the bell would end a nap; written by this thread. */
    private volatile boolean isNapping;

    /** Whether this thread looks at the batches of sessions; it sets it to false before it sleeps for long. */
    private volatile boolean isTicking;

    /** When it last looked, by {@link System#nanoTime()}. */
    private long tickNs;

    /** Looks in a row that found nothing collected. */
    private int idleTicks;

    private volatile boolean isEnding;

    ProgressAgent(OfiNetwork network, OpenDomain domain) {
        this.network = network;
        this.domain = domain;
        this.bell = (int) Libc.eventfd();
        if (bell < 0) {
            throw new ShmemException("eventfd failed: " + Libc.errorText(bell)
                    + "; if this process has too many open files, raise ulimit -n");
        }
        this.word = arena.allocate(4 * Long.BYTES, Long.BYTES);
        word.set(ValueLayout.JAVA_LONG, TICK + Long.BYTES, TICK_NS);
        this.runner = new AgentRunner(NoOpIdleStrategy.INSTANCE, this::uncaught, null, this);
    }

    private void uncaught(Throwable t) {
        if (!(t instanceof AgentTerminationException)) {
            network.failed(t);
        }
    }

    void start() {
        thread = AgentRunner.startOnThread(runner, body -> {
            final Thread daemon = new Thread(body, roleName());
            daemon.setDaemon(true);
            return daemon;
        });
    }

    /** Ends the thread and closes the bell. */
    void end() {
        isEnding = true;
        ring();
        runner.close(JOIN_MS, failed -> {});
        if (thread != null) {
            Threads.join(thread); // close does not wait if this thread is interrupted or the other has not begun
        }
        Libc.close(bell);
        arena.close();
    }

    /** Ends a nap or sleep of this thread. */
    void ring() {
        word.set(ValueLayout.JAVA_LONG, 0, 1);
        Libc.write(bell, word.address(), Long.BYTES);
    }

    /** Makes this thread look at the batches of sessions; called when a context begins to collect. */
    void tick() {
        Memory.fullFence(); // what is collected is seen by the thread that stops looking, or that is seen here
        if (!isTicking) {
            isTicking = true;
            ring();
        }
    }

    /** Sends old batches, if it is time to look. */
    private void lookAtBatches() {
        final long now = System.nanoTime();
        if (now - tickNs < TICK_NS) {
            return;
        }
        tickNs = now;
        if (network.sessions().areCollecting()) {
            idleTicks = 0;
            network.sessions().sendOld();
        } else if (++idleTicks >= IDLE_TICKS) {
            isTicking = false;
            Memory.fullFence();
            if (network.sessions()
                    .areCollecting()) { // never assign false here: a tick() may have set it to true meanwhile
                isTicking = true;
            }
            idleTicks = 0;
        }
    }

    /** Sleeps until one of the first descriptors is readable, or the time is over; returns whether one is. */
    private boolean awaitReadable(int count, int mostMs) {
        return isTicking
                ? Libc.ppoll(descriptors.address(), count, word.address() + TICK) > 0
                : Libc.poll(descriptors.address(), count, mostMs) > 0;
    }

    @Override
    public String roleName() {
        return "jshmem-network";
    }

    @Override
    public int doWork() {
        if (isEnding) {
            throw new AgentTerminationException();
        }
        refresh();
        if (isTicking) {
            lookAtBatches();
        }
        if (vain % LOOKS_AT_ONCE == 0 || vain >= looks) {
            network.checkHeartbeats();
            if (isLeftToOthers()) {
                nap();
                return 0;
            }
        }
        if (network.pollBusy()) {
            moved();
            return 1;
        }
        if (++vain >= looks) {
            sleep();
        } else if (vain % LOOKS_AT_ONCE == 0) {
            Thread.yield();
        }
        return 0;
    }

    /**
     * Whether threads of the program have polled, more than {@link #FEW_POLLS} times, since the last call. They need
     * not poll the channel for which another thread sleeps.
     */
    private boolean isLeftToOthers() {
        final long now = network.polls();
        final boolean othersPoll = now - polls > FEW_POLLS;
        polls = now;
        return othersPoll && sleepers == 0;
    }

    private void nap() {
        isNapping = true;
        if (awaitReadable(1, NAP_MS)) {
            drain();
            polls = network.polls();
        }
        isNapping = false; // a thread that still read true and rings now ends the next sleep early; this is harmless
        vain = 0;
        if (network.pollBusy()) { // threads of the program poll only the channels that they wait for
            moved();
        } else {
            network.wake();
        }
    }

    /** Called by a program thread that is about to sleep. If the call comes before the nap, the nap ends by itself. */
    void wakeFromNap() {
        if (isNapping) {
            ring();
        }
    }

    private void sleep() {
        if (!hasDescriptors) {
            sleepWithoutDescriptors();
        } else if (domain.maySleep(queues)) {
            sleepUntilReadable();
        }
        if (network.pollAll()) {
            moved();
        } else {
            network.wake();
        }
    }

    private void sleepWithoutDescriptors() {
        if (awaitReadable(1, Math.min(1 + (vain - looks) / NAPS, MOST_NAP_MS))) {
            vain = 0;
            drain();
        }
    }

    private void sleepUntilReadable() {
        final long startNs = System.nanoTime();
        if (awaitReadable(1 + queues.length, SLEEP_MS)) {
            looks = System.nanoTime() - startNs < SHORT_SLEEP_NS ? MANY_LOOKS : FEW_LOOKS;
            vain = 0;
            drain();
        }
    }

    private void moved() {
        vain = 0;
        network.wake();
        if (sleepers != 0) {
            synchronized (moves) {
                moves.notifyAll();
            }
        }
    }

    /**
     * Sleeps until this thread has moved something, for {@link #MOVE_MS} at most: a move just before the call is
     * missed.
     */
    @SuppressWarnings({"WaitNotInLoop", "NonAtomicVolatileUpdate"
    }) // callers check their condition in a loop; guarded by moves
    void awaitMove() {
        boolean interrupted = false;
        synchronized (moves) {
            sleepers++;
            try {
                moves.wait(MOVE_MS);
            } catch (InterruptedException e) {
                interrupted = true;
            } finally {
                sleepers--;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
            Thread.yield();
        }
    }

    /** Rebuilds the poll set if the channels have changed. */
    private void refresh() {
        final Channel[] all = network.channels();
        if (all != known) {
            look(all);
            known = all;
            drain();
        }
    }

    private void look(Channel[] all) {
        queues = new CompletionQueue[1 + all.length];
        descriptors = Arena.ofAuto().allocate((2L + all.length) * Libc.POLLFD_BYTES, Long.BYTES);
        hasDescriptors = true;
        descriptor(0, bell);
        look(0, network.main());
        for (int i = 0; i < all.length; i++) {
            look(1 + i, all[i]);
        }
    }

    private void look(int index, Channel channel) {
        queues[index] = channel.queue();
        final int fd = channel.waitFd();
        hasDescriptors &= fd >= 0;
        descriptor(1 + index, fd);
    }

    /** Resets the bell. */
    private void drain() {
        Libc.read(bell, word.address() + Long.BYTES, Long.BYTES);
    }

    private void descriptor(int index, int fd) {
        descriptors.set(ValueLayout.JAVA_INT, (long) index * Libc.POLLFD_BYTES, fd);
        descriptors.set(ValueLayout.JAVA_SHORT, (long) index * Libc.POLLFD_BYTES + Integer.BYTES, (short) Libc.POLLIN);
    }
}
