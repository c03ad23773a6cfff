package org.jshmem.tck.programs;

import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jshmem.ShmemContext;
import org.jshmem.SymmetricBytes;
import org.jshmem.tck.c.CType;

/**
 * An atomic operation on a word of 4 or 8 bytes. Of kinds that commute, several PEs may have operations of the same
 * kind on one word in a phase.
 *
 * @param actor the PE that calls
 * @param via its context
 * @param place the word, which is at the target
 * @param form whether it has a result, and when
 * @param value the operand
 * @param hits of a compare-and-swap, whether it compares with what is there
 */
record Atomic(int actor, Via via, Place place, Kind kind, Result form, long value, boolean hits) implements Step {
    /** The operations. */
    enum Kind {
        ADD("Add"),
        INC("Inc"),
        AND("And"),
        OR("Or"),
        XOR("Xor"),
        SET("Set"),
        SWAP("Swap"),
        COMPARE_SWAP("CompareSwap");

        private final String name;

        /** As in names of C. */
        private String cName() {
            return this == COMPARE_SWAP ? "compare_swap" : name.toLowerCase(Locale.ROOT);
        }

        private boolean isBitwise() {
            return this == AND || this == OR || this == XOR;
        }

        Kind(String name) {
            this.name = name;
        }

        boolean commutes() {
            return ordinal() <= XOR.ordinal();
        }
    }

    /** When there is a result. */
    enum Result {
        NONE,
        NOW,
        LATER
    }

    @Override
    public List<Place> writes() {
        return List.of(place);
    }

    @Override
    public void apply(Model model) {
        final long old = model.word(place);
        model.setWord(
                place,
                switch (kind) {
                    case ADD -> old + value;
                    case INC -> old + 1;
                    case AND -> old & value;
                    case OR -> old | value;
                    case XOR -> old ^ value;
                    case SET, SWAP -> value;
                    case COMPARE_SWAP -> hits ? value : old;
                });
    }

    private boolean isLong() {
        return place.bytes() == Long.BYTES;
    }

    private long cond(Model before) {
        return hits ? before.word(place) : ~before.word(place);
    }

    @Override
    public void run(Actor actor) {
        if (actor.pe() != this.actor) {
            return;
        }
        final ShmemContext by = via.of(actor);
        final SymmetricBytes array = actor.arrays().get(place.array());
        final long index = place.at() / place.bytes();
        final int pe = via.pe(place.pe());
        final long cond = cond(actor.model());
        switch (form) {
            case NONE -> {
                if (isLong()) {
                    AtomicCalls.update(by, kind, array.asLongs(), index, value, pe);
                } else {
                    AtomicCalls.update(by, kind, array.asInts(), index, (int) value, pe);
                }
            }
            case NOW -> {
                final long result = isLong()
                        ? AtomicCalls.fetch(by, kind, array.asLongs(), index, value, cond, pe)
                        : AtomicCalls.fetch(by, kind, array.asInts(), index, (int) value, (int) cond, pe);
                judge(actor, () -> result);
            }
            case LATER -> {
                if (isLong()) {
                    final long[] fetched = {0};
                    AtomicCalls.fetchLater(by, kind, fetched, array.asLongs(), index, value, cond, pe);
                    judge(actor, () -> fetched[0]);
                } else {
                    final int[] fetched = {0};
                    AtomicCalls.fetchLater(by, kind, fetched, array.asInts(), index, (int) value, (int) cond, pe);
                    judge(actor, () -> fetched[0]);
                }
            }
        }
    }

    /** What it may have found: something between what was there before the phase and after it. */
    private void judge(Actor actor, LongSupplier result) {
        final long before = actor.model().word(place);
        actor.later().add(() -> {
            final long found = result.getAsLong();
            final long after = actor.model().word(place);
            final boolean fits = switch (kind) {
                case ADD, INC -> unsigned(found - before) <= unsigned(after - before);
                case OR -> (found & before) == before && (found & ~after) == 0;
                case AND -> (found & after) == after && (found & ~before) == 0;
                case XOR -> true;
                case SET, SWAP, COMPARE_SWAP -> found == before;
            };
            actor.that(
                    fits,
                    "it fetched 0x" + Long.toHexString(found) + ", where there was 0x" + Long.toHexString(before)
                            + " before the phase and 0x" + Long.toHexString(after) + " after it");
        });
    }

    /** Sums of a phase are small. */
    private long unsigned(long difference) {
        return isLong() ? difference & Long.MAX_VALUE : difference & 0xffff_ffffL;
    }

    @Override
    public Step without(int lastPe, List<Program.Team> teams) {
        return actor == lastPe || place.pe() == lastPe
                ? null
                : new Atomic(actor, via.in(teams), place, kind, form, value, hits);
    }

    @Override
    public CCode c(int pe, Scene scene) {
        if (pe != actor) {
            return CCode.NOTHING;
        }
        final CType c = CCode.typeOf(
                kind.isBitwise() ? CType.Group.AMO_BITWISE : CType.Group.AMO,
                (int) place.bytes(),
                place.at() / place.bytes());
        final String operand = switch (kind) {
            case INC -> "";
            case COMPARE_SWAP -> bits(cond(scene.before())) + ", " + bits(value) + ", ";
            default -> bits(value) + ", ";
        };
        final boolean fetches = form != Result.NONE && kind.ordinal() < Kind.SET.ordinal();
        final String found = "local[" + scene.number() + "]";
        final String call = CCode.call(
                        via,
                        c,
                        "atomic_" + (fetches ? "fetch_" : "") + kind.cName() + (form == Result.LATER ? "_nbi" : ""))
                + (form == Result.LATER ? found + ", " : "")
                + CCode.elements(c, place.array(), place.at() / place.bytes()) + ", " + operand + via.pe(place.pe())
                + ");";
        final String make = found + " = calloc(1, 8); ";
        final String value =
                "(uint64_t) (" + (isLong() ? "int64_t" : "int32_t") + ") *(" + c.declaration + " *) " + found;
        final String check = kind == Kind.XOR
                ? ""
                : "{ const uint64_t found = " + value + "; check(\"" + scene.where() + "\", " + cFits(scene) + "); }";
        return switch (form) {
            case NONE -> CCode.of(call);
            case NOW -> new CCode(make + "*(" + c.declaration + " *) " + found + " = " + call, check);
            case LATER -> new CCode(make + call, check);
        };
    }

    /** What {@link #judge} asks, of a C variable. */
    private String cFits(Scene scene) {
        final long before = scene.before().word(place);
        final long after = scene.after().word(place);
        return switch (kind) {
            case ADD, INC ->
                "((found - " + CCode.number(before) + ") & " + CCode.number(unsigned(-1)) + ") <= "
                        + CCode.number(unsigned(after - before));
            case OR -> cBetween(before, after);
            case AND -> cBetween(after, before);
            case XOR -> "1";
            case SET, SWAP, COMPARE_SWAP -> "found == " + CCode.number(before);
        };
    }

    private static String cBetween(long least, long most) {
        return "(found & " + CCode.number(least) + ") == " + CCode.number(least) + " && (found & " + CCode.number(~most)
                + ") == 0";
    }

    private String bits(long number) {
        return CCode.number(isLong() ? number : number & 0xffff_ffffL);
    }

    @Override
    public String java(int pe, Scene scene) {
        if (pe != actor) {
            return "";
        }
        final String operand = switch (kind) {
            case INC -> "";
            case COMPARE_SWAP -> literal(cond(scene.before())) + ", " + literal(value) + ", ";
            default -> literal(value) + ", ";
        };
        final boolean fetches = form != Result.NONE && kind.ordinal() < Kind.SET.ordinal();
        final String call = via + ".atomic" + (fetches ? "Fetch" : "") + kind.name
                + (form == Result.LATER ? "Nbi(found, 0, " : "(") + "a" + place.array() + ".as"
                + (isLong() ? "Longs" : "Ints") + "(), " + place.at() / place.bytes() + ", " + operand
                + via.pe(place.pe()) + ");";
        final String type = isLong() ? "long" : "int";
        return switch (form) {
            case NONE -> call;
            case NOW -> "{ " + type + " found = " + call + ' ' + scene.that(fits(scene, "found")) + " }";
            case LATER ->
                "{ " + type + "[] found = {0}; " + call + " later.add(() -> { " + scene.that(fits(scene, "found[0]"))
                        + " }); }";
        };
    }

    /** What {@link #judge} asks. */
    private String fits(Scene scene, String found) {
        final long before = scene.before().word(place);
        final long after = scene.after().word(place);
        return switch (kind) {
            case ADD, INC -> {
                final String mask = isLong() ? "Long.MAX_VALUE" : "0xffff_ffffL";
                yield "((" + found + " - " + before + "L) & " + mask + ") <= " + unsigned(after - before) + 'L';
            }
            case OR -> between(found, before, after);
            case AND -> between(found, after, before);
            case XOR -> "true";
            case SET, SWAP, COMPARE_SWAP -> found + " == " + before + 'L';
        };
    }

    /** That it has all bits that the one has, and none that the other has not. */
    private static String between(String found, long least, long most) {
        return "(" + found + " & " + least + "L) == " + least + "L && (" + found + " & " + ~most + "L) == 0";
    }

    private String literal(long number) {
        return isLong() ? number + "L" : Integer.toString((int) number);
    }
}
