package org.jshmem.flow;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jshmem.spi.ShmemProvider;

/**
 * The flows of a thread. Each of its calls that waits takes records of all of them, so a PE may use several flows in
 * any order; and it runs one handler at a time.
 */
final class Desk {
    private static final ThreadLocal<Desk> OF_THREAD = ThreadLocal.withInitial(Desk::new);
    private static final Supplier<String> RUNNING = () -> {
        final Desk desk = OF_THREAD.get();
        return desk.isHandling ? "a handler of a flow" : null;
    };

    /** Whether a handler runs. */
    boolean isHandling;

    private final List<FlowGroup> groups = new ArrayList<>();

    private final ShmemProvider provider = ShmemProvider.current();

    private Desk() {}

    static Desk ofThread() {
        ShmemProvider.current().watchHandlers(RUNNING);
        return OF_THREAD.get();
    }

    void add(FlowGroup group) {
        groups.add(group);
    }

    void remove(FlowGroup group) {
        groups.remove(group);
    }

    List<FlowGroup> groups() {
        return groups;
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

    /** Publishes what was sent. */
    void publish() {
        for (int i = 0; i < groups.size(); i++) {
            groups.get(i).publish();
        }
    }
}
