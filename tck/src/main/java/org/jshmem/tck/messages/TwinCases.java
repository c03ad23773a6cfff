package org.jshmem.tck.messages;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.ShmemTeam;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.messages.Rpc;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;

/** Two of a kind at a time, interleaved: handlers, spaces, visits, requests that are used again, procedures. */
final class TwinCases {
    private static final int MANY = 300;

    private static int next() {
        return (myPe() + 1) % nPes();
    }

    private static int previous() {
        return (myPe() + nPes() - 1) % nPes();
    }

    /** Handlers of two tags in each of two spaces; one is exchanged and one removed while the others go on. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void twinHandlers(Checks checks) {
        final int[][] handled = new int[2][5];
        try (Messages one = Messages.on(TEAM_WORLD);
                Messages two = Messages.on(TEAM_WORLD)) {
            final Messages[] spaces = {one, two};
            for (int s = 0; s < 2; s++) {
                for (int tag = 0; tag < 3; tag++) {
                    handle(checks, spaces[s], s, tag, 0, handled[s]);
                }
            }
            sendAll(spaces, 0);
            one.handleUntil(() -> isHandled(handled[0], MANY, MANY, MANY));
            two.handleUntil(() -> isHandled(handled[1], MANY, MANY, MANY));
            checks.equal(List.of(MANY, MANY, MANY, 0, 0), list(handled[0]), "handled in the first space");
            checks.equal(List.of(MANY, MANY, MANY, 0, 0), list(handled[1]), "handled in the second space");
            barrierAll();
            handle(checks, one, 0, 1, 3, handled[0]);
            two.onMessage(2, null);
            barrierAll();
            sendAll(spaces, MANY);
            one.handleUntil(() -> isHandled(handled[0], 2 * MANY, MANY, 2 * MANY) && handled[0][4] == MANY);
            two.handleUntil(() -> isHandled(handled[1], 2 * MANY, 2 * MANY, MANY));
            checks.equal(List.of(2 * MANY, MANY, 2 * MANY, 0, MANY), list(handled[0]), "the first space, exchanged");
            checks.equal(List.of(2 * MANY, 2 * MANY, MANY, 0, 0), list(handled[1]), "the second space, one removed");
            final int[] in = new int[1];
            for (int i = MANY; i < 2 * MANY; i++) {
                two.recv(in, previous(), 2);
                checks.that(in[0] == value(1, 2, i), "received in place of the removed handler, number " + i);
            }
            checks.that(!one.iprobe(Messages.ANY_PE, Messages.ANY_TAG, null), "nothing is left in the first space");
            checks.that(!two.iprobe(Messages.ANY_PE, Messages.ANY_TAG, null), "nothing is left in the second space");
        }
        barrierAll();
    }

    private static int value(int space, int tag, int number) {
        return space * 1_000_000 + tag * 10_000 + number;
    }

    /** Counts at an index that is the tag's and a number more. */
    private static void handle(Checks checks, Messages space, int s, int tag, int more, int[] handled) {
        final int first = more == 0 ? 0 : MANY;
        space.onMessage(tag, message -> {
            checks.that(
                    message.getInt(0) == value(s, tag, first + handled[tag + more]) && message.source() == previous(),
                    "handler " + tag + " of space " + s + " got " + message.getInt(0));
            handled[tag + more]++;
        });
    }

    private static void sendAll(Messages[] spaces, int first) {
        for (int i = first; i < first + MANY; i++) {
            for (int tag = 0; tag < 3; tag++) {
                for (int s = 1; s >= 0; s--) {
                    spaces[s].send(new int[] {value(s, tag, i)}, next(), tag);
                }
            }
        }
    }

    private static boolean isHandled(int[] handled, int zero, int one, int two) {
        return handled[0] == zero && handled[1] == one && handled[2] == two;
    }

    private static List<Integer> list(int[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }

    /** What a visitor sees stays while it visits others, handles others, and sends. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void visitsWithinVisits(Checks checks) {
        for (int elements : new int[] {3, 300, 30_000}) {
            final List<String> seen = new ArrayList<>();
            try (Messages messages = Messages.on(TEAM_WORLD);
                    Messages other = Messages.on(TEAM_WORLD)) {
                final Request[] sent = new Request[6];
                for (int tag = 0; tag < 3; tag++) {
                    final int[] out = new int[elements];
                    Arrays.fill(out, tag + 10 * myPe());
                    sent[tag] = messages.isend(out, next(), tag);
                    sent[3 + tag] = other.isend(out, next(), 7 + tag);
                }
                messages.visit(previous(), 1, outer -> {
                    messages.visit(previous(), 0, inner -> {
                        other.visit(previous(), 8, innermost -> {
                            check(checks, innermost, 1, 8, elements);
                            seen.add("innermost");
                        });
                        check(checks, inner, 0, 0, elements);
                        seen.add("inner");
                    });
                    check(checks, outer, 1, 1, elements);
                    final int[] in = new int[elements];
                    messages.recv(in, previous(), 2);
                    checks.equal(2 + 10 * previous(), in[elements - 1], "received during a visit");
                    check(checks, outer, 1, 1, elements);
                    seen.add("outer");
                });
                final int[] in = new int[elements];
                for (int tag : new int[] {9, 7}) {
                    other.recv(in, previous(), tag);
                    checks.equal(tag - 7 + 10 * previous(), in[0], "received afterwards");
                }
                Request.awaitAll(sent);
            }
            checks.equal(List.of("innermost", "inner", "outer"), seen, "visits");
        }
        barrierAll();
    }

    private static void check(
            Checks checks, org.jshmem.messages.MessageView message, int value, int tag, int elements) {
        final int expected = value + 10 * previous();
        checks.equal(expected, message.getInt(0), "the first element of a visited message");
        checks.equal(expected, message.getInt(elements - 1), "the last element of a visited message");
        checks.equal(tag, message.tag(), "tag");
        checks.equal(previous(), message.source(), "source");
        checks.equal(4L * elements, message.bytes(), "bytes");
        checks.equal(elements, message.envelope().nelems(), "elements");
    }

    /** Two spaces in random order, one of them over the team in reverse; each has its own order. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void twinSpaces(Checks checks) {
        final SplittableRandom random = new SplittableRandom(77L + myPe());
        try (ShmemTeam reversed = teamSplitStrided(TEAM_WORLD, nPes() - 1, -1, nPes());
                Messages one = Messages.on(TEAM_WORLD);
                Messages two = Messages.on(reversed)) {
            final int[] sent = new int[2];
            final int[] received = new int[2];
            final int[] in = new int[1];
            final Envelope envelope = new Envelope();
            while (received[0] + received[1] + sent[0] + sent[1] < 4 * MANY) {
                final int s = random.nextInt(2);
                final Messages space = s == 0 ? one : two;
                final int to = s == 0 ? next() : nPes() - 1 - next();
                final int from = s == 0 ? previous() : nPes() - 1 - previous();
                if (sent[s] < MANY && random.nextInt(3) > 0) {
                    space.send(new int[] {value(s, 0, sent[s]++)}, to, s);
                } else if (received[s] < MANY && space.iprobe(Messages.ANY_PE, Messages.ANY_TAG, envelope)) {
                    checks.that(envelope.source() == from && envelope.tag() == s, "envelope of space " + s);
                    space.recv(in, Messages.ANY_PE, s, envelope);
                    checks.that(
                            in[0] == value(s, 0, received[s]) && envelope.source() == from,
                            "space " + s + " got " + in[0] + " from " + envelope.source() + " as number "
                                    + received[s]);
                    received[s]++;
                }
            }
        }
        barrierAll();
    }

    /** Two pairs of requests that are started again and again, which end in either order. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void twinRequests(Checks checks) {
        final long[][] out = new long[2][];
        final long[][] in = new long[2][];
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            final Request[] sends = new Request[2];
            final Request[] receives = new Request[2];
            for (int i = 0; i < 2; i++) {
                out[i] = new long[i == 0 ? 3 : 3000];
                in[i] = new long[out[i].length];
                sends[i] = messages.sendInit(out[i], next(), 5 + i);
                receives[i] = messages.recvInit(in[i], previous(), 5 + i);
            }
            for (int round = 0; round < MANY; round++) {
                for (int i = 0; i < 2; i++) {
                    Arrays.fill(out[i], round * 10L + i);
                    checks.that(!sends[i].isUnderWay() && !receives[i].isUnderWay(), "before the start");
                }
                final int first = round % 2;
                receives[first].start();
                sends[1 - first].start();
                receives[1 - first].start();
                sends[first].start();
                receives[first].await();
                checks.that(in[first][in[first].length - 1] == round * 10L + first, "round " + round);
                receives[1 - first].await();
                checks.that(in[1 - first][0] == round * 10L + 1 - first, "round " + round);
                Request.awaitAll(sends);
            }
            for (int i = 0; i < 2; i++) {
                sends[i].close();
                receives[i].close();
            }
        }
        barrierAll();
    }

    /** Procedures with one number in two objects, called from procedures, and served in calls that only look. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void twinProcedures(Checks checks) {
        final int[] finished = new int[1];
        try (Rpc one = Rpc.on(TEAM_WORLD);
                Rpc two = Rpc.on(TEAM_WORLD)) {
            one.register(0, (request, reply) -> reply.send(new long[] {request.getLong(0) + 1}));
            two.register(0, (request, reply) -> reply.send(new long[] {request.getLong(0) + 2}));
            two.register(1, (_, reply) -> {
                finished[0]++;
                reply.send(new long[0]);
            });
            barrierAll();
            final long[][] replies = new long[2 * MANY][1];
            final Request[] calls = new Request[2 * MANY];
            for (int i = 0; i < 2 * MANY; i++) {
                calls[i] = (i % 2 == 0 ? one : two).icall(next(), 0, new long[] {10L * i}, 1, replies[i], 1);
            }
            for (int i = 2 * MANY - 1; i >= 0; i--) {
                calls[i].await();
                checks.that(replies[i][0] == 10L * i + 1 + i % 2, "the reply to call " + i + " is " + replies[i][0]);
            }
            for (int pe = 0; pe < nPes(); pe++) {
                two.call(pe, 1, new long[0], 0, new long[0], 0);
            }
            two.serveUntil(() -> finished[0] == nPes());
            checks.equal(nPes(), finished[0], "PEs that have finished");
        }
        barrierAll();
    }

    /** A PE that looks for a message in one space serves the procedures of another. */
    @Case(
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES},
            atLeast = 2)
    void callsAreServedWhileAPeProbes(Checks checks) {
        try (Rpc rpc = Rpc.on(TEAM_WORLD);
                Messages messages = Messages.on(TEAM_WORLD)) {
            rpc.register(7, (request, reply) -> reply.send(new long[] {request.getLong(0) * 2}));
            barrierAll();
            for (int round = 0; round < 20; round++) {
                final int caller = round % nPes();
                if (myPe() == caller) {
                    final long[] answer = new long[1];
                    for (int pe = 0; pe < nPes(); pe++) {
                        if (pe != myPe()) {
                            rpc.call(pe, 7, new long[] {round}, 1, answer, 1);
                            checks.equal(2L * round, answer[0], "the reply of PE " + pe);
                        }
                    }
                    for (int pe = 0; pe < nPes(); pe++) {
                        if (pe != myPe()) {
                            messages.send(new int[] {round}, pe, round);
                        }
                    }
                } else {
                    final Envelope envelope = new Envelope();
                    messages.probe(Messages.ANY_PE, round, envelope);
                    checks.equal(caller, envelope.source(), "who ends the round");
                    checks.equal(1, envelope.nelems(), "elements of what was probed");
                    messages.recv(new int[1], caller, round);
                }
                barrierAll();
            }
        }
    }
}
