package org.jshmem.codegen;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The element types of the typed API and how a master, which is written for {@code double}, is rewritten for each.
 *
 * <p>Masters are written for {@code double} because that word never means an index, a length or a size. In a master,
 * {@code double} is the primitive, {@code Double} on its own the box, {@code Doubles} the plural in names, and
 * {@code load64}, {@code get64Volatile} and all other names that end in 64 or in that and a memory order are the raw
 * accesses of the element's width, {@code 64 bits} in comments. {@code DoubleStream} is the stream that holds the
 * elements, of which {@code java.util.stream} has three. The interfaces of {@code java.util.function}, which has none
 * for {@code float}, are ours for that type.
 */
enum ElementType {
    BYTE("byte", "Byte", Byte.SIZE, "Int"),
    SHORT("short", "Short", Short.SIZE, "Int"),
    INT("int", "Integer", Integer.SIZE, "Int"),
    LONG("long", "Long", Long.SIZE, "Long"),
    FLOAT("float", "Float", Float.SIZE, "Double"),
    DOUBLE("double", "Double", Double.SIZE, "Double");

    private static final Pattern RAW_ACCESS = Pattern.compile("\\b([a-z]\\w*)64(Volatile|Acquire|Release)?\\b");
    private static final Pattern INTEGERS = Pattern.compile("(?s) *// integers:begin\\n.*?// integers:end\\n");
    private static final Pattern INTEGER_MARK = Pattern.compile(" *// integers:(begin|end)\\n");
    private static final Pattern BOX = Pattern.compile("\\bDouble\\b");

    private final String primitive;
    private final String box;
    private final int bits;
    private final String streamed;

    ElementType(String primitive, String box, int bits, String streamed) {
        this.primitive = primitive;
        this.box = box;
        this.bits = bits;
        this.streamed = streamed;
    }

    /** The types with these primitives' names; all for none. */
    static List<ElementType> named(List<String> primitives) {
        if (primitives.isEmpty()) {
            return List.of(values());
        }
        return primitives.stream()
                .map(primitive -> valueOf(primitive.toUpperCase(Locale.ROOT)))
                .toList();
    }

    /** The name in compound identifiers: {@code Int} in {@code mallocInts}. */
    String camel() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /** The text without what is for other types. */
    String select(String text) {
        final boolean isInteger = this != FLOAT && this != DOUBLE;
        return isInteger
                ? INTEGER_MARK.matcher(text).replaceAll("")
                : INTEGERS.matcher(text).replaceAll("");
    }

    /** The master's text for this type. */
    String rewrite(String master) {
        if (this == DOUBLE) {
            return master;
        }
        String text = RAW_ACCESS.matcher(master).replaceAll("$1" + bits + "$2").replace("64 bits", bits + " bits");
        text = BOX.matcher(text).replaceAll(box);
        return text.replace("Double", camel())
                .replace(camel() + "Stream", streamed + "Stream")
                .replace("java.util.function.Float", "org.jshmem.Float")
                .replace("double", primitive)
                .replace("DOUBLE", name());
    }
}
