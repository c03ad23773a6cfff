package org.jshmem.transport.shr;

import java.util.Arrays;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.bootstrap.DescriptorHandover;
import org.jshmem.bootstrap.Locality;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SharedHeap;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.config.Setting;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;

/**
 * The PEs of one node and the memory they share.
 *
 * <p><b>Attaching.</b> PE 0 creates the node's file, which has no name. The PEs then exchange a {@link Peer} each:
 * process, heap size, and the addresses at which they can map the file; PE 0 adds the ticket by which the others get
 * the file from it ({@link DescriptorHandover}). No second exchange is needed: every PE computes the common address
 * from the same values, and the first barrier of the job, in the memory just mapped, waits for all PEs. In mode
 * {@code cma} a PE maps only the control pages, its own heap and the shared heap, and executes on its heap what other
 * PEs ask of it ({@link Mailboxes}).
 *
 * <p><b>Failure.</b> If the file cannot be taken or mapped, this PE ends with the reason, and the launcher ends the
 * others.
 */
final class ShrMemory extends NodeMemory {
    private static final int MMAP = 0;
    private static final int CMA = 1;

    private final BackingFile file;
    private final AddressWindow window;
    private final NodeLayout layout;
    private final SymmetricHeap heap;

    /** Null in mode {@code mmap}, as is the mailbox thread. */
    private final CmaTransport copies;

    private final MailboxThread mailboxThread;
    private final int me;
    private final boolean hugePages;

    /** As PE 0 of the node finds it, so that all PEs agree. */
    private final boolean isCrowded;

    private ShrMemory(
            Bootstrap job,
            Configuration configuration,
            WaitPolicy waitPolicy,
            Peer[] peers,
            BackingFile file,
            NodeLayout layout) {
        this.me = job.pe();
        this.isCrowded = peers[0].isCrowded();
        this.file = file;
        this.layout = layout;
        final long common = Arrays.stream(peers).mapToLong(Peer::candidates).reduce(-1L, (a, b) -> a & b);
        this.window = AddressWindow.reserve(layout.totalBytes(), common);
        if (peers[me].mode() == CMA) {
            window.map(file, 0, layout.controlEnd());
            window.map(file, layout.heapOffset(me), layout.stride());
            window.map(file, layout.sharedOffset(), layout.totalBytes() - layout.sharedOffset());
        } else {
            window.map(file, 0, layout.totalBytes());
        }
        this.hugePages = configuration.get(Setting.HUGE_PAGES).equals("auto");
        this.heap = new SymmetricHeap(
                file, layout.heapOffset(me), window.base() + layout.heapOffset(me), layout.heapBytes(), hugePages);
        if (peers[me].mode() == MMAP) {
            copies = null;
            mailboxThread = null;
        } else {
            final WaitPoints waitPoints = new WaitPoints(control(), layout);
            final WaitStrategy waitStrategy = new WaitStrategy(waitPoints, waitPoints.of(me), waitPolicy.crowded());
            final Mailboxes mailboxes = new Mailboxes(control(), layout, me, waitStrategy, pe -> peers[pe].number());
            copies = new CmaTransport(
                    new CrossMemoryAttach(peers, window, layout, mailboxes),
                    new HeapViews(file, layout, heap::isInHugePages),
                    mailboxes);
            mailboxThread = new MailboxThread(job, control(), layout, me, heap.base(), waitPoints, MailboxThread.LOOKS);
            mailboxThread.start();
        }
    }

    static ShrMemory attach(Bootstrap job, NodeLayout layout, Configuration configuration, WaitPolicy waitPolicy) {
        if (!layout.fits()) {
            throw new ShmemException(Setting.SYMMETRIC_SIZE.variable() + "=" + configuration.heapBytes() + " and "
                    + Setting.SHARED_SIZE.variable() + "=" + configuration.sharedBytes() + " bytes for " + job.nPes()
                    + " PEs are more than the address space holds; set them to less");
        }
        if (job.pe() > 0) {
            final Peer[] peers = exchange(job, layout, configuration, waitPolicy, new byte[0]);
            final BackingFile file = BackingFile.of(DescriptorHandover.take(peers[0].ticket(), job.pe()));
            return new ShrMemory(job, configuration, waitPolicy, peers, file, layout);
        }
        final BackingFile file = BackingFile.create(layout);
        try (DescriptorHandover handover = new DescriptorHandover(job.nPes())) {
            final Peer[] peers = exchange(job, layout, configuration, waitPolicy, handover.ticket());
            handover.give(file.fd());
            return new ShrMemory(job, configuration, waitPolicy, peers, file, layout);
        }
    }

    private static Peer[] exchange(
            Bootstrap job, NodeLayout layout, Configuration configuration, WaitPolicy waitPolicy, byte[] ticket) {
        final Peer mine = new Peer(
                job.numberInJob(job.pe()),
                Locality.process(),
                layout.heapBytes(),
                layout.sharedBytes(),
                AddressWindow.freeCandidates(layout.totalBytes()),
                configuration.get(Setting.SHR).equals("cma") ? CMA : MMAP,
                waitPolicy.isCrowded(),
                ticket);
        final Peer[] peers =
                Arrays.stream(job.allgather(mine.encode())).map(Peer::decode).toArray(Peer[]::new);
        requireSameSettings(peers);
        return peers;
    }

    static void requireSameSettings(Peer[] peers) {
        for (int pe = 1; pe < peers.length; pe++) {
            if (peers[pe].heapBytes() != peers[0].heapBytes()
                    || peers[pe].sharedBytes() != peers[0].sharedBytes()
                    || peers[pe].mode() != peers[0].mode()) {
                throw new ShmemException("PE " + peers[0].number() + " and PE " + peers[pe].number()
                        + " have different settings: "
                        + Setting.SYMMETRIC_SIZE.variable() + " is " + peers[0].heapBytes() + " and "
                        + peers[pe].heapBytes() + " bytes, " + Setting.SHARED_SIZE.variable() + " is "
                        + peers[0].sharedBytes() / peers.length + " and " + peers[pe].sharedBytes() / peers.length
                        + " bytes, " + Setting.SHR.variable() + "=cma is " + (peers[0].mode() == CMA) + " and "
                        + (peers[pe].mode() == CMA) + "; give all PEs the same");
            }
        }
    }

    @Override
    public String name() {
        return "shr " + (copies == null ? "mmap" : "cma") + " (" + file.kind() + ", "
                + (window.isCommon() ? "same address on all PEs" : "different addresses") + ")";
    }

    @Override
    public SymmetricHeap heap() {
        return heap;
    }

    @Override
    public long base(int index) {
        return copies == null || index == me ? window.base() + layout.heapOffset(index) : 0;
    }

    @Override
    public long control() {
        return window.base();
    }

    @Override
    public Transport transport() {
        return copies;
    }

    @Override
    public boolean claim(long offset, long bytes) {
        return file.claimPages(offset, bytes);
    }

    @Override
    public SharedHeap sharedHeap(int pe, SharedHeap.Listener listener, ClaimObserver observer) {
        return new SharedHeap(file, layout, window.base(), me, pe, hugePages, listener, observer);
    }

    @Override
    public boolean isCrowded() {
        return isCrowded;
    }

    @Override
    public void detach() {
        if (mailboxThread != null) {
            mailboxThread.end();
        }
        window.retire();
        file.close();
    }
}
