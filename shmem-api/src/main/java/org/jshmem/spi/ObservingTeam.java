package org.jshmem.spi;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/** Tells an {@link ObservingProvider} what a team does, and what goes through contexts and messages made on it. */
final class ObservingTeam extends ForwardingTeam {
    private final ObservingProvider observer;
    private final int number;

    ObservingTeam(ShmemTeam target, ObservingProvider observer) {
        super(target);
        this.observer = observer;
        this.number = observer.number(target);
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return new ObservingTeam(team, observer);
    }

    @Override
    protected ShmemContext wrap(ShmemContext context) {
        return new ObservingContext(context, this, jobPes(), observer);
    }

    @Override
    protected MessageKernel wrap(MessageKernel messages) {
        return new ObservingMessages(messages, jobPes(), number, observer);
    }

    @Override
    protected NonblockingKernel nonblocking() {
        return new ObservedCollectives(super.nonblocking(), observer, number);
    }

    /** The numbers of its PEs in the job, by their numbers in the team. */
    private int[] jobPes() {
        final int[] pes = new int[nPes()];
        for (int pe = 0; pe < pes.length; pe++) {
            pes[pe] = worldPe(pe);
        }
        return pes;
    }

    @Override
    protected long before(Operation operation, long bytes) {
        return observer.beginCollective(operation, number, bytes);
    }

    @Override
    protected void after(Operation operation, long bytes, long token) {
        observer.endCollective(operation, number, bytes, token);
    }
}
