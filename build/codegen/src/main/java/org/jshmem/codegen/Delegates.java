package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the static façade's methods from the operations of the class behind it. */
final class Delegates {
    private static final String BEGIN = "// operations:begin";
    private static final String END = "// operations:end";
    private static final Pattern MODIFIERS = Pattern.compile("^public (final )?");

    private Delegates() {}

    /**
     * The static methods that call each operation of {@code source} on {@code target}, Javadoc included.
     *
     * @param source the text of the class
     * @param target an expression
     * @param first type and name of a parameter that comes before the others, or null
     */
    static String of(String source, String target, String first) {
        List<String> out = new ArrayList<>();
        List<String> javadoc = new ArrayList<>();
        StringBuilder signature = null;
        boolean inside = false;
        for (String line : source.lines().toList()) {
            String text = line.strip();
            if (text.equals(BEGIN) || text.equals(END)) {
                inside = text.equals(BEGIN);
            } else if (!inside) {
                continue;
            } else if (text.startsWith("/**") || text.startsWith("*")) {
                if (text.startsWith("/**")) {
                    javadoc.clear();
                }
                javadoc.add(line);
            } else if (MODIFIERS.matcher(text).lookingAt() || signature != null) {
                signature = signature == null ? new StringBuilder() : signature.append(' ');
                signature.append(text);
                if (text.endsWith("{")) {
                    out.addAll(first == null ? javadoc : withParameter(javadoc, first));
                    out.addAll(method(signature.toString(), target, first));
                    signature = null;
                }
            }
        }
        return String.join("\n", out);
    }

    /** The Javadoc with a line for a parameter that comes first. */
    private static List<String> withParameter(List<String> javadoc, String first) {
        String name = first.substring(first.lastIndexOf(' ') + 1);
        String line = "     * @param " + name + " the " + name;
        List<String> out = new ArrayList<>(javadoc);
        for (int i = 0; i < out.size(); i++) {
            if (out.get(i).contains("* @")) {
                out.add(i, line);
                return out;
            }
        }
        throw new IllegalArgumentException("no line for @param " + name + " in " + javadoc);
    }

    private static List<String> method(String signature, String target, String first) {
        int open = signature.indexOf('(');
        int close = signature.lastIndexOf(')');
        String[] head =
                MODIFIERS.matcher(signature.substring(0, open)).replaceFirst("").split(" ");
        String parameters = signature.substring(open + 1, close).strip();
        String arguments = parameters.isEmpty()
                ? ""
                : Arrays.stream(parameters.split(","))
                        .map(parameter -> parameter.substring(parameter.lastIndexOf(' ') + 1))
                        .collect(Collectors.joining(", "));
        String all = first == null ? parameters : parameters.isEmpty() ? first : first + ", " + parameters;
        String call = target + "." + head[1] + "(" + arguments + ");";
        return List.of(
                "    public static " + head[0] + " " + head[1] + "(" + all + ") {",
                "        " + (head[0].equals("void") ? "" : "return ") + call,
                "    }",
                "");
    }
}
