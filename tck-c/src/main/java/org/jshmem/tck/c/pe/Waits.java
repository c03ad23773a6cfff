package org.jshmem.tck.c.pe;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jshmem.Cmp;
import org.jshmem.spi.ShmemProvider;
import org.jshmem.tck.c.CType;
import org.jshmem.tck.c.Routine;

/** Waits and tests by functions of the C library, as the outermost call of the API names them. */
public final class Waits {
    private static final SubjectProvider PROVIDER = (SubjectProvider) ShmemProvider.current();
    private static final Functions FUNCTIONS = PROVIDER.functions();
    private static final Choice CHOICE = new Choice(FUNCTIONS);

    private Waits() {}

    /**
     * Calls the function for what the program has called.
     *
     * @param address of the first element
     * @param nelems of several elements, their number
     * @param indices where to store numbers of elements, or null
     * @param status which elements to leave out, or null
     * @param cmp how to compare
     * @param value what with
     * @param values what with, for each element; or null
     * @return what the function returns
     */
    public static long call(
            long address, long nelems, long[] indices, int[] status, Cmp cmp, long value, long... values) {
        final Call call = Call.current();
        final long turn = isFair(call) ? PROVIDER.turn(address) : CHOICE.turn();
        final Routine routine = CHOICE.next(call, false, turn, cmp == null ? "" : kind(cmp), one -> fits(one, cmp));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask =
                    status == null ? MemorySegment.NULL : arena.allocateFrom(ValueLayout.JAVA_INT, status);
            final MemorySegment found =
                    indices == null ? MemorySegment.NULL : arena.allocateFrom(ValueLayout.JAVA_LONG, indices);
            final Map<String, Long> arguments = Map.of(
                    "ivar", address,
                    "ivars", address,
                    "sig_addr", address,
                    "nelems", nelems,
                    "indices", found.address(),
                    "status", mask.address(),
                    "cmp", cmp == null ? 0 : FUNCTIONS.constant(constant(cmp)),
                    "cmp_value", value,
                    "cmp_values", elements(arena, routine.type(), values).address());
            final ToLongFunction<String> byName = arguments::get;
            final long result = FUNCTIONS.call(routine, byName);
            if (indices != null) {
                MemorySegment.copy(found, ValueLayout.JAVA_LONG, 0, indices, 0, indices.length);
            }
            return result;
        }
    }

    /**
     * Whether one of several elements is found, each of them now and then; by the same function for the same elements.
     */
    private static boolean isFair(Call call) {
        return call.generic().contains("_any") || call.generic().contains("_some");
    }

    private static MemorySegment elements(Arena arena, CType type, long... values) {
        if (values == null || values.length == 0) {
            return MemorySegment.NULL;
        }
        final MemorySegment memory = arena.allocate(Math.max(1, (long) values.length * type.bytes), Long.BYTES);
        for (int i = 0; i < values.length; i++) {
            if (type.bytes == Integer.BYTES) {
                memory.setAtIndex(ValueLayout.JAVA_INT, i, (int) values[i]);
            } else {
                memory.setAtIndex(ValueLayout.JAVA_LONG, i, values[i]);
            }
        }
        return memory;
    }

    private static boolean isUnsigned(Cmp cmp) {
        return cmp.name().endsWith("_UNSIGNED");
    }

    private static boolean isEquality(Cmp cmp) {
        return cmp == Cmp.EQ || cmp == Cmp.NE;
    }

    private static String kind(Cmp cmp) {
        return isEquality(cmp) ? "any" : isUnsigned(cmp) ? "unsigned" : "signed";
    }

    private static boolean fits(Routine routine, Cmp cmp) {
        return routine.type() == null
                || cmp == null
                || isEquality(cmp)
                || isUnsigned(cmp) == (routine.type().kind == CType.Kind.UNSIGNED);
    }

    private static String constant(Cmp cmp) {
        return "SHMEM_CMP_" + cmp.name().replace("_UNSIGNED", "");
    }
}
