package org.jshmem.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jshmem.ShmemException;
import org.jshmem.spi.ShmemProvider;

/**
 * The flows of a thread. A call that waits takes records of all of them, so a PE may use several flows in any order.
 * Only one handler runs at a time.
 */
final class Desk {
    private static final ThreadLocal<Desk> OF_THREAD = ThreadLocal.withInitial(Desk::new);

    /** The groups of all threads. */
    private static final Set<FlowGroup> OPEN = ConcurrentHashMap.newKeySet();

    /** Whether a handler runs. */
    boolean isHandling;

    /** Whether that is no handler of a record but the idle work of a drain. */
    private boolean isIdling;

    private final Thread owner = Thread.currentThread();
    private final List<FlowGroup> groups = new ArrayList<>();

    private final ShmemProvider provider = ShmemProvider.current();

    private Desk() {}

    static Desk ofThread() {
        ShmemProvider.current().watchHandlers(Desk::runningHandler, Desk::leaveAllOpen);
        final Desk desk = OF_THREAD.get();
        for (FlowGroup group : List.copyOf(desk.groups)) {
            if (!group.isAlive()) {
                group.end(); // left open at a shutdown; its memory may be in use again
            }
        }
        return desk;
    }

    /** The library ends; its memory may be in use again soon. */
    private static void leaveAllOpen() {
        OPEN.forEach(FlowGroup::leaveOpen);
        OPEN.clear();
    }

    private static String runningHandler() {
        return OF_THREAD.get().running();
    }

    /** Describes the handler that the calling thread runs; null for none. */
    private String running() {
        if (isIdling) {
            return "the idle work of a flow";
        }
        return isHandling ? "a handler of a flow" : null;
    }

    /** Throws if the calling thread runs a handler. */
    void requireNoHandler(String call) {
        if (isHandling) {
            throw new IllegalStateException(
                    call + " is called in " + running() + "; call it where records are sent, outside of handlers");
        }
    }

    /** Runs idle work as a handler; returns what it returns. */
    boolean work(BooleanSupplier idle) {
        isHandling = true;
        isIdling = true;
        try {
            return idle.getAsBoolean();
        } finally {
            isIdling = false;
            isHandling = false;
        }
    }

    void add(FlowGroup group) {
        groups.add(group);
        OPEN.add(group);
    }

    void remove(FlowGroup group) {
        groups.remove(group);
        OPEN.remove(group);
    }

    void requireOwner(String call) {
        if (!Thread.currentThread().equals(owner)) {
            throw new IllegalStateException(call + " of a flow is called by thread \""
                    + Thread.currentThread().getName() + "\"; only the thread that made the flow, \"" + owner.getName()
                    + "\", may use it");
        }
    }

    /** Takes what has come; whether that was anything. Not within a handler. */
    boolean poll() {
        boolean any = false;
        if (provider.needsProgress()) {
            provider.progress();
        }
        for (int i = 0; i < groups.size(); i++) {
            any |= groups.get(i).poll();
        }
        return any;
    }

    /**
     * Throws if a PE waits for the end of another group than this PE, which also waits for it: they would wait for
     * ever. The PE has to be of both teams; otherwise it may just be ahead.
     */
    void requireSameFlows(FlowGroup ending) {
        for (FlowGroup other : groups) {
            final int pe = other.equals(ending) ? -1 : other.eagerPe();
            if (pe >= 0 && other.team.translatePe(pe, ending.team) >= 0) {
                throw new ShmemException(other.nameOf(pe) + " ends " + other + ", while this PE ends " + ending
                        + "; end flows in the same order on all PEs");
            }
        }
    }

    /** Publishes what was sent. */
    void publish() {
        for (int i = 0; i < groups.size(); i++) {
            groups.get(i).publish();
        }
    }
}
