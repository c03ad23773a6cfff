package org.jshmem.tck.messages;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.SharedInts;
import org.jshmem.SharedLongs;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.messages.Rpc;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;

/** What holds for messages whatever their type: matching, completion, errors, and full rings. */
final class MessagesCases {
    /** More messages than a ring has slots. */
    private static final int MANY = 1000;

    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void messageMatching(Checks checks) {
        final int next = next();
        final int previous = previous();
        final Envelope envelope = new Envelope();
        final int[] in = new int[1];
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            checks.equal(myPe(), messages.myPe(), "myPe");
            checks.equal(nPes(), messages.nPes(), "nPes");
            for (int tag = 0; tag < 4; tag++) {
                messages.send(new int[] {10 * tag}, next, tag);
                messages.send(new int[] {10 * tag + 1}, next, tag);
            }
            messages.recv(in, previous, 2);
            checks.equal(20, in[0], "the first with tag 2");
            messages.recv(in, previous, Messages.ANY_TAG, envelope);
            checks.equal(0, in[0], "the first with any tag");
            checks.equal(0, envelope.tag(), "its tag");
            messages.recv(in, Messages.ANY_PE, 3, envelope);
            checks.equal(30, in[0], "the first with tag 3 of any PE");
            checks.equal(previous, envelope.source(), "its sender");
            messages.probe(Messages.ANY_PE, 2, envelope);
            checks.equal(1, envelope.nelems(), "a probe tells the size");
            checks.that(messages.iprobe(previous, 2, null), "a probe leaves the message");
            messages.recv(in, previous, 2);
            checks.equal(21, in[0], "the second with tag 2");
            checks.that(!messages.iprobe(previous, 2, null), "no more with tag 2");
            for (int expected : new int[] {1, 10, 11, 31}) {
                messages.recv(in, Messages.ANY_PE, Messages.ANY_TAG);
                checks.equal(expected, in[0], "the rest in the order of sending");
            }
            final Request first = messages.irecv(in, 0, 1, Messages.ANY_PE, Messages.ANY_TAG);
            final int[] other = new int[1];
            final Request second = messages.irecv(other, 0, 1, previous, 7);
            messages.send(new int[] {1}, next, 7);
            messages.send(new int[] {2}, next, 7);
            second.await();
            first.await();
            checks.equal(1, in[0], "the receive that was posted first gets the first message");
            checks.equal(2, other[0], "the receive that was posted second");
        }
        barrierAll();
    }

    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void messageSpacesAreApart(Checks checks) {
        final int next = next();
        final int[] in = new int[1];
        try (Messages one = Messages.on(TEAM_WORLD);
                Messages two = Messages.on(TEAM_WORLD)) {
            one.send(new int[] {1}, next, 0);
            two.send(new int[] {2}, next, 0);
            two.recv(in, Messages.ANY_PE, Messages.ANY_TAG);
            checks.equal(2, in[0], "the second space");
            one.recv(in, Messages.ANY_PE, Messages.ANY_TAG);
            checks.equal(1, in[0], "the first space");
            one.send(new int[] {3}, next, 0); // nobody receives it
        }
        for (int i = 1; i <= 200; i++) {
            try (SharedLongs source = SharedLongs.allocate(1000)) {
                try (Messages again = Messages.on(TEAM_WORLD)) {
                    checks.that(!again.iprobe(Messages.ANY_PE, i - 1, null), "a new space has no old messages");
                    final Request left = again.isend(source, 1000, next, i);
                    checks.that(left.isUnderWay(), "a send that nobody receives");
                }
            }
        }
        try (ShmemTeam reversed = teamSplitStrided(TEAM_WORLD, nPes() - 1, -1, nPes());
                Messages messages = Messages.on(reversed)) {
            messages.send(new int[] {myPe()}, (messages.myPe() + 1) % nPes(), 0);
            messages.recv(in, (messages.myPe() + nPes() - 1) % nPes(), 0);
            checks.equal(next, in[0], "PEs are numbered as in the team");
        }
        barrierAll();
    }

    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void messagesOfNobody(Checks checks) {
        final Envelope envelope = new Envelope();
        final long[] in = {5};
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            messages.send(in, Messages.PE_NONE, 0);
            messages.isend(in, Messages.PE_NONE, 0).await();
            checks.equal(0, messages.recv(in, Messages.PE_NONE, 0, envelope), "elements of nobody");
            checks.equal(Messages.PE_NONE, envelope.source(), "source");
            checks.equal(5, in[0], "what was there stays");
            checks.that(messages.irecv(in, Messages.PE_NONE, 0).test(), "done at once");
            checks.that(messages.takeLongs(Messages.PE_NONE, 0) == null, "nothing to take");
            messages.visit(Messages.PE_NONE, 0, _ -> checks.fail("nothing to visit"));
            try (Request persistent = messages.recvInit(in, Messages.PE_NONE, 0)) {
                persistent.start();
                persistent.await();
            }
        }
    }

    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void messageErrors(Checks checks) {
        final int next = next();
        final int previous = previous();
        final Class<IllegalArgumentException> bad = IllegalArgumentException.class;
        final int[] two = {1, 2};
        final Messages closed;
        final Request left;
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            closed = messages;
            left = messages.irecv(new int[1], Messages.ANY_PE, 99);
            checks.thrown(bad, "no such PE", () -> messages.send(two, nPes(), 0), "pe=" + nPes());
            checks.thrown(bad, "any PE as a target", () -> messages.send(two, Messages.ANY_PE, 0), "pe=-1");
            checks.thrown(bad, "a negative tag", () -> messages.send(two, 0, -1), "tag=-1");
            checks.thrown(bad, "a tag of a receive", () -> messages.recv(two, 0, -2), "tag=-2", "ANY_TAG");
            checks.thrown(bad, "a PE of a receive", () -> messages.irecv(two, -3, 0), "pe=-3", "ANY_PE");
            checks.thrown(IndexOutOfBoundsException.class, "elements", () -> messages.send(two, 1, 2, 0, 0), "source");
            checks.thrown(IndexOutOfBoundsException.class, "room", () -> messages.recv(two, 1, 2, 0, 0), "dest");
            checks.thrown(NullPointerException.class, "null", () -> messages.send((int[]) null, 0, 0), "source=null");
            checks.thrown(NullPointerException.class, "no visitor", () -> messages.visit(0, 0, null), "visitor=null");
            checks.thrown(
                    IllegalArgumentException.class,
                    "a read-only segment",
                    () -> messages.recv(Arena.ofAuto().allocate(8).asReadOnly(), 0, 0),
                    "read-only");
            messages.send(two, next, 4);
            messages.probe(previous, 4, null);
            checks.thrown(bad, "too small", () -> messages.recv(new int[1], previous, 4), "8 bytes", "4 bytes");
            checks.thrown(bad, "another type", () -> messages.recv(new float[2], previous, 4), "int", "float");
            checks.thrown(bad, "another type taken", () -> messages.takeLongs(previous, 4), "int", "long");
            final Request posted = messages.irecv(new int[1], previous, 6);
            messages.send(two, next, 6);
            checks.thrown(bad, "too small, posted", posted::await, "can still be received");
            final int[] in = new int[2];
            checks.equal(2, messages.recv(in, previous, 6), "a message that did not fit");
            checks.equal(2, messages.recv(in, previous, 4), "another");
            checks.that(Arrays.equals(two, in), "with its content");
            final Request done = messages.isend(two, next, 8);
            messages.recv(in, previous, 8);
            done.await();
            checks.thrown(IllegalStateException.class, "await twice", done::await, "completed before");
            checks.thrown(IllegalStateException.class, "start", done::start, "sendInit");
        }
        checks.thrown(IllegalStateException.class, "a receive that close has ended", left::await, "closed");
        checks.thrown(IllegalStateException.class, "after close", () -> closed.send(two, 0, 0), "closed");
        closed.close();
        checks.thrown(NullPointerException.class, "no team", () -> Messages.on(null), "team=null");
    }

    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void messageRequests(Checks checks) {
        final int next = next();
        final int previous = previous();
        final long[] in = new long[1];
        final Envelope envelope = new Envelope();
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            final Request cancelled = messages.irecv(in, previous, 1);
            checks.that(!cancelled.test(), "nothing has come");
            checks.that(cancelled.cancel(), "a receive that nothing matched can be cancelled");
            cancelled.await(envelope);
            checks.equal(Messages.PE_NONE, envelope.source(), "it has received nothing");
            final long[] out = new long[1];
            try (Request send = messages.sendInit(out, next, 2);
                    Request receive = messages.recvInit(in, previous, 2)) {
                checks.thrown(IllegalStateException.class, "await before start", send::await, "start");
                for (int i = 0; i < 100; i++) {
                    out[0] = i;
                    receive.start();
                    send.start();
                    Request.awaitAll(send, receive);
                    checks.equal(i, in[0], "a persistent exchange");
                }
            }
            final long[][] many = new long[5][1];
            final Request[] requests = new Request[5];
            for (int i = 0; i < many.length; i++) {
                requests[i] = messages.irecv(many[i], previous, 10 + i);
            }
            checks.equal(Request.UNDER_WAY, Request.testAny(null, requests), "none has come");
            barrierAll();
            messages.send(new long[] {3}, next, 13);
            checks.equal(3, Request.awaitAny(envelope, requests), "the one with tag 13");
            checks.equal(13, envelope.tag(), "its tag");
            checks.that(requests[3] == null, "it is taken off the array");
            barrierAll();
            messages.send(new long[] {0}, next, 10);
            messages.send(new long[] {1}, next, 11);
            final int[] indices = new int[5];
            int done = 0;
            while (done < 2) {
                done += Request.awaitSome(indices, requests);
            }
            checks.that(requests[0] == null && requests[1] == null, "two more");
            checks.that(!Request.testAll(requests), "two are missing");
            barrierAll();
            messages.send(new long[] {2}, next, 12);
            messages.send(new long[] {4}, next, 14);
            Request.awaitAll(requests);
            checks.that(Request.testAll(requests), "all have come");
            checks.equal(-1, Request.awaitAny(requests), "none is left");
            checks.equal(0, Request.awaitSome(indices, requests), "none is left");
        }
    }

    /** A synchronous send returns after its receive was posted, whatever the size and the memory. */
    @Case(atLeast = 2)
    void synchronousSend(Checks checks) {
        final SymmetricInts flag = callocInts(1);
        final int last = nPes() - 1; // of several nodes, on another one
        try (Messages messages = Messages.on(TEAM_WORLD);
                SharedLongs shared = SharedLongs.allocate(20_000)) {
            for (int n : new int[] {1, 100, 1000, 5000, 20_000}) {
                barrierAll();
                if (myPe() == 0) {
                    messages.ssend(new long[n], last, 0);
                    checks.equal(1, flag.getAcquire(0), "the receiver had come");
                    handOver(messages, last);
                    messages.ssend(shared, n, last, 0);
                    checks.equal(2, flag.getAcquire(0), "the receiver had come, shared memory");
                } else if (myPe() == last) {
                    pauseFor(20);
                    p(flag, 1, 0);
                    quiet();
                    messages.recv(new long[n], 0, 0);
                    handOver(messages, last);
                    pauseFor(20);
                    p(flag, 2, 0);
                    quiet();
                    messages.recv(new long[n], 0, 0);
                }
                barrierAll();
            }
        }
        checks.that(true, "came to the end");
        free(flag);
    }

    private static int next() {
        return (myPe() + 1) % nPes();
    }

    private static int previous() {
        return (myPe() + nPes() - 1) % nPes();
    }

    private static void handOver(Messages messages, int to) {
        if (myPe() == 0) {
            messages.send(new int[0], to, 9);
        } else {
            messages.recv(new int[0], 0, 9);
        }
    }

    private static void pauseFor(int ms) {
        final long end = System.nanoTime() + ms * 1_000_000L;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Both rings of a pair are full, and both PEs go on sending before they receive. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void fullRings(Checks checks) {
        final int next = next();
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            for (int size : new int[] {1, 59, 300}) {
                for (int i = 0; i < MANY; i++) {
                    final long[] out = new long[size];
                    out[size - 1] = i;
                    messages.send(out, next, 0);
                }
                checkInOrder(checks, messages, size);
            }
        }
    }

    /** More sends under way than there are records and slots. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void manyRequests(Checks checks) {
        final int next = next();
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            for (int size : new int[] {1, 300, 2000}) {
                final List<Request> sends = new ArrayList<>();
                final List<SharedLongs> sources = new ArrayList<>();
                for (int i = 0; i < MANY; i++) {
                    if (i % 50 == 0) {
                        final long[] array = new long[size];
                        array[size - 1] = i;
                        sends.add(messages.isend(array, next, 0));
                        continue;
                    }
                    final SharedLongs out = SharedLongs.allocate(size);
                    out.set(size - 1L, i);
                    sources.add(out);
                    sends.add(messages.isend(out, size, next, 0));
                }
                checkInOrder(checks, messages, size);
                Request.awaitAll(sends.toArray(new Request[0]));
                sources.forEach(SharedLongs::close);
            }
        }
    }

    private void checkInOrder(Checks checks, Messages messages, int size) {
        final int previous = previous();
        final long[] in = new long[size];
        long wrong = 0;
        for (int i = 0; i < MANY; i++) {
            messages.recv(in, previous, 0);
            wrong += in[size - 1] == i ? 0 : 1;
        }
        checks.equal(0, wrong, "messages of " + size + " elements that came out of order");
    }

    /** Who waits in a barrier, for a word, or for a lock takes messages meanwhile. */
    @Case(
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA})
    void messagesWhileWaiting(Checks checks) {
        final SymmetricLongs flag = callocLongs(1);
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            if (myPe() == 0) {
                for (int i = 0; i < MANY; i++) {
                    messages.send(new long[] {i}, 1, 0);
                }
            }
            barrierAll();
            if (myPe() == 0) {
                for (int i = 0; i < MANY; i++) {
                    messages.send(new long[] {MANY + i}, 1, 0);
                }
                p(flag, 1, 1);
                quiet();
            } else if (myPe() == 1) {
                waitUntil(flag, org.jshmem.Cmp.EQ, 1);
                final long[] in = new long[1];
                for (int i = 0; i < 2 * MANY; i++) {
                    messages.recv(in, 0, 0);
                    if (in[0] != i) {
                        checks.fail("message " + in[0] + " came as number " + i);
                        break;
                    }
                }
            }
        }
        checks.that(true, "came to the end");
        free(flag);
    }

    /** What a PE did before a send happens before the return of the receive. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void messagesOrderStores(Checks checks) {
        final int next = next();
        final int previous = previous();
        final SymmetricLongs data = callocLongs(nPes());
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            for (int i = 1; i <= 2000; i++) {
                p(data, myPe(), i, next);
                quiet();
                messages.send(new int[0], next, 0);
                messages.recv(new int[0], previous, 0);
                if (data.get(previous) < i) {
                    checks.fail("put " + i + " of PE " + previous + " is not visible after its message");
                    break;
                }
            }
        }
        checks.that(true, "came to the end");
        free(data);
    }

    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void givenMemory(Checks checks) {
        final int next = next();
        final int previous = previous();
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            final SharedInts given = SharedInts.allocate(3);
            given.set(2, 42);
            final SharedInts view = SharedInts.of(given.handle());
            messages.give(given, next, 0);
            checks.thrown(IllegalStateException.class, "element after give", () -> given.get(0), "freed");
            checks.thrown(IllegalStateException.class, "view after give", () -> view.get(0), "freed");
            given.close(); // it is another PE's, which receives it below
            checks.thrown(IllegalStateException.class, "give twice", () -> messages.give(given, next, 0), "freed");
            final int[] copied = new int[3];
            messages.recv(copied, previous, 0);
            checks.equal(42, copied[2], "what was given can be received into an array");
            messages.send(copied, next, 0);
            final SharedInts fresh = messages.takeInts(previous, 0);
            checks.equal(42, fresh.get(2), "what was sent can be taken");
            checks.equal(myPe(), fresh.owner(), "it is new memory then");
            fresh.close();
            messages.send(new int[0], next, 0);
            checks.that(messages.takeInts(previous, 0) == null, "nothing is null");
        }
        barrierAll();
    }

    /** Threads of each PE exchange messages with those of the next, each by its own tag; and by any tag. */
    @Case(
            threads = ThreadLevel.MULTIPLE,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void messagesOfThreads(Checks checks) throws InterruptedException {
        final int threads = 4;
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            final List<Thread> all = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                final int tag = t;
                final Runnable work = () -> exchange(checks, messages, tag);
                all.add(
                        t % 2 == 0
                                ? Thread.ofPlatform().start(work)
                                : Thread.ofVirtual().start(work));
            }
            for (Thread thread : all) {
                thread.join();
            }
        }
        barrierAll();
    }

    private void exchange(Checks checks, Messages messages, int tag) {
        final int next = next();
        final int previous = previous();
        final SplittableRandom random = new SplittableRandom(tag);
        for (int i = 0; i < 300; i++) {
            final int n = random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(700);
            final long[] out = new long[n];
            Arrays.fill(out, 1000L * myPe() + i);
            final long[] in = new long[n];
            final Request send = messages.isend(out, next, tag);
            checks.equal(n, messages.recv(in, previous, tag), "elements");
            send.await();
            if (Arrays.stream(in).anyMatch(value -> value != 1000L * previous + value % 1000)
                    || n > 0 && in[0] % 1000 != i) {
                checks.fail("thread " + tag + ", message " + i + " of " + n + " elements has wrong content");
                return;
            }
        }
    }

    /** Handlers get the messages of their tags, in order, and may send. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void messageHandlers(Checks checks) {
        final int next = next();
        final int previous = previous();
        final int[] count = new int[3];
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            messages.onMessage(5, message -> {
                checks.equal(previous, message.source(), "source");
                if (message.getInt(0) != count[0]) {
                    checks.fail("handled " + message.getInt(0) + " as number " + count[0]);
                }
                count[0]++;
                messages.send(new int[] {message.getInt(0)}, previous, 6);
            });
            for (int i = 0; i < MANY; i++) {
                final int[] out = new int[i % 7 == 0 ? 2000 : 1];
                out[0] = i;
                messages.send(out, next, 5);
            }
            final int[] in = new int[1];
            for (int i = 0; i < MANY; i++) {
                messages.recv(in, next, 6);
                if (in[0] != i) {
                    checks.fail("answer " + in[0] + " came as number " + i);
                    break;
                }
            }
            messages.handleUntil(() -> count[0] == MANY);
            messages.send(new int[] {1}, next, 7);
            messages.probe(previous, 7, null);
            messages.onMessage(Messages.ANY_TAG, _ -> count[1]++);
            messages.handleUntil(() -> count[1] == 1);
            checks.that(!messages.iprobe(previous, 7, null), "a handler gets what had come before");
            messages.onMessage(Messages.ANY_TAG, null);
            messages.onMessage(5, null);
            barrierAll();
            messages.send(new int[] {9}, next, 5);
            messages.recv(in, previous, 5);
            checks.equal(9, in[0], "without a handler the message is received");
            barrierAll();
            messages.onMessage(8, _ -> {
                throw new UnsupportedOperationException("of the handler");
            });
            messages.send(in, next, 8);
            checks.thrown(
                    UnsupportedOperationException.class,
                    "what a handler throws",
                    () -> messages.handleUntil(() -> false),
                    "of the handler");
            messages.onMessage(8, _ -> count[2]++);
            messages.send(in, next, 8);
            messages.handleUntil(() -> count[2] == 1);
            checks.equal(1, count[2], "handlers run after one has thrown");
        }
        barrierAll();
    }

    /** Calls of procedures, one after the other and many at a time, with replies of several sizes. */
    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void remoteProcedureCalls(Checks checks) {
        final int next = next();
        final int[] finished = new int[1];
        try (Rpc rpc = Rpc.on(TEAM_WORLD)) {
            rpc.register(3, (request, reply) -> {
                final long[] answer = new long[(int) request.getLong(0)];
                Arrays.fill(answer, request.getLong(0) + request.source());
                reply.send(answer);
            });
            rpc.register(5, (request, reply) -> {
                final long[] answer = new long[(int) request.envelope().nelems()];
                request.copy(0, answer, 0, answer.length);
                reply.send(answer);
            });
            rpc.register(4, (_, reply) -> {
                finished[0]++;
                reply.send(new long[0]);
            });
            barrierAll();
            final long[] in = new long[20_000];
            for (int n : new int[] {0, 1, 60, 600, 20_000}) {
                checks.equal(n, rpc.call(next, 3, new long[] {n}, 0, 1, in, 0, in.length), "elements of a reply");
                checks.that(n == 0 || in[n - 1] == n + myPe(), "the reply of PE " + next);
            }
            for (int n : new int[] {0, 32, 33, 512, 20_000}) {
                checks.equal(n, rpc.call(next, 5, in, 0, n, in, 0, n), "elements of an echo");
            }
            final Request[] calls = new Request[64];
            final long[][] replies = new long[calls.length][70];
            for (int i = 0; i < calls.length; i++) {
                calls[i] = rpc.icall(next, 3, new long[] {i}, 0, 1, replies[i], 0, 70);
            }
            Request.awaitAll(calls);
            for (int i = 1; i < calls.length; i++) {
                checks.equal(i + (long) myPe(), replies[i][i - 1], "the reply to call " + i);
            }
            for (int pe = 0; pe < nPes(); pe++) {
                rpc.call(pe, 4, new long[0], 0, 0, in, 0, 0);
            }
            rpc.serveUntil(() -> finished[0] == nPes());
            checks.thrown(IllegalArgumentException.class, "a number", () -> rpc.register(-1, null), "number=-1");
            checks.thrown(
                    IllegalArgumentException.class,
                    "a procedure",
                    () -> rpc.call(0, Rpc.PROCEDURES, in, 0, 1, in, 0, 1),
                    "procedure=1024");
        }
        barrierAll();
    }

    /** The report of a hang names what is waited for, and what has come instead. */
    @Case(
            alone = true,
            atLeast = 2,
            status = 124,
            environment = "SHMEM_TIMEOUT=1",
            says = {"waits for a message of PE 1", "with tag 7", "tag 3 of PE 1"},
            on = {Transport.SHR})
    void reportOfAMissingMessage(Checks checks) {
        Shmem.init();
        final Messages messages = Messages.on(TEAM_WORLD);
        checks.that(true, "started");
        checks.vote();
        if (myPe() == 1) {
            messages.send(new int[1], 0, 3);
        }
        if (myPe() == 0) {
            messages.recv(new int[1], 1, 7);
        }
        barrierAll();
    }
}
