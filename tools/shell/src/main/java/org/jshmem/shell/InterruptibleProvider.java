package org.jshmem.shell;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ForwardingContext;
import org.jshmem.spi.ForwardingProvider;
import org.jshmem.spi.Operation;
import org.jshmem.spi.ShmemProvider;

/**
 * Lets an {@link Interruption} end waits for variables, in flows, for locks and for messages. A wait in a collective
 * cannot be ended by one PE alone, so this class records in which collective the PE is, for the shell to have the
 * missing PEs {@linkplain Request.Join join} it.
 */
final class InterruptibleProvider extends ForwardingProvider {
    private static final String WORLD = "world";
    private static final Set<String> COLLECTIVES = Set.of("barrierAll", "syncAll", "malloc", "realloc", "free");

    private final CollectiveLog log;

    InterruptibleProvider(ShmemProvider runtime, CollectiveLog log) {
        super(runtime);
        this.log = log;
    }

    @Override
    protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
        return new ForwardingContext(context, team) {};
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return new InterruptibleTeam(team, log.team(WORLD) == null ? WORLD : "shared", this, log);
    }

    @Override
    protected long before(Operation operation, long bytes) {
        if (COLLECTIVES.contains(operation.name())) {
            log.begin(operation.name(), WORLD, allPes());
        }
        return 0;
    }

    @Override
    protected void after(Operation operation, long bytes, long token) {
        if (COLLECTIVES.contains(operation.name())) {
            log.end();
        }
    }

    private List<Integer> allPes() {
        return IntStream.range(0, nPes()).boxed().toList();
    }

    @Override
    public void run(Operation operation, Runnable call) {
        log.inFlow(operation.name());
        super.run(operation, call);
        log.inFlow(null);
    }

    @Override
    public long pause(long turn, Awaited what, long where) {
        Interruption.check();
        return super.pause(turn, what, where);
    }

    @Override
    public void setLock(long offset) {
        long turn = 0;
        while (!tryLock(offset)) {
            turn = pause(turn, _ -> "the lock at heap offset " + offset, offset);
        }
    }
}
