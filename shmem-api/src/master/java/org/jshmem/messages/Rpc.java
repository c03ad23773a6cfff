package org.jshmem.messages;

import java.util.BitSet;
import java.util.function.BooleanSupplier;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;
import org.jshmem.spi.MessageKernel;

/**
 * Remote procedure calls between the PEs of a team. A call sends a request to a procedure of another PE and receives
 * its reply. A number matches the two, so many calls may be under way at the same time.
 *
 * <p>A PE executes the calls of other PEs while it waits for messages, and in {@link #progress()} and
 * {@link #serveUntil}.
 *
 * <p>A call that throws has ended. It throws, for example, if the reply does not fit, or if a procedure of this PE
 * throws meanwhile. The reply is dropped when it arrives.
 *
 * <p><b>Threads.</b> The thread level says which threads may call. {@link #on} and {@link #close()} are collective over
 * the team.
 */
public final class Rpc implements AutoCloseable {
    /** One more than the largest procedure number. */
    public static final int PROCEDURES = 1 << 10;

    /**
     * A request of up to this size never waits for its procedure. A larger one may, and the procedure for the receive
     * of its reply, which is therefore posted first.
     */
    private static final int SMALL_BYTES = 256;

    private static final int NUMBER_BITS = 20;
    private static final int NUMBER_MASK = (1 << NUMBER_BITS) - 1;

    private final Messages requests;
    private final Messages replies;
    private final RpcProcedure[] procedures = new RpcProcedure[PROCEDURES];
    private final RpcReply reply;

    private final RpcCalls calls = new RpcCalls(this);

    /** Calls so far; with several threads in {@link #call}, guarded by this object. */
    private int count;

    /** The numbers of calls that have thrown; guarded by this object. */
    private final BitSet discarded = new BitSet();

    private Rpc(Messages requests, Messages replies) {
        this.requests = requests;
        this.replies = replies;
        this.reply = new RpcReply(replies);
        requests.onMessage(Messages.ANY_TAG, this::serve);
    }

    /**
     * Prepares calls between the PEs of a team; collective.
     *
     * @param team the team, such as {@link org.jshmem.Shmem#TEAM_WORLD}
     * @return an object to make calls; close it before the team ends
     */
    public static Rpc on(ShmemTeam team) {
        return new Rpc(Messages.on(team), Messages.on(team));
    }

    /**
     * Registers a procedure of this PE. A call of a procedure that is not registered throws an exception on this PE, so
     * register it on all PEs before any PE calls it.
     *
     * @param number 0 … {@link #PROCEDURES} − 1
     * @param procedure executes a call
     */
    public void register(int number, RpcProcedure procedure) {
        if (number < 0 || number >= PROCEDURES) {
            throw new IllegalArgumentException("number=" + number + " must be from 0 to " + (PROCEDURES - 1));
        }
        procedures[number] = procedure;
    }

    private void serve(MessageView request) {
        final int number = request.tag() >>> NUMBER_BITS;
        final RpcProcedure procedure = procedures[number];
        if (procedure == null) {
            throw new IllegalStateException(
                    "PE " + request.source() + " calls procedure " + number + ", which is not registered here");
        }
        procedure.call(request, reply.to(request.source(), request.tag() & NUMBER_MASK));
        reply.requireSent(number);
    }

    /** Waits for a reply; returns its elements. */
    private static long awaited(Request call) {
        final Envelope envelope = new Envelope();
        try {
            call.await(envelope);
        } catch (Throwable e) {
            if (call.isUnderWay()) { // as after an exception of a procedure of this PE
                call.cancel();
            }
            end(call, e);
            throw e;
        }
        return envelope.nelems();
    }

    /** Waits for a request whose caller gets an exception, and adds those of other procedures to that. */
    private static void end(Request request, Throwable thrown) {
        boolean isOver = !request.isUnderWay();
        while (!isOver) {
            try {
                request.await();
                isOver = true; // the object may be that of another call now
            } catch (Throwable other) {
                if (other != thrown) {
                    thrown.addSuppressed(other);
                }
                isOver = !request.isUnderWay();
            }
        }
    }

    /** Has the reply of a call that has thrown dropped when it comes: the other PE may wait for that. */
    synchronized void discard(int number) {
        discarded.set(number);
        replies.onMessage(number, MessageKernel.DISCARD);
    }

    /** Ends a call whose request may have been sent, as an exception of a handler comes only then. */
    private void withdraw(Request answer, int number, Throwable thrown) {
        if (answer.cancel()) {
            discard(number);
        }
        end(answer, thrown);
    }

    /** The number of the next call. */
    private synchronized int next() {
        final int number = count++ & NUMBER_MASK;
        if (discarded.get(number)) { // in case that its reply has never come
            discarded.clear(number);
            replies.onMessage(number, null);
        }
        return number;
    }

    /** The tag of a call, but for its number; throws for bad arguments, before the call has a number to be dropped. */
    private int tag(int pe, int procedure) {
        if (pe != Messages.PE_NONE && (pe < 0 || pe >= requests.nPes())) {
            throw new IllegalArgumentException("pe=" + pe + " is not a PE of this team, whose PEs are 0 to "
                    + (requests.nPes() - 1) + "; PE_NONE is allowed, too");
        }
        if (procedure < 0 || procedure >= PROCEDURES) {
            throw new IllegalArgumentException("procedure=" + procedure + " must be from 0 to " + (PROCEDURES - 1));
        }
        return procedure << NUMBER_BITS;
    }

    // typed:begin
    // arrays:begin request reply
    /**
     * Begins to call a procedure of another PE.
     *
     * @param pe the PE to call
     * @param procedure the number of the procedure
     * @param request what to send; not to be changed until the call is complete
     * @param requestIndex its first element
     * @param nrequest how many elements
     * @param reply where the reply goes; not to be used until the call is complete
     * @param replyIndex the first element of the reply in {@code reply}
     * @param nreply the number of elements for which there is room
     * @return a request, complete when the reply has arrived; its envelope has the size of the reply
     * @throws IllegalArgumentException if there is no such procedure or PE
     * @throws IndexOutOfBoundsException if {@code request} or {@code reply} has not so many elements; nothing is sent
     * @throws NullPointerException if one of them is null, and has elements to move
     */
    public Request icall(
            int pe,
            int procedure,
            SymmetricDoubles request,
            long requestIndex,
            long nrequest,
            SymmetricDoubles reply,
            long replyIndex,
            long nreply) {
        final int tag = tag(pe, procedure);
        Messages.requireRange("request", request, requestIndex, nrequest);
        Messages.requireRange("reply", reply, replyIndex, nreply);
        final int number = next();
        final Request answer = replies.irecv(reply, replyIndex, nreply, pe, number);
        try {
            requests.send(request, requestIndex, nrequest, pe, tag | number);
        } catch (Throwable e) {
            withdraw(answer, number, e);
            throw e;
        }
        return calls.begin(answer, number);
    }

    /**
     * Calls a procedure of another PE, and waits for the reply.
     *
     * @param pe the PE to call
     * @param procedure the number of the procedure
     * @param request what to send
     * @param requestIndex its first element
     * @param nrequest how many elements
     * @param reply where the reply goes
     * @param replyIndex the first element of the reply in {@code reply}
     * @param nreply the number of elements for which there is room
     * @return the number of elements of the reply
     * @throws IllegalArgumentException if there is no such procedure or PE
     * @throws IndexOutOfBoundsException if {@code request} or {@code reply} has not so many elements; nothing is sent
     * @throws NullPointerException if one of them is null, and has elements to move
     */
    public long call(
            int pe,
            int procedure,
            SymmetricDoubles request,
            long requestIndex,
            long nrequest,
            SymmetricDoubles reply,
            long replyIndex,
            long nreply) {
        if (nrequest * Double.BYTES > SMALL_BYTES) {
            return awaited(icall(pe, procedure, request, requestIndex, nrequest, reply, replyIndex, nreply));
        }
        final int tag = tag(pe, procedure);
        Messages.requireRange("request", request, requestIndex, nrequest);
        Messages.requireRange("reply", reply, replyIndex, nreply);
        final int number = next();
        try {
            requests.send(request, requestIndex, nrequest, pe, tag | number);
            return replies.recv(reply, replyIndex, nreply, pe, number);
        } catch (Throwable e) {
            discard(number);
            throw e;
        }
    }

    // arrays:end
    // typed:end
    /**
     * Executes the calls that have arrived.
     *
     * @return whether there were any
     */
    public boolean progress() {
        return requests.progress();
    }

    /**
     * Waits, and executes calls, until a condition holds.
     *
     * @param condition evaluated first, and again after calls were executed
     */
    public void serveUntil(BooleanSupplier condition) {
        requests.handleUntil(condition);
    }

    /** Ends the calls; collective. */
    @Override
    public void close() {
        requests.close();
        replies.close();
    }
}
