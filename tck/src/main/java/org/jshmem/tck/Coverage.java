package org.jshmem.tck;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricArray;
import org.jshmem.spi.ContextKernel;

/**
 * Which forms of operations were called through a {@link Route} since a case began. The case of a row of the table has
 * to call every form that the API has of it, on the façade and on contexts or teams; so a new overload without a test
 * is a failure.
 */
final class Coverage {
    /** Follows the operation's name in the id of a case for its forms that take a value in place of arrays. */
    static final String VALUE = "Value";

    private static final Set<Method> CALLED = ConcurrentHashMap.newKeySet();

    private Coverage() {}

    static Coverage start() {
        CALLED.clear();
        return new Coverage();
    }

    static void called(Method method) {
        CALLED.add(method);
    }

    void check(CaseRef reference, Checks checks) {
        final int colon = reference.id().indexOf(':');
        final String operation = colon < 0 ? reference.id() : reference.id().substring(0, colon);
        if (operation.endsWith(VALUE)) {
            checkValues(operation.substring(0, operation.length() - VALUE.length()), reference, checks);
            return;
        }
        final String type = colon < 0 ? null : "Symmetric" + reference.id().substring(colon + 1);
        final boolean onContexts = ApiMethods.of(ShmemContext.class, operation).stream()
                .anyMatch(method -> ContextKernel.class.isAssignableFrom(method.getDeclaringClass()));
        final String where = Surface.rows().stream()
                .filter(row -> Stream.of(row.operation(), row.withSize("mem")).anyMatch(operation::equals))
                .map(Surface.Row::where)
                .findFirst()
                .orElse("");
        if (onContexts && !where.equals("context")) {
            checkForms(Shmem.class, operation, type, checks);
            checkForms(ShmemContext.class, operation, type, checks);
        } else if (where.equals("team") || operation.startsWith("team") && where.equals("facade")) {
            checkForms(Shmem.class, operation, type, checks);
            checkForms(ShmemTeam.class, Route.nameOnTeams(operation), type, checks);
        }
    }

    private static void checkValues(String operation, CaseRef reference, Checks checks) {
        for (Class<?> owner : List.of(Shmem.class, ShmemTeam.class)) {
            for (Method method : ApiMethods.of(owner, operation)) {
                final String type = method.getReturnType().getSimpleName() + "s";
                if (reference.id().toLowerCase(Locale.ROOT).endsWith(":" + type)) {
                    checks.that(CALLED.contains(method), "no call of " + method);
                }
            }
        }
    }

    private static void checkForms(Class<?> owner, String name, String type, Checks checks) {
        for (Method method : ApiMethods.of(owner, name)) {
            if (type == null || takes(method, type)) {
                checks.that(CALLED.contains(method), "no call of " + method);
            }
        }
    }

    private static boolean takes(Method method, String type) {
        return Arrays.stream(method.getParameterTypes())
                .filter(SymmetricArray.class::isAssignableFrom)
                .findFirst()
                .filter(parameter -> parameter.getSimpleName().equals(type))
                .isPresent();
    }
}
