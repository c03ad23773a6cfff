package org.jshmem.tck.messages;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.SharedLongs;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;
import org.jshmem.tck.messages.RandomMessages.Memory;
import org.jshmem.tck.messages.RandomMessages.Planned;

/**
 * Random programs of sends and receives on two teams, against a model of matching. The seed is printed;
 * {@code JSHMEM_TCK_RANDOM_SEED} repeats it.
 */
final class RandomMessagesCases {
    private static final int ROUNDS = 12;
    private static final int MESSAGES = 40;
    private static final int EAGER_ELEMENTS = 512;
    private static final int POSTED = 6;

    private final SplittableRandom own = new SplittableRandom(myPe());
    private final Envelope envelope = new Envelope();
    private Checks checks;
    private String seedText;
    private Messages[] spaces;
    private boolean[] isReversed;

    /** A receive under way, and what it has to get. */
    private record Posted(Request request, Planned message, Buffer buffer) {}

    /** Memory of some kind; all but one of the fields are null. */
    private static final class Buffer {
        private final Memory kind;
        private final SymmetricLongs symmetric;
        private final SharedLongs shared;
        private final long[] java;
        private final MemorySegment segment;

        private Buffer(Memory kind, SymmetricLongs symmetric, SharedLongs shared, long[] java, MemorySegment segment) {
            this.kind = kind;
            this.symmetric = symmetric;
            this.shared = shared;
            this.java = java;
            this.segment = segment;
        }

        static Buffer of(Memory kind, int nelems, SymmetricLongs part) {
            return switch (kind) {
                case SYMMETRIC -> new Buffer(kind, part, null, null, null);
                case SHARED -> new Buffer(kind, null, SharedLongs.allocate(Math.max(nelems, 1)), null, null);
                case JAVA -> new Buffer(kind, null, null, new long[nelems], null);
                case SEGMENT ->
                    new Buffer(kind, null, null, null, Arena.ofAuto().allocate(8L * nelems, 8));
            };
        }

        void set(int index, long value) {
            switch (kind) {
                case SYMMETRIC -> symmetric.set(index, value);
                case SHARED -> shared.set(index, value);
                case JAVA -> java[index] = value;
                default -> segment.setAtIndex(ValueLayout.JAVA_LONG, index, value);
            }
        }

        long get(int index) {
            return switch (kind) {
                case SYMMETRIC -> symmetric.get(index);
                case SHARED -> shared.get(index);
                case JAVA -> java[index];
                default -> segment.getAtIndex(ValueLayout.JAVA_LONG, index);
            };
        }

        void end() {
            if (shared != null && shared.isAlive()) {
                shared.close();
            }
        }
    }

    @Case(
            seconds = 240,
            each = {"1", "2"},
            pes = {2, 5},
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void randomMessages(Checks given) {
        checks = given;
        final SymmetricLongs agreed = mallocLongs(2);
        final String wanted = System.getenv("JSHMEM_TCK_RANDOM_SEED");
        agreed.set(0, wanted == null ? System.nanoTime() : Long.parseLong(wanted));
        barrierAll();
        broadcast(TEAM_WORLD, agreed.at(1), agreed, 1, 0);
        final long seed = agreed.get(1);
        if (myPe() == 0) {
            System.out.println("random messages, seed " + seed + ", repeat by JSHMEM_TCK_RANDOM_SEED=" + seed);
        }
        seedText = "seed " + seed + ": ";
        final SplittableRandom common = new SplittableRandom(seed);
        final SymmetricLongs sources = mallocLongs((long) MESSAGES * RandomMessages.MOST);
        final SymmetricLongs dests = mallocLongs((long) (POSTED + 1) * RandomMessages.MOST);
        try (ShmemTeam reversed = teamSplitStrided(TEAM_WORLD, nPes() - 1, -1, nPes());
                Messages first = Messages.on(TEAM_WORLD);
                Messages second = Messages.on(reversed)) {
            spaces = new Messages[] {first, second};
            isReversed = new boolean[] {false, true};
            for (int round = 0; round < ROUNDS; round++) {
                round(
                        new RandomMessages(common, myPe(), nPes(), spaces.length, MESSAGES, EAGER_ELEMENTS),
                        sources,
                        dests);
            }
        }
        barrierAll();
        free(dests);
        free(sources);
        free(agreed);
    }

    private void round(RandomMessages plan, SymmetricLongs sources, SymmetricLongs dests) {
        final List<Buffer> buffers = new ArrayList<>();
        final List<Request> sends = new ArrayList<>();
        final List<Posted> receives = new ArrayList<>();
        for (Planned message : plan.mine()) {
            final SymmetricLongs part = sources.slice((long) message.number() * RandomMessages.MOST, message.nelems());
            final Buffer buffer = Buffer.of(message.memory(), message.nelems(), part);
            for (int i = 0; i < message.nelems(); i++) {
                buffer.set(i, message.value(i));
            }
            send(message, buffer, sends);
            if (!message.gives()) {
                buffers.add(buffer);
            }
            if (own.nextInt(3) == 0 && receives.size() < POSTED && plan.left() > 0) {
                post(plan, receives, dests);
            }
            if (own.nextInt(3) == 0) {
                test(receives);
            }
        }
        while (plan.left() > 0) {
            if (receives.size() < POSTED && own.nextBoolean()) {
                post(plan, receives, dests);
            } else if (own.nextBoolean() && !receives.isEmpty()) {
                complete(receives.remove(own.nextInt(receives.size())));
            } else if (receives.isEmpty()) {
                receiveAnother(plan, dests);
            } else {
                test(receives);
            }
        }
        receives.forEach(this::complete);
        Request.awaitAll(sends.toArray(new Request[0]));
        buffers.forEach(Buffer::end);
        barrierAll(); // a receive of any PE must not get a message of the next round
    }

    private int inSpace(int pe, int space) {
        return isReversed[space] ? nPes() - 1 - pe : pe;
    }

    private void send(Planned message, Buffer buffer, List<Request> sends) {
        final Messages messages = spaces[message.space()];
        final int pe = inSpace(message.dest(), message.space());
        final int tag = message.tag();
        final int nelems = message.nelems();
        if (message.gives()) {
            sendGift(messages, buffer, nelems, pe, tag);
        } else if (message.blocks()) {
            switch (buffer.kind) {
                case SYMMETRIC -> messages.send(buffer.symmetric, nelems, pe, tag);
                case SHARED -> messages.send(buffer.shared, nelems, pe, tag);
                case JAVA -> messages.send(buffer.java, pe, tag);
                default -> messages.send(buffer.segment, pe, tag);
            }
        } else {
            sends.add(
                    switch (buffer.kind) {
                        case SYMMETRIC -> messages.isend(buffer.symmetric, nelems, pe, tag);
                        case SHARED -> messages.isend(buffer.shared, nelems, pe, tag);
                        case JAVA -> messages.isend(buffer.java, pe, tag);
                        default -> messages.isend(buffer.segment, 0, 8L * nelems, pe, tag);
                    });
        }
    }

    private void sendGift(Messages messages, Buffer buffer, int nelems, int pe, int tag) {
        messages.give(buffer.shared, pe, tag);
        checks.thrown(IllegalStateException.class, "use after give", () -> buffer.shared.slice(0, nelems), "freed");
    }

    private Request receive(Messages messages, Buffer buffer, int nelems, int pe, int tag) {
        return switch (buffer.kind) {
            case SYMMETRIC -> messages.irecv(buffer.symmetric, nelems, pe, tag);
            case SHARED -> messages.irecv(buffer.shared, nelems, pe, tag);
            case JAVA -> messages.irecv(buffer.java, pe, tag);
            default -> messages.irecv(buffer.segment, 0, 8L * nelems, pe, tag);
        };
    }

    private void post(RandomMessages plan, List<Posted> receives, SymmetricLongs dests) {
        final Planned wanted = plan.any(own);
        final int tag = own.nextBoolean() ? Messages.ANY_TAG : wanted.tag();
        final Planned message = plan.match(wanted.source(), wanted.space(), tag);
        final int nelems = message.nelems() + own.nextInt(3);
        final Memory kind = Memory.values()[own.nextInt(Memory.values().length)];
        final int place = freePlace(receives, dests);
        final Buffer buffer =
                Buffer.of(kind, nelems, dests.slice((long) place * RandomMessages.MOST, Math.min(nelems, 1L << 30)));
        receives.add(new Posted(
                receive(spaces[message.space()], buffer, nelems, inSpace(message.source(), message.space()), tag),
                message,
                buffer));
    }

    private static int freePlace(List<Posted> receives, SymmetricLongs dests) {
        for (int place = 0; ; place++) {
            final long offset = dests.at((long) place * RandomMessages.MOST).offset();
            if (receives.stream()
                    .noneMatch(posted ->
                            posted.buffer.kind == Memory.SYMMETRIC && posted.buffer.symmetric.offset() == offset)) {
                return place;
            }
        }
    }

    private void test(List<Posted> receives) {
        for (int i = receives.size() - 1; i >= 0; i--) {
            final Posted posted = receives.get(i);
            if (posted.request.test(envelope)) {
                receives.remove(i);
                check(posted.message, posted.buffer, envelope);
            }
        }
    }

    private void complete(Posted posted) {
        posted.request.await(envelope);
        check(posted.message, posted.buffer, envelope);
    }

    private void check(Planned message, Buffer buffer, Envelope got) {
        checkEnvelope(message, got);
        for (int i = 0; i < message.nelems(); i++) {
            if (buffer.get(i) != message.value(i)) {
                checks.fail(seedText + message + ": element " + i + " is wrong");
                break;
            }
        }
        buffer.end();
    }

    private void checkEnvelope(Planned message, Envelope got) {
        if (got.source() != inSpace(message.source(), message.space())
                || got.tag() != message.tag()
                || got.bytes() != 8L * message.nelems()) {
            checks.fail(seedText + "expected " + message + ", got " + got);
        }
        checks.that(true, "compared");
    }

    /** Receives a message that any PE, or one, has sent, by a call that waits. */
    private void receiveAnother(RandomMessages plan, SymmetricLongs dests) {
        final Planned wanted = plan.any(own);
        final Messages messages = spaces[wanted.space()];
        final int tag = own.nextBoolean() ? Messages.ANY_TAG : wanted.tag();
        final boolean isAny = own.nextBoolean();
        final int from = isAny ? Messages.ANY_PE : inSpace(wanted.source(), wanted.space());
        final int how = own.nextInt(4);
        if (how == 0) {
            messages.visit(from, tag, view -> {
                final Planned message = matched(plan, wanted.space(), tag, view.envelope());
                for (int i = 0; i < message.nelems(); i++) {
                    if (view.getLong(i) != message.value(i)) {
                        checks.fail(seedText + message + ": element " + i + " of the view is wrong");
                        break;
                    }
                }
            });
        } else if (how == 1) {
            final SharedLongs taken = messages.takeLongs(from, tag, envelope);
            final Planned message = matched(plan, wanted.space(), tag, envelope);
            for (int i = 0; i < message.nelems(); i++) {
                if (taken.get(i) != message.value(i)) {
                    checks.fail(seedText + message + ": element " + i + " of what was taken is wrong");
                    break;
                }
            }
            if (taken != null) {
                taken.close();
            }
        } else if (how == 2) {
            messages.probe(from, tag, envelope);
            final int source = envelope.source();
            final long[] into = new long[(int) (envelope.bytes() / Long.BYTES)];
            final int sent = envelope.tag();
            messages.recv(into, source, sent, envelope);
            checkArray(matched(plan, wanted.space(), tag, envelope), into);
        } else {
            messages.recv(dests, RandomMessages.MOST, from, tag, envelope);
            final Planned message = matched(plan, wanted.space(), tag, envelope);
            checkArray(message, dests.slice(0, message.nelems()).toArray());
        }
    }

    private void checkArray(Planned message, long[] into) {
        for (int i = 0; i < message.nelems(); i++) {
            if (into[i] != message.value(i)) {
                checks.fail(seedText + message + ": element " + i + " is wrong");
                break;
            }
        }
    }

    /** What the model says to a message that was received. */
    private Planned matched(RandomMessages plan, int space, int tag, Envelope got) {
        final int source = inSpace(got.source(), space);
        final Planned message = plan.match(source, space, tag);
        if (message == null) {
            throw new IllegalStateException(seedText + "nobody was to send " + got);
        }
        checkEnvelope(message, got);
        return message;
    }
}
