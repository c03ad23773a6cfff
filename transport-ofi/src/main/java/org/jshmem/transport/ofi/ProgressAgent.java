package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.jshmem.ShmemException;
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
 * <p><b>Remote access.</b> Reads and writes by other PEs leave no completion here. Therefore this thread polls for
 * longer if its last sleep was short, and whenever it wakes up, it wakes the threads that sleep for this PE's memory.
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

    private final OfiNetwork network;
    private final OpenDomain domain;
    private final AgentRunner runner;

    /** An eventfd; a write to it ends a nap or sleep. */
    private final int bell;

    private final Arena arena = Arena.ofShared();

    /** Memory for {@link #bell}: the value to write at 0, the value read at 8. */
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

    private volatile boolean isEnding;

    ProgressAgent(OfiNetwork network, OpenDomain domain) {
        this.network = network;
        this.domain = domain;
        this.bell = (int) Libc.eventfd();
        if (bell < 0) {
            throw new ShmemException("eventfd failed: " + Libc.errorText(bell)
                    + "; if this process has too many open files, raise ulimit -n");
        }
        this.word = arena.allocate(2 * Long.BYTES, Long.BYTES);
        this.runner = new AgentRunner(NoOpIdleStrategy.INSTANCE, this::uncaught, null, this);
    }

    private void uncaught(Throwable t) {
        if (!(t instanceof AgentTerminationException)) {
            network.failed(t);
        }
    }

    void start() {
        AgentRunner.startOnThread(runner, body -> {
            final Thread thread = new Thread(body, roleName());
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Ends the thread and closes the bell. */
    void end() {
        isEnding = true;
        ring();
        final Thread thread = runner.thread();
        runner.close(JOIN_MS, failed -> {});
        if (thread != null) {
            Threads.join(thread); // close does not wait in a thread that is interrupted
        }
        Libc.close(bell);
        arena.close();
    }

    /** Ends a nap or sleep of this thread. */
    void ring() {
        word.set(ValueLayout.JAVA_LONG, 0, 1);
        Libc.write(bell, word.address(), Long.BYTES);
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
        if (vain % LOOKS_AT_ONCE == 0 || vain >= looks) {
            network.checkHeartbeats();
            if (isLeftToOthers()) {
                nap();
                return 0;
            }
        }
        if (network.pollAll()) {
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
        if (Libc.poll(descriptors.address(), 1, NAP_MS) > 0) {
            drain();
            polls = network.polls();
        }
        isNapping = false; // a thread that still read true and rings now ends the next sleep early; this is harmless
        vain = 0;
        network.wake();
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
        if (Libc.poll(descriptors.address(), 1, Math.min(1 + (vain - looks) / NAPS, MOST_NAP_MS)) > 0) {
            vain = 0;
            drain();
        }
    }

    private void sleepUntilReadable() {
        final long startNs = System.nanoTime();
        if (Libc.poll(descriptors.address(), 1 + queues.length, SLEEP_MS) > 0) {
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
