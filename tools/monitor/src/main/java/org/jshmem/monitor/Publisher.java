package org.jshmem.monitor;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.FlowFigures;
import org.jshmem.spi.NetworkUse;
import org.jshmem.spi.Operation;
import org.jshmem.spi.PeCommand;
import org.jshmem.spi.ShmemProvider;

/**
 * Writes the {@link Counts} of a PE to its {@link CountsFile}, several times a second, in a thread of its own, and
 * sends them to the {@link Collector} that {@code SHMEM_MONITOR} names, if it names one.
 */
final class Publisher implements Runnable {
    private static final long PERIOD_MS = Snapshot.periodMs(1);
    private static final long LAST_CONNECT_MS = 2000;

    private static final int MOST_PEERS = 64;
    private static final int MOST_BLOCKS = 200;
    private static final int MOST_KINDS = 64;
    private static final int MOST_PROGRAM = 1000;
    private static final int MOST_LOCKS = 1000;

    /** Which classes are in the stack of each call. */
    private static final String OBSERVERS = Operation.class.getPackageName() + ".";

    /** Variables of launchers, or two of them, with the same values on all PEs of a job, and others in other jobs. */
    private static final List<String> JOB_NAMES =
            List.of("JSHMEM_CONTROL", "PMIX_NAMESPACE", "SLURM_JOB_ID.SLURM_STEP_ID");

    private static final MemorySegment MEMORY = ShmemProvider.current().memory();

    private final Counts counts;
    private final DistinctErrors errors;
    private final int pe;
    private final int nPes;
    private final Supplier<NetworkUse> network;
    private final CountsFile page;
    private final long started = System.currentTimeMillis();
    private final CountDownLatch over = new CountDownLatch(1);

    /** Whether it is known if anybody listens. */
    private final CountDownLatch isConnected = new CountDownLatch(1);

    private final String host = host();
    private final Thread thread = new Thread(this, "jshmem-monitor");

    /** The call that was under way when it was last looked at, and since when. */
    private long seen;

    private long seenSince;
    private long seenPauses;

    /** The wait that was under way then, and since when. */
    private long seenWait;

    private long seenWaitSince;

    /** Null if nobody listens. */
    private Uplink uplink;

    private Publisher(
            Counts counts, DistinctErrors errors, Supplier<NetworkUse> network, int pe, int nPes, CountsFile page) {
        this.counts = counts;
        this.errors = errors;
        this.network = network;
        this.pe = pe;
        this.nPes = nPes;
        this.page = page;
        thread.setDaemon(true);
    }

    static Publisher start(Counts counts, DistinctErrors errors, Supplier<NetworkUse> network, int pe, int nPes) {
        try {
            final Publisher publisher = new Publisher(counts, errors, network, pe, nPes, new CountsFile());
            publisher.thread.start();
            return publisher;
        } catch (IOException e) {
            throw new ShmemException("SHMEM_TOOL=monitor: no file can be made for shmem-top: " + e, e);
        }
    }

    /** Publishes for the last time, and ends the thread and the page. */
    void end() {
        over.countDown();
        awaitThread();
        try {
            page.close();
        } catch (IOException e) {
            throw new ShmemException("the monitor's file cannot be closed: " + e, e);
        }
    }

    /** An interrupt of this thread does not end the wait. */
    private void awaitThread() {
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void connected(Uplink opened) {
        uplink = opened;
        isConnected.countDown();
    }

    private synchronized void finish() {
        if (uplink != null) {
            uplink.sendLast(text() + "\n" + Snapshot.ENDED + " " + System.currentTimeMillis());
            uplink = null;
        }
        counts.sharedBlocks.clear(); // their memory ends with the session
    }

    private synchronized void publish(boolean sends) {
        final String text = text();
        page.write(text);
        if (uplink != null && sends) {
            uplink.send(text);
        }
    }

    /** Publishes how it is at the end, before another thread ends this process; takes four seconds at most. */
    void publishLast() {
        try {
            isConnected.await(LAST_CONNECT_MS, TimeUnit.MILLISECONDS); // a job may fail before
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sendLast();
    }

    private synchronized void sendLast() {
        final String text = text();
        page.write(text);
        if (uplink != null) {
            uplink.sendLast(text);
        }
    }

    @Override
    public void run() {
        publish(false);
        final long every = Snapshot.periodMs(nPes) / PERIOD_MS;
        try (Uplink opened = Uplink.open(Uplink.setting())) {
            connected(opened);
            for (long turn = 0; !over.await(PERIOD_MS, TimeUnit.MILLISECONDS); turn++) {
                publish(turn % every == 0);
            }
            finish();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e); // nobody interrupts it, and to close does not fail
        }
    }

    private String text() {
        final long now = System.currentTimeMillis();
        final Runtime runtime = Runtime.getRuntime();
        final List<String> lines = new ArrayList<>(List.of(
                "job " + job(),
                "program " + program(),
                "host " + host,
                "pe " + pe,
                "pes " + nPes,
                "pid " + ProcessHandle.current().pid(),
                "started " + started,
                "written " + now,
                "held"
                        + (counts.held.isEmpty()
                                ? " -1"
                                : words(counts.held.stream().limit(MOST_LOCKS))),
                "memory " + counts.symmetricBytes + " " + sharedBytes() + " "
                        + (runtime.totalMemory() - runtime.freeMemory())));
        final NetworkUse used = network.get();
        if (used.registeredBytes() > 0) {
            lines.add("network " + used.registeredBytes() + " " + used.retries());
        }
        if (pe == 0) {
            addHeap(lines);
        }
        errors.addTo(lines::add);
        final String members = addDoing(lines, now);
        addOperations(lines);
        addPeers(lines);
        addFlows(lines);
        if (members != null) {
            lines.add("members " + members); // at the end, where what is too long is cut off
        }
        return String.join("\n", lines);
    }

    private static String program() {
        final String command = PeCommand.program(System.getProperty("sun.java.command", "?"));
        return command.substring(0, Math.min(command.length(), MOST_PROGRAM)).replaceAll("\\R", " ");
    }

    private static String words(Stream<Long> numbers) {
        return numbers.map(number -> " " + number).collect(Collectors.joining());
    }

    private static String host() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            return "?";
        }
    }

    /** PEs of one job say the same on every machine that sends to one collector. */
    private static String job() {
        return JOB_NAMES.stream()
                .map(name -> Stream.of(name.split("\\."))
                        .map(System::getenv)
                        .filter(value -> value != null && !value.isBlank())
                        .collect(Collectors.joining(".")))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElseGet(() -> Uplink.setting().isEmpty() ? "children of process " + parent() : "job");
    }

    private static long parent() {
        return ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    }

    /** Without the blocks that another PE has freed, of which only their state tells. */
    private long sharedBytes() {
        counts.sharedBlocks.removeIf(block -> MEMORY.get(ValueLayout.JAVA_LONG, block.stateAddress) != block.state);
        return counts.sharedBlocks.stream().mapToLong(block -> block.bytes).sum();
    }

    /** The symmetric heap, which is alike on all PEs. */
    private void addHeap(List<String> lines) {
        lines.add("heap " + counts.heapBytes + " " + counts.blocks.size());
        counts.blocks.values().stream()
                .sorted(Comparator.comparingLong((Allocation block) -> block.bytes)
                        .reversed())
                .limit(MOST_BLOCKS)
                .forEach(block -> lines.add("block " + block.offset + " " + block.bytes));
    }

    /** Returns the members of the collective that is under way, or null. */
    private String addDoing(List<String> lines, long now) {
        String members = null;
        final Operation doing = counts.doing;
        final long number = counts.begun;
        if (doing != null && (number != seen || isCalling(counts.caller))) {
            if (number != seen) {
                seen = number;
                seenSince = now;
            }
            final long lock = doing.name().equals("setLock") ? counts.lock : -1;
            lines.add("doing " + number + " " + doing.name() + " " + seenSince + " " + lock);
            members = counts.members;
        }
        if (counts.pauses != seenPauses) { // a wait is many pauses
            addWait(lines, now);
        }
        seenPauses = counts.pauses;
        return members;
    }

    /** A thread that has left its call by an exception has not told. */
    private static boolean isCalling(Thread caller) {
        return Stream.of(caller.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith(OBSERVERS));
    }

    /** Nothing if an operation has begun since. */
    private void addWait(List<String> lines, long now) {
        final Awaited awaited = counts.awaited;
        final long number = counts.waitsBegun;
        if (number != seenWait) {
            seenWait = number;
            seenWaitSince = now;
        }
        if (awaited != null) {
            lines.add("waits " + awaited.describe(counts.awaitedWhere).replace('\n', ' '));
            lines.add("waitsSince " + seenWaitSince);
        }
    }

    private void addOperations(List<String> lines) {
        for (Operation operation : Operation.all()) {
            if (counts.calls(operation) > 0) {
                lines.add("operation " + operation.name() + " " + counts.calls(operation) + " "
                        + counts.bytes(operation));
            }
        }
    }

    private void addFlows(List<String> lines) {
        counts.flows.byKind().values().stream()
                .sorted(Comparator.comparingLong(FlowFigures::bytes).reversed())
                .limit(MOST_KINDS)
                .forEach(flow -> lines.add("flow " + flow.sent() + " " + flow.handled() + " " + flow.buffers() + " "
                        + flow.buffersNotFull() + " " + flow.bytes() + " " + flow.capacityBytes() + " "
                        + flow.handlerNs() + " " + flow.waits() + " " + flow.waitNs() + " " + flow.overflowed() + " "
                        + flow.memoryBytes() + " " + flow.kind()));
    }

    private void addPeers(List<String> lines) {
        final long[] peers = counts.byTarget();
        IntStream.range(0, nPes)
                .filter(peer -> peers[2 * peer] > 0)
                .boxed()
                .sorted(Comparator.comparingLong((Integer peer) -> peers[2 * peer + 1])
                        .reversed())
                .limit(MOST_PEERS)
                .forEach(peer -> lines.add("peer " + peer + " " + peers[2 * peer] + " " + peers[2 * peer + 1]));
    }
}
