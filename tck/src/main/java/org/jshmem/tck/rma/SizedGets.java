package org.jshmem.tck.rma;

import static org.jshmem.Shmem.alignBytes;
import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.free;
import static org.jshmem.Shmem.mallocFloats;
import static org.jshmem.Shmem.myPe;
import static org.jshmem.Shmem.nPes;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricFloats;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.data.LocalMemory;
import org.jshmem.tck.misuse.ZeroLength;

/** Byte and sized gets in all forms, compared with a model of bytes. */
final class SizedGets {
    private static final int MARGIN = 2;
    private static final int PLACES = 5;

    private final Checks checks;
    private final Route route;
    private final SizedRmaRoutines via;
    private final Shape.Kind kind;
    private final SizedForms.Get forms;
    private final int size;
    private final List<Shape> shapes;
    private final int destBytes;
    private final int sourceBytes;
    private final byte[] guards;
    private final Map<Integer, byte[]> datas = new HashMap<>();

    private SizedGets(Checks checks, Route route, Shape.Kind kind, SizedForms.Get forms, int size, List<Shape> shapes) {
        this.checks = checks;
        this.route = route;
        this.via = route.as(SizedRmaRoutines.class);
        this.kind = kind;
        this.forms = forms;
        this.size = size;
        this.shapes = shapes;
        this.destBytes = (Shape.longestDest(shapes) + 2 * MARGIN) * size;
        this.sourceBytes = (Shape.longestSource(shapes) + PLACES) * size;
        this.guards = SizedPuts.guards(destBytes);
    }

    /** Everything. */
    static void check(Checks checks, String operation, int size, SizedForms.Get forms) {
        final Shape.Kind kind = Shape.Kind.of(operation);
        for (Route any : Route.all()) {
            try (Route route = any) {
                final SizedGets gets = new SizedGets(checks, route, kind, forms, size, Shape.of(kind));
                try (LocalMemory memory = new LocalMemory(gets.destBytes)) {
                    gets.run(route.isUsual() ? memory.segments() : memory.few());
                }
            }
        }
        for (Shape shape : Shape.large(kind, size)) {
            final SizedGets large = new SizedGets(checks, Route.facade(), kind, forms, size, List.of(shape));
            try (LocalMemory memory = new LocalMemory(large.destBytes)) {
                large.run(memory.few());
            }
        }
        ZeroLength.check(checks, operation, null);
    }

    private void run(Map<String, MemorySegment> dests) {
        final SymmetricBytes source = alignBytes(64, sourceBytes);
        final SymmetricBytes symmetric = alignBytes(64, destBytes);
        final SymmetricFloats floats = mallocFloats((destBytes + Float.BYTES - 1) / Float.BYTES);
        source.segment().copyFrom(MemorySegment.ofArray(data(myPe())));
        barrierAll();
        for (int i = 0; i < nPes(); i++) {
            final int pe = (myPe() + i) % nPes();
            int place = 0;
            for (Shape shape : shapes) {
                intoSymmetric(symmetric, source, shape, place, pe);
                intoFloats(floats, source, shape, place, pe);
                for (Map.Entry<String, MemorySegment> dest : dests.entrySet()) {
                    intoSegment(dest.getKey(), dest.getValue(), source, shape, place, pe);
                    place = (place + 1) % PLACES;
                    fromRaw(dest.getKey(), dest.getValue(), source, shape, place, pe);
                }
            }
        }
        barrierAll();
        checks.same(MemorySegment.ofArray(data(myPe())), source.segment(), "the source after " + kind);
        free(floats);
        free(symmetric);
        free(source);
    }

    private void intoSymmetric(SymmetricBytes dest, SymmetricBytes source, Shape shape, int place, int pe) {
        dest.segment().copyFrom(guards());
        forms.symmetric().run(via, dest.at((long) MARGIN * size), source.at((long) place * size), shape, pe);
        compare("symmetric bytes", dest.segment(), shape, place, pe);
    }

    private void intoFloats(SymmetricFloats dest, SymmetricBytes source, Shape shape, int place, int pe) {
        if (size * MARGIN % Float.BYTES != 0) {
            return;
        }
        final MemorySegment bytes = dest.segment().asSlice(0, destBytes);
        bytes.copyFrom(guards());
        forms.symmetric()
                .run(via, dest.at((long) MARGIN * size / Float.BYTES), source.at((long) place * size), shape, pe);
        compare("symmetric floats", bytes, shape, place, pe);
    }

    private void intoSegment(String name, MemorySegment dest, SymmetricBytes source, Shape shape, int place, int pe) {
        dest.copyFrom(guards());
        forms.segment().run(via, dest.asSlice((long) MARGIN * size), source.at((long) place * size), shape, pe);
        compare(name, dest, shape, place, pe);
    }

    private void fromRaw(String name, MemorySegment dest, SymmetricBytes source, Shape shape, int place, int pe) {
        dest.copyFrom(guards());
        final MemorySegment raw = source.segment().asSlice((long) place * size, (long) shape.sourceSpan() * size);
        forms.raw().run(via, dest.asSlice((long) MARGIN * size), raw, shape, pe);
        compare(name + " from a raw range", dest, shape, place, pe);
    }

    private void compare(String name, MemorySegment dest, Shape shape, int place, int pe) {
        final byte[] theirs = datas.computeIfAbsent(pe, this::data);
        route.quiet();
        final byte[] model = guards.clone();
        for (int block = 0; block < shape.nblocks(); block++) {
            System.arraycopy(
                    theirs,
                    (place + block * shape.sst()) * size,
                    model,
                    (MARGIN + block * shape.dst()) * size,
                    shape.bsize() * size);
        }
        checks.same(
                MemorySegment.ofArray(model),
                dest,
                kind + " of " + shape + " to " + name + " from PE " + pe + " by " + route);
    }

    private MemorySegment guards() {
        return MemorySegment.ofArray(guards);
    }

    private byte[] data(int owner) {
        return SizedPuts.bytes(sourceBytes, 40 + owner);
    }
}
