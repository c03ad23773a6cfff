package org.jshmem.tck.c;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A C library that is judged: which routines it declares, and a small shared library that its own compiler wrapper has
 * made. The small library is linked with the C library. It has a function for each constant and each predefined handle,
 * since these may be macros, variables or constants of the C library.
 */
public final class Subject {
    /** Begins the name of the function that returns a constant. */
    public static final String CONSTANT = "jshmem_constant_";

    /** Begins the name of the function that stores a handle. */
    public static final String HANDLE = "jshmem_handle_";

    /** Names the directory of the files that PEs need. */
    static final String DIRECTORY = "jshmem.tck.c.subject";

    private static final String LIBRARY = "libjshmem-subject.so";
    private static final String FILE = "subject.properties";
    private static final String MISSING = "missing.";
    private static final String NEEDS_DATA = "needs-data";

    private static final List<String> CONSTANTS = List.of(
            "SHMEM_CMP_EQ",
            "SHMEM_CMP_NE",
            "SHMEM_CMP_GT",
            "SHMEM_CMP_GE",
            "SHMEM_CMP_LT",
            "SHMEM_CMP_LE",
            "SHMEM_SIGNAL_SET",
            "SHMEM_SIGNAL_ADD",
            "SHMEM_CTX_SERIALIZED",
            "SHMEM_CTX_PRIVATE",
            "SHMEM_CTX_NOSTORE",
            "SHMEM_CTX_SESSION_BATCH",
            "SHMEM_CTX_SESSION_TOTAL_OPS",
            "SHMEM_THREAD_SINGLE",
            "SHMEM_THREAD_FUNNELED",
            "SHMEM_THREAD_SERIALIZED",
            "SHMEM_THREAD_MULTIPLE",
            "SHMEM_MALLOC_ATOMICS_REMOTE",
            "SHMEM_MALLOC_SIGNAL_REMOTE",
            "SHMEM_TEAM_NUM_CONTEXTS",
            "CHAR_MIN");

    private static final List<String> TEAMS = List.of("SHMEM_TEAM_WORLD", "SHMEM_TEAM_SHARED", "SHMEM_TEAM_INVALID");

    /** What is a number, too: its name and the expression. */
    private static final Map<String, String> SIZES = Map.of(
            "context_bytes", "sizeof(shmem_ctx_t)",
            "team_bytes", "sizeof(shmem_team_t)",
            "config_bytes", "sizeof(shmem_team_config_t)",
            "config_num_contexts", "offsetof(shmem_team_config_t, num_contexts)",
            "session_bytes", "sizeof(shmem_ctx_session_config_t)",
            "session_total_ops", "offsetof(shmem_ctx_session_config_t, total_ops)");

    private static final String HEADER =
            "#include <limits.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n#include <shmem.h>\n";

    private final Path directory;
    private final Properties properties;

    private Subject(Path directory, Properties properties) {
        this.directory = directory;
        this.properties = properties;
    }

    /**
     * Finds out about a library.
     *
     * @param oshcc the command that compiles its programs
     * @param directory for files that PEs need
     * @param without routines that are not to be called, although the library has them
     * @return what was found
     * @throws IllegalArgumentException if the command does not compile, or there is no such routine
     * @throws IOException if a file cannot be written
     */
    public static Subject probe(String oshcc, Path directory, Collection<String> without) throws IOException {
        final Compiler compiler = new Compiler(oshcc);
        final Properties properties = new Properties();
        for (String routine : without) {
            if (Routines.all().stream().noneMatch(one -> one.name().equals(routine))) {
                throw new IllegalArgumentException(
                        "--without=" + routine + " is no routine of OpenSHMEM 1.6 in C, as" + " shmem_ctx_create is");
            }
            properties.setProperty(MISSING + routine, "left out by --without");
        }
        findRoutines(compiler, directory, properties);
        properties.setProperty(NEEDS_DATA, Boolean.toString(!isOpenMpi(compiler, directory)));
        final Path source = directory.resolve("subject.c");
        final List<String> lines = constants();
        without(compiler, source, lines);
        compiler.link(source, directory.resolve(LIBRARY));
        try (Writer out = Files.newBufferedWriter(directory.resolve(FILE))) {
            properties.store(out, null);
        }
        return new Subject(directory, properties);
    }

    /** What the PEs of a job are to judge; empty if they judge a library of Java. */
    public static Optional<Subject> ofProcess() {
        return OfProcess.SUBJECT;
    }

    /** Read once. */
    private static final class OfProcess {
        static final Optional<Subject> SUBJECT = read();

        private static Optional<Subject> read() {
            try {
                final String directory = System.getProperty(DIRECTORY);
                return directory == null ? Optional.empty() : Optional.of(load(Path.of(directory)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** What {@link #probe} has found before. */
    private static Subject load(Path directory) throws IOException {
        final Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(directory.resolve(FILE))) {
            properties.load(in);
        }
        return new Subject(directory, properties);
    }

    /** The shared library to load. */
    public Path library() {
        return directory.resolve(LIBRARY);
    }

    /** Whether the library is to see some static data of the program; Open MPI is to see none. */
    public boolean needsData() {
        return Boolean.parseBoolean(properties.getProperty(NEEDS_DATA));
    }

    /** Why a routine cannot be called, in a few words; empty if the header declares it. */
    public String missing(String routine) {
        return properties.getProperty(MISSING + routine, "");
    }

    /** All routines that cannot be called, with the reason. */
    public Map<String, String> missing() {
        final Map<String, String> missing = new LinkedHashMap<>();
        for (String key : new TreeSet<>(properties.stringPropertyNames())) {
            if (key.startsWith(MISSING)) {
                missing.put(key.substring(MISSING.length()), properties.getProperty(key));
            }
        }
        return missing;
    }

    /** Writes lines to a file; those with an error become empty. Returns the errors by line of the list. */
    private static Map<Integer, String> without(Compiler compiler, Path source, List<String> lines) throws IOException {
        final Map<Integer, String> bad = new LinkedHashMap<>();
        final int before = (int) HEADER.lines().count();
        Map<Integer, String> errors;
        do {
            Files.writeString(source, HEADER + String.join("\n", lines) + "\n");
            errors = compiler.errors(source);
            for (Map.Entry<Integer, String> error : errors.entrySet()) {
                final int line = error.getKey() - before - 1;
                if (line < 0 || line >= lines.size()) {
                    throw new IllegalArgumentException("the header shmem.h does not compile: " + error.getValue());
                }
                bad.putIfAbsent(line, error.getValue());
                lines.set(line, "");
            }
        } while (!errors.isEmpty());
        return bad;
    }

    private static void findRoutines(Compiler compiler, Path directory, Properties properties) throws IOException {
        final List<Routine> routines = Routines.all();
        final List<String> assertions = routines.stream()
                .map(one -> "_Static_assert(__builtin_types_compatible_p(__typeof__(&" + one.name() + "), "
                        + one.pointerType() + "), \"type\");")
                .collect(Collectors.toCollection(ArrayList::new));
        final Path source = directory.resolve("routines.c");
        final Map<Integer, String> others = without(compiler, source, assertions);
        final List<Routine> doubtful =
                others.keySet().stream().map(routines::get).toList();
        final List<String> callers =
                doubtful.stream().map(Routine::caller).collect(Collectors.toCollection(ArrayList::new));
        without(compiler, source, callers)
                .forEach((line, error) -> properties.setProperty(
                        MISSING + doubtful.get(line).name(),
                        error.contains("implicit") || error.contains("undeclared") || error.contains("unknown type")
                                ? "not declared"
                                : "declared with other parameters"));
    }

    /** By a macro of its header. */
    private static boolean isOpenMpi(Compiler compiler, Path directory) throws IOException {
        final String test = "long jshmem_version(void) { return OSHMEM_MAJOR_VERSION; }";
        return without(compiler, directory.resolve("openmpi.c"), new ArrayList<>(List.of(test)))
                .isEmpty();
    }

    private static List<String> constants() {
        final List<String> lines = new ArrayList<>();
        CONSTANTS.forEach(name -> lines.add(number(name, name)));
        SIZES.forEach((name, expression) -> lines.add(number(name, expression)));
        // So that the linker keeps the C library.
        lines.add("void jshmem_link(void) { shmem_init(); }");
        lines.add(handle("SHMEM_CTX_DEFAULT", "shmem_ctx_t"));
        TEAMS.forEach(name -> lines.add(handle(name, "shmem_team_t")));
        return lines;
    }

    private static String number(String name, String expression) {
        return "long " + CONSTANT + name + "(void) { return (long) (" + expression + "); }";
    }

    private static String handle(String name, String type) {
        return "void " + HANDLE + name + "(" + type + " *at) { *at = " + name + "; }";
    }
}
