package org.jshmem.tck;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
public record CaseRef(String id, String operation, String name, Method method, String each, int pes) {
    private static final String KIT = CaseRef.class.getPackageName() + ".";

    /** Stands in a word between the id and the method. */
    private static final char SEPARATOR = '=';

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

    /**
     * What a PE is told of the case, {@code put:Longs=rma.LongsPutCases.put}: by it the PE finds the method without the
     * table, of which it would have to load every class.
     */
    String word() {
        return id + SEPARATOR + method.getDeclaringClass().getName().substring(KIT.length()) + '.' + method.getName();
    }

    /** The case of a {@link #word()}, or of an id; of the former without what only the table knows. */
    static CaseRef of(String word) {
        final int separator = word.indexOf(SEPARATOR);
        if (separator < 0) {
            return CaseTable.find(word);
        }
        final String id = word.substring(0, separator);
        final Method method = method(word.substring(separator + 1));
        final Case settings = method.getAnnotation(Case.class);
        final int variant = id.indexOf('#');
        final int pes = id.indexOf('@');
        return new CaseRef(
                id,
                id,
                id,
                method,
                variant < 0 ? "" : settings.each()[Integer.parseInt(id.substring(variant + 1))],
                pes < 0
                        ? settings.pes()[0]
                        : Integer.parseInt(id.substring(pes + 1, variant < 0 ? id.length() : variant)));
    }

    private static Method method(String name) {
        final int dot = name.lastIndexOf('.');
        try {
            return Class.forName(KIT + name.substring(0, dot)).getDeclaredMethod(name.substring(dot + 1), Checks.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the kit has no method " + name, e);
        }
    }

    Case settings() {
        return Objects.requireNonNull(method, id).getAnnotation(Case.class);
    }

    boolean isMissing() {
        return method == null;
    }

    /** The id without what tells variants apart, as {@code randomPrograms} of {@code randomPrograms@3}. */
    public String base() {
        return id.replaceAll("[@#].*", "");
    }

    /** The operation or method that the id begins with. */
    public String stem() {
        return id.replaceAll("[:@#].*", "");
    }

    /** The row of the table that the case is of. */
    public Optional<Surface.Row> row() {
        return Surface.row(stem());
    }

    /** The element type or size, as {@code Longs} or {@code 64}; empty if it has none. */
    public String type() {
        final String base = base();
        final int colon = base.indexOf(':');
        final String named = base.substring(colon + 1);
        if (colon >= 0) {
            return Surface.TYPES.contains(named) ? named : "";
        }
        return row().flatMap(row -> row.sizeOf(stem())).orElse("");
    }

    /** What the case holds an implementation to; what has no name in C is beyond the specification. */
    public Profile profile() {
        if (isMissing()) {
            return Profile.SPEC;
        }
        final Family family = Family.of(this);
        if (family == Family.DRAFTS) {
            return Profile.DRAFT;
        }
        final boolean isKnown = family.isOfSpecification() && row().stream().noneMatch(Surface.Row::isBeyond);
        return isKnown && settings().profile() == Profile.SPEC ? Profile.SPEC : Profile.JSHMEM;
    }

    List<String> environment() {
        return List.of(settings().environment()).stream()
                .map(setting -> setting.replace("{each}", each))
                .toList();
    }

    /** Whether the case makes sense on a transport. */
    public boolean runsOn(Transport transport) {
        return reasonAgainst(transport).isEmpty();
    }

    /** Why the case is not for a transport; empty if it is. */
    public String reasonAgainst(Transport transport) {
        if (!isMissing() && !List.of(settings().on()).contains(transport)) {
            return "not for this transport";
        }
        return !isMissing() && transport.isSingle() && settings().atLeast() > 1
                ? "needs " + settings().atLeast() + " PEs or more"
                : "";
    }

    /** Whether the case may run in a job with others. */
    boolean isSharing() {
        return !isMissing() && !settings().alone() && settings().environment().length == 0;
    }
}
