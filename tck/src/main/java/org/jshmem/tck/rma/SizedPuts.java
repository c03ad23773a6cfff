package org.jshmem.tck.rma;

import static org.jshmem.Shmem.alignBytes;
import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.free;
import static org.jshmem.Shmem.mallocDoubles;
import static org.jshmem.Shmem.mallocShorts;
import static org.jshmem.Shmem.myPe;
import static org.jshmem.Shmem.nPes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricShorts;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.data.BytesValues;
import org.jshmem.tck.data.LocalMemory;
import org.jshmem.tck.misuse.ZeroLength;

/** Byte and sized puts in all forms, compared with a model of bytes. */
public final class SizedPuts {
    /** Elements left free on both sides of every transfer. */
    private static final int MARGIN = 2;

    private static final int FORMS = 3;
    private static final int SYMMETRIC = 0;
    private static final int SEGMENT = 1;
    private static final int RAW = 2;

    private final Checks checks;
    private final Route route;
    private final SizedRmaRoutines via;
    private final Shape.Kind kind;
    private final SizedForms.Put forms;
    private final int size;
    private final List<Shape> shapes;
    private final int slotBytes;
    private final int sourceBytes;

    private SizedPuts(Checks checks, Route route, Shape.Kind kind, SizedForms.Put forms, int size, List<Shape> shapes) {
        this.checks = checks;
        this.route = route;
        this.via = route.as(SizedRmaRoutines.class);
        this.kind = kind;
        this.forms = forms;
        this.size = size;
        this.shapes = shapes;
        this.slotBytes = (Shape.longestDest(shapes) + 2 * MARGIN) * size;
        this.sourceBytes = (Shape.longestSource(shapes) + 2 * MARGIN) * size;
    }

    /** Everything. */
    public static void check(Checks checks, String operation, int size, SizedForms.Put forms) {
        final Shape.Kind kind = Shape.Kind.of(operation);
        for (Route any : Route.all()) {
            try (Route route = any) {
                final SizedPuts puts = new SizedPuts(checks, route, kind, forms, size, Shape.of(kind));
                try (LocalMemory memory = new LocalMemory(puts.sourceBytes)) {
                    puts.run(route.isUsual() ? memory.segments() : memory.few());
                }
                puts.otherElementTypes();
            }
        }
        for (Shape shape : Shape.large(kind, size)) {
            final SizedPuts large = new SizedPuts(checks, Route.facade(), kind, forms, size, List.of(shape));
            try (LocalMemory memory = new LocalMemory(large.sourceBytes)) {
                large.run(memory.few());
            }
        }
        ZeroLength.check(checks, operation, null);
    }

    private void run(Map<String, MemorySegment> sources) {
        final SymmetricBytes symmetric = alignBytes(64, sourceBytes);
        final int lane = FORMS * sources.size() * shapes.size() * slotBytes;
        final Lanes lanes = Lanes.of(lane);
        final SymmetricBytes dest = alignBytes(64, (long) lane * lanes.count());
        dest.segment().copyFrom(MemorySegment.ofArray(guards(lane * lanes.count())));
        barrierAll();
        for (int i = 0; i < lanes.count(); i++) {
            final int target = lanes.target(i);
            final MemorySegment data = MemorySegment.ofArray(data(myPe(), target));
            symmetric.segment().copyFrom(data);
            int slot = 0;
            for (MemorySegment source : sources.values()) {
                source.copyFrom(data);
                for (Shape shape : shapes) {
                    for (int form = 0; form < FORMS; form++) {
                        send(form, dest, (long) i * lane + (long) slot * slotBytes, symmetric, source, shape, target);
                        slot++;
                    }
                }
            }
            route.quiet();
        }
        barrierAll();
        final byte[] model = model(lanes, lane, sources.size());
        checks.same(MemorySegment.ofArray(model), dest.segment(), kind + " of " + size + " bytes by " + route);
        free(dest);
        free(symmetric);
    }

    private void send(
            int form,
            SymmetricBytes dest,
            long slot,
            SymmetricBytes symmetric,
            MemorySegment source,
            Shape shape,
            int pe) {
        final long margin = (long) MARGIN * size;
        final long at = slot + margin;
        switch (form) {
            case SYMMETRIC -> forms.symmetric().run(via, dest.at(at), symmetric.at(margin), shape, pe);
            case SEGMENT -> forms.segment().run(via, dest.at(at), source.asSlice(margin), shape, pe);
            case RAW -> {
                final MemorySegment raw = dest.segment().asSlice(at, (long) shape.destSpan() * size);
                forms.raw().run(via, raw, source.asSlice(margin), shape, pe);
            }
            default -> throw new IllegalArgumentException("form=" + form);
        }
    }

    private byte[] model(Lanes lanes, int lane, int sources) {
        final byte[] model = guards(lane * lanes.count());
        for (int i = 0; i < lanes.count(); i++) {
            final byte[] data = data(lanes.writer(i), myPe());
            int slot = 0;
            for (int source = 0; source < sources; source++) {
                for (Shape shape : shapes) {
                    for (int form = 0; form < FORMS; form++) {
                        apply(model, i * lane + slot * slotBytes + MARGIN * size, data, shape);
                        slot++;
                    }
                }
            }
        }
        return model;
    }

    private void apply(byte[] dest, int at, byte[] source, Shape shape) {
        for (int block = 0; block < shape.nblocks(); block++) {
            System.arraycopy(
                    source,
                    (MARGIN + block * shape.sst()) * size,
                    dest,
                    at + block * shape.dst() * size,
                    shape.bsize() * size);
        }
    }

    private byte[] data(int writer, int target) {
        return bytes(sourceBytes, 1 + writer * 64L + target);
    }

    public static byte[] guards(int length) {
        return bytes(length, -1);
    }

    public static byte[] bytes(int length, long seed) {
        return BytesValues.sequence(seed, 0, length);
    }

    /** The sized forms take arrays of any element type. */
    private void otherElementTypes() {
        final Shape shape = shapes.getLast();
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricDoubles dest = mallocDoubles((slotBytes + Double.BYTES - 1) / Double.BYTES);
        final SymmetricShorts source = mallocShorts((sourceBytes + Short.BYTES - 1) / Short.BYTES);
        dest.segment().asSlice(0, slotBytes).copyFrom(MemorySegment.ofArray(guards(slotBytes)));
        source.segment().asSlice(0, sourceBytes).copyFrom(MemorySegment.ofArray(data(myPe(), next)));
        barrierAll();
        forms.symmetric().run(via, dest, source, shape, next);
        route.quiet();
        barrierAll();
        final byte[] model = guards(slotBytes);
        final byte[] data = data(previous, myPe());
        for (int block = 0; block < shape.nblocks(); block++) {
            System.arraycopy(data, block * shape.sst() * size, model, block * shape.dst() * size, shape.bsize() * size);
        }
        checks.same(
                MemorySegment.ofArray(model),
                MemorySegment.ofArray(dest.segment().asSlice(0, slotBytes).toArray(ValueLayout.JAVA_BYTE)),
                kind + " of " + size + " bytes from shorts to doubles");
        free(source);
        free(dest);
    }
}
