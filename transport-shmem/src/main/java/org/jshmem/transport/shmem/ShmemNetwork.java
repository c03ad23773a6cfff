package org.jshmem.transport.shmem;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.Memory;
import org.jshmem.internal.config.Setting;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.Receiver;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.oshmem.OpenShmem;
import org.jshmem.oshmem.Operations;
import org.jshmem.spi.NetworkUse;

/**
 * Connects this PE to the PEs of other nodes by a C library of OpenSHMEM, which moves data and executes atomic
 * operations. Messages are {@link Mail}.
 *
 * <p><b>Progress.</b> A poll lets the library serve other PEs, and handles messages. One thread at a time polls: each
 * thread that waits, and a {@link ProgressAgent} while none does.
 */
final class ShmemNetwork extends Network implements Mail.Handler {
    /** Kinds of messages: of the runtime, of programs, and four of {@link ActiveMessages}. */
    static final int RUNTIME = 0;

    static final int PROGRAM = 1;
    static final int PUT = 2;
    static final int UPDATE = 3;
    static final int GET = 4;
    static final int ATOMIC = 5;

    private static final VarHandle POLLS = handle("polls", long.class);
    private static final VarHandle IS_POLLED = handle("isPolled", boolean.class);

    /** Turns of a wait before it yields. */
    private static final int SPINS = 50;

    /** Turns of a wait that yield before it naps. */
    private static final int YIELDS = 1000;

    private static final long NAP_NS = 50_000;

    /** Any number; the launcher reports that of PEs that end by themselves. */
    private static final int FAILED = 1;

    private final OpenShmem library;
    private final NetworkSetup setup;
    private final MailLayout layout;
    private final Mail mail;
    private final ActiveMessages active;
    private final Transport transport;

    /** Null with {@code SHMEM_PROGRESS=calls}. */
    private final ProgressAgent agent;

    private volatile Receiver programReceiver;

    /** Polls by threads of the program; approximate, because increments are not atomic. */
    @SuppressWarnings("unused") // accessed by POLLS
    private long polls;

    /** Whether a thread polls. */
    @SuppressWarnings("unused") // accessed by IS_POLLED
    private volatile boolean isPolled;

    /**
     * Whether a thread waits in a function of the library, which makes progress meanwhile, under a lock of the library
     * at which other threads would spin. It may be false while one of several threads waits.
     */
    private volatile boolean isCalled;

    /** Joins the network; collective over the job. */
    ShmemNetwork(OpenShmem library, NetworkSetup setup) {
        this.library = library;
        this.setup = setup;
        final int pes = setup.job().nPes();
        final int ringBytes = MailLayout.ringBytes(pes);
        if (!library.isThreadSafe()) {
            throw new ShmemException(library.name() + " grants no SHMEM_THREAD_MULTIPLE, which a job on several nodes"
                    + " needs; use one that was configured with it, or unset " + Setting.TRANSPORT.variable());
        }
        if (ringBytes == 0) {
            throw new ShmemException("the job has " + pes + " PEs, too many for messages over " + library.name()
                    + "; unset " + Setting.TRANSPORT.variable());
        }
        try {
            layout = new MailLayout(library.align(Long.BYTES * 8, MailLayout.bytes(pes, ringBytes)), pes, ringBytes);
        } catch (IllegalStateException e) {
            throw new ShmemException(e.getMessage(), e);
        }
        final int[] others = IntStream.range(0, pes)
                .filter(pe -> !setup.topology().isLocal(pe))
                .toArray();
        final Operations operations = library.operations();
        this.mail = new Mail(Mail.Puts.of(operations), layout, setup.job().pe(), others);
        this.active = new ActiveMessages(this, layout, operations, setup.heap().base(), setup.sharedBase());
        this.transport = new ShmemTransport(this, operations);
        setup.job().barrier(); // all mail has been cleared
        this.agent = setup.configuration().get(Setting.PROGRESS).equals("calls") ? null : ProgressAgent.start(this);
    }

    private static VarHandle handle(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(ShmemNetwork.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Tells that this thread begins or ceases to wait in a function of the library. */
    void calls(boolean begins) {
        isCalled = begins;
        POLLS.setOpaque(this, polls + ProgressAgent.FEW_POLLS);
    }

    /** Whether a thread of the program waits in a function of the library. */
    boolean isCalled() {
        return isCalled;
    }

    long heapBase() {
        return setup.heap().base();
    }

    ActiveMessages active() {
        return active;
    }

    @Override
    public String name() {
        return library.name() + ", progress by calls" + (agent == null ? "" : " and a thread");
    }

    @Override
    public NetworkUse use() {
        return new NetworkUse(0, 0);
    }

    @Override
    public Transport transport() {
        return transport;
    }

    @Override
    public Transport open(boolean isPrivate) {
        return new ShmemTransport(this, library.operations());
    }

    @Override
    public void openSharedHeap(int pe) {}

    @Override
    public ClaimObserver sharedHeapObserver() {
        return ClaimObserver.NONE;
    }

    @Override
    public void receiveMessages(Receiver receiver) {
        programReceiver = receiver;
    }

    @Override
    public int maxMessageBytes() {
        return layout.mostPayload();
    }

    @Override
    public void send(int pe, long address, int bytes) {
        send(RUNTIME, pe, 0, 0, address, bytes);
    }

    @Override
    public void sendMessage(int pe, long address, int bytes) {
        send(PROGRAM, pe, 0, 0, address, bytes);
    }

    /** Sends a message as {@link Mail#trySend}, once there is room. */
    void send(int kind, int pe, long fields, int fieldsBytes, long data, int dataBytes) {
        long turn = 0;
        while (!mail.trySend(kind, pe, fields, fieldsBytes, data, dataBytes)) {
            turn = pause(turn);
        }
    }

    /** One turn of a wait; 0 in the first call, then the result of the last one. */
    long pause(long turn) {
        if (poll()) {
            return 0;
        }
        if (turn < SPINS) {
            Thread.onSpinWait();
        } else if (turn < SPINS + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(NAP_NS);
        }
        return turn + 1;
    }

    @Override
    public boolean poll() {
        POLLS.setOpaque(this, polls + 1);
        return advance();
    }

    /** The approximate number of polls by threads of the program; one before a {@link #yields yield} counts more. */
    long polls() {
        return (long) POLLS.getOpaque(this);
    }

    /** Lets the library progress and handles messages, unless another thread does; returns whether there were any. */
    boolean advance() {
        if (isPolled || !IS_POLLED.compareAndSet(this, false, true)) {
            return false;
        }
        final boolean moved;
        try {
            if (!isCalled) {
                library.progress();
            }
            moved = mail.poll(this);
        } catch (RuntimeException | Error e) {
            setup.job().fail(FAILED, "a message of another node has failed: " + e);
            throw e;
        } finally {
            isPolled = false;
        }
        if (moved) {
            wake();
        }
        return moved;
    }

    /** Wakes threads of this PE, and of local PEs to which the runtime's receiver has delivered something. */
    void wake() {
        Memory.fullFence();
        WaitPoints.wake(setup.waitPoint());
        setup.waitPoints().wakeAll();
    }

    @Override
    public boolean handle(int kind, int source, long address, int bytes) {
        switch (kind) {
            case RUNTIME -> setup.receiver().receive(address, bytes);
            case PROGRAM -> programReceiver.receive(address, bytes);
            default -> active.execute(kind, source, address);
        }
        return kind == PUT || kind == UPDATE;
    }

    /** Counts for several polls, as this thread may be the only one that gets the CPU before the next look. */
    @Override
    public void yields() {
        POLLS.setOpaque(this, polls + ProgressAgent.FEW_POLLS);
    }

    @Override
    public void rest() {
        if (agent != null) {
            agent.wake();
        }
    }

    @Override
    public void detach() {
        library.operations().quiet();
        setup.job().barrier();
        if (agent != null) {
            agent.end();
        }
        library.free(layout.base());
    }
}
