package org.jshmem.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The JVM of a PE: its options and its class path, the same for all PEs but for what {@code %{pe}} stands for. */
final class PeJvm {
    /**
     * Compiling what runs a few hundred times while a JVM starts is a sixth of a short job's time. A program's first
     * thousand calls take longer when they are compiled meanwhile, on the CPUs that the PEs need, than in the
     * interpreter. Loops are counted apart, and what computes is compiled as soon as ever. And with a few methods
     * queued for C2, HotSpot would profile less: from what it then knows C2 inlines less, and transfers allocate.
     *
     * <p>HotSpot's limit for inlining compiled methods (InlineSmallCode) stays: with less, the first barriers of a
     * program are faster, but in some runs small puts and gets end as calls of several layers, for ever.
     *
     * <p>The barrier is compiled once, and not again within each of its many callers. That halves the work of C2 in the
     * first second of a program that communicates. A call of a compiled method does not show in the time of a barrier.
     */
    private static final List<String> COMPILER_OPTIONS = List.of(
            "-XX:Tier3InvocationThreshold=2000",
            "-XX:Tier3MinInvocationThreshold=1500",
            "-XX:Tier3CompileThreshold=8000",
            "-XX:Tier3DelayOn=1000",
            "-XX:CompileCommand=quiet",
            "-XX:CompileCommand=dontinline,org.jshmem.internal.barrier.TeamBarrier::arriveAndAwait");

    private static final List<String> COLLECTOR_THREADS = List.of("-XX:ParallelGCThreads=", "-XX:ConcGCThreads=");

    private static final String SERIAL_COLLECTOR = "-XX:+UseSerialGC";
    private static final String TOOL_VARIABLE = "SHMEM_TOOL";
    private static final String TOOL_OPTION = "-Djshmem.tool=";

    /** Stands for the PE's number in a -J option or a -x value. */
    private static final String PE_PLACE_HOLDER = "%{pe}";

    private static final List<String> ARCHIVE_OPTIONS = List.of(
            "-Xshare",
            "-XX:SharedArchiveFile",
            "-XX:ArchiveClassesAtExit",
            "-XX:AOTCache",
            "-XX:AOTConfiguration",
            "-XX:DumpLoadedClassList",
            "-XX:SharedClassListFile");

    private final Installation installation;
    private final LaunchOptions options;
    private final Program program;
    private final JvmSizing sizing;

    PeJvm(Installation installation, LaunchOptions options, Program program, JvmSizing sizing) {
        this.installation = installation;
        this.options = options;
        this.program = program;
        this.sizing = sizing;
    }

    Program program() {
        return program;
    }

    /** Whether the user sets one of the two numbers of collector threads; the launcher then sets neither. */
    private boolean setsCollectorThreads(EnvironmentOptions environment) {
        return COLLECTOR_THREADS.stream()
                .anyMatch(option -> environment.set(option)
                        || options.jvmOptions().stream().anyMatch(own -> own.startsWith(option)));
    }

    /**
     * The options of the JVM and its class path or module path, which ends them.
     *
     * @param pe the PE's number
     * @param cacheOptions which cache it uses or makes
     */
    List<String> options(int pe, List<String> cacheOptions) {
        final EnvironmentOptions environment = environment();
        final List<String> all = new ArrayList<>();
        final String collector = collector(environment);
        if (collector == null) {
            all.add(SERIAL_COLLECTOR);
        }
        all.addAll(sizing.options(
                collector != null && !collector.equals(SERIAL_COLLECTOR) && !setsCollectorThreads(environment)));
        all.add("-XX:-UsePerfData");
        all.addAll(COMPILER_OPTIONS);
        all.removeIf(environment::set);
        all.addAll(cacheOptions);
        final ModuleProgram module = program.module();
        all.add("--enable-native-access=" + (module == null ? "ALL-UNNAMED" : ModuleProgram.NATIVE_MODULES));
        if (installation.nativeLibraries() != null) {
            // Otherwise JNA writes its library to a temporary file at every start, which takes 40 ms.
            all.add("-Djna.boot.library.path=" + installation.nativeLibraries());
        }
        all.add("--add-exports=java.base/jdk.internal.misc="
                + (module == null ? "ALL-UNNAMED" : ModuleProgram.MEMORY_MODULES));
        all.addAll(program.jvmOptions());
        // Last of the options, as the JVM takes the last of two that differ.
        options.jvmOptions().forEach(option -> all.add(forPe(option, pe)));
        if (module == null) {
            all.add("-cp");
            all.add(ProgramFinder.joined(classPath()));
            return all;
        }
        all.add("--add-modules=" + module.name());
        all.add("-p");
        all.add(ProgramFinder.joined(around(module.path(), usesTool() ? installation.watcherClassPath() : List.of())));
        if (!program.classPath().isEmpty()) {
            all.add("-cp");
            all.add(ProgramFinder.joined(program.classPath()));
        }
        return all;
    }

    private EnvironmentOptions environment() {
        return EnvironmentOptions.of(System.getenv(), options.environment());
    }

    /** The user's own choice of a collector, or null. */
    private String collector(EnvironmentOptions environment) {
        return Stream.concat(environment.words().stream(), options.jvmOptions().stream())
                .filter(option -> option.startsWith("-XX:+Use") && option.endsWith("GC"))
                .reduce((_, last) -> last)
                .orElse(null);
    }

    /**
     * An option by which the user says what archive to use, for messages, or null. The JVM takes one and refuses to
     * start with two.
     */
    String archiveOption() {
        return firstOption(ARCHIVE_OPTIONS);
    }

    /** The first of the user's options that begins with one of these, and where it is given; or null. */
    String firstOption(List<String> beginnings) {
        final Predicate<String> isSought = option -> beginnings.stream().anyMatch(option::startsWith);
        return Stream.concat(
                        options.jvmOptions().stream().filter(isSought).map(option -> "-J" + option),
                        environment().words().stream().filter(isSought).map(word -> word + " in the environment"))
                .findFirst()
                .orElse(null);
    }

    List<Path> classPath() {
        return around(program.classPath(), toolClassPath());
    }

    /** The class path with the jars that manifests of the program name; those of the library name none. */
    List<Path> jars() {
        return around(JarClosure.of(program.classPath()), toolClassPath());
    }

    private List<Path> toolClassPath() {
        return usesTool() ? installation.toolClassPath() : List.of();
    }

    private List<Path> around(List<Path> ofProgram, List<Path> ofTools) {
        final List<Path> entries = new ArrayList<>(installation.peClassPath());
        entries.addAll(ofProgram);
        entries.addAll(ofTools);
        return entries;
    }

    /** The library reads these names too; they are the same for all PEs. */
    private boolean usesTool() {
        return options.environment().containsKey(TOOL_VARIABLE)
                || System.getenv(TOOL_VARIABLE) != null
                || options.jvmOptions().stream().anyMatch(option -> option.startsWith(TOOL_OPTION));
    }

    static boolean differsByPe(String option) {
        return option.contains(PE_PLACE_HOLDER);
    }

    static String forPe(String text, int pe) {
        return text.replace(PE_PLACE_HOLDER, Integer.toString(pe));
    }
}
