package org.jshmem.tck.rma;

import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.free;
import static org.jshmem.Shmem.mallocDoubles;
import static org.jshmem.Shmem.myPe;
import static org.jshmem.Shmem.nPes;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.SymmetricDoubles;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.data.DoublesValues;
import org.jshmem.tck.data.LocalMemory;

/**
 * Gets of {@code double} in all forms: every PE reads from every PE, itself included, and compares all of its local
 * memory, guards included, with a model.
 */
final class DoublesGets {
    private static final int MARGIN = 2;
    private static final int PLACES = 5;

    private final Checks checks;
    private final Route route;
    private final DoublesRmaRoutines via;
    private final Shape.Kind kind;
    private final List<Shape> shapes;
    private final int destLength;
    private final int sourceLength;
    private final double[] guards;

    private DoublesGets(Checks checks, Route route, Shape.Kind kind, List<Shape> shapes) {
        this.checks = checks;
        this.route = route;
        this.via = route.as(DoublesRmaRoutines.class);
        this.kind = kind;
        this.shapes = shapes;
        this.destLength = Shape.longestDest(shapes) + 2 * MARGIN;
        this.sourceLength = Shape.longestSource(shapes) + PLACES;
        this.guards = DoublesValues.guards(destLength);
    }

    /** All local memories, many shapes. */
    static void allForms(Checks checks, Route route, Shape.Kind kind) {
        final DoublesGets gets = new DoublesGets(checks, route, kind, Shape.of(kind));
        try (LocalMemory memory = new LocalMemory((long) gets.destLength * Double.BYTES)) {
            gets.run(route.isUsual() ? memory.segments() : memory.few());
        }
    }

    /** Few local memories, large shapes. */
    static void large(Checks checks, Route route, Shape.Kind kind) {
        for (Shape shape : Shape.large(kind, Double.BYTES)) {
            final DoublesGets gets = new DoublesGets(checks, route, kind, List.of(shape));
            try (LocalMemory memory = new LocalMemory((long) gets.destLength * Double.BYTES)) {
                gets.run(memory.few());
            }
        }
    }

    private void run(Map<String, MemorySegment> segments) {
        final SymmetricDoubles source = mallocDoubles(sourceLength);
        final SymmetricDoubles symmetric = mallocDoubles(destLength);
        final Map<String, Object> dests = new LinkedHashMap<>();
        dests.put("symmetric", symmetric);
        dests.put("Java array", new double[destLength]);
        dests.put("double[]", MemorySegment.ofArray(new double[destLength]));
        dests.putAll(segments);
        source.segment().copyFrom(MemorySegment.ofArray(data(myPe())));
        barrierAll();
        for (int pe = 0; pe < nPes(); pe++) {
            final int target = (myPe() + pe) % nPes();
            final double[] theirs = data(target);
            dests.forEach((name, dest) -> receive(name, dest, source, theirs, target));
        }
        barrierAll();
        checks.same(MemorySegment.ofArray(data(myPe())), source.segment(), "the source after " + kind);
        free(symmetric);
        free(source);
    }

    private void receive(String name, Object dest, SymmetricDoubles source, double[] theirs, int target) {
        int place = 0;
        for (Shape shape : shapes) {
            for (boolean indexed : new boolean[] {false, true}) {
                DoublesPuts.fill(dest, guards);
                if (indexed) {
                    callIndexed(dest, source, place, shape, target);
                } else {
                    call(dest, source.at(place), shape, target);
                }
                if (kind == Shape.Kind.CONTIGUOUS_NBI) {
                    route.quiet();
                }
                checks.same(
                        MemorySegment.ofArray(model(theirs, place, shape)),
                        segmentOf(dest),
                        kind + " by " + route + " to " + name + " of " + shape + " from PE " + target + " index "
                                + place);
                place = (place + 1) % PLACES;
            }
        }
    }

    private double[] model(double[] theirs, int place, Shape shape) {
        final double[] model = guards.clone();
        for (int block = 0; block < shape.nblocks(); block++) {
            System.arraycopy(theirs, place + block * shape.sst(), model, MARGIN + block * shape.dst(), shape.bsize());
        }
        return model;
    }

    private double[] data(int owner) {
        return DoublesValues.sequence(7 + owner, 0, sourceLength);
    }

    private static MemorySegment segmentOf(Object memory) {
        return switch (memory) {
            case double[] array -> MemorySegment.ofArray(array);
            case SymmetricDoubles array -> array.segment();
            default -> (MemorySegment) memory;
        };
    }

    /** A form without index writes from the start; into a Java array then by a copy that has no margin. */
    private void call(Object dest, SymmetricDoubles source, Shape shape, int pe) {
        switch (dest) {
            case double[] array -> {
                final double[] part = Arrays.copyOfRange(array, MARGIN, MARGIN + shape.destSpan());
                callArray(part, source, shape, pe);
                if (kind == Shape.Kind.CONTIGUOUS_NBI) {
                    route.quiet();
                }
                System.arraycopy(part, 0, array, MARGIN, part.length);
            }
            case SymmetricDoubles array -> call(array.at(MARGIN), source, shape, pe);
            default -> call(((MemorySegment) dest).asSlice((long) MARGIN * Double.BYTES), source, shape, pe);
        }
    }

    /** The form without a number of elements fills the whole array: here those with an odd number of elements. */
    private void callArray(double[] part, SymmetricDoubles source, Shape shape, int pe) {
        if (kind == Shape.Kind.CONTIGUOUS && part.length % 2 == 1) {
            via.get(part, source, pe);
        } else if (kind == Shape.Kind.CONTIGUOUS_NBI && part.length % 2 == 1) {
            via.getNbi(part, source, pe);
        } else {
            call(part, source, shape, pe);
        }
    }

    private void callIndexed(Object dest, SymmetricDoubles source, long at, Shape shape, int pe) {
        switch (dest) {
            case double[] array -> callIndexed(array, source, at, shape, pe);
            case SymmetricDoubles array -> callIndexed(array, source, at, shape, pe);
            default -> callIndexed((MemorySegment) dest, source, at, shape, pe);
        }
    }

    // sides:begin dest
    private void call(SymmetricDoubles dest, SymmetricDoubles source, Shape shape, int pe) {
        switch (kind) {
            case CONTIGUOUS -> via.get(dest, source, shape.nelems(), pe);
            case CONTIGUOUS_NBI -> via.getNbi(dest, source, shape.nelems(), pe);
            case STRIDED -> via.iget(dest, source, shape.dst(), shape.sst(), shape.nblocks(), pe);
            case BLOCKS -> via.ibget(dest, source, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe);
        }
    }
    // sides:end

    // sides:begin dest
    private void callIndexed(SymmetricDoubles dest, SymmetricDoubles source, long at, Shape shape, int pe) {
        switch (kind) {
            case CONTIGUOUS -> via.get(dest, MARGIN, source, at, shape.nelems(), pe);
            case CONTIGUOUS_NBI -> via.getNbi(dest, MARGIN, source, at, shape.nelems(), pe);
            case STRIDED -> via.iget(dest, MARGIN, source, at, shape.dst(), shape.sst(), shape.nblocks(), pe);
            case BLOCKS ->
                via.ibget(dest, MARGIN, source, at, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe);
        }
    }
    // sides:end
}
