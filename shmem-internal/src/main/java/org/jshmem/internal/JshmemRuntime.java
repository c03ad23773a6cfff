package org.jshmem.internal;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.ThreadLevel;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.HeapException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.LeavableBarrier;
import org.jshmem.internal.barrier.StackUnwinding;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.config.Setting;
import org.jshmem.internal.config.Warnings;
import org.jshmem.internal.nonblocking.TeamRequests;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.Teams;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.waiting.LibraryWatch;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.Awaited;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.NetworkUse;
import org.jshmem.spi.ResourceUse;
import org.jshmem.spi.ShmemProvider;

/**
 * Implements the library's provider in this JVM; it may be started and ended any number of times within one job.
 *
 * <p>The state between the first init and the matching last shutdown is a {@link RuntimeSession}; calls outside of it
 * throw. Init and shutdown hold the lock of this object. Other collectives take no lock: the specification lets one
 * thread at a time call them.
 */
public final class JshmemRuntime extends ShmemProvider {
    private final RuntimeTeam worldTeam = new RuntimeTeam(this, "TEAM_WORLD", null);
    private final RuntimeTeam sharedTeam = new RuntimeTeam(this, "TEAM_SHARED", null);
    private final RuntimeContext defaultContext = new RuntimeContext(this, worldTeam, true, 0);

    /**
     * Contexts that are not destroyed, without the default one. One that uses the network is also its own value, so
     * that the garbage collector leaves it: the network keeps something for each until it is destroyed. The values of
     * others are null.
     */
    private final Map<RuntimeContext, RuntimeContext> contexts = new WeakHashMap<>();

    /** Teams made by a split and not destroyed yet. */
    private final Set<RuntimeTeam> splitTeams = ConcurrentHashMap.newKeySet();

    /** Those of all teams that have some. */
    private final Set<TeamRequests> requests = ConcurrentHashMap.newKeySet();

    private Bootstrap bootstrap;
    private volatile RuntimeSession session;

    /** The shutdown that an exception left pending; null if there is none. */
    private volatile Departure departure;

    /** Calls of init without their shutdown. */
    private int inits;

    private Thread initThread;
    private ThreadLevel threadLevel;

    /** The only thread that may call collectives; null if others may, too. */
    private Thread collectiveThread;

    /** Describes the handler that the calling thread runs, or returns null; null before there are handlers. */
    private Supplier<String> runningHandler;

    /** Tells the module with the handlers of the end of a session. */
    private Runnable endOfHandlers = () -> {};

    /** Called by the service loader. */
    public JshmemRuntime() {}

    @Override
    public long[] switchPoints() {
        return SwitchPoints.all();
    }

    @Override
    public boolean isUnwinding() {
        return StackUnwinding.isInProgress();
    }

    @Override
    public String uniqueId() {
        return Bootstrap.uniqueId(Configuration.ofProcess().bootstrap());
    }

    @Override
    public synchronized void join(String uniqueId, int pe, int nPes) {
        final Configuration configuration = Configuration.ofProcess();
        if (configuration.nativeLibrary() != null) {
            throw new ShmemException("the PEs of a C library of OpenSHMEM do not meet by an id; call init() without one"
                    + " under the launcher of the library, or unset " + Setting.TRANSPORT.variable());
        }
        Bootstrap.join(uniqueId, pe, nPes, configuration.bootstrap());
    }

    @Override
    public synchronized ThreadLevel init(ThreadLevel requested) {
        if (inits == 0) {
            start();
            initThread = Thread.currentThread();
            threadLevel = requested;
            collectiveThread = isThreaded() ? null : initThread;
        } else if (requested.compareTo(threadLevel) > 0) {
            threadLevel = requested;
            if (isThreaded()) {
                collectiveThread = null;
                session.allowThreadsInMessages();
            }
        }
        inits++;
        return threadLevel;
    }

    @SuppressWarnings("try") // the watch is only opened and closed
    private static Bootstrap connect(String library, Configuration configuration) {
        try (LibraryWatch watch = LibraryWatch.of(configuration)) {
            return Bootstrap.ofLibrary(library, configuration.heapBytes());
        }
    }

    private void start() {
        awaitDeparture();
        final Configuration configuration = Configuration.ofProcess();
        try {
            final String library = configuration.nativeLibrary();
            bootstrap =
                    library == null ? Bootstrap.ofProcess(configuration.bootstrap()) : connect(library, configuration);
            final RuntimeSession started = RuntimeSession.start(bootstrap, configuration);
            defaultContext.attach(started.teams().world(), started.routes(), started.waitPoints(), started.progress());
            worldTeam.attach(started.teams().world());
            sharedTeam.attach(started.teams().shared());
            session = started;
        } catch (HeapException e) {
            throw new ShmemException(e.getMessage(), e);
        }
        if (bootstrap.pe() == 0) {
            greet(configuration);
        }
    }

    @SuppressWarnings("checkstyle:systemout") // the specification has these printed
    private void greet(Configuration configuration) {
        if (configuration.isSet(Setting.VERSION) || configuration.isSet(Setting.INFO)) {
            System.out.println(Shmem.infoGetName() + ", OpenSHMEM " + Shmem.infoGetVersion());
        }
        if (configuration.isSet(Setting.INFO)) {
            System.out.print(configuration.describe());
            System.out.println("  bootstrap " + bootstrap.describe());
            System.out.println("  " + session.describe());
        }
        System.out.flush();
        configuration.warnings().forEach(Warnings::say);
    }

    @Override
    public synchronized void shutdown(Runnable last) {
        final RuntimeSession ending = current("shutdown");
        if (runningHandler != null) {
            requireNoHandler("shutdown()");
        }
        if (!Thread.currentThread().equals(initThread)) {
            throw new IllegalStateException(
                    "shutdown() is called by thread \"" + Thread.currentThread().getName()
                            + "\"; it must be the thread that called init(), \"" + initThread.getName() + "\"");
        }
        requests.forEach(ofTeam -> ofTeam.requireOutside("shutdown()"));
        quietAll();
        if (inits == 1) {
            worldTeam.reportOpen("shutdown()");
            sharedTeam.reportOpen("shutdown()");
            splitTeams.forEach(team -> team.reportOpen("shutdown()"));
        }
        if (inits > 1) {
            ending.awaitShutdown(CollectiveCall.BARRIER_ALL);
            inits--;
            return;
        }
        switch (ending.awaitShutdown(CollectiveCall.SHUTDOWN)) {
            case LeavableBarrier.PENDING -> depart(ending, last);
            case LeavableBarrier.REFUSED ->
                ending.leaveEarly(() -> ending.equals(session)
                        ? "an exception ended its block between init() and shutdown(), which others had not left"
                        : null);
            default -> {
                last.run();
                endOfHandlers.run();
                inits = 0;
                session = null;
                end(ending);
            }
        }
    }

    /** Leaves the rest of the shutdown to the thread that waits for the other PEs, so the exception propagates. */
    private void depart(RuntimeSession left, Runnable last) {
        endOfHandlers.run();
        inits = 0;
        departure = new Departure(left, () -> {
            last.run();
            end(left);
        });
        session = null;
        left.leaveEarly(departure);
    }

    private void awaitDeparture() {
        if (departure != null) {
            departure.await();
            departure = null;
        }
    }

    private void end(RuntimeSession ending) {
        endTeams();
        ending.end();
        synchronized (contexts) {
            contexts.clear();
        }
    }

    private void endTeams() {
        requests.forEach(this::endRequests);
        splitTeams.forEach(RuntimeTeam::detach);
        splitTeams.clear();
        sharedTeam.detach();
        worldTeam.detach();
    }

    /** The teams of the job. */
    Teams teams() {
        return collective("a split or the end of a team").teams();
    }

    Team world() {
        return current("a team").teams().world();
    }

    /** Makes the program's handle of a team that a split made; null if this PE is no member. */
    RuntimeTeam adopt(Team team, TeamConfig config) {
        if (team == null) {
            return null;
        }
        final RuntimeTeam handle = new RuntimeTeam(this, null, config);
        handle.attach(team);
        splitTeams.add(handle);
        return handle;
    }

    /** Called by {@link RuntimeTeam#destroy}. */
    void forget(RuntimeTeam team) {
        splitTeams.remove(team);
        team.detach();
    }

    /** Completes the operations of the contexts of a team. */
    void quietContexts(RuntimeTeam team) {
        contextsOf(team).forEach(ShmemContext::quiet);
    }

    /** Destroys the contexts of a team. */
    void destroyContexts(RuntimeTeam team) {
        contextsOf(team).forEach(RuntimeContext::destroy);
    }

    private List<RuntimeContext> contextsOf(RuntimeTeam team) {
        synchronized (contexts) {
            return contexts.keySet().stream()
                    .filter(context -> context.isOf(team))
                    .toList();
        }
    }

    /** Called by {@link RuntimeContext#destroy}. */
    void forget(RuntimeContext context) {
        synchronized (contexts) {
            contexts.remove(context);
        }
    }

    private void quietAll() {
        defaultContext.quiet();
        synchronized (contexts) {
            contexts.keySet().forEach(ShmemContext::quiet);
        }
    }

    @Override
    public boolean isInitialized() {
        return session != null;
    }

    @Override
    public ThreadLevel threadLevel() {
        current("queryThread");
        return threadLevel;
    }

    @Override
    public void globalExit(int status) {
        if (departure == null) {
            current("globalExit");
        }
        bootstrap.globalExit(status);
    }

    @Override
    public int myPe() {
        return current("this call").pe();
    }

    @Override
    public int nPes() {
        return current("this call").nPes();
    }

    @Override
    public void barrierAll() {
        final RuntimeSession running = collective("barrierAll()");
        defaultContext.completeTransfers();
        running.world().sync(CollectiveCall.BARRIER_ALL);
    }

    @Override
    public void syncAll() {
        collective("syncAll()").world().sync(CollectiveCall.SYNC_ALL);
    }

    @Override
    public ShmemContext defaultContext() {
        return defaultContext;
    }

    @Override
    public ShmemTeam worldTeam() {
        return worldTeam;
    }

    @Override
    public ShmemTeam sharedTeam() {
        return sharedTeam;
    }

    @Override
    public ShmemContext createContext(long options) {
        return createContext(worldTeam, current("ctxCreate").teams().world(), options);
    }

    /** Makes a context on a team. */
    RuntimeContext createContext(RuntimeTeam handle, Team team, long options) {
        final RuntimeSession running = current("a context");
        final RuntimeContext context = new RuntimeContext(this, handle, false, options);
        final boolean isPrivate = (options & Shmem.CTX_PRIVATE) != 0;
        final Routes routes = team.heaps().mapped() ? null : running.openRoutes(isPrivate, team.members());
        context.attach(team, routes, running.waitPoints(), running.progress());
        synchronized (contexts) {
            contexts.put(context, routes == null ? null : context);
        }
        return context;
    }

    @Override
    public Allocation allocate(AllocationCall call, ElementKind type, long bytes, long alignment, long hints) {
        final RuntimeSession running = collective("an allocation");
        defaultContext.completeTransfers();
        return running.memory().allocate(CollectiveCall.of(call), type, bytes, alignment, hints);
    }

    @Override
    public Allocation reallocate(Allocation allocation, long bytes) {
        final RuntimeSession running = collective("realloc()");
        defaultContext.completeTransfers();
        return running.memory().reallocate(allocation, bytes);
    }

    @Override
    public void free(Allocation allocation) {
        final RuntimeSession running = collective("free()");
        defaultContext.completeTransfers();
        running.memory().free(allocation);
    }

    @Override
    public Allocation allocateShared(ElementKind type, long bytes, long alignment) {
        return current("an allocation of shared memory").sharedBlocks().allocate(type, bytes, alignment);
    }

    @Override
    public Allocation findShared(ElementKind type, long handle) {
        return current("shared memory").sharedBlocks().find(type, handle);
    }

    @Override
    public Allocation reallocateShared(Allocation allocation, long bytes) {
        return current("realloc").sharedBlocks().reallocate(allocation, bytes);
    }

    @Override
    public void freeShared(Allocation allocation) {
        current("close").sharedBlocks().free(allocation);
    }

    @Override
    public void setLock(long offset) {
        current("setLock").locks().set(offset, isMultiple());
    }

    @Override
    public boolean tryLock(long offset) {
        if (current("testLock").locks().test(offset, isMultiple())) {
            return true;
        }
        progress();
        return false;
    }

    @Override
    public void clearLock(long offset) {
        final RuntimeSession running = current("clearLock");
        defaultContext.completeTransfers();
        running.locks().clear(offset, isMultiple());
        running.waitPoints().wakeAll();
    }

    /** Makes the non-blocking collectives of a team; collective. */
    TeamRequests openRequests(Team team) {
        final TeamRequests opened = collective("NonblockingCollectives.on()")
                .openRequests(team, () -> requireCollectiveThread("a non-blocking collective"));
        requests.add(opened);
        return opened;
    }

    /** Ends those of a team that has ended. */
    void endRequests(TeamRequests ofTeam) {
        requests.remove(ofTeam);
        ofTeam.end();
    }

    /** Makes a matching space for the messages of a team; collective. */
    MessageKernel messages(Team team) {
        return collective("Messages.on()")
                .openMessages(team, isThreaded(), () -> requireCollectiveThread("Messages.close()"));
    }

    /**
     * Ends and forgets the messages of a team that has ended. A thread of the library that ends an abandoned team
     * leaves them to the last shutdown, as messages may be used by one thread of the program only.
     */
    void forgetMessages(Team team) {
        if (!LeavableBarrier.isCompletingAbandoned()) {
            current("teamDestroy()").forgetMessages(team);
        }
    }

    /** Ends the messages of a team that this PE has left. */
    void endMessages(Team team) {
        current("teamDestroy()").endMessages(team);
    }

    /** Whether the threads that call may change. */
    private boolean isThreaded() {
        return threadLevel.compareTo(ThreadLevel.SERIALIZED) >= 0;
    }

    private boolean isMultiple() {
        return threadLevel == ThreadLevel.MULTIPLE;
    }

    @Override
    public long addressOf(long offset, int pe) {
        requirePe("pe", pe);
        final long base = current("ptr").bases()[pe];
        return base == 0 ? 0 : base + offset;
    }

    @Override
    public int nodeOf(int pe) {
        requirePe("pe", pe);
        return current("nodeOf").nodeOf(pe);
    }

    @Override
    public long flowBufferBytes() {
        return current("a flow").flowBufferBytes();
    }

    @Override
    public void watchHandlers(Supplier<String> running, Runnable end) {
        runningHandler = running;
        endOfHandlers = end;
    }

    @Override
    public boolean peAccessible(int pe) {
        final int nPes = current("peAccessible").nPes();
        return pe >= 0 && pe < nPes;
    }

    @Override
    public long heapOffset(long address, long bytes) {
        return current("this call").memory().offsetOf(address, bytes);
    }

    @Override
    public long heapBytes() {
        return current("this call").heapBytes();
    }

    @Override
    public NetworkUse networkUse() {
        final RuntimeSession now = session;
        return now == null ? NetworkUse.NONE : now.networkUse();
    }

    @Override
    public ResourceUse resourceUse() {
        final RuntimeSession now = session;
        if (now == null) {
            return ResourceUse.NONE;
        }
        final int open;
        synchronized (contexts) {
            open = contexts.size();
        }
        return now.resourceUse(
                open, requests.stream().mapToInt(TeamRequests::openCount).sum());
    }

    /** Whether an address is in this PE's heap. */
    boolean isInHeap(long address) {
        return current("this call").isInHeap(address);
    }

    @Override
    public MemorySegment view(long address, long bytes) {
        return current("segment").view(address, bytes);
    }

    @Override
    public long pause(long turn, Awaited what, long where) {
        return current("waiting").waitStrategy().pause(turn, what, where);
    }

    @Override
    public boolean needsProgress() {
        final RuntimeSession running = session;
        return running != null && running.progress() != null;
    }

    @Override
    public boolean progress() {
        final RuntimeSession running = session;
        return running != null
                && running.progress() != null
                && running.progress().poll();
    }

    @Override
    public MemorySegment memory() {
        return Memory.ALL;
    }

    void requireInitialized() {
        current("this call");
    }

    void requirePe(String name, int pe) {
        final int pes = current("this call").nPes();
        if (pe < 0 || pe >= pes) {
            throw new IllegalArgumentException(
                    name + "=" + pe + " is not a PE of this job, whose PEs are 0 to " + (pes - 1));
        }
    }

    /** The session, for a collective; throws if the thread level does not allow the calling thread to make it. */
    private RuntimeSession collective(String call) {
        final RuntimeSession running = current(call);
        requireCollectiveThread(call);
        return running;
    }

    /**
     * Throws if the calling thread may not make a collective, also after a shutdown that an exception has left, whose
     * session its teams outlive. A few fields are read, which costs nothing beside the collective.
     */
    void requireCollectiveThread(String call) {
        if (session == null) {
            ending(call);
        }
        final Thread only = collectiveThread;
        if (only != null && !only.equals(Thread.currentThread()) && !LeavableBarrier.isCompletingAbandoned()) {
            throw new IllegalStateException(
                    call + " is called by thread \"" + Thread.currentThread().getName()
                            + "\"; with ThreadLevel." + threadLevel + " only the thread that called init(), \""
                            + only.getName() + "\", may do that: ask for init(ThreadLevel.SERIALIZED) or MULTIPLE");
        }
        if (runningHandler != null) {
            requireNoHandler(call);
        }
    }

    private void requireNoHandler(String call) {
        final String handler = runningHandler.get();
        if (handler != null) {
            throw new IllegalStateException(call + " is collective, and is called in " + handler
                    + ", which other PEs do not run now; call it after the flow has been closed");
        }
    }

    private RuntimeSession current(String call) {
        final RuntimeSession running = session;
        return running == null ? ending(call) : running;
    }

    /**
     * The session that the calling thread ends on behalf of a {@link Departure}. Throws for other threads, which have
     * no session between the last shutdown and the next init.
     */
    private RuntimeSession ending(String call) {
        final Departure left = departure;
        final RuntimeSession ending = left == null ? null : left.sessionOfItsThread();
        if (ending == null) {
            throw new IllegalStateException(call
                    + " needs the library to be initialised: it comes before init() or after the last" + " shutdown()");
        }
        return ending;
    }
}
