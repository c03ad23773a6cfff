package org.jshmem.tck.c;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A routine of OpenSHMEM as a function of C.
 *
 * @param name the function's name
 * @param generic the name without type, size and {@code ctx_}, as {@code shmem_put_nbi}
 * @param type the element type; null if it has none
 * @param size the size in bits, or {@code mem}; empty if it has none
 * @param hasContext whether a context is the first parameter
 * @param result the type of the result
 * @param parameters their declarations; with {@code ...} at the end for any number
 */
public record Routine(
        String name,
        String generic,
        CType type,
        String size,
        boolean hasContext,
        String result,
        List<String> parameters) {

    /** The type of a pointer to it. */
    String pointerType() {
        return result + " (*)(" + (parameters.isEmpty() ? "void" : types()) + ")";
    }

    private String types() {
        return parameters.stream().map(Routine::typeOf).collect(Collectors.joining(", "));
    }

    /** A function that calls it with arguments of the types that it should have. */
    String caller() {
        final String arguments = parameters.stream()
                .filter(one -> !one.equals("..."))
                .map(Routine::nameOf)
                .collect(Collectors.joining(", "));
        final String declared =
                parameters.stream().filter(one -> !one.equals("...")).collect(Collectors.joining(", "));
        return result + " jshmem_call_" + name + "(" + (declared.isEmpty() ? "void" : declared) + ") { "
                + (result.equals("void") ? "" : "return ") + name + "(" + arguments + "); }";
    }

    /** The name of a parameter. */
    public static String nameOf(String parameter) {
        return parameter.replaceAll(".*[ *]", "");
    }

    /** The type of a parameter, which is declared with a name. */
    public static String typeOf(String parameter) {
        return parameter.equals("...")
                ? parameter
                : parameter.replaceAll("[A-Za-z_0-9]+$", "").strip();
    }
}
