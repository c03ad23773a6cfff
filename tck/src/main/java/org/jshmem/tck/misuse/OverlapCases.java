package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricArray;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/**
 * Destination and source of a collective side by side, which is legal, and with one element in common, which is refused
 * on every PE; both ways round, for every form that is found by reflection.
 */
final class OverlapCases {
    private static final int ROOM = 32;
    private static final int NELEMS = 2;

    @Case(
            profile = Profile.JSHMEM,
            each = {"bytes", "shorts", "ints", "longs", "floats", "doubles", "array"})
    void overlapOfCollectives(Checks checks) {
        final List<SymmetricArray> arrays = EveryType.arrays(3 * ROOM * nPes());
        int forms = 0;
        for (Method form : forms(
                parameter -> parameter.getSimpleName().toLowerCase(Locale.ROOT).equals("symmetric" + checks.each()))) {
            final SymmetricArray array = arrays.stream()
                    .filter(form.getParameterTypes()[0]::isInstance)
                    .findFirst()
                    .orElseThrow();
            new Overlaps(checks, form, array).check();
            forms++;
        }
        checks.that(forms >= 5, "only " + forms + " forms");
        barrierAll();
        arrays.forEach(Shmem::free);
    }

    private static List<Method> forms(Predicate<Class<?>> type) {
        return Arrays.stream(ShmemTeam.class.getMethods())
                .filter(form ->
                        form.getName().matches("(broadcast|f?collect|alltoalls?)(mem)?|\\w+Reduce|sum(In|Ex)scan"))
                .filter(form -> form.getParameterCount() >= 3
                        && form.getParameters()[1].getName().equals("source")
                        && type.test(form.getParameterTypes()[0]))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    /** One form, on all PEs. */
    private static final class Overlaps {
        private final Checks checks;
        private final Method form;
        private final SymmetricArray array;

        Overlaps(Checks checks, Method form, SymmetricArray array) {
            this.checks = checks;
            this.form = form;
            this.array = array;
        }

        void check() {
            final String name = form.getName();
            final boolean isInPlace = name.endsWith("Reduce") || name.endsWith("scan");
            final boolean gathers = name.contains("collect");
            final boolean isAll = name.startsWith("alltoall");
            final int source = isAll ? NELEMS * nPes() : NELEMS;
            final int dest = isAll || gathers ? NELEMS * nPes() : NELEMS;
            final int at = ROOM * nPes();
            accepted(at, at + dest);
            accepted(at, at - source);
            refused(at, at + dest - 1);
            refused(at, at - source + 1);
            if (isInPlace) {
                accepted(at, at);
            } else {
                refused(at, at);
            }
        }

        private void call(int dest, int source) throws Throwable {
            final Object[] arguments = new Object[form.getParameterCount()];
            for (int i = 0; i < arguments.length; i++) {
                final Class<?> type = form.getParameterTypes()[i];
                arguments[i] = switch (form.getParameters()[i].getName()) {
                    case "dest" -> part(dest);
                    case "source" -> part(source);
                    case "nelems" -> Arguments.number(type, NELEMS);
                    case "root" -> 0;
                    default -> Arguments.number(type, 1); // a stride
                };
            }
            Arguments.invoke(form, TEAM_WORLD, arguments);
        }

        private Object part(int from) throws ReflectiveOperationException {
            return array.getClass().getMethod("at", long.class).invoke(array, (long) from);
        }

        private void accepted(int dest, int source) {
            barrierAll();
            try {
                call(dest, source);
                checks.that(true, "accepted");
            } catch (Throwable thrown) {
                checks.fail(form + " from " + source + " to " + dest + " threw " + thrown);
            }
        }

        private void refused(int dest, int source) {
            barrierAll();
            try {
                call(dest, source);
                checks.fail(form + " from " + source + " to " + dest + " was accepted");
            } catch (Throwable thrown) {
                final String message = String.valueOf(thrown.getMessage());
                checks.that(
                        thrown instanceof IllegalArgumentException
                                && message.contains("dest")
                                && message.contains("source"),
                        form + " from " + source + " to " + dest + " threw " + thrown);
            }
        }
    }
}
