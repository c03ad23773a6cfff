package org.jshmem.tck.programs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.SymmetricBytes;
import org.jshmem.tck.c.CType;

/**
 * A put or a get. Memory that is not symmetric has a content by the salt.
 *
 * @param actor the PE that calls
 * @param target the other one
 * @param via its context
 * @param array of the symmetric memory at the target
 * @param at where in it, in elements
 * @param local what the other memory is
 * @param localArray its number, if it is symmetric
 * @param localAt where in it, in elements
 */
record Transfer(
        int actor,
        int target,
        Via via,
        Form form,
        Elements type,
        int array,
        long at,
        Local local,
        int localArray,
        long localAt,
        Shape shape,
        long salt)
        implements Step {

    /** Kinds of memory of the PE that calls. */
    enum Local {
        JAVA_ARRAY,
        SEGMENT,
        SYMMETRIC
    }

    private static Place place(int array, int pe, long at, long extent, int elementBytes) {
        return new Place(array, pe, at * elementBytes, extent * elementBytes);
    }

    /** The symmetric memory at the target. */
    Place remotePlace() {
        return place(array, target, at, remoteExtent(), type.bytes());
    }

    /** The other memory, if it is symmetric. */
    Place localPlace() {
        return place(localArray, actor, localAt, localExtent(), type.bytes());
    }

    private long remoteExtent() {
        return shape.extent(form.isPut() ? shape.dst() : shape.sst());
    }

    private long localExtent() {
        return shape.extent(form.isPut() ? shape.sst() : shape.dst());
    }

    @Override
    public List<Place> writes() {
        if (form.isPut()) {
            return List.of(remotePlace());
        }
        return local == Local.SYMMETRIC ? List.of(localPlace()) : List.of();
    }

    private byte[] content() {
        return Model.content(salt, (int) ((localAt + localExtent()) * type.bytes()));
    }

    @Override
    public void apply(Model model) {
        final MemorySegment there = model.segment(array, target);
        if (local == Local.SYMMETRIC) {
            copy(there, model.segment(localArray, actor));
        } else if (form.isPut()) {
            copy(there, MemorySegment.ofArray(content()));
        }
    }

    private void copy(MemorySegment there, MemorySegment here) {
        final long bytes = type.bytes();
        final long block = shape.block() * bytes;
        for (long i = 0; i < shape.count(); i++) {
            final long from = i * shape.sst() * bytes;
            final long to = i * shape.dst() * bytes;
            if (form.isPut()) {
                MemorySegment.copy(here, localAt * bytes + from, there, at * bytes + to, block);
            } else {
                MemorySegment.copy(there, at * bytes + from, here, localAt * bytes + to, block);
            }
        }
    }

    @Override
    public void run(Actor actor) {
        if (actor.pe() != this.actor) {
            return;
        }
        final SymmetricBytes remote = actor.arrays().get(array);
        switch (local) {
            case SYMMETRIC -> call(actor, remote, actor.arrays().get(localArray));
            case JAVA_ARRAY -> {
                final Object memory = type.array(content());
                call(actor, remote, memory);
                check(actor, () -> type.content(memory));
            }
            case SEGMENT -> {
                final byte[] content = content();
                // Freed by the collector, when no operation that has not been waited for needs it any more.
                final MemorySegment memory = Arena.ofAuto().allocate(content.length, Long.BYTES);
                memory.copyFrom(MemorySegment.ofArray(content));
                call(actor, remote, memory);
                check(actor, () -> memory.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
            }
        }
    }

    private void call(Actor actor, SymmetricBytes remote, Object memory) {
        type.transfer(via.of(actor), form, remote, at, memory, localAt, shape, via.pe(target));
    }

    /** After a get what it brings; after a put that memory is as it was. */
    private byte[] expected(Model before) {
        final byte[] expected = content();
        if (!form.isPut()) {
            copy(before.segment(array, target), MemorySegment.ofArray(expected));
        }
        return expected;
    }

    private void check(Actor actor, java.util.function.Supplier<byte[]> memory) {
        final byte[] expected = expected(actor.model());
        final Runnable check = () -> actor.same(expected, memory.get(), "local memory");
        if (form.waits()) {
            check.run();
        } else {
            actor.later().add(check);
        }
    }

    @Override
    public long length() {
        return shape.length();
    }

    @Override
    public Step shortened(long length) {
        return new Transfer(
                actor, target, via, form, type, array, at, local, localArray, localAt, shape.shortened(length), salt);
    }

    @Override
    public Step without(int lastPe, List<Program.Team> teams) {
        return actor == lastPe || target == lastPe
                ? null
                : new Transfer(
                        actor, target, via.in(teams), form, type, array, at, local, localArray, localAt, shape, salt);
    }

    @Override
    public CCode c(int pe, Scene scene) {
        if (pe != actor) {
            return CCode.NOTHING;
        }
        final CType c = CCode.typeOf(type, salt);
        final String there = CCode.elements(c, array, at);
        final String memory = "local[" + scene.number() + "]";
        final String here = local == Local.SYMMETRIC
                ? CCode.elements(c, localArray, localAt)
                : "(" + c.declaration + " *) " + memory + " + " + localAt;
        final String call = CCode.call(via, c, form.cName())
                + (form.isPut() ? there + ", " + here : here + ", " + there) + ", " + numbers() + ", " + via.pe(target)
                + ");";
        if (local == Local.SYMMETRIC) {
            return CCode.of(call);
        }
        final byte[] expected = expected(scene.before());
        final String make = memory + " = content(" + expected.length + ", " + salt + "); ";
        final String same = CCode.same(scene, memory, expected);
        return form.waits() ? CCode.of(make + call + ' ' + same) : new CCode(make + call, same);
    }

    private String numbers() {
        return form.isContiguous()
                ? Long.toString(shape.block())
                : shape.dst() + ", " + shape.sst() + ", " + (form.hasBlocks() ? shape.block() + ", " : "")
                        + shape.count();
    }

    @Override
    public String java(int pe, Scene scene) {
        if (pe != actor) {
            return "";
        }
        final String there = "a" + array + ".as" + type.name() + "(), " + at;
        final String here =
                (local == Local.SYMMETRIC ? "a" + localArray + ".as" + type.name() + "()" : "memory") + ", " + localAt;
        final String call = via + "." + form.method + "("
                + (form.isPut() ? there + ", " + here : here + ", " + there) + ", " + numbers() + ", " + via.pe(target)
                + ");";
        final long nelems = localAt + localExtent();
        return switch (local) {
            case SYMMETRIC -> call;
            case JAVA_ARRAY ->
                "{ var memory = " + Emission.array(type, salt, nelems) + "; " + call + ' '
                        + checked(scene, "MemorySegment.ofArray(memory)") + " }";
            case SEGMENT ->
                "{ var memory = " + Emission.segment(type, salt, nelems) + "; " + call + ' ' + checked(scene, "memory")
                        + " }";
        };
    }

    private String checked(Scene scene, String memory) {
        final String same = scene.same(memory, expected(scene.before()));
        return form.waits() ? same : "later.add(() -> { " + same + " });";
    }
}
