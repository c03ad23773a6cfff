package org.jshmem.tck.rma;

import static org.jshmem.Shmem.barrierAll;
import static org.jshmem.Shmem.free;
import static org.jshmem.Shmem.mallocDoubles;
import static org.jshmem.Shmem.myPe;

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
 * Puts of {@code double} in all forms: PEs write to PEs, themselves included, into {@link Lanes}, and the owner
 * compares all of its memory with a model in which what nobody may write is a guard.
 */
final class DoublesPuts {
    private static final int MARGIN = 2;

    private final Checks checks;
    private final Route route;
    private final DoublesRmaRoutines via;
    private final Shape.Kind kind;
    private final List<Shape> shapes;
    private final int slotLength;
    private final int sourceLength;
    private final Map<String, Object> sources = new LinkedHashMap<>();

    private DoublesPuts(Checks checks, Route route, Shape.Kind kind, List<Shape> shapes) {
        this.checks = checks;
        this.route = route;
        this.via = route.as(DoublesRmaRoutines.class);
        this.kind = kind;
        this.shapes = shapes;
        this.slotLength = Shape.longestDest(shapes) + 2 * MARGIN;
        this.sourceLength = Shape.longestSource(shapes) + 2 * MARGIN;
    }

    /** All local memories, many shapes. */
    static void allForms(Checks checks, Route route, Shape.Kind kind) {
        final DoublesPuts puts = new DoublesPuts(checks, route, kind, Shape.of(kind));
        try (LocalMemory memory = new LocalMemory((long) puts.sourceLength * Double.BYTES)) {
            puts.run(route.isUsual() ? memory.segments() : memory.few());
        }
    }

    /** Few local memories, large shapes. */
    static void large(Checks checks, Route route, Shape.Kind kind) {
        for (Shape shape : Shape.large(kind, Double.BYTES)) {
            final DoublesPuts puts = new DoublesPuts(checks, route, kind, List.of(shape));
            try (LocalMemory memory = new LocalMemory((long) puts.sourceLength * Double.BYTES)) {
                puts.run(memory.few());
            }
        }
    }

    private void run(Map<String, MemorySegment> segments) {
        final SymmetricDoubles symmetric = mallocDoubles(sourceLength);
        sources.put("symmetric", symmetric);
        sources.put("Java array", new double[sourceLength]);
        sources.put("double[]", MemorySegment.ofArray(new double[sourceLength]));
        sources.putAll(segments);
        final int lane = 2 * sources.size() * shapes.size() * slotLength;
        final Lanes lanes = Lanes.of((long) lane * Double.BYTES);
        final SymmetricDoubles dest = mallocDoubles((long) lane * lanes.count());
        final double[] model = DoublesValues.guards(lane * lanes.count());
        dest.segment().copyFrom(MemorySegment.ofArray(model));
        barrierAll();
        for (int i = 0; i < lanes.count(); i++) {
            send(dest, (long) i * lane, lanes.target(i));
        }
        route.quiet();
        barrierAll();
        complete(model, lanes, lane);
        checks.same(
                MemorySegment.ofArray(model), dest.segment(), kind + " by " + route + " as PE " + myPe() + " has it");
        free(dest);
        free(symmetric);
    }

    private void send(SymmetricDoubles dest, long start, int target) {
        int slot = 0;
        for (Object source : sources.values()) {
            fill(source, data(myPe(), target));
            for (Shape shape : shapes) {
                final long at = start + (long) slot * slotLength + MARGIN;
                call(dest, at, source, shape, target);
                callIndexed(dest, at + slotLength, source, shape, target);
                slot += 2;
            }
            if (kind == Shape.Kind.CONTIGUOUS_NBI) {
                route.quiet();
            }
        }
    }

    /** Makes of guards what this PE's memory has to be. */
    private void complete(double[] model, Lanes lanes, int lane) {
        for (int i = 0; i < lanes.count(); i++) {
            final double[] data = data(lanes.writer(i), myPe());
            int slot = 0;
            for (int source = 0; source < sources.size(); source++) {
                for (Shape shape : shapes) {
                    final int at = i * lane + slot * slotLength + MARGIN;
                    apply(model, at, data, shape);
                    apply(model, at + slotLength, data, shape);
                    slot += 2;
                }
            }
        }
    }

    static void apply(double[] dest, int destIndex, double[] source, Shape shape) {
        for (int block = 0; block < shape.nblocks(); block++) {
            System.arraycopy(
                    source, MARGIN + block * shape.sst(), dest, destIndex + block * shape.dst(), shape.bsize());
        }
    }

    private double[] data(int writer, int target) {
        return DoublesValues.sequence(1 + writer * 64L + target, 0, sourceLength);
    }

    static void fill(Object memory, double[] data) {
        switch (memory) {
            case double[] array -> System.arraycopy(data, 0, array, 0, data.length);
            case SymmetricDoubles array -> array.segment().copyFrom(MemorySegment.ofArray(data));
            default -> ((MemorySegment) memory).copyFrom(MemorySegment.ofArray(data));
        }
    }

    private void call(SymmetricDoubles whole, long at, Object source, Shape shape, int pe) {
        final SymmetricDoubles dest = whole.at(at);
        switch (source) {
            case double[] array -> callArray(dest, array, shape, pe);
            case SymmetricDoubles array -> call(dest, array.at(MARGIN), shape, pe);
            default -> call(dest, ((MemorySegment) source).asSlice((long) MARGIN * Double.BYTES), shape, pe);
        }
    }

    /** The form without a number of elements moves the whole array: here those with an odd number of elements. */
    private void callArray(SymmetricDoubles dest, double[] array, Shape shape, int pe) {
        final double[] part = Arrays.copyOfRange(array, MARGIN, MARGIN + shape.sourceSpan());
        if (kind == Shape.Kind.CONTIGUOUS && part.length % 2 == 1) {
            via.put(dest, part, pe);
        } else if (kind == Shape.Kind.CONTIGUOUS_NBI && part.length % 2 == 1) {
            via.putNbi(dest, part, pe);
        } else {
            call(dest, part, shape, pe);
        }
    }

    // sides:begin source
    private void call(SymmetricDoubles dest, SymmetricDoubles source, Shape shape, int pe) {
        switch (kind) {
            case CONTIGUOUS -> via.put(dest, source, shape.nelems(), pe);
            case CONTIGUOUS_NBI -> via.putNbi(dest, source, shape.nelems(), pe);
            case STRIDED -> via.iput(dest, source, shape.dst(), shape.sst(), shape.nblocks(), pe);
            case BLOCKS -> via.ibput(dest, source, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe);
        }
    }
    // sides:end

    private void callIndexed(SymmetricDoubles dest, long at, Object source, Shape shape, int pe) {
        switch (source) {
            case double[] array -> callIndexed(dest, at, array, shape, pe);
            case SymmetricDoubles array -> callIndexed(dest, at, array, shape, pe);
            default -> callIndexed(dest, at, (MemorySegment) source, shape, pe);
        }
    }

    // sides:begin source
    private void callIndexed(SymmetricDoubles dest, long at, SymmetricDoubles source, Shape shape, int pe) {
        switch (kind) {
            case CONTIGUOUS -> via.put(dest, at, source, MARGIN, shape.nelems(), pe);
            case CONTIGUOUS_NBI -> via.putNbi(dest, at, source, MARGIN, shape.nelems(), pe);
            case STRIDED -> via.iput(dest, at, source, MARGIN, shape.dst(), shape.sst(), shape.nblocks(), pe);
            case BLOCKS ->
                via.ibput(dest, at, source, MARGIN, shape.dst(), shape.sst(), shape.bsize(), shape.nblocks(), pe);
        }
    }
    // sides:end
}
