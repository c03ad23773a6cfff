package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;

import java.util.List;
import org.jshmem.SharedBytes;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.messages.Rpc;

/** Messages between PE 0 and the last PE; a message there and one back are two iterations. */
final class MessageLoops {
    private static final List<Integer> SIZES =
            List.of(8, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1 << 20, 16 << 20);
    private static final List<Integer> ARRAY_SIZES = List.of(4096, 65_536, 1 << 20, 16 << 20);
    private static final List<Integer> EXCHANGE_SIZES = List.of(8, 4096, 16_384);
    private static final List<Integer> SMALLEST = List.of(8);
    private static final List<Integer> GIVEN_SIZES = List.of(4096, 16 << 20);
    private static final List<Integer> SMALL_SIZES = List.of(8, 256, 1024, 4096, 16_384);
    private static final int MOST = 16 << 20;
    private static final int TAG = 1;
    private static final int IN_FLIGHT = 16;

    private final Messages messages = Messages.on(TEAM_WORLD);
    private final Rpc rpc = Rpc.on(TEAM_WORLD);
    private final SharedBytes source = SharedBytes.allocate(MOST);
    private final SharedBytes dest = SharedBytes.allocate(MOST);
    private final int last = nPes() - 1;
    private final int partner = last - myPe();
    private final boolean takesPart = last > 0 && (myPe() == 0 || myPe() == last);
    private long[] out = {};
    private long[] in = {};
    private final Request[] calls = new Request[IN_FLIGHT];

    /** Calls that this PE has executed. */
    private long served;

    /** Collective. */
    MessageLoops() {
        source.fill((byte) 1);
        dest.fill((byte) 1);
        rpc.register(0, (request, reply) -> {
            served++;
            reply.send(source, 0, request.bytes());
        });
    }

    List<Operation> operations() {
        return List.of(
                new Operation("message, shared memory", ALL_PES, SIZES, this::sharedLoop),
                new Operation("message, Java arrays", ALL_PES, SIZES, this::arrayLoop),
                new Operation("message exchange", ALL_PES, SIZES, this::exchangeLoop),
                new Operation("messages in a row", ALL_PES, SMALL_SIZES, this::rowLoop),
                new Operation("message, visited", ALL_PES, SIZES, this::visitLoop),
                new Operation("give + take", ALL_PES, SIZES, this::giveLoop),
                new Operation("remote procedure call", ALL_PES, SMALL_SIZES, this::callLoop),
                new Operation("remote procedure calls, 16 in flight", ALL_PES, SMALL_SIZES, this::callsLoop));
    }

    /** Those that are measured beside MPI, at the sizes that are. */
    List<Operation> besideMpi() {
        return List.of(
                new Operation("message, shared memory", ALL_PES, SIZES, this::sharedLoop),
                new Operation("message, Java arrays", ALL_PES, ARRAY_SIZES, this::arrayLoop),
                new Operation("message exchange", ALL_PES, EXCHANGE_SIZES, this::exchangeLoop),
                new Operation("messages in a row", ALL_PES, SMALLEST, this::rowLoop),
                new Operation("give + take", ALL_PES, GIVEN_SIZES, this::giveLoop),
                new Operation("remote procedure call", ALL_PES, SMALLEST, this::callLoop),
                new Operation("remote procedure calls, 16 in flight", ALL_PES, SMALLEST, this::callsLoop));
    }

    /** Those of which a round allocates nothing. */
    List<Operation> withoutAllocation() {
        return operations().stream()
                .filter(operation -> operation.name().startsWith("message"))
                .toList();
    }

    /** Collective. */
    void release() {
        source.close();
        dest.close();
        rpc.close();
        messages.close();
    }

    /** Whether this PE sends in a turn; the other receives. */
    private boolean sends(int turn) {
        return turn % 2 == 0 == (myPe() == 0);
    }

    private void sharedLoop(int iterations, int bytes) {
        for (int i = 0; takesPart && i < iterations; i++) {
            if (sends(i)) {
                messages.send(source, bytes, partner, TAG);
            } else {
                messages.recv(dest, bytes, partner, TAG);
            }
        }
        barrierAll();
    }

    private void arrayLoop(int iterations, int bytes) {
        if (out.length != bytes / Long.BYTES) {
            out = new long[bytes / Long.BYTES];
            in = new long[bytes / Long.BYTES];
        }
        for (int i = 0; takesPart && i < iterations; i++) {
            if (sends(i)) {
                messages.send(out, partner, TAG);
            } else {
                messages.recv(in, partner, TAG);
            }
        }
        barrierAll();
    }

    private void exchangeLoop(int iterations, int bytes) {
        for (int i = 0; takesPart && i < iterations; i++) {
            final Request receive = messages.irecv(dest, bytes, partner, TAG);
            final Request send = messages.isend(source, bytes, partner, TAG);
            receive.await();
            send.await();
        }
        barrierAll();
    }

    private void rowLoop(int iterations, int bytes) {
        for (int i = 0; takesPart && i < iterations; i++) {
            if (myPe() == 0) {
                messages.send(source, bytes, partner, TAG);
            } else {
                messages.recv(dest, bytes, partner, TAG);
            }
        }
        barrierAll();
    }

    private void visitLoop(int iterations, int bytes) {
        for (int i = 0; takesPart && i < iterations; i++) {
            if (sends(i)) {
                messages.send(source, bytes, partner, TAG);
            } else {
                messages.visit(partner, TAG, message -> Sink.consume(message.getByte(0)));
            }
        }
        barrierAll();
    }

    private void giveLoop(int iterations, int bytes) {
        SharedBytes block = takesPart && sends(0) ? SharedBytes.allocate(bytes) : null;
        for (int i = 0; takesPart && i < iterations; i++) {
            if (sends(i)) {
                messages.give(block, partner, TAG);
                block = null;
            } else {
                block = messages.takeBytes(partner, TAG);
            }
        }
        if (block != null) {
            block.close();
        }
        barrierAll();
    }

    private void callLoop(int iterations, int bytes) {
        if (last > 0 && myPe() == 0) {
            for (int i = 0; i < iterations; i++) {
                rpc.call(last, 0, source, 0, bytes, dest, 0, bytes);
            }
        }
        serve(iterations);
    }

    private void callsLoop(int iterations, int bytes) {
        if (last > 0 && myPe() == 0) {
            for (int i = 0; i < iterations; i++) {
                final int place = i % IN_FLIGHT;
                if (calls[place] != null) {
                    calls[place].await();
                }
                calls[place] = rpc.icall(last, 0, source, 0, bytes, dest, (long) place * SMALL_SIZES.getLast(), bytes);
            }
            Request.awaitAll(calls);
        }
        serve(iterations);
    }

    private void serve(int iterations) {
        if (last > 0 && myPe() == last) {
            served = 0;
            rpc.serveUntil(() -> served == iterations);
        }
        barrierAll();
    }
}
