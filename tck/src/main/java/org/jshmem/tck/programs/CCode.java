package org.jshmem.tck.programs;

import java.util.List;
import java.util.stream.Stream;
import org.jshmem.tck.c.CType;

/**
 * Statements of a C program for a step.
 *
 * @param now where the step stands
 * @param later when all contexts are quiet and all PEs have come to the end of the phase
 */
record CCode(String now, String later) {
    static final CCode NOTHING = of("");

    static CCode of(String now) {
        return new CCode(now, "");
    }

    /** A type of C with elements like these; all of them come, as numbers differ. */
    static CType typeOf(Elements type, long number) {
        return switch (type.name()) {
            case "Floats" -> CType.FLOAT;
            case "Doubles" -> CType.DOUBLE;
            default -> among(CType.Group.RMA.types().stream().filter(CCode::isInteger), type.bytes(), number);
        };
    }

    static CType typeOf(CType.Kind kind, int bytes, long number) {
        return among(CType.Group.RMA.types().stream().filter(type -> type.kind == kind), bytes, number);
    }

    static CType typeOf(CType.Group group, int bytes, long number) {
        return among(group.types().stream(), bytes, number);
    }

    private static boolean isInteger(CType type) {
        return type.kind != CType.Kind.REAL;
    }

    private static CType among(Stream<CType> types, int bytes, long number) {
        final List<CType> some = types.filter(type -> type.bytes == bytes).toList();
        return some.get((int) Math.floorMod(number, (long) some.size()));
    }

    /** A call up to its first argument but the context. */
    static String call(Via via, CType type, String routine) {
        return via.number() == 0
                ? "shmem_" + type.inNames() + "_" + routine + "("
                : "shmem_ctx_" + type.inNames() + "_" + routine + "(" + via + ", ";
    }

    /** A pointer to an element of a symmetric array. */
    static String elements(CType type, int array, long index) {
        return "(" + type.declaration + " *) a" + array + " + " + index;
    }

    static String number(long bits) {
        return "0x" + Long.toHexString(bits) + "UL";
    }

    /** A statement that checks memory. */
    static String same(Scene scene, String pointer, byte[] expected) {
        return "same(\"" + scene.where() + "\", " + pointer + ", " + expected.length + ", " + Scene.sum(expected)
                + "U);";
    }
}
