package org.jshmem.tck.programs;

import java.lang.foreign.MemorySegment;
import java.util.Locale;
import org.jshmem.Shmem;
import org.jshmem.SymmetricBytes;

/**
 * What all PEs do with the symmetric heap before a phase. Memory without a defined content gets one by the salt.
 *
 * @param array its number, which is new but for a free and a realloc
 * @param bytes the size afterwards; 0 for a free
 */
record Change(Kind kind, int array, int bytes, long salt) {
    /** The operations. */
    enum Kind {
        MALLOC,
        CALLOC,
        ALIGN,
        REALLOC,
        FREE
    }

    private static final int ALIGNMENT = 4096;

    void apply(Model model) {
        for (int pe = 0; pe < model.pes(); pe++) {
            final int kept = kind == Kind.REALLOC ? Math.min(bytes, model.of(array, pe).length) : 0;
            final byte[] content = kind == Kind.CALLOC ? new byte[bytes] : Model.content(salt + pe, bytes);
            System.arraycopy(kind == Kind.REALLOC ? model.of(array, pe) : content, 0, content, 0, kept);
            model.set(array, pe, content);
        }
    }

    /** Does it, and compares what memory has to hold then; the model has changed already. */
    void run(Actor actor) {
        final SymmetricBytes before = actor.arrays().get(array);
        if (kind == Kind.FREE) {
            Shmem.free(before);
            actor.arrays().set(array, null);
            return;
        }
        final long kept = kind == Kind.REALLOC ? Math.min(bytes, before.length()) : 0;
        final SymmetricBytes now = switch (kind) {
            case MALLOC -> Shmem.mallocBytes(bytes);
            case CALLOC -> Shmem.callocBytes(bytes);
            case ALIGN -> Shmem.alignBytes(ALIGNMENT, bytes);
            default -> Shmem.realloc(before, bytes);
        };
        actor.arrays().set(array, now);
        final MemorySegment expected = actor.model().segment(array, actor.pe());
        final long sure = kind == Kind.CALLOC ? bytes : kept;
        actor.that(
                now.segment().asSlice(0, sure).mismatch(expected.asSlice(0, sure)) < 0,
                kind + " to " + bytes + " bytes: memory is not as it was, or not clear");
        actor.that(
                kind != Kind.ALIGN || now.segment().address() % ALIGNMENT == 0,
                "an address that is not aligned: " + now.segment().address());
        now.segment().copyFrom(expected);
    }

    /** As statements of a C program. */
    String c(Model before, Model after) {
        final String name = "a" + array;
        final String fill = " fill(" + name + ", " + bytes + ", " + salt + " + me);";
        final String same = " same(\"a" + array + " after its " + kind.name().toLowerCase(Locale.ROOT) + "\", " + name
                + ", " + bytes + ", " + CEmission.sum(after, array) + ");";
        return switch (kind) {
            case MALLOC -> name + " = shmem_malloc(" + bytes + ");" + fill;
            case CALLOC -> name + " = shmem_calloc(" + bytes + ", 1);" + same;
            case ALIGN ->
                name + " = shmem_align(" + ALIGNMENT + ", " + bytes + "); check(\"the alignment of " + name
                        + "\", (uintptr_t) " + name + " % " + ALIGNMENT + " == 0);" + fill;
            case REALLOC -> {
                final int kept = Math.min(bytes, before.of(array, 0).length);
                yield name + " = shmem_realloc(" + name + ", " + bytes + "); fill_from(" + name + ", " + kept + ", "
                        + bytes + ", " + salt + " + me);" + same;
            }
            case FREE -> "shmem_free(" + name + ");";
        };
    }

    /** As statements of a Java program; the model has changed already. */
    String java(Model model) {
        final String name = "a" + array;
        final String fill = name + ".copyFrom(0, bytes(" + bytes + ", " + salt + "L + myPe()), 0, " + bytes + ");";
        return switch (kind) {
            case MALLOC -> name + " = mallocBytes(" + bytes + "); " + fill;
            case CALLOC -> name + " = callocBytes(" + bytes + "); " + same(model);
            case ALIGN ->
                name + " = alignBytes(" + ALIGNMENT + ", " + bytes + "); check(\"the alignment of " + name + "\", "
                        + name + ".segment().address() % " + ALIGNMENT + " == 0); " + fill;
            case REALLOC ->
                "{ long kept = Math.min(" + name + ".length(), " + bytes + "); " + name + " = realloc("
                        + name + ", " + bytes + "); " + name + ".copyFrom(kept, bytes(" + bytes + ", " + salt
                        + "L + myPe()), kept, " + bytes + " - kept); " + same(model)
                        + " }";
            case FREE -> "free(" + name + "); " + name + " = null;";
        };
    }

    private String same(Model model) {
        return "same(\"a" + array + " after its " + kind.name().toLowerCase(Locale.ROOT) + "\", a" + array
                + ".segment(), " + Emission.sum(model, array) + ");";
    }
}
