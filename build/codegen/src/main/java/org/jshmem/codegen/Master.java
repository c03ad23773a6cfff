package org.jshmem.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One hand-written master file and its expansion.
 *
 * <p>A master is a template in the syntax of Java: it need not compile by itself. Lines that hold only one of these
 * comments direct the expansion and vanish from the output:
 *
 * <ul>
 *   <li>{@code // typed:begin} … {@code // typed:end}: the lines between, written for {@code double}, are repeated for
 *       every {@link ElementType}, or for those named: {@code // typed:begin int long};
 *   <li>{@code // sized:begin mem 8 64} … {@code // sized:end}: the lines between, written for 64-bit elements, are
 *       repeated for each size named; {@code mem} stands for bytes; the documentation shows {@code mem} and 64;
 *   <li>{@code // named:begin And Or Xor} … {@code // named:end}: the lines between, written for the first name, are
 *       repeated for each; {@code And} stands for a part of a name, {@code AND}, {@code _and}, {@code ::and},
 *       {@code and(} and {@code andAll} are its other forms; may be inside of another region;
 *   <li>{@code // forms:begin source} … {@code // forms:end}: each method between is written in all its forms, with and
 *       without indices, where {@code source} is a symmetric array, a Java array or a segment (see {@link Forms}); may
 *       be inside of another region, and around a named one;
 *   <li>{@code // arrays:begin source} … {@code // arrays:end}: the same without segments; of two parameters both are
 *       symmetric arrays or both are Java arrays;
 *   <li>{@code // sides:begin source} … {@code // sides:end}: the lines between are repeated for {@code source} as a
 *       symmetric array, a Java array and a segment, and nothing else; may be inside of another region;
 *   <li>{@code // delegates: ShmemContext CTX_DEFAULT}: a static method for every {@code public final} method of that
 *       class between {@code // operations:begin} and {@code // operations:end}, with its Javadoc, calling the same
 *       method on that field; with a last word, as in {@code // delegates: ShmemTeam existing(team) team}, on that
 *       parameter, which comes first;
 *   <li>{@code // forwards: ContextKernel target}: a method for every {@code protected abstract} method of that class,
 *       handing it on to that field (see {@link Forwards}).
 * </ul>
 */
final class Master {
    private static final String TYPED_BEGIN = "// typed:begin";
    private static final String TYPED_END = "// typed:end";
    private static final String SIZED_BEGIN = "// sized:begin";
    private static final String SIZED_END = "// sized:end";

    /** The sizes that the documentation shows. */
    private static final List<String> SHOWN_SIZES = List.of("mem", "64");

    private static final String NAMED_BEGIN = "// named:begin";
    private static final String NAMED_END = "// named:end";

    private static final String FORMS_BEGIN = "// forms:begin";
    private static final String FORMS_END = "// forms:end";
    private static final String ARRAYS_BEGIN = "// arrays:begin";
    private static final String ARRAYS_END = "// arrays:end";
    private static final String SIDES_BEGIN = "// sides:begin";
    private static final String SIDES_END = "// sides:end";

    private Master() {}

    /** Expands the regions of a master; directives other than regions stay for {@link Delegates}. */
    static String expandRegions(String master) {
        String named = expand(master, NAMED_BEGIN, NAMED_END);
        String formed = expand(named, FORMS_BEGIN, FORMS_END, ARRAYS_BEGIN, ARRAYS_END, SIDES_BEGIN, SIDES_END);
        return expand(formed, TYPED_BEGIN, TYPED_END, SIZED_BEGIN, SIZED_END);
    }

    /** Regions of some kinds, given as begin and end. */
    private static String expand(String master, String... kinds) {
        List<String> out = new ArrayList<>();
        List<String> region = null;
        String opening = null;
        for (String line : master.lines().toList()) {
            String directive = line.strip();
            if (isOneOf(directive, kinds, 0)) {
                require(region == null, "regions do not nest: " + directive);
                region = new ArrayList<>();
                opening = directive;
            } else if (isOneOf(directive, kinds, 1)) {
                require(region != null, directive + " without its begin");
                repeat(opening, String.join("\n", region), out);
                region = null;
            } else if (region != null) {
                region.add(line);
            } else {
                out.add(line);
            }
        }
        require(region == null, "a region is not closed: " + opening);
        return String.join("\n", out) + "\n";
    }

    private static boolean isOneOf(String directive, String[] kinds, int first) {
        for (int i = first; i < kinds.length; i += 2) {
            if (directive.startsWith(kinds[i])) {
                return true;
            }
        }
        return false;
    }

    private static void repeat(String opening, String region, List<String> out) {
        if (opening.startsWith(TYPED_BEGIN)) {
            List<ElementType> types = ElementType.named(arguments(opening, TYPED_BEGIN));
            for (ElementType type : types) {
                String text = type.rewrite(region);
                out.add(type == types.get(types.size() - 1) ? text : hidden(text));
            }
            return;
        }
        if (opening.startsWith(NAMED_BEGIN)) {
            List<String> names = arguments(opening, NAMED_BEGIN);
            for (String name : names) {
                out.add(rename(region, names.get(0), name));
            }
            return;
        }
        if (opening.startsWith(FORMS_BEGIN)) {
            out.add(Forms.of(region, arguments(opening, FORMS_BEGIN), true));
            return;
        }
        if (opening.startsWith(ARRAYS_BEGIN)) {
            out.add(Forms.of(region, arguments(opening, ARRAYS_BEGIN), false));
            return;
        }
        if (opening.startsWith(SIDES_BEGIN)) {
            out.add(Forms.sides(region, arguments(opening, SIDES_BEGIN).get(0)));
            return;
        }
        for (String size : arguments(opening, SIZED_BEGIN)) {
            String text = resize(region, size);
            out.add(SHOWN_SIZES.contains(size) ? text : hidden(text));
        }
    }

    /** With Javadoc that an IDE shows, and that the documentation leaves out. */
    private static String hidden(String region) {
        return region.replaceAll("( *)/\\*\\* (.*) \\*/", "$1/**\n$1 * $2\n$1 */")
                .replaceAll("( *) \\*/", "$1 * @hidden\n$1 */");
    }

    private static String rename(String region, String from, String to) {
        return region.replace(from, to)
                .replace(from.toUpperCase(Locale.ROOT), to.toUpperCase(Locale.ROOT))
                .replace("_" + from.toLowerCase(Locale.ROOT), "_" + to.toLowerCase(Locale.ROOT))
                .replace("::" + from.toLowerCase(Locale.ROOT), "::" + to.toLowerCase(Locale.ROOT))
                .replaceAll("\\b" + from.toLowerCase(Locale.ROOT) + "(?=All\\b|\\()", to.toLowerCase(Locale.ROOT));
    }

    private static List<String> arguments(String directive, String name) {
        return Arrays.stream(directive.substring(name.length()).split(" "))
                .filter(argument -> !argument.isEmpty())
                .toList();
    }

    private static String resize(String region, String size) {
        if (size.equals("mem")) {
            return region.replace("64-bit elements", "bytes")
                    .replace("64 / Byte.SIZE", "1")
                    .replace("64", "mem");
        }
        return region.replace("64", size);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
