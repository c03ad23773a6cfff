package org.jshmem.trace;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.FlowTotals;
import org.jshmem.spi.ObservingProvider;
import org.jshmem.spi.Operation;
import org.jshmem.spi.PeCommand;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.ShmemProvider;

/**
 * Records from an init to the shutdown. Then {@code shmemrun} makes the trace; under another launcher, PE 0 does.
 *
 * <p>A look at the clock takes longer than a small operation on mapped memory. Operations that cannot take long are
 * therefore not timed, and those that write are recorded as deliveries.
 */
final class TracingProvider extends ObservingProvider {
    private static final long THRESHOLD_NS = 1000;

    /** An operation on mapped memory that moves no more than this is not timed. */
    private static final long SHORT_BYTES = 4096;

    /** The tokens of operations that are not timed. */
    private static final long NOT_TIMED = 0;

    private static final int MOST_OPERATIONS = 256;

    private static final Operation SEND = Operation.of("send");
    private static final Operation SIGNAL = Operation.of("signal");
    private static final Operation SET_LOCK = Operation.of("setLock");
    private static final Operation CLEAR_LOCK = Operation.of("clearLock");
    private static final Operation SHUTDOWN = Operation.of("shutdown");

    /** Operations that write to memory of a PE. */
    private static final boolean[] DELIVERS = table(Delivery.operations());

    /** Operations with a target that may wait for it, however little they move. */
    private static final boolean[] MAY_WAIT = table("send", "ssend", "sendrecv", "give");

    /** Operations that take a moment where all heaps are mapped. */
    private static final boolean[] ORDERS = table("fence", "quiet", "peQuiet");

    /** Calls without a team that are collectives of all PEs. */
    private static final boolean[] OF_ALL = table("barrierAll", "syncAll", "malloc", "realloc", "free", "shutdown");

    private final ShmemProvider runtime;
    private final TraceSettings settings;
    private final TeamNumbers teams = new TeamNumbers();

    /** Null before init and after shutdown. */
    private PeTrace trace;

    private Sampler sampler;
    private boolean allMapped;
    private final Nodes nodes = new Nodes(this);
    private final LongAdder symmetricBytes = new LongAdder();
    private final FlowTotals flows = new FlowTotals();
    private int runs;

    /** How many operations the names of this PE have. */
    private volatile int told;

    TracingProvider(ShmemProvider runtime, TraceSettings settings) {
        super(runtime);
        this.runtime = runtime;
        this.settings = settings;
        RuntimeEvents.ALL.listen(flows);
    }

    private static boolean[] table(String... names) {
        final boolean[] has = new boolean[MOST_OPERATIONS];
        Arrays.stream(names).forEach(name -> has[Operation.of(name).number()] = true);
        return has;
    }

    @Override
    public synchronized ThreadLevel init(ThreadLevel requested) {
        final ThreadLevel level = super.init(requested);
        if (trace == null) {
            begin();
        }
        return level;
    }

    private void begin() {
        runs++;
        symmetricBytes.reset();
        flows.clear();
        final PeTrace made = new PeTrace(ofRun(), myPe(), nPes(), settings.recordsAll() ? 0 : THRESHOLD_NS);
        allMapped = !needsProgress() && !settings.recordsAll() && mapsAll();
        made.names.tell(
                "pe",
                myPe(),
                nPes(),
                host(),
                nodeOf(myPe()),
                ProcessHandle.current().pid(),
                PeCommand.program(System.getProperty("sun.java.command", "?")));
        told = 0;
        tellOperations(made);
        teams.begin(made.names, runtime.worldTeam(), runtime.sharedTeam());
        nodes.compareClocks(made.names);
        made.names.tell("begin", System.nanoTime());
        sampler = new Sampler(made, symmetricBytes::sum, flows, nPes());
        JvmEvents.log(ofRun().parts().resolve("pe-" + myPe() + ".jvm"), runs == 1);
        trace = made;
    }

    /** Tells the names of operations that have got numbers since the last time. */
    private synchronized void tellOperations(PeTrace to) {
        final List<Operation> all = Operation.all();
        all.subList(told, all.size())
                .forEach(operation -> to.names.tell("operation", operation.number(), operation.name()));
        told = all.size();
    }

    private TraceSettings ofRun() {
        return settings.ofRun(runs);
    }

    private boolean mapsAll() {
        for (int pe = 0; pe < nPes(); pe++) {
            if (addressOf(0, pe) == 0) {
                return false;
            }
        }
        return true;
    }

    /** The name of this host. */
    static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "this host";
        }
    }

    /**
     * The last shutdown ends the trace while the library still works. PE 0 has it made afterwards, since the others
     * would wait for that in the library, and give up.
     */
    @Override
    public void shutdown(Runnable last) {
        final boolean[] isToMake = new boolean[1];
        final Thread caller = Thread.currentThread();
        final long begin = timed(SHUTDOWN);
        super.shutdown(() -> {
            final PeTrace ending = trace;
            if (ending != null) {
                if (Thread.currentThread() == caller) { // else that one unwinds its stack, and may do more
                    end(ending.recorder(), SHUTDOWN, Operation.NO_PE, 0, begin);
                }
                trace = null;
                end(ending, System.nanoTime());
                isToMake[0] = myPe() == 0 && !JvmEvents.isUnderShmemrun();
            }
            last.run();
        });
        final PeTrace current = trace;
        if (current != null && begin != NOT_TIMED) { // a nested init has been undone
            end(current.recorder(), SHUTDOWN, Operation.NO_PE, 0, begin);
        }
        if (isToMake[0]) {
            TraceEnd.run(ofRun().parts(), ofRun().file());
        }
    }

    private void end(PeTrace ending, long now) {
        final TraceSettings used = ofRun();
        sampler.close();
        ending.flush();
        nodes.compareClocks(ending.names);
        ending.names.tell("end", now);
        ending.names.close();
        try {
            nodes.gather(used.parts());
        } catch (IOException e) {
            RuntimeEvents.ALL.problem("the records of another node are not in the trace: " + e);
        }
        runtime.barrierAll();
    }

    @Override
    protected int number(ShmemTeam team) {
        return teams.number(team);
    }

    @Override
    protected long begin(Operation operation, int pe, long bytes) {
        return allMapped && isShort(operation.number(), pe, bytes) ? NOT_TIMED : timed(operation);
    }

    private static boolean isShort(int operation, int pe, long bytes) {
        return pe < 0 ? ORDERS[operation] : bytes <= SHORT_BYTES && !MAY_WAIT[operation];
    }

    private long timed(Operation operation) {
        final PeTrace current = trace;
        if (current == null || operation == CLEAR_LOCK) {
            return NOT_TIMED;
        }
        if (operation.number() >= told) {
            tellOperations(current);
        }
        final long now = System.nanoTime();
        current.recorder().open(Layout.about(Layout.OPERATION, operation.number(), -1, 0), now);
        return now;
    }

    @Override
    protected void end(Operation operation, int pe, long bytes, long token) {
        final PeTrace current = trace;
        if (current == null) {
            return;
        }
        final Recorder recorder = current.recorder();
        if (pe >= 0) {
            recorder.moved[pe] += bytes;
        }
        if (token == NOT_TIMED) {
            recorder.untimed();
        } else {
            end(recorder, operation, pe, bytes, token);
        }
    }

    private void end(Recorder recorder, Operation operation, int pe, long bytes, long begin) {
        final long now = System.nanoTime();
        if (operation == SET_LOCK || recorder.endReceive(operation.number(), begin, now, bytes)) {
            return;
        }
        if (pe < 0 && OF_ALL[operation.number()]) {
            final long which = teams.next(TeamNumbers.WORLD);
            recorder.event(Layout.COLLECTIVE, operation.number(), -1, begin, now, bytes, TeamNumbers.WORLD, which);
        } else if (recorder.isLong(begin, now)) {
            recorder.event(Layout.OPERATION, operation.number(), pe, begin, now, bytes, 0, 0);
        } else {
            recorder.tooShort();
        }
    }

    /** Small, so that it is compiled into the operations. */
    @Override
    protected void end(Operation operation, int pe, long offset, long bytes, long value, long token) {
        final PeTrace current = trace;
        if (current != null) {
            final Recorder recorder = current.recorder();
            recorder.moved[pe] += bytes;
            if (token != NOT_TIMED) {
                end(recorder, operation, pe, offset, bytes, value, token);
            } else if (DELIVERS[operation.number()]) {
                if (operation == SIGNAL) {
                    recorder.stampNext();
                }
                recorder.delivery(operation.number(), pe, offset, bytes, value);
            }
        }
    }

    private static void end(
            Recorder recorder, Operation operation, int pe, long offset, long bytes, long value, long begin) {
        final long now = System.nanoTime();
        if (recorder.isLong(begin, now)) {
            recorder.event(Layout.OPERATION, operation.number(), pe, begin, now, bytes, offset + 1, value);
        } else if (DELIVERS[operation.number()]) {
            recorder.event(Layout.OPERATION, operation.number(), pe, now, now, bytes, offset + 1, value);
        } else {
            recorder.tooShort();
        }
    }

    @Override
    protected long beginCollective(Operation operation, int team, long bytes) {
        return timed(operation);
    }

    @Override
    protected void endCollective(Operation operation, int team, long bytes, long token) {
        final PeTrace current = trace;
        if (current != null && token != NOT_TIMED) {
            final long now = System.nanoTime();
            current.recorder()
                    .event(Layout.COLLECTIVE, operation.number(), -1, token, now, bytes, team, teams.next(team));
        }
    }

    @Override
    protected long started(Operation operation, int team, long bytes, long token) {
        final PeTrace current = trace;
        if (current == null || token == NOT_TIMED) {
            return UNCOUNTED;
        }
        final long number = teams.nextStart(team);
        current.recorder().event(Layout.START, operation.number(), -1, token, System.nanoTime(), bytes, team, number);
        return number;
    }

    @Override
    protected void awaited(Operation operation, int team, long number, long token) {
        final PeTrace current = trace;
        if (current != null && token != NOT_TIMED) {
            current.recorder().endAwait(operation.number(), team, number, token);
        }
    }

    @Override
    protected void sends(int target, int team, int tag, long bytes) {
        final PeTrace current = trace;
        if (current != null) {
            final long which = Sequences.which(team, tag);
            final long number = current.sent.next(target, which);
            final long now = System.nanoTime();
            current.recorder().event(Layout.SEND, SEND.number(), target, now, now, bytes, which, number);
        }
    }

    @Override
    protected void received(int source, int team, int tag, long bytes) {
        final PeTrace current = trace;
        if (current != null) {
            final long which = Sequences.which(team, tag);
            current.recorder().received(source, which, current.received.next(source, which));
        }
    }

    @Override
    protected boolean observesRequests() {
        return true;
    }

    @Override
    protected long receives(int source, int team, int tag) {
        final PeTrace current = trace;
        return current == null ? UNCOUNTED : current.received.next(source, Sequences.which(team, tag));
    }

    @Override
    protected void received(int source, int team, int tag, long bytes, long number) {
        final PeTrace current = trace;
        if (current != null) {
            current.recorder().received(source, Sequences.which(team, tag), number);
        }
    }

    @Override
    protected void stillUnderWay() {
        final PeTrace current = trace;
        if (current != null) {
            current.recorder().test(Recorder.REQUESTS, 0, 0);
        }
    }

    @Override
    protected void paused() {
        final PeTrace current = trace;
        if (current != null) {
            current.recorder().paused();
        }
    }

    @Override
    protected void uncounted(int pe, int team, int tag, boolean isSend) {
        final PeTrace current = trace;
        if (current != null) {
            current.tellUncounted(pe, team, tag, isSend);
        }
    }

    @Override
    public long pause(long turn, Awaited what, long where) {
        final PeTrace current = trace;
        if (current == null) {
            return super.pause(turn, what, where);
        }
        final Recorder recorder = current.recorder();
        if (turn == 0) {
            recorder.beginWait();
        }
        final long next = super.pause(turn, what, where);
        recorder.goOn(what, where);
        return next;
    }

    @Override
    public void waited(long word, long value) {
        final PeTrace current = trace;
        if (current != null) {
            current.recorder().endWait(place(word), value);
        }
        super.waited(word, value);
    }

    @Override
    public void tested(long first, long word, long value) {
        final PeTrace current = trace;
        if (current != null) {
            current.recorder().test(first, place(word), value);
        }
        super.tested(first, word, value);
    }

    /** One more than the offset of a word of this PE in its heap; 0 for none. */
    private long place(long word) {
        return word == 0 ? 0 : heapOffset(word, Integer.BYTES) + 1;
    }

    @Override
    public void setLock(long offset) {
        final long token = timed(SET_LOCK);
        super.setLock(offset);
        final PeTrace current = trace;
        if (current != null && token != NOT_TIMED) {
            current.recorder()
                    .event(Layout.OPERATION, SET_LOCK.number(), -1, token, System.nanoTime(), 0, offset + 1, 0);
        }
    }

    @Override
    public void clearLock(long offset) {
        final PeTrace current = trace;
        final long begin = current == null ? NOT_TIMED : System.nanoTime();
        super.clearLock(offset);
        if (current != null) {
            current.recorder()
                    .event(Layout.OPERATION, CLEAR_LOCK.number(), -1, begin, System.nanoTime(), 0, offset + 1, 0);
        }
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        final Allocation result = super.allocate(call, type, bytes, alignment, hints);
        tellBlock(result, type);
        if (result != null) {
            symmetricBytes.add(result.bytes);
        }
        return result;
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        final long before = allocation.bytes;
        final Allocation result = super.reallocate(allocation, bytes);
        tellBlock(result, null);
        symmetricBytes.add(result.bytes - before);
        return result;
    }

    @Override
    public void free(Allocation allocation) {
        super.free(allocation);
        symmetricBytes.add(-allocation.bytes);
    }

    private void tellBlock(Allocation block, ElementKind type) {
        final PeTrace current = trace;
        if (current != null && block != null) {
            current.names.block(
                    block.offset, block.bytes, type == null ? "" : type.toString(), type == null ? 1 : type.bytes);
        }
    }
}
