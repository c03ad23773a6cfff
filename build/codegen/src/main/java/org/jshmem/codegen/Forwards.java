package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes methods that hand every {@code protected abstract} method of a class on to another object of it, between calls
 * of {@code before} and {@code after} that are told the operation, the PE and the bytes.
 *
 * <p>The names of parameters tell what they mean: {@code pe}; {@code bytes}; {@code blockBytes} of {@code nblocks};
 * {@code nelems}, or {@code bsize} of {@code nblocks}, of the method's array type; {@code elementBytes} or the
 * {@code type}'s of {@code nelems}, or of one; and failing those, the width in the method's name. Where no method has a
 * {@code pe}, {@code before} and {@code after} are not told of one. {@code after} is also told an offset in the heap of
 * the PE and the value of one element, if there is an offset. A method {@code fooBytes}, {@code fooElements} or
 * {@code fooValue} does the operation {@code foo}; what a method does whose first parameter is {@code operation} or
 * {@code inclusive}, is told by {@code operationOf} that parameter.
 */
final class Forwards {
    private static final String MODIFIERS = "protected abstract ";
    private static final Pattern WIDTH = Pattern.compile("(\\d+)$");
    private static final Pattern UNIT = Pattern.compile("(\\d+|Bytes|Elements|Value)$");

    /** First parameters that tell the operation, by {@code operationOf}. */
    private static final List<String> TELLING = List.of("operation", "inclusive");

    /** Parameters that are a place in the symmetric heap of the PE. */
    private static final List<String> OFFSETS = List.of("destOffset", "sourceOffset", "offset");

    /** Parameters that are a value of one element. */
    private static final List<String> VALUES = List.of("bits", "value", "operand", "signal");

    private static final Pattern ARRAY = Pattern.compile("\\b(byte|short|int|long|float|double)\\[\\]");

    /** Kernels that are named otherwise than the operation they serve. */
    private static final Map<String, String> OPERATIONS = Map.ofEntries(
            Map.entry("orderDeliveries", "fence"),
            Map.entry("completeAll", "quiet"),
            Map.entry("completeTo", "peQuiet"),
            Map.entry("store", "p"),
            Map.entry("load", "g"),
            Map.entry("copyTo", "put"),
            Map.entry("copyFrom", "get"),
            Map.entry("copyToNbi", "put"),
            Map.entry("copyFromNbi", "get"),
            Map.entry("blocksTo", "iput"),
            Map.entry("blocksFrom", "iget"),
            Map.entry("indexedTo", "put"),
            Map.entry("indexedFrom", "get"),
            Map.entry("atomicLoad", "atomicFetch"),
            Map.entry("updateSet", "atomicSet"),
            Map.entry("compareSwap", "atomicCompareSwap"),
            Map.entry("fetchSet", "atomicSwap"),
            Map.entry("updateAdd", "atomicAdd"),
            Map.entry("updateAnd", "atomicAnd"),
            Map.entry("updateOr", "atomicOr"),
            Map.entry("updateXor", "atomicXor"),
            Map.entry("fetchAdd", "atomicFetchAdd"),
            Map.entry("fetchAnd", "atomicFetchAnd"),
            Map.entry("fetchOr", "atomicFetchOr"),
            Map.entry("fetchXor", "atomicFetchXor"),
            Map.entry("reduceBy", "reduce"),
            Map.entry("scanBy", "scan"),
            Map.entry("anyTrue", "any"),
            Map.entry("allTrue", "all"));

    private Forwards() {}

    /**
     * A constant for each operation, then the methods.
     *
     * @param source the class whose methods are handed on
     * @param target what to
     * @param forwarder the class that hands on; methods that it has itself are left out
     */
    static String of(String source, String target, String forwarder) {
        Map<String, String> constants = new LinkedHashMap<>();
        List<String> methods = new ArrayList<>();
        String noPe = source.contains("int pe)") ? "Operation.NO_PE, " : "";
        StringBuilder signature = null;
        for (String line : source.lines().toList()) {
            String text = line.strip();
            if (text.startsWith(MODIFIERS) || signature != null) {
                signature = signature == null ? new StringBuilder() : signature.append(' ');
                signature.append(text);
                if (text.endsWith(";")) {
                    if (!forwarder.contains(" " + head(signature.toString())[1] + "(")) {
                        methods.addAll(
                                method(signature.toString(), operation(signature.toString(), constants), target, noPe));
                    }
                    signature = null;
                }
            }
        }
        return constants.entrySet().stream()
                        .map(entry -> "    private static final Operation " + entry.getValue() + " = Operation.of(\""
                                + entry.getKey() + "\");")
                        .collect(Collectors.joining("\n"))
                + "\n\n" + String.join("\n", methods);
    }

    /** An expression for the operation of a method, which adds what it needs to the constants. */
    private static String operation(String signature, Map<String, String> constants) {
        List<String> names = names(signature);
        if (!names.isEmpty() && TELLING.contains(names.get(0))) {
            return "operationOf(" + names.get(0) + ")";
        }
        String name = UNIT.matcher(head(signature)[1]).replaceAll("");
        String operation = OPERATIONS.getOrDefault(name, name);
        return constants.computeIfAbsent(operation, Forwards::constant);
    }

    private static String constant(String operation) {
        return operation.replaceAll("([A-Z])", "_$1").toUpperCase(java.util.Locale.ROOT);
    }

    private static String[] head(String signature) {
        return signature
                .substring(MODIFIERS.length(), signature.indexOf('('))
                .strip()
                .split(" ");
    }

    private static String parameters(String signature) {
        return signature
                .substring(signature.indexOf('(') + 1, signature.lastIndexOf(')'))
                .strip();
    }

    private static List<String> names(String signature) {
        String parameters = parameters(signature);
        return parameters.isEmpty()
                ? List.of()
                : Arrays.stream(parameters.split(","))
                        .map(parameter -> parameter.substring(parameter.lastIndexOf(' ') + 1))
                        .toList();
    }

    private static List<String> method(String signature, String operation, String target, String noPe) {
        String[] head = head(signature);
        String parameters = parameters(signature);
        List<String> names = names(signature);
        String observed = operation + ", " + (names.contains("pe") ? "pe, " : noPe) + "bytesOf";
        boolean returns = !head[0].equals("void");
        List<String> lines = new ArrayList<>(List.of(
                "    @Override",
                "    protected " + head[0] + " " + head[1] + "(" + qualified(parameters) + ") {",
                "        final long bytesOf = " + bytes(head[1], parameters, names) + ";",
                "        final long token = before(" + observed + ");",
                "        " + (returns ? "final " + head[0] + " result = " : "") + target + "." + head[1] + "("
                        + String.join(", ", names) + ");",
                "        after(" + after(operation, names, observed) + ", token);"));
        if (returns) {
            lines.add("        return result;");
        }
        lines.addAll(List.of("    }", ""));
        return lines;
    }

    /** With the place and the value, where there are such parameters. */
    private static String after(String operation, List<String> names, String observed) {
        if (!names.contains("pe")) {
            return observed;
        }
        return first(OFFSETS, names)
                .map(offset -> operation + ", pe, " + offset + ", bytesOf, "
                        + first(VALUES, names).orElse("0"))
                .orElse(observed);
    }

    private static Optional<String> first(List<String> wanted, List<String> names) {
        return wanted.stream().filter(names::contains).findFirst();
    }

    /** The master imports only what it uses itself. */
    private static String qualified(String parameters) {
        return parameters
                .replace("MemorySegment ", "java.lang.foreign.MemorySegment ")
                .replace("SignalOp ", "org.jshmem.SignalOp ")
                .replace("ElementKind ", "org.jshmem.spi.ElementKind ");
    }

    private static String bytes(String name, String parameters, List<String> names) {
        Matcher array = ARRAY.matcher(parameters);
        Matcher width = WIDTH.matcher(name);
        if (names.contains("bytes")) {
            return "bytes";
        } else if (names.contains("blockBytes")) {
            return "blockBytes * nblocks";
        } else if (names.contains("nelems") && array.find()) {
            return "(long) nelems * " + box(array.group(1)) + ".BYTES";
        } else if (names.contains("bsize") && array.find()) {
            return "(long) bsize * nblocks * " + box(array.group(1)) + ".BYTES";
        } else if (names.contains("elementBytes")) {
            return "elementBytes * nelems";
        } else if (names.contains("type")) {
            return names.contains("nelems") ? "nelems * type.bytes" : "type.bytes";
        }
        return width.find() ? Integer.toString(Integer.parseInt(width.group(1)) / Byte.SIZE) : "0";
    }

    private static String box(String primitive) {
        return primitive.equals("int")
                ? "Integer"
                : Character.toUpperCase(primitive.charAt(0)) + primitive.substring(1);
    }
}
