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

    /** The static methods that call each operation of {@code source} on {@code target}, Javadoc included. */
    static String of(String source, String target) {
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
                    out.addAll(javadoc);
                    out.addAll(method(signature.toString(), target));
                    signature = null;
                }
            }
        }
        return String.join("\n", out);
    }

    private static List<String> method(String signature, String target) {
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
        String call = target + "." + head[1] + "(" + arguments + ");";
        return List.of(
                "    public static " + head[0] + " " + head[1] + "(" + parameters + ") {",
                "        " + (head[0].equals("void") ? "" : "return ") + call,
                "    }",
                "");
    }
}
