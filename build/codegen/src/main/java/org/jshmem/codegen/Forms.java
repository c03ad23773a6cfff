package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes the forms of an operation from one method, which has every index and takes symmetric arrays.
 *
 * <p>The forms differ in three ways:
 *
 * <ul>
 *   <li><b>Memory.</b> A parameter that the directive names may be something else than a symmetric array. A
 *       {@code SymmetricDoubles} becomes a Java array, then a segment. A {@code SymmetricArray} becomes a segment;
 *       where the directive names two parameters, first one of them does, then both. The body stays as it is: it calls
 *       methods that are overloaded for these types.
 *   <li><b>Indices.</b> Each of these also has a form without the parameters named {@code index} or {@code …Index},
 *       which calls the other with 0 for each.
 *   <li><b>Length.</b> Where a Java array has a {@code nelems} and no strides, there is a form without it, for the
 *       whole array.
 * </ul>
 *
 * <p>The first method keeps its Javadoc; the Javadoc of all others refers to it.
 */
final class Forms {
    private static final String DOUBLES = "SymmetricDoubles";
    private static final String ANY_ARRAY = "SymmetricArray";
    private static final String JAVA_ARRAY = "double[]";
    private static final String SEGMENT = "java.lang.foreign.MemorySegment";
    private static final Pattern INDEX = Pattern.compile("index|\\w+Index");

    private final Method model;
    private final boolean segments;
    private final List<String> out = new ArrayList<>();

    private Forms(Method model, boolean segments) {
        this.model = model;
        this.segments = segments;
    }

    /**
     * All forms of the methods in a region.
     *
     * @param region the text
     * @param names the parameters that may be other memory than a symmetric array
     * @param segments whether that may be a segment; otherwise all of them are Java arrays at once
     */
    static String of(String region, List<String> names, boolean segments) {
        return Method.in(region).stream()
                .map(method -> new Forms(method, segments).all(names))
                .collect(Collectors.joining("\n"));
    }

    /**
     * The region, once for each type that its parameters of a name may have.
     *
     * @param region the text
     * @param name the parameter
     */
    static String sides(String region, String name) {
        String symmetric = DOUBLES + " " + name;
        return String.join(
                "\n",
                region,
                region.replace(symmetric, JAVA_ARRAY + " " + name),
                region.replace(symmetric, SEGMENT + " " + name));
    }

    private String all(List<String> names) {
        out.addAll(model.lines());
        withoutIndices(model, "");
        boolean isTyped = !names.isEmpty() && model.typeOf(names.get(0)).equals(DOUBLES);
        if (isTyped && !segments) {
            withJavaArrays(names);
        } else if (isTyped) {
            String name = names.get(0);
            withMemory(model.with(name, JAVA_ARRAY), ", with a Java array for {@code " + name + "}");
            wholeArrays(model.with(name, JAVA_ARRAY), names);
            withMemory(model.with(name, SEGMENT), ", with a segment for {@code " + name + "}");
        } else {
            withSegments(names);
        }
        return String.join("\n", out);
    }

    private void withJavaArrays(List<String> names) {
        Method form = model;
        for (String name : names) {
            form = form.with(name, JAVA_ARRAY);
        }
        withMemory(form, ", with a Java array for {@code " + String.join("} and {@code ", names) + "}");
        wholeArrays(form, names);
    }

    private void withSegments(List<String> names) {
        Method form = model;
        String which = "";
        for (String name : names) {
            form = form.with(name, SEGMENT);
            which += (which.isEmpty() ? ", with a segment for {@code " : " and for {@code ") + name + "}";
            withMemory(form, which);
        }
    }

    private void withMemory(Method form, String difference) {
        out.addAll(form.documented(reference(difference)).lines());
        withoutIndices(form, difference);
    }

    private void withoutIndices(Method form, String difference) {
        List<String> arguments = new ArrayList<>();
        List<Parameter> kept = new ArrayList<>();
        for (Parameter parameter : form.parameters()) {
            boolean isIndex = INDEX.matcher(parameter.name()).matches();
            arguments.add(isIndex ? "0" : parameter.name());
            if (!isIndex) {
                kept.add(parameter);
            }
        }
        if (kept.size() < arguments.size()) {
            out.addAll(form.calling(reference(difference + ", at index 0"), kept, arguments));
        }
    }

    private void wholeArrays(Method form, List<String> arrays) {
        List<String> counts = arrays.size() == 1 ? List.of("nelems") : List.of("nsend", "nrecv");
        List<String> names = form.parameters().stream().map(Parameter::name).toList();
        if (!names.containsAll(counts) || names.contains("dst")) {
            return;
        }
        List<String> arguments = new ArrayList<>();
        List<Parameter> kept = new ArrayList<>();
        for (Parameter parameter : form.parameters()) {
            if (INDEX.matcher(parameter.name()).matches()) {
                arguments.add("0");
            } else if (counts.contains(parameter.name())) {
                String array = arrays.get(counts.indexOf(parameter.name()));
                arguments.add("wholeLength(\"" + array + "\", " + array + ")");
            } else {
                arguments.add(parameter.name());
                kept.add(parameter);
            }
        }
        out.addAll(form.calling(
                reference(", with all elements of a Java array for {@code " + String.join("} and {@code ", arrays)
                        + "}, at index 0"),
                kept,
                arguments));
    }

    /** The Javadoc of another form; none where the model has none. */
    private List<String> reference(String difference) {
        if (model.javadoc().isEmpty()) {
            return List.of();
        }
        String types = model.parameters().stream().map(Parameter::type).collect(Collectors.joining(", "));
        return List.of("    /** As {@link #" + model.name() + "(" + types + ")}" + difference + ". */");
    }

    /** A parameter of a method. */
    private record Parameter(String type, String name) {
        static Parameter of(String text) {
            int space = text.lastIndexOf(' ');
            return new Parameter(text.substring(0, space).strip(), text.substring(space + 1));
        }

        @Override
        public String toString() {
            return type + " " + name;
        }
    }

    /**
     * A method: its Javadoc, {@code public final void put}, its parameters, and the lines from its brace on, if any.
     */
    private record Method(List<String> javadoc, String head, List<Parameter> parameters, List<String> body) {
        private static final Pattern SIGNATURE = Pattern.compile("(.*?)\\((.*)\\) ?([{;])");

        static List<Method> in(String region) {
            List<Method> methods = new ArrayList<>();
            List<String> javadoc = new ArrayList<>();
            List<String> lines = region.lines().toList();
            int i = 0;
            while (i < lines.size()) {
                String text = lines.get(i).strip();
                if (text.startsWith("/**") || text.startsWith("*")) {
                    javadoc.add(lines.get(i++));
                } else if (text.isEmpty()) {
                    i++;
                } else {
                    int end = endOfSignature(lines, i);
                    String signature =
                            lines.subList(i, end).stream().map(String::strip).collect(Collectors.joining(" "));
                    int endOfBody = signature.endsWith("{") ? endOfBody(lines, end) : end;
                    methods.add(of(List.copyOf(javadoc), signature, lines.subList(end, endOfBody)));
                    javadoc.clear();
                    i = endOfBody;
                }
            }
            return methods;
        }

        private static int endOfSignature(List<String> lines, int start) {
            for (int i = start; i < lines.size(); i++) {
                if (lines.get(i).endsWith("{") || lines.get(i).endsWith(";")) {
                    return i + 1;
                }
            }
            throw new IllegalArgumentException("no method: " + lines.get(start));
        }

        private static int endOfBody(List<String> lines, int start) {
            for (int i = start; i < lines.size(); i++) {
                if (lines.get(i).equals("    }")) {
                    return i + 1;
                }
            }
            throw new IllegalArgumentException("a method does not end: " + lines.get(start));
        }

        private static Method of(List<String> javadoc, String signature, List<String> body) {
            Matcher matcher = SIGNATURE.matcher(signature);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("forms are made of methods only: " + signature);
            }
            return new Method(
                    javadoc,
                    matcher.group(1),
                    Arrays.stream(matcher.group(2).split(","))
                            .map(String::strip)
                            .map(Parameter::of)
                            .toList(),
                    List.copyOf(body));
        }

        String name() {
            return head.substring(head.lastIndexOf(' ') + 1);
        }

        String typeOf(String name) {
            return parameters.stream()
                    .filter(parameter -> parameter.name.equals(name))
                    .map(Parameter::type)
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no parameter " + name + " of " + head));
        }

        /** The method with a parameter of another type. */
        Method with(String name, String type) {
            String symmetric = typeOf(name);
            if (!symmetric.equals(DOUBLES) && !symmetric.equals(ANY_ARRAY)) {
                throw new IllegalArgumentException(symmetric + " " + name + " of " + head + " is no symmetric array");
            }
            return new Method(
                    javadoc,
                    head,
                    parameters.stream()
                            .map(parameter -> parameter.name.equals(name) ? new Parameter(type, name) : parameter)
                            .toList(),
                    body);
        }

        Method documented(List<String> otherJavadoc) {
            return new Method(otherJavadoc, head, parameters, body);
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>(javadoc);
            lines.add("    " + head + "(" + list(parameters) + ")" + (body.isEmpty() ? ";" : " {"));
            lines.addAll(body);
            lines.add("");
            return lines;
        }

        /** A method with some of the parameters that calls this one. */
        List<String> calling(List<String> otherJavadoc, List<Parameter> kept, List<String> arguments) {
            String returned = head.contains("void ") ? "" : "return ";
            String call = "        " + returned + name() + "(" + String.join(", ", arguments) + ");";
            return new Method(otherJavadoc, head, kept, body.isEmpty() ? body : List.of(call, "    }")).lines();
        }

        private static String list(List<Parameter> parameters) {
            return parameters.stream().map(Parameter::toString).collect(Collectors.joining(", "));
        }
    }
}
