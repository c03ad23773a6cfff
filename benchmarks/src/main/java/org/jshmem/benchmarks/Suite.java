package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The operations of a job and the memory they need. Made and closed by all PEs together. */
final class Suite implements AutoCloseable {
    private static final Set<String> FABRIC_ATOMICS = Set.of("atomic fetch_add", "p, wait_until, and back");
    private static final int SMALL_COLLECTIVE_BYTES = 4096;
    private static final int SHARED_BLOCK_BYTES = 1024;

    private final List<Operation> operations = new ArrayList<>();
    private final TeamLoops team = new TeamLoops();
    private final Buffers buffers;
    private final LockLoops locks;

    /** Null where not all PEs share memory, and where nobody asks for it. */
    private SharedLoops shared;

    private MessageLoops messages;
    private FlowLoops flows;
    private NonblockingLoops nonblocking;
    private ReductionLoops reductions;

    /** Null unless asked for. */
    private CopyLoops copies;

    private IndexedLoops indexed;

    private MiniMdReplay miniMd;
    private MiniMdOneSided miniMdOneSided;
    private LuleshReplay lulesh;
    private LuleshOneSided luleshOneSided;

    private Suite(List<Operation> collectives, Buffers buffers) {
        this(buffers, buffers == null ? null : new LockLoops());
        operations.addAll(collectives);
        operations.addAll(team.operations());
        if (buffers != null) {
            operations.addAll(new RmaLoops(buffers).operations());
            operations.addAll(new StridedLoops(buffers).operations());
            operations.addAll(new AtomicLoops(buffers).operations());
            operations.addAll(locks.operations());
        }
    }

    private Suite(Buffers buffers, LockLoops locks) {
        this.buffers = buffers;
        this.locks = locks;
    }

    /** All that there is. */
    static Suite complete() {
        final Suite suite = new Suite(CollectiveLoops.operations(), new Buffers());
        suite.operations.addAll(suite.team.operationsByOne());
        suite.indexed = new IndexedLoops();
        suite.operations.addAll(suite.indexed.operations());
        suite.reductions = new ReductionLoops();
        suite.operations.addAll(suite.reductions.operations());
        if (nPes() == teamNPes(TEAM_SHARED)) {
            suite.shared = new SharedLoops();
            suite.operations.addAll(suite.shared.operations());
            suite.messages = new MessageLoops();
            suite.operations.addAll(suite.messages.operations());
        }
        return suite;
    }

    /** What two PEs on different nodes do, and small collectives. */
    static Suite ofFabric() {
        final Suite suite = new Suite(new Buffers(), null);
        suite.operations.addAll(new FabricLoops(suite.buffers).operations());
        new AtomicLoops(suite.buffers)
                .operations().stream()
                        .filter(operation -> FABRIC_ATOMICS.contains(operation.name()))
                        .forEach(suite.operations::add);
        suite.operations.addAll(CollectiveLoops.withoutAllocation());
        suite.team.operations().stream()
                .map(operation -> operation.upTo(SMALL_COLLECTIVE_BYTES))
                .forEach(suite.operations::add);
        return suite;
    }

    /** What is measured beside MPI. */
    static Suite ofMessages() {
        final Suite suite = new Suite((Buffers) null, null);
        suite.messages = new MessageLoops();
        suite.operations.addAll(suite.messages.besideMpi());
        suite.copies = new CopyLoops();
        suite.operations.addAll(suite.copies.operations());
        suite.miniMd = new MiniMdReplay();
        suite.operations.addAll(suite.miniMd.operations());
        suite.miniMdOneSided = new MiniMdOneSided();
        suite.operations.addAll(suite.miniMdOneSided.operations());
        suite.lulesh = new LuleshReplay();
        suite.operations.addAll(suite.lulesh.operations());
        suite.luleshOneSided = new LuleshOneSided();
        suite.operations.addAll(suite.luleshOneSided.operations());
        suite.shared = new SharedLoops();
        suite.shared.operations().forEach(operation -> suite.operations.add(operation.of(SHARED_BLOCK_BYTES)));
        return suite;
    }

    /** Collectives that do not wait, and what is measured beside them. */
    static Suite ofNonblocking() {
        final Suite suite = new Suite((Buffers) null, null);
        suite.nonblocking = new NonblockingLoops();
        suite.operations.addAll(suite.nonblocking.operations());
        return suite;
    }

    /** What all PEs do together. */
    static Suite ofCollectives() {
        return new Suite(CollectiveLoops.operations(), null);
    }

    /** What should not allocate on the Java heap. */
    static Suite withoutAllocation() {
        final Suite suite = new Suite(CollectiveLoops.withoutAllocation(), new Buffers());
        if (nPes() == teamNPes(TEAM_SHARED)) {
            suite.messages = new MessageLoops();
            suite.operations.addAll(suite.messages.withoutAllocation());
        }
        suite.flows = new FlowLoops();
        suite.operations.addAll(suite.flows.operations());
        suite.reductions = new ReductionLoops();
        suite.operations.addAll(suite.reductions.withoutAllocation());
        suite.nonblocking = new NonblockingLoops();
        suite.operations.addAll(suite.nonblocking.withoutAllocation());
        return suite;
    }

    List<Operation> operations(Predicate<Operation> wanted) {
        return operations.stream().filter(wanted).toList();
    }

    @Override
    public void close() {
        if (shared != null) {
            shared.release();
        }
        if (messages != null) {
            messages.release();
        }
        if (flows != null) {
            flows.release();
        }
        if (nonblocking != null) {
            nonblocking.release();
        }
        if (reductions != null) {
            reductions.release();
        }
        if (copies != null) {
            copies.release();
            miniMd.release();
            miniMdOneSided.release();
            lulesh.release();
            luleshOneSided.release();
        }
        if (indexed != null) {
            indexed.release();
        }
        team.release();
        if (locks != null) {
            locks.release();
        }
        if (buffers != null) {
            buffers.release();
        }
    }
}
