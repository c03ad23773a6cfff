package org.jshmem.tck;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jshmem.ShmemException;

/** The table of operations that the API carries in its jar, {@code org/jshmem/surface.tsv}. */
public final class Surface {
    /** The element types, as they appear in names. */
    public static final List<String> TYPES = List.of("Bytes", "Shorts", "Ints", "Longs", "Floats", "Doubles");

    /** The sizes, as they appear in names. */
    public static final List<String> SIZES = List.of("8", "16", "32", "64", "128");

    /** The sizes and {@code mem}, for bytes of any number. */
    static final List<String> SIZES_AND_MEM =
            Stream.concat(SIZES.stream(), Stream.of("mem")).toList();

    /** Begins a kind that names its element types: {@code typed:Ints+Longs}. */
    static final String SOME_TYPES = "typed:";

    /** Begins a kind whose operations take a value in place of arrays, of these element types: {@code value:Ints}. */
    static final String VALUES = "value:";

    private static final String RESOURCE = "org/jshmem/surface.tsv";

    private Surface() {}

    /**
     * A row.
     *
     * @param operation the operation's name in Java
     * @param row the row of the specification's inventory
     * @param routine the C routine
     * @param kinds its forms: typed, named, sized, mem, plain, or typed: or value: with element types
     * @param where on both, facade or context
     */
    public record Row(String operation, int row, String routine, List<String> kinds, String where) {
        /** The name with a size, or mem, after its first word: {@code put64Nbi}. */
        public String withSize(String size) {
            return operation.replaceFirst("^([a-z]+)", "$1" + size);
        }

        /** The size, or mem, that the operation's name has; empty if it has none. */
        public Optional<String> sizeOf(String name) {
            return SIZES_AND_MEM.stream()
                    .filter(size -> withSize(size).equals(name))
                    .findFirst();
        }

        /** Whether OpenSHMEM has no such routine. */
        boolean isBeyond() {
            return routine.equals("-");
        }

        private Stream<String> names() {
            return Stream.concat(
                    Stream.of(operation, operation + Coverage.VALUE),
                    SIZES_AND_MEM.stream().map(this::withSize));
        }
    }

    /** The row of an operation by its name, with a size or not, or with {@code Value} behind it. */
    public static Optional<Row> row(String name) {
        return Optional.ofNullable(Whole.BY_NAME.get(name));
    }

    /** All rows. */
    public static List<Row> rows() {
        return Whole.ROWS;
    }

    /** Read once, when it is first asked for. */
    private static final class Whole {
        static final List<Row> ROWS = read();
        static final Map<String, Row> BY_NAME = new HashMap<>();

        static {
            ROWS.forEach(row -> row.names().forEach(name -> BY_NAME.putIfAbsent(name, row)));
        }
    }

    private static List<Row> read() {
        try (InputStream in = Surface.class.getClassLoader().getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new ShmemException("no " + RESOURCE + " on the class path; the kit needs shmem-api there");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .map(cell ->
                            new Row(cell[0], Integer.parseInt(cell[1]), cell[2], List.of(cell[3].split(",")), cell[4]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
