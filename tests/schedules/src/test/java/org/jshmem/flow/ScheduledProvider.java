package org.jshmem.flow;

import java.util.function.Supplier;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.schedules.Steps;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ForwardingProvider;
import org.jshmem.spi.Operation;

/** What flows use of a runtime, for the PEs of a {@link ScheduledFlows}. */
public final class ScheduledProvider extends ForwardingProvider {
    /** Called by the service loader. */
    public ScheduledProvider() {
        super(null);
    }

    @Override
    public int nodeOf(int pe) {
        return ScheduledFlows.current().nodeOf(pe);
    }

    @Override
    public long flowBufferBytes() {
        return ScheduledFlows.current().bufferBytes();
    }

    @Override
    public void watchHandlers(Supplier<String> running, Runnable end) {
        // no collective is called in a handler
    }

    @Override
    public void run(Operation operation, Runnable body) {
        body.run();
    }

    @Override
    public void waited(long word, long value) {
        ScheduledFlows.current().waited();
    }

    @Override
    public boolean needsProgress() {
        return false;
    }

    /** Asked in a wait of seconds, as that of many PEs may be. */
    @Override
    public boolean isUnwinding() {
        return false;
    }

    /** Any wait may become a long one. */
    @Override
    public long pause(long turn, Awaited what, long where) {
        Steps.awaitChange();
        return Steps.choose(4) == 0 ? LATE : turn + 1;
    }

    @Override
    public ShmemContext defaultContext() {
        return null;
    }

    @Override
    public ShmemTeam worldTeam() {
        return null;
    }

    @Override
    public ShmemTeam sharedTeam() {
        return null;
    }

    @Override
    protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
        return context;
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return team;
    }
}
