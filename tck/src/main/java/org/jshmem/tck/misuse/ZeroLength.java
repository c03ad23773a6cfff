package org.jshmem.tck.misuse;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Set;
import org.jshmem.IndexedBlocks;
import org.jshmem.Shmem;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;

/**
 * Operations on no elements: legal everywhere, with null on both sides (sentence 41). A form that takes the number of
 * elements from a Java array gets an empty one; one that takes blocks gets no blocks, and blocks of no elements.
 */
public final class ZeroLength {
    private ZeroLength() {}

    /** Calls every form of an operation that takes a parameter of a type, on the façade and on a context. */
    public static void check(Checks checks, String operation, String type) {
        try (Route context = Route.context(0)) {
            for (Route route : new Route[] {Route.facade(), context}) {
                for (Method form : route.forms(operation)) {
                    if (type == null || takes(form, type)) {
                        call(checks, route, form, 0);
                        if (hasParameter(form, "bsize")) {
                            call(checks, route, form, 2);
                        }
                    }
                }
            }
        }
    }

    private static boolean takes(Method form, String type) {
        return Arrays.stream(form.getParameterTypes())
                .anyMatch(parameter -> parameter.getSimpleName().equals(type));
    }

    private static boolean hasParameter(Method form, String... names) {
        return Arrays.stream(form.getParameters())
                .anyMatch(parameter -> Set.of(names).contains(parameter.getName()));
    }

    /** With {@code nblocks} 0, blocks have an element; otherwise they have none. */
    private static void call(Checks checks, Route route, Method form, long nblocks) {
        final boolean counts = hasParameter(form, "nelems", "nblocks");
        for (int pe = 0; pe < Shmem.nPes(); pe++) {
            final int target = pe;
            final Object[] arguments = Arrays.stream(form.getParameters())
                    .map(parameter -> argument(parameter, target, counts, nblocks))
                    .toArray();
            try {
                route.call(form, arguments);
                checks.that(true, "");
            } catch (Throwable thrown) {
                checks.fail("0 elements and null: " + form + " threw " + thrown);
            }
        }
    }

    private static Object argument(Parameter parameter, int pe, boolean counts, long nblocks) {
        if (!counts && parameter.getType().isArray()) {
            return Array.newInstance(parameter.getType().getComponentType(), 0);
        }
        return switch (parameter.getName()) {
            case "pe" -> pe;
            case "destBlocks", "sourceBlocks" -> IndexedBlocks.range(0, 0);
            case "dst", "sst" -> 1L;
            case "nblocks" -> nblocks;
            case "bsize" -> nblocks == 0 ? 1L : 0L;
            default -> parameter.getType() == long.class ? (Object) 0L : null;
        };
    }
}
