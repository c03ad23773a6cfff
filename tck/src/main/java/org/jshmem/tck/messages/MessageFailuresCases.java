package org.jshmem.tck.messages;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.IndexedBlocks;
import org.jshmem.SharedBytes;
import org.jshmem.SharedLongs;
import org.jshmem.Shmem;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.messages.Rpc;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;

/** What remains in order when something fails in the middle of messages: memory, a handler, a PE's block. */
final class MessageFailuresCases {
    private static final int LARGE_BYTES = 1 << 20;

    private static int next() {
        return (myPe() + 1) % nPes();
    }

    private static int previous() {
        return (myPe() + nPes() - 1) % nPes();
    }

    /** A call that waits takes memory of one thread while another thread makes progress; a request refuses it. */
    @Case(
            threads = ThreadLevel.MULTIPLE,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void memoryOfOneThread(Checks checks) throws InterruptedException {
        final boolean[] isOver = new boolean[1];
        try (Messages messages = Messages.on(TEAM_WORLD);
                Arena arena = Arena.ofConfined()) {
            final Thread other = Thread.ofPlatform().start(() -> {
                while (messages.iprobe(0, 99, null) || !isOver(isOver)) {
                    Thread.onSpinWait();
                }
            });
            final MemorySegment in = arena.allocate(LARGE_BYTES, Long.BYTES);
            final MemorySegment out = arena.allocate(LARGE_BYTES, Long.BYTES);
            out.fill((byte) (myPe() + 1));
            for (int bytes : new int[] {8, 3000, 100_000, LARGE_BYTES}) {
                in.fill((byte) 0);
                checks.equal(
                        bytes,
                        messages.sendrecv(out.asSlice(0, bytes), next(), 1, in.asSlice(0, bytes), previous(), 1),
                        "bytes");
                checks.that(
                        in.get(ValueLayout.JAVA_BYTE, 0) == previous() + 1
                                && in.get(ValueLayout.JAVA_BYTE, bytes - 1L) == previous() + 1,
                        bytes + " bytes of the neighbour");
            }
            checks.thrown(IllegalArgumentException.class, "isend", () -> messages.isend(out, next(), 2), "ofConfined");
            checks.thrown(
                    IllegalArgumentException.class, "irecv", () -> messages.irecv(in, previous(), 2), "ofConfined");
            isOver(isOver, true);
            other.join();
        }
        barrierAll();
    }

    private static boolean isOver(boolean[] flag) {
        synchronized (flag) {
            return flag[0];
        }
    }

    private static void isOver(boolean[] flag, boolean value) {
        synchronized (flag) {
            flag[0] = value;
        }
    }

    /** Memory is closed while its message is under way: both ends are told, and nobody waits. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void memoryIsClosed(Checks checks) {
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            final Arena arena = Arena.ofConfined();
            final Request send = messages.isend(arena.allocate(LARGE_BYTES), next(), 1);
            barrierAll();
            arena.close();
            final Arena target = Arena.ofConfined();
            final Request receive = messages.irecv(target.allocate(LARGE_BYTES), previous(), 1);
            checks.thrown(IllegalStateException.class, "await of the receive", receive::await, "tag 1");
            checks.thrown(IllegalStateException.class, "await of the send", send::await);
            checks.thrown(
                    IllegalStateException.class, "send of closed memory", () -> messages.send(closed(8), next(), 2));
            final Request late = messages.irecv(target.allocate(LARGE_BYTES), previous(), 3);
            target.close();
            barrierAll();
            messages.send(new byte[LARGE_BYTES], next(), 3);
            checks.thrown(IllegalStateException.class, "receive into closed memory", late::await);
            exchange(checks, messages);
        }
        barrierAll();
    }

    private static MemorySegment closed(long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            return arena.allocate(bytes);
        }
    }

    /** PE 1 closes its messages by an exception: the others neither wait for it, nor take half a message for one. */
    @Case(
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void messagesClosedByAnException(Checks checks) {
        final int nelems = LARGE_BYTES / Long.BYTES;
        try (Messages news = Messages.on(TEAM_WORLD);
                SymmetricLongs data = callocLongs(nelems);
                SharedLongs shared = SharedLongs.allocate(nelems)) {
            try (Messages messages = Messages.on(TEAM_WORLD)) {
                if (myPe() == 1) {
                    messages.isend(new long[nelems], 0, 1);
                    messages.isend(data, 0, nelems, 0, 2);
                    messages.isend(shared, 0, nelems, 0, 3);
                    final SharedLongs gift = SharedLongs.allocate(nelems);
                    gift.set(nelems - 1, 5);
                    messages.give(gift, 0, 4);
                    throw new UnsupportedOperationException();
                }
                if (myPe() == 0) {
                    news.recv(new long[1], 1, 0);
                    final long[] in = new long[nelems];
                    for (int tag = 1; tag <= 3; tag++) {
                        final int withdrawn = tag;
                        checks.thrown(
                                IllegalStateException.class,
                                "receive of what was withdrawn",
                                () -> messages.recv(in, 1, withdrawn),
                                "tag " + tag);
                    }
                    messages.recv(in, 1, 4);
                    checks.equal(5, in[nelems - 1], "what was given before");
                    sendToNobody(messages, data);
                }
            } catch (UnsupportedOperationException e) {
                checks.equal(1, myPe(), "the PE that throws");
                news.send(new long[1], 0, 0);
            }
            barrierAll();
        }
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            exchange(checks, messages);
        }
        barrierAll();
    }

    private static void exchange(Checks checks, Messages messages) {
        final long[] in = new long[1];
        messages.sendrecv(new long[] {myPe()}, next(), 4, in, previous(), 4);
        checks.equal(previous(), in[0], "the next message");
    }

    private static void sendToNobody(Messages messages, SymmetricLongs data) {
        final long[] array = new long[LARGE_BYTES];
        for (int nelems : new int[] {1, 200, 1000, 20_000, LARGE_BYTES / Long.BYTES}) {
            messages.send(array, 0, nelems, 1, 5);
            messages.ssend(array, 0, nelems, 1, 5);
            messages.send(data, 0, nelems, 1, 5);
            messages.ssend(data, 0, nelems, 1, 5);
        }
        messages.give(SharedLongs.allocate(1000), 1, 5);
        final Request[] all = new Request[1000];
        Arrays.setAll(all, _ -> messages.isend(data, 0, 1000, 1, 6));
        Request.awaitAll(all);
    }

    /**
     * A request that has failed is complete, so no array names it any more; persistent ones that rest are passed over.
     */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void requestsThatFail(Checks checks) {
        try (Messages messages = Messages.on(TEAM_WORLD);
                Request resting = messages.recvInit(new long[1], 0, 1, previous(), 3)) {
            messages.send(new long[] {1, 2}, next(), 4);
            messages.send(new long[] {3}, next(), 5);
            final long[] in = new long[2];
            final Request[] requests = {resting, messages.irecv(in, 0, 1, previous(), 4)};
            checks.thrown(
                    IllegalArgumentException.class,
                    "awaitAny of a message that is too long",
                    () -> Request.awaitAny(requests),
                    "larger");
            checks.that(requests[1] == null, "the request that failed is still in the array");
            final Request other = messages.irecv(in, 0, 1, previous(), 5);
            checks.equal(-1, Request.testAny(null, requests), "testAny where nothing is under way");
            final Request[] all = {resting, other};
            Request.awaitAll(all);
            checks.equal(3, in[0], "received beside a request that rests");
            checks.that(all[0] == resting && all[1] == null, "only the persistent request stays");
            messages.recv(in, previous(), 4);
            checks.equal(2, in[1], "the message that was too long, received again");
        }
        barrierAll();
    }

    /** Of a call whose request is refused no reply is awaited; a reply that is refused can be sent again. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void callsThatAreRefused(Checks checks) {
        final int[] served = new int[1];
        try (Rpc rpc = Rpc.on(TEAM_WORLD)) {
            rpc.register(1, (request, reply) -> {
                served[0]++;
                checks.thrown(
                        IndexOutOfBoundsException.class, "a reply", () -> reply.send(new long[1], 0, 2), "nelems");
                reply.send(new long[] {request.envelope().nelems()}, 0, 1);
            });
            barrierAll();
            final long[] in = new long[1];
            checks.thrown(
                    IndexOutOfBoundsException.class,
                    "a call",
                    () -> rpc.icall(next(), 1, new long[1], 0, 2, in, 0, 1),
                    "nelems");
            final Request call = rpc.icall(next(), 1, new long[3], 0, 3, in, 0, 1);
            rpc.serveUntil(call::test);
            rpc.serveUntil(() -> served[0] == 1);
            checks.equal(3, in[0], "the reply");
        }
    }

    /** The same blocks of the same memory, as elements of another size. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void blocksOfElementsOfAnotherSize(Checks checks) {
        final IndexedBlocks blocks = IndexedBlocks.of(new long[] {1, 3}, new long[] {1, 1});
        try (Messages messages = Messages.on(TEAM_WORLD);
                SymmetricLongs longs = mallocLongs(4)) {
            final SymmetricInts ints = longs.asInts();
            for (int i = 0; i < 8; i++) {
                ints.set(i, i);
            }
            final long[] wide = new long[2];
            final Request first = messages.irecv(wide, 0, 2, previous(), 0);
            messages.send(longs, blocks, next(), 0);
            first.await();
            checks.equal(3L << 32 | 2, wide[0], "the first block, of a long");
            final int[] narrow = new int[2];
            final Request second = messages.irecv(narrow, 0, 2, previous(), 0);
            messages.send(ints, blocks, next(), 0);
            second.await();
            checks.that(Arrays.equals(new int[] {1, 3}, narrow), "blocks of ints: " + Arrays.toString(narrow));
        }
    }

    /** A handler throws while its PE waits for another message: that can still be received, and goes nowhere else. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void handlerThrowsWhileReceiving(Checks checks) {
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            messages.onMessage(8, _ -> {
                throw new UnsupportedOperationException("of the handler");
            });
            final long[] unused = new long[1];
            messages.send(new long[1], next(), 8);
            checks.thrown(
                    UnsupportedOperationException.class,
                    "recv",
                    () -> messages.recv(unused, previous(), 9),
                    "of the handler");
            barrierAll();
            messages.send(new long[] {7}, next(), 9);
            final long[] in = new long[1];
            messages.recv(in, previous(), 9);
            checks.equal(7, in[0], "received again");
            checks.equal(0, unused[0], "the array of the call that has thrown");
            final int[] count = new int[1];
            messages.onMessage(8, _ -> count[0]++);
            messages.send(in, next(), 8);
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
            messages.handleUntil(() -> count[0] == 1 || System.nanoTime() > end);
            checks.equal(1, count[0], "messages handled after a handler has thrown");
        }
        barrierAll();
    }

    /** Messages that a handler has not had when it is removed can be received, in the order of sending. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void removedHandler(Checks checks) {
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            messages.onMessage(5, _ -> checks.fail("no call runs handlers here"));
            barrierAll();
            for (int i = 0; i < 4; i++) {
                messages.send(new int[] {i}, next(), i == 1 ? 6 : 5);
            }
            barrierAll();
            messages.onMessage(5, null);
            final int[] in = new int[1];
            for (int i = 0; i < 4; i++) {
                messages.recv(in, previous(), Messages.ANY_TAG);
                checks.equal(i, in[0], "the message number " + i);
            }
        }
        barrierAll();
    }

    /** No shared memory is left: what needs some says so, and what can do without works. */
    @Case(
            alone = true,
            environment = "SHMEM_SHARED_SIZE=8M",
            on = {Transport.SHR, Transport.CMA})
    void messagesWithoutSharedMemory(Checks checks) {
        try (var _ = Shmem.init();
                SymmetricLongs data = callocLongs(LARGE_BYTES / Long.BYTES)) {
            try (Messages messages = Messages.on(TEAM_WORLD)) {
                final List<SharedBytes> blocks = new ArrayList<>();
                if (myPe() == 0) {
                    fill(blocks);
                }
                barrierAll();
                final Request send = messages.isend(data, 0, 400, next(), 1);
                boolean isDone = false;
                for (int i = 0; i < 1000 && !isDone; i++) {
                    isDone = send.test(null);
                }
                checks.thrown(
                        ShmemOutOfMemoryException.class,
                        "a large Java array",
                        () -> messages.send(new long[LARGE_BYTES], next(), 2),
                        "SHMEM_SHARED_SIZE");
                messages.recv(data, 1000, 400, previous(), 1);
                if (!isDone) {
                    send.await();
                }
                barrierAll();
                blocks.forEach(SharedBytes::close);
                barrierAll();
                final Request large = messages.isend(new long[LARGE_BYTES], next(), 2);
                checks.equal(LARGE_BYTES, messages.recv(new long[LARGE_BYTES], previous(), 2), "elements");
                large.await();
            }
        }
    }

    private static void fill(List<SharedBytes> blocks) {
        int size = 1 << 20;
        while (size >= 64) {
            try {
                blocks.add(SharedBytes.allocate(size));
            } catch (ShmemOutOfMemoryException _) {
                size /= 2;
            }
        }
    }
}
