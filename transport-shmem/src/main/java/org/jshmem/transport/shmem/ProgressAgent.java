package org.jshmem.transport.shmem;

import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.jshmem.internal.waiting.Threads;

/**
 * Makes progress in a thread of its own while the threads of the program compute or sleep.
 *
 * <p><b>Protocol.</b> While threads of the program poll, this thread naps for a millisecond at a time: two threads that
 * poll would spin at locks of the library. It takes over when no other thread polls any more: at once if a thread goes
 * to sleep, otherwise after the nap. It then sleeps until {@link LibraryEvents} tell that there is something to do, and
 * polls until they have told nothing for a while, so that a PE that soon asks again need not wait until this thread is
 * awake. Each time that they tell, it wakes the threads that sleep for this PE's memory: another PE may have put
 * something there, of which the library gives no sign.
 *
 * <p>A library that has never told anything so far is polled after short naps.
 */
final class ProgressAgent implements Agent {
    /** While threads of the program poll. */
    private static final long NAP_NS = 1_000_000;

    /** How long another PE may wait for an answer if nothing tells that it does. */
    private static final long SHORT_NAP_NS = 50_000;

    /** Longest sleep. */
    private static final int SLEEP_MS = 1;

    /** Looks in a row, of one or two microseconds each, that find nothing to do before it sleeps again. */
    private static final int VAIN_LOOKS = 1000;

    /** Looks before it yields, and checks whether threads of the program poll. */
    private static final int LOOKS_AT_ONCE = 32;

    /** A descriptor that tells so often in a row is one that others read, or nobody. */
    private static final int MOST_IN_A_ROW = 1000;

    /** Up to this many polls by program threads between two looks are ignored: a sleeping thread polls now and then. */
    static final long FEW_POLLS = 4;

    private static final int JOIN_MS = 10_000;

    private final ShmemNetwork network;
    private final LibraryEvents events = LibraryEvents.find();
    private final AgentRunner runner;

    /** {@link ShmemNetwork#polls} at the last look. */
    private long polls;

    /** Whether the library has told anything yet. */
    private boolean hasTold;

    private int inARow;

    /** Looks in a row that have found nothing to do. */
    private int vain = VAIN_LOOKS;

    private Thread thread;

    /** Whether a thread of the program ceases to poll. */
    private volatile boolean isLeft;

    private ProgressAgent(ShmemNetwork network) {
        this.network = network;
        this.runner = new AgentRunner(NoOpIdleStrategy.INSTANCE, Throwable::printStackTrace, null, this);
    }

    /** Starts the thread. */
    static ProgressAgent start(ShmemNetwork network) {
        final ProgressAgent agent = new ProgressAgent(network);
        agent.thread = AgentRunner.startOnThread(agent.runner, body -> {
            final Thread daemon = new Thread(body, agent.roleName());
            daemon.setDaemon(true);
            return daemon;
        });
        return agent;
    }

    /** Ends a nap: a thread of the program ceases to poll. */
    void wake() {
        isLeft = true;
        LockSupport.unpark(thread);
    }

    /** Ends the thread, and waits for that. */
    void end() {
        runner.close(JOIN_MS, _ -> {});
        Threads.join(thread); // close does not wait if this thread is interrupted or the other has not begun
    }

    @Override
    public int doWork() {
        final long now = network.polls();
        final boolean othersPoll = now - polls > FEW_POLLS || network.isCalled();
        polls = now;
        if (isLeft) {
            isLeft = false;
        } else if (othersPoll) {
            LockSupport.parkNanos(NAP_NS);
            return 0;
        }
        if (!hasTold || inARow > MOST_IN_A_ROW) {
            LockSupport.parkNanos(SHORT_NAP_NS);
            hasTold |= events.await(0);
            inARow = 0;
            network.advance();
        } else if (vain >= VAIN_LOOKS) {
            look(SLEEP_MS);
        } else {
            for (int i = 0; i < LOOKS_AT_ONCE && inARow <= MOST_IN_A_ROW; i++) {
                look(0);
            }
            Thread.yield();
        }
        return 0;
    }

    /** Makes progress once there is something to do, or the time is over. */
    private void look(int milliseconds) {
        final boolean tells = events.await(milliseconds);
        network.advance();
        if (tells) {
            vain = 0;
            inARow++;
            network.wake();
        } else {
            vain = Math.min(vain + 1, VAIN_LOOKS);
            inARow = 0;
        }
    }

    @Override
    public String roleName() {
        return "jshmem-progress";
    }
}
