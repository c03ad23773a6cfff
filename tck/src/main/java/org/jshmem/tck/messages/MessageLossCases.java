package org.jshmem.tck.messages;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.SharedBytes;
import org.jshmem.SharedLongs;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.SymmetricLongs;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.messages.Rpc;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;

/**
 * That no message is lost, waited for in vain, or handled before its turn when another one is not received, or fails.
 */
final class MessageLossCases {
    private static final int LARGE = 20_000;

    private static int next() {
        return (myPe() + 1) % nPes();
    }

    private static int previous() {
        return (myPe() + nPes() - 1) % nPes();
    }

    private static UnsupportedOperationException ofTheHandler() {
        return new UnsupportedOperationException("of the handler");
    }

    /** PE 1 receives what PE 0 has sent it only when PE 2, too, has got something. */
    @Case(
            atLeast = 3,
            pes = 3,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void messagesThatWaitHinderNoOthers(Checks checks) {
        final int count = 2_000;
        try (Messages messages = Messages.on(TEAM_WORLD);
                SymmetricLongs data = callocLongs(LARGE)) {
            for (int bytes : new int[] {100, 800, 3200}) {
                final int n = bytes / Long.BYTES;
                switch (myPe()) {
                    case 0 -> {
                        for (int i = 0; i < count; i++) {
                            if (i % 2 == 0) {
                                messages.send(new long[n], 1, 1);
                            } else {
                                messages.send(data, 0, n, 1, 1);
                            }
                        }
                        final List<Request> large = new ArrayList<>();
                        for (int i = 0; i < count; i++) {
                            large.add(messages.isend(data, 0, LARGE, 1, 1));
                        }
                        messages.ssend(new long[1], 2, 0);
                        messages.send(data, 0, LARGE, 2, 0);
                        messages.send(new long[LARGE], 2, 0);
                        Request.awaitAll(large.toArray(Request[]::new));
                    }
                    case 1 -> {
                        final long[] in = new long[LARGE];
                        messages.recv(in, 2, 2);
                        for (int i = 0; i < 2 * count; i++) {
                            messages.recv(in, 0, 1);
                        }
                    }
                    case 2 -> {
                        final long[] in = new long[LARGE];
                        for (int i = 0; i < 3; i++) {
                            messages.recv(in, 0, 0);
                        }
                        messages.send(in, 0, 1, 1, 2);
                    }
                    default -> {}
                }
                barrierAll();
            }
        }
        checks.that(true, "came to the end");
    }

    /** The exception of a handler is thrown by a call that takes another message, perhaps after it has matched that. */
    @Case(
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void handlerThrowsWhileTaking(Checks checks) {
        try (Messages messages = Messages.on(TEAM_WORLD);
                SharedLongs shared = SharedLongs.allocate(LARGE)) {
            if (myPe() == 0) {
                messages.onMessage(7, _ -> {
                    messages.send(new long[LARGE], 1, 9);
                    throw ofTheHandler();
                });
            }
            barrierAll();
            for (int round = 0; round < 50; round++) {
                if (myPe() == 1) {
                    shared.set(LARGE - 1, round);
                    messages.send(new long[1], 0, 7);
                    final Request send = messages.isend(shared, LARGE, 0, 5);
                    messages.recv(new long[LARGE], 0, 9);
                    send.await();
                } else if (myPe() == 0) {
                    try (SharedLongs taken = takeTwice(checks, messages)) {
                        checks.equal(round, taken.get(LARGE - 1), "taken after an exception of a handler or before");
                    }
                }
            }
            barrierAll();
        }
        checks.that(true, "came to the end");
    }

    private static SharedLongs takeTwice(Checks checks, Messages messages) {
        final SharedLongs taken;
        try {
            taken = messages.takeLongs(1, 5);
        } catch (UnsupportedOperationException _) {
            return messages.takeLongs(1, 5);
        }
        checks.thrown(
                UnsupportedOperationException.class,
                "a handler after a take",
                () -> messages.handleUntil(() -> false),
                "of the handler");
        return taken;
    }

    /** The exception of a handler leaves requests under way, also in an array of them. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void handlerThrowsWhileAwaiting(Checks checks) {
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            final int[] throwing = {1};
            messages.onMessage(7, _ -> {
                throwing[0]--;
                throw ofTheHandler();
            });
            final long[] in = new long[1];
            final Request[] requests = {messages.irecv(in, previous(), 5)};
            messages.send(new long[1], next(), 7);
            checks.thrown(
                    UnsupportedOperationException.class,
                    "awaitAll",
                    () -> Request.awaitAll(requests),
                    "of the handler");
            barrierAll();
            messages.send(new long[1], next(), 7);
            checks.thrown(
                    UnsupportedOperationException.class,
                    "awaitAny",
                    () -> Request.awaitAny(requests),
                    "of the handler");
            barrierAll();
            messages.send(new long[] {23}, next(), 5);
            checks.that(requests[0] != null, "the request is still there");
            Request.awaitAll(requests);
            checks.equal(23, in[0], "received in the end");
            checks.that(requests[0] == null, "the request is complete");
            checks.equal(-1, throwing[0], "messages handled");
        }
        barrierAll();
    }

    /** The PE that has sent it waits for nobody, and the next calls get their own replies. */
    @Case(
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void replyThatDoesNotFit(Checks checks) {
        final boolean[] isOver = new boolean[1];
        try (Rpc rpc = Rpc.on(TEAM_WORLD)) {
            rpc.register(1, (request, reply) -> reply.send(new long[(int) request.getLong(0)]));
            rpc.register(2, (request, reply) -> {
                isOver[0] = true;
                reply.send(new long[LARGE]);
            });
            barrierAll();
            if (myPe() == 1) {
                rpc.serveUntil(() -> isOver[0]);
            } else if (myPe() == 0) {
                final long[] in = new long[10];
                for (int size : new int[] {11, 100, 1000, 100_000}) {
                    for (int i = 0; i < 3; i++) {
                        checks.thrown(
                                IllegalArgumentException.class,
                                "a reply of " + size,
                                () -> rpc.call(1, 1, new long[] {size}, 1, in, 10),
                                "larger than");
                        final Request call = rpc.icall(1, 1, new long[] {size}, 0, 1, in, 0, 10);
                        checks.thrown(
                                IllegalArgumentException.class, "a reply that is awaited", call::await, "larger than");
                        checks.that(!call.isUnderWay(), "the call has ended");
                        checks.equal(
                                3 + i, rpc.call(1, 1, new long[] {3 + i}, 1, in, 10), "elements of the next reply");
                    }
                }
                checks.thrown(
                        IllegalArgumentException.class,
                        "the last reply",
                        () -> rpc.call(1, 2, new long[1], 1, in, 10),
                        "larger than");
            }
            barrierAll(); // PE 0 takes the last reply here
        }
        checks.that(true, "came to the end");
    }

    /** Nothing is received of what could not be read, as its file was truncated; what is sent then is. */
    @Case(
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void memoryOfATruncatedFile(Checks checks) throws IOException {
        final Path file = Files.createTempFile("jshmem-tck", ".bytes");
        try (Messages messages = Messages.on(TEAM_WORLD);
                Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            final MemorySegment segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, 4000, arena);
            channel.truncate(0);
            for (int bytes : new int[] {8, 400, 800, 4000}) {
                final MemorySegment part = segment.asSlice(0, bytes);
                if (myPe() == 0) {
                    checks.thrown(ShmemException.class, "send", () -> messages.send(part, 1, 1), "truncated");
                    checks.thrown(ShmemException.class, "ssend", () -> messages.ssend(part, 1, 1), "truncated");
                    messages.send(new long[] {bytes}, 1, 1);
                } else if (myPe() == 1) {
                    final long[] in = new long[500];
                    checks.equal(1, messages.recv(in, 0, 1), "elements");
                    checks.equal(bytes, in[0], "what was sent after " + bytes + " bytes");
                }
                barrierAll();
            }
        } finally {
            Files.delete(file);
        }
        checks.that(true, "came to the end");
    }

    /** Each time it needs a block, which is the shared heap's again when the sender has failed. */
    @Case(
            alone = true,
            environment = "SHMEM_SHARED_SIZE=8M",
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA, Transport.NODES})
    void takingWhatIsClosed(Checks checks) {
        try (var _ = Shmem.init()) {
            try (Messages messages = Messages.on(TEAM_WORLD)) {
                for (int i = 0; i < 40; i++) {
                    if (myPe() == 0) {
                        final Request send;
                        try (Arena arena = Arena.ofConfined()) {
                            send = messages.isend(arena.allocate(1 << 20), 1, 1);
                        }
                        checks.thrown(IllegalStateException.class, "await", send::await);
                    } else if (myPe() == 1) {
                        checks.thrown(
                                IllegalStateException.class,
                                "take",
                                () -> messages.takeBytes(0, 1).close(),
                                "tag 1");
                    }
                    barrierAll();
                }
                try (SharedBytes block = SharedBytes.allocate(1 << 20)) {
                    checks.equal(1 << 20, block.length(), "a block afterwards");
                }
            }
        }
    }

    /** Messages of a sender are handled in the order of sending, whenever their handlers are set. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void handlersSetOneAfterTheOther(Checks checks) {
        final List<Integer> handled = new ArrayList<>();
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            for (int tag : new int[] {3, 1, 2, 3, 2, 1}) {
                messages.send(new long[1], next(), tag);
            }
            barrierAll();
            while (!messages.iprobe(previous(), 1, null)) {
                Thread.onSpinWait();
            }
            for (int tag = 1; tag <= 3; tag++) {
                messages.onMessage(tag, view -> handled.add(view.tag()));
            }
            messages.handleUntil(() -> handled.size() == 6);
            checks.equal(List.of(3, 1, 2, 3, 2, 1), handled, "tags in the order of sending");
        }
        barrierAll();
    }
}
