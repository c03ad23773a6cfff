package org.jshmem.tck.messages;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.messages.Rpc;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/** Calls that a request or an RPC refuses in its state, and what works after that. */
final class RequestStateCases {
    private static final Class<IllegalStateException> STATE = IllegalStateException.class;

    /** More than a call sends at once. */
    private static final int MANY = 3000;

    private static int next() {
        return (myPe() + 1) % nPes();
    }

    private static int previous() {
        return (myPe() + nPes() - 1) % nPes();
    }

    @Case(
            profile = Profile.JSHMEM,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void requestsUnderWayAndOver(Checks checks) {
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            final long[] in = new long[2];
            final Request again = messages.recvInit(in, 0, 1, previous(), 3);
            final Request once = messages.irecv(in, 1, 1, previous(), 4);
            checks.thrown(STATE, "cancel before the start", again::cancel, "under way");
            again.start();
            checks.thrown(STATE, "start", again::start, "complete it before it is started again");
            checks.thrown(STATE, "close", again::close, "complete it before it is closed");
            checks.thrown(STATE, "start of irecv", once::start, "only a request of sendInit or recvInit");
            checks.thrown(STATE, "close of irecv", once::close, "complete it before it is closed");
            messages.send(new long[] {8, 9}, 0, 1, next(), 3);
            messages.send(new long[] {8, 9}, 1, 1, next(), 4);
            again.await();
            once.await();
            checks.equal(8, in[0], "received by the persistent request");
            checks.equal(9, in[1], "received by the other one");
            once.close();
            again.start();
            checks.that(again.cancel(), "nobody has sent to it");
            again.await();
            barrierAll(); // what is sent next must not come before the cancel
            again.start();
            messages.send(new long[] {10}, 0, 1, next(), 3);
            again.await();
            checks.equal(10, in[0], "received after it was cancelled");
            again.close();
            final SymmetricLongs array = callocLongs(1);
            final Request ofFreed = messages.recvInit(array, 0, 1, previous(), 3);
            free(array);
            checks.thrown(STATE, "start with an array that was freed", ofFreed::start, "no longer allocated");
            checks.that(!ofFreed.isUnderWay(), "not started");
            ofFreed.close();
        }
    }

    /** The reply of a call that was cancelled is dropped. */
    @Case(
            profile = Profile.JSHMEM,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void callsUnderWayAndOver(Checks checks) {
        final int[] served = new int[1];
        try (Rpc rpc = Rpc.on(TEAM_WORLD)) {
            rpc.register(1, (request, reply) -> {
                served[0]++;
                reply.send(new long[] {request.envelope().nelems()}, 0, 1);
            });
            barrierAll();
            final long[] in = {-1};
            final Request call = rpc.icall(next(), 1, new long[1], 0, 1, in, 0, 1);
            checks.that(call.isUnderWay() && !call.isPersistent(), "under way, and not persistent");
            checks.thrown(STATE, "start", call::start, "only a request of sendInit or recvInit");
            checks.thrown(STATE, "close", call::close, "complete it before it is closed");
            final boolean isCancelled = call.cancel();
            call.await();
            checks.that(!call.isUnderWay(), "over");
            checks.equal(isCancelled ? -1 : 1, in[0], "the reply");
            checks.thrown(STATE, "await", call::await, "this request was completed before");
            checks.thrown(STATE, "test", call::test, "this request was completed before");
            call.close();
            final long[] other = new long[1];
            checks.equal(1, rpc.call(next(), 1, new long[5], 0, 5, other, 0, 1), "elements of the next reply");
            checks.equal(5, other[0], "the next reply");
            rpc.serveUntil(() -> served[0] == 2);
            checks.equal(isCancelled ? -1 : 1, in[0], "the reply, later");
        }
    }

    /** A reply for which there is no room, and a procedure of this PE that throws while it waits. */
    @Case(
            profile = Profile.JSHMEM,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void callsThatFail(Checks checks) {
        final int[] served = new int[2];
        try (Rpc rpc = Rpc.on(TEAM_WORLD)) {
            rpc.register(1, (request, reply) -> {
                served[0]++;
                reply.send(new long[] {request.envelope().nelems(), 2}, 0, 2);
            });
            rpc.register(2, (_, _) -> {
                served[1]++;
                throw new UnsupportedOperationException("of the procedure");
            });
            barrierAll();
            final long[] in = new long[2];
            for (int nelems : new int[] {1, MANY}) {
                checks.thrown(
                        IllegalArgumentException.class,
                        "a reply of two for one",
                        () -> rpc.call(next(), 1, new long[nelems], 0, nelems, in, 0, 1),
                        "larger");
                checks.equal(2, rpc.call(next(), 1, new long[nelems], 0, nelems, in, 0, 2), "elements of the reply");
                checks.equal(nelems, in[0], "the reply");
            }
            rpc.serveUntil(() -> served[0] == 4);
            barrierAll();
            for (int nelems : new int[] {1, MANY}) {
                checks.thrown(
                        UnsupportedOperationException.class,
                        "a call beside a procedure that throws",
                        () -> rpc.call(next(), 2, new long[nelems], 0, nelems, in, 0, 2),
                        "of the procedure");
                barrierAll();
            }
            checks.equal(2, served[1], "calls of the procedure that throws");
            checks.equal(2, rpc.call(next(), 1, new long[3], 0, 3, in, 0, 2), "elements of a later reply");
            checks.equal(3, in[0], "a later reply");
            rpc.serveUntil(() -> served[0] == 5);
        }
    }
}
