package org.jshmem.tck;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jshmem.ShmemException;

/** The table of operations that the API carries in its jar, {@code org/jshmem/surface.tsv}. */
public final class Surface {
    /** The element types, as they appear in names. */
    public static final List<String> TYPES = List.of("Bytes", "Shorts", "Ints", "Longs", "Floats", "Doubles");

    /** The sizes, as they appear in names. */
    public static final List<String> SIZES = List.of("8", "16", "32", "64", "128");

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
    }

    /** All rows. */
    public static List<Row> rows() {
        return Whole.ROWS;
    }

    /** Read once, when it is first asked for. */
    private static final class Whole {
        static final List<Row> ROWS = read();
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
