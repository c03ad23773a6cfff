package org.jshmem.tck.defects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/**
 * Copies of some classes of the API in which a defect can be planted, for what does not reach the provider. Each change
 * replaces a piece of the source, which has to be there; a job that has the copies first on its class path runs them
 * instead of the API's own.
 */
public final class FaultyApi {
    private static final Path SOURCES = Path.of("../../shmem-api/src/main/java");
    private static final Path EXPANDED = Path.of("../../shmem-api/target/generated-sources/masters");

    private static final List<Change> CHANGES = List.of(
            new Change(
                    Defect.TEST_IS_ALWAYS_TRUE,
                    EXPANDED,
                    "PointToPoint",
                    "boolean holds = required(cmp).holds(",
                    "boolean holds = {} || required(cmp).holds("),
            new Change(
                    Defect.TEST_ALL_LEAVES_OUT_THE_LAST,
                    EXPANDED,
                    "PointToPoint",
                    "            if (status != null && status[i] != 0) {",
                    "            if (status != null && status[i] != 0 || {} && i == nelems - 1) {"),
            new Change(
                    Defect.TEST_ANY_IGNORES_THE_STATUS,
                    EXPANDED,
                    "PointToPoint",
                    "k - ((int) nelems - start);\n                if (status == null",
                    "k - ((int) nelems - start);\n                if ({} || status == null"),
            new Change(
                    Defect.TEST_SOME_IGNORES_THE_STATUS,
                    EXPANDED,
                    "PointToPoint",
                    "i < nelems; i++) {\n                if (status == null",
                    "i < nelems; i++) {\n                if ({} || status == null"),
            new Change(
                    Defect.WAIT_UNTIL_ANY_STARTS_AT_THE_FIRST,
                    EXPANDED,
                    "PointToPoint",
                    "start = (int) Math.unsignedMultiplyHigh(",
                    "start = {} ? 0 : (int) Math.unsignedMultiplyHigh("),
            new Change(
                    Defect.UNSIGNED_COMPARISON_HAS_A_SIGN,
                    SOURCES,
                    "Cmp",
                    "case GT_UNSIGNED -> Long.",
                    "case GT_UNSIGNED -> {} ? element > value : Long."),
            new Change(
                    Defect.VERSION_IS_ANOTHER,
                    EXPANDED,
                    "Shmem",
                    "new ShmemVersion(1, 6)",
                    "new ShmemVersion(1, {} ? 5 : 6)"),
            new Change(
                    Defect.CONTEXT_OPTIONS_ARE_NOT_CHECKED,
                    EXPANDED,
                    "Shmem",
                    "if ((options & ~KNOWN_OPTIONS) != 0)",
                    "if (!{} && (options & ~KNOWN_OPTIONS) != 0)"),
            new Change(
                    Defect.RANGES_END_ONE_TOO_FAR,
                    SOURCES,
                    "SymmetricArray",
                    "index <= length - nelems",
                    "index <= length - nelems + ({} ? 1 : 0)"));

    private FaultyApi() {}

    /** A change; {@code {}} in the replacement is whether the defect is planted. */
    private record Change(Defect defect, Path sources, String name, String original, String replacement) {
        Path file() {
            return sources.resolve("org/jshmem/" + name + ".java");
        }

        String applyTo(String source) {
            if (!source.contains(original)) {
                throw new IllegalStateException(file() + " has no \"" + original + "\" for " + defect);
            }
            return source.replace(
                    original,
                    replacement.replace("{}", "org.jshmem.tck.defects.Planted.is(\"" + defect.name() + "\")"));
        }
    }

    /** Writes and compiles the copies into a folder, and returns that of their classes. */
    public static Path compileInto(Path folder) throws IOException {
        final Map<Path, String> texts = new LinkedHashMap<>();
        for (Change change : CHANGES) {
            final String text =
                    texts.containsKey(change.file()) ? texts.get(change.file()) : Files.readString(change.file());
            texts.put(change.file(), change.applyTo(text));
        }
        final Path classes = Files.createDirectories(folder.resolve("classes"));
        final List<String> arguments = new ArrayList<>(List.of(
                "-nowarn",
                "-proc:none",
                "-parameters",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString()));
        for (Map.Entry<Path, String> text : texts.entrySet()) {
            final Path copy = folder.resolve(text.getKey().getFileName());
            Files.writeString(copy, text.getValue());
            arguments.add(copy.toString());
        }
        final int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(String[]::new));
        if (status != 0) {
            throw new IllegalStateException("the copies of the API's classes do not compile");
        }
        return classes;
    }
}
