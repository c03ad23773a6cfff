package org.jshmem.tck.messages;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.data.DoublesValues.sequence;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.SharedDoubles;
import org.jshmem.SymmetricDoubles;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.spi.ElementKind;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;

/** Messages of {@code double} around a ring of PEs, by all calls and between all kinds of memory. */
final class DoublesMessagesCases {
    /** With both sides of each limit between two ways, in bytes. */
    private static final int[] BYTES = {0, 8, 480, 488, 4096, 4104, 32_768, 65_536, 65_544, 300_000};

    private static final int MOST = 300_000 / Double.BYTES;
    private static final int TAG = 5;

    @Case(on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE})
    void messages(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricDoubles source = mallocDoubles(MOST + 1);
        final SymmetricDoubles dest = mallocDoubles(MOST + 1);
        final Envelope envelope = new Envelope();
        try (Messages messages = Messages.on(TEAM_WORLD);
                SharedDoubles shared = SharedDoubles.allocate(MOST + 1)) {
            for (int bytes : BYTES) {
                final int n = bytes / Double.BYTES;
                final double[] mine = sequence(myPe(), n);
                final double[] theirs = sequence(previous, n);
                final MemorySegment expected = MemorySegment.ofArray(theirs);
                source.segment().asSlice(Double.BYTES).copyFrom(MemorySegment.ofArray(mine));
                shared.segment().copyFrom(MemorySegment.ofArray(mine));
                final String what = n + " elements ";

                Request in = messages.irecv(dest, 1, n, previous, TAG);
                messages.send(source, 1, n, next, TAG);
                in.await(envelope);
                checks.same(expected, dest.slice(1, n).segment(), what + "symmetric to symmetric");
                checks.equal(previous, envelope.source(), "source");
                checks.equal(TAG, envelope.tag(), "tag");
                checks.equal(n, envelope.nelems(), "nelems");
                checks.equal(ElementKind.DOUBLE, envelope.type(), "type");

                final double[] array = new double[n];
                Request out = messages.isend(mine, next, TAG);
                checks.equal(n, messages.recv(array, previous, TAG), what + "received");
                out.await();
                checks.same(expected, MemorySegment.ofArray(array), what + "array to array");

                MemorySegment.ofArray(array).fill((byte) 0);
                in = messages.irecv(array, 0, n, previous, TAG);
                messages.send(shared, n, next, TAG);
                in.await();
                checks.same(expected, MemorySegment.ofArray(array), what + "shared to array");

                try (Arena arena = Arena.ofConfined()) {
                    final MemorySegment segment = arena.allocate(bytes + 16L, 8);
                    in = messages.irecv(segment, 8, (long) n * Double.BYTES, previous, TAG);
                    messages.send(mine, 0, n, next, TAG);
                    in.await();
                    checks.same(expected, segment.asSlice(8, (long) n * Double.BYTES), what + "array to segment");
                    dest.segment().fill((byte) 0);
                    in = messages.irecv(dest, n, previous, TAG);
                    messages.send(segment, 8, (long) n * Double.BYTES, next, TAG);
                    in.await(envelope);
                    final MemorySegment passedOn = MemorySegment.ofArray(sequence((previous + nPes() - 1) % nPes(), n));
                    checks.same(passedOn, dest.slice(0, n).segment(), what + "segment to symmetric");
                    checks.equal(null, envelope.type(), "a segment has no type");
                }

                checks.equal(
                        n,
                        messages.sendrecv(source, 1, n, next, TAG, dest, 0, n + 1, previous, TAG),
                        what + "by sendrecv");
                checks.same(expected, dest.slice(0, n).segment(), what + "by sendrecv");
                final double[] more = new double[n + 2];
                messages.sendrecv(mine, 0, n, next, TAG, more, 1, n, previous, TAG);
                checks.same(
                        expected,
                        MemorySegment.ofArray(more).asSlice(Double.BYTES, (long) n * Double.BYTES),
                        what + "arrays by sendrecv");
                passOn(checks, messages, mine, expected, next, previous);
            }
        }
        free(dest);
        free(source);
    }

    /** By {@code give}, {@code take} and {@code visit}. */
    private static void passOn(
            Checks checks, Messages messages, double[] mine, MemorySegment expected, int next, int previous) {
        if (mine.length == 0) {
            return;
        }
        final SharedDoubles gift = SharedDoubles.allocate(mine.length);
        gift.segment().copyFrom(MemorySegment.ofArray(mine));
        messages.give(gift, next, TAG);
        final SharedDoubles taken = messages.takeDoubles(previous, TAG);
        checks.same(expected, taken.segment(), mine.length + " elements by give and take");
        checks.equal(
                checks.isMapped(previous) ? previous : taken.owner(),
                taken.owner(),
                "the owner is who has allocated it");
        final Request out = messages.isend(taken, 0, mine.length, previous, TAG);
        messages.visit(next, TAG, view -> {
            checks.equal(next, view.source(), "the source of a view");
            final double[] seen = new double[mine.length];
            view.copy(0, seen, 0, seen.length);
            checks.same(MemorySegment.ofArray(mine), MemorySegment.ofArray(seen), "a view, copied");
            checks.that(
                    Double.compare(view.getDouble(mine.length - 1L), mine[mine.length - 1]) == 0,
                    "an element of a view");
            checks.thrown(IndexOutOfBoundsException.class, "beyond a view", () -> view.getDouble(mine.length));
        });
        out.await();
        taken.close();
    }
}
