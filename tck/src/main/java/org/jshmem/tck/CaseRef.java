package org.jshmem.tck;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;

/**
 * One case of the kit.
 *
 * @param id without blanks, unique
 * @param operation the row of the table, or the name of the class for a case of no row
 * @param name what people read
 * @param method its body, null for a row of the table for which nobody wrote one
 * @param each the value of {@link Case#each()}, empty if there is none
 * @param pes how many PEs, one of {@link Case#pes()}
 */
record CaseRef(String id, String operation, String name, Method method, String each, int pes) {
    /** A case of a row of the table, which has one number of PEs. */
    CaseRef(String id, String operation, String name, Method method) {
        this(
                id,
                operation,
                name,
                method,
                "",
                method == null ? 0 : method.getAnnotation(Case.class).pes()[0]);
    }

    Case settings() {
        return Objects.requireNonNull(method, id).getAnnotation(Case.class);
    }

    boolean isMissing() {
        return method == null;
    }

    List<String> environment() {
        return List.of(settings().environment()).stream()
                .map(setting -> setting.replace("{each}", each))
                .toList();
    }

    boolean runsOn(Transport transport) {
        return isMissing()
                || List.of(settings().on()).contains(transport)
                        && (!transport.isSingle() || settings().atLeast() == 1);
    }

    /** Whether the case may run in a job with others. */
    boolean isSharing() {
        return !isMissing() && !settings().alone() && settings().environment().length == 0;
    }
}
