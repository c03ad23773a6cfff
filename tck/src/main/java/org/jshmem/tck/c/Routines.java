package org.jshmem.tck.c;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All routines of OpenSHMEM 1.6, but for deprecated ones, by the table {@code routines.txt}. */
public final class Routines {
    private static final String RESOURCE = "routines.txt";

    private static final List<String> BITS = List.of("8", "16", "32", "64", "128");

    /** What stands in the name for the element type and for the size. */
    private static final String TYPE = "{T}";

    private static final String SIZE = "{S}";

    private Routines() {}

    /** All, in the order of the table. */
    public static List<Routine> all() {
        return Whole.ALL;
    }

    /** Those of a name without type, size and context. */
    public static List<Routine> of(String generic) {
        return Whole.BY_GENERIC.getOrDefault(generic, List.of());
    }

    private static final class Whole {
        static final List<Routine> ALL = read();
        static final Map<String, List<Routine>> BY_GENERIC =
                ALL.stream().collect(Collectors.groupingBy(Routine::generic));
    }

    private static List<Routine> read() {
        try (InputStream in = Routines.class.getResourceAsStream(RESOURCE)) {
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .flatMap(cells -> expand(cells).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Routine> expand(String... cells) {
        final List<Routine> routines = new ArrayList<>();
        final boolean hasContexts = cells[1].equals("yes");
        for (boolean withContext : hasContexts ? new boolean[] {false, true} : new boolean[] {false}) {
            switch (cells[0]) {
                case "-" -> routines.add(routine(null, "", withContext, cells));
                case "SIZES" -> {
                    BITS.forEach(size -> routines.add(routine(null, size, withContext, cells)));
                    routines.add(routine(null, "mem", withContext, cells));
                }
                case "BITS" -> BITS.forEach(size -> routines.add(routine(null, size, withContext, cells)));
                case "MEM" -> routines.add(routine(null, "mem", withContext, cells));
                default ->
                    CType.Group.valueOf(cells[0])
                            .types()
                            .forEach(type -> routines.add(routine(type, "", withContext, cells)));
            }
        }
        return routines;
    }

    private static Routine routine(CType type, String size, boolean withContext, String... cells) {
        final String plain =
                cells[3].replace(TYPE, type == null ? "" : type.inNames()).replace(SIZE, size);
        final Function<String, String> typed =
                text -> type == null ? text : text.replaceAll("\\bT\\b", type.declaration);
        final List<String> parameters = new ArrayList<>();
        if (withContext) {
            parameters.add("shmem_ctx_t ctx");
        }
        if (!cells[4].equals("void")) {
            Arrays.stream(cells[4].split(", ")).map(typed).forEach(parameters::add);
        }
        return new Routine(
                withContext ? plain.replaceFirst("shmem_", "shmem_ctx_") : plain,
                cells[3].replace(TYPE + "_", "").replace(SIZE, ""),
                type,
                size,
                withContext,
                typed.apply(cells[2]),
                List.copyOf(parameters));
    }
}
