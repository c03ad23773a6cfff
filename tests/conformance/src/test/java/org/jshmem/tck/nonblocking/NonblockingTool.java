package org.jshmem.tck.nonblocking;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;
import org.jshmem.spi.ForwardingContext;
import org.jshmem.spi.ForwardingProvider;
import org.jshmem.spi.ShmemProvider;
import org.jshmem.spi.ShmemTool;

/**
 * The tool {@code nonblocking}: every collective of a team is started by its non-blocking form and then waited for, so
 * that the cases for blocking collectives judge these.
 */
public final class NonblockingTool extends ShmemTool {
    /** Called by the service loader. */
    public NonblockingTool() {}

    @Override
    public String name() {
        return "nonblocking";
    }

    @Override
    public ShmemProvider install(ShmemProvider runtime) {
        return new Provider(runtime);
    }

    private static final class Provider extends ForwardingProvider {
        Provider(ShmemProvider runtime) {
            super(runtime);
        }

        @Override
        protected ShmemContext wrap(ShmemContext context, ShmemTeam team) {
            return new ForwardingContext(context, team) {};
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam team) {
            return new AwaitingTeam(team);
        }

        @Override
        public ThreadLevel init(ThreadLevel requested) {
            final boolean isFirst = !isInitialized();
            final ThreadLevel given = super.init(requested);
            if (isFirst) {
                ((AwaitingTeam) worldTeam()).open();
                ((AwaitingTeam) sharedTeam()).open();
            }
            return given;
        }
    }
}
