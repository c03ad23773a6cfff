package org.jshmem.shell;

import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ForwardingContext;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.Operation;
import org.jshmem.spi.ShmemProvider;

/** A team that records which of its collectives the PE is in. */
final class InterruptibleTeam extends ForwardingTeam {
    private static final String SPLIT = "teamSplit";

    private final String name;
    private final ShmemProvider provider;
    private final CollectiveLog log;

    /** How often this team was split, and how many teams the last split has made here. */
    private int splits;

    private int parts;

    InterruptibleTeam(ShmemTeam target, String name, ShmemProvider provider, CollectiveLog log) {
        super(target);
        this.name = name;
        this.provider = provider;
        this.log = log;
        log.add(name, this);
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return new InterruptibleTeam(team, name + "/" + splits + "." + ++parts, provider, log);
    }

    @Override
    protected ShmemContext wrap(ShmemContext context) {
        return new ForwardingContext(context, this) {};
    }

    @Override
    protected MessageKernel wrap(MessageKernel messages) {
        return new InterruptibleMessages(messages, provider);
    }

    @Override
    protected long before(Operation operation, long bytes) {
        log.begin(operation.name(), name, pes());
        return 0;
    }

    @Override
    protected void after(Operation operation, long bytes, long token) {
        if (operation.name().startsWith(SPLIT)) { // a failed split makes no team that needs a name
            splits++;
            parts = 0;
        }
        log.end();
    }

    private List<Integer> pes() {
        return IntStream.range(0, nPes()).map(this::worldPe).boxed().toList();
    }
}
