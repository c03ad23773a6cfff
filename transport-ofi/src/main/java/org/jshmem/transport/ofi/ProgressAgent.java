package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.jshmem.ShmemException;
import org.jshmem.libfabric.CompletionQueue;
import org.jshmem.posix.Libc;
import org.jshmem.transport.ofi.domain.OpenDomain;

/**
 * Makes progress on the network, in a thread of its own, while the threads of the program compute or sleep.
 *
 * <p><b>Protocol.</b> While threads of the program poll, this thread naps for a millisecond at a time, since two
 * threads that poll would only compete for each message. It takes over when no other thread polls any more: at once if
 * a thread that goes to sleep rings its bell, otherwise after the nap. It then polls until several polls in a row have
 * found nothing, and sleeps until a descriptor of the provider, or its bell, is readable. Before that it asks the
 * provider, by {@code fi_trywait}, whether it may sleep.
 *
 * <p><b>Remote access.</b> Reads and writes by other PEs leave no completion here. Therefore this thread polls for
 * longer if its last sleep was short, and whenever it wakes up, it wakes the threads that sleep for this PE's memory.
 *
 * <p><b>No descriptors.</b> If the provider has none, the thread takes naps of increasing length, up to 4 ms.
 */
final class ProgressAgent implements Agent {
    /** Vain looks, of about half a microsecond, before it sleeps. */
    private static final int FEW_LOOKS = 50;

    /** Vain looks after a short sleep: who sends again soon shall not wait until it is awake. */
    private static final int MANY_LOOKS = 4000;

    private static final long SHORT_SLEEP_NS = 1_000_000;

    /** Looks before it yields, and sees whether others poll too. */
    private static final int LOOKS_AT_ONCE = 32;

    /** Naps before they get longer. */
    private static final int NAPS = 50;

    /** Polls, since this thread looked last, of a thread that only sleeps and looks now and then. */
    private static final long FEW_POLLS = 4;

    private static final long MOVE_MS = 1;
    private static final int NAP_MS = 1;
    private static final int MOST_NAP_MS = 4;
    private static final int SLEEP_MS = 1000;
    private static final int JOIN_MS = 10_000;

    private final OfiNetwork network;
    private final OpenDomain domain;
    private final AgentRunner runner;
    private final int bell;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment word;
    private MemorySegment descriptors;
    private CompletionQueue[] queues = {};
    private Channel[] known;
    private boolean hasDescriptors;
    private long polls;
    private int looks = MANY_LOOKS;
    private int vain;
    private final Object moves = new Object();
    private volatile int sleepers;
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

    /** Ends the thread. */
    void end() {
        isEnding = true;
        ring();
        runner.close(JOIN_MS, failed -> {});
        Libc.close(bell);
        arena.close();
    }

    /** Makes it look at what has changed. */
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

    private boolean isLeftToOthers() {
        final long now = network.polls();
        final boolean othersPoll = now - polls > FEW_POLLS;
        polls = now;
        return othersPoll;
    }

    private void nap() {
        isNapping = true;
        if (Libc.poll(descriptors.address(), 1, NAP_MS) > 0) {
            drain();
            polls = network.polls();
        }
        isNapping = false; // who has seen it and rings now ends the next sleep too early, which does no harm
        vain = 0;
        network.wake();
    }

    /** A thread of the program is about to sleep. If this comes too early to be heard, the nap ends by itself. */
    void takeOver() {
        if (isNapping) {
            ring();
        }
    }

    private void sleep() {
        if (!hasDescriptors) {
            Libc.poll(descriptors.address(), 1, Math.min(1 + (vain - looks) / NAPS, MOST_NAP_MS));
        } else if (domain.maySleep(queues)) {
            sleepUntilReadable();
        }
        if (network.pollAll()) {
            moved();
        } else {
            network.wake();
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

    /** Sleeps until this thread has moved something, or for a moment: who came too late for that must look again. */
    @SuppressWarnings({"WaitNotInLoop", "NonAtomicVolatileUpdate"
    }) // callers look at what they wait for, in a loop; guarded by moves
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

    /** Looks which channels there are. */
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

    /** Makes the bell quiet. */
    private void drain() {
        Libc.read(bell, word.address() + Long.BYTES, Long.BYTES);
    }

    private void descriptor(int index, int fd) {
        descriptors.set(ValueLayout.JAVA_INT, (long) index * Libc.POLLFD_BYTES, fd);
        descriptors.set(ValueLayout.JAVA_SHORT, (long) index * Libc.POLLFD_BYTES + Integer.BYTES, (short) Libc.POLLIN);
    }
}
