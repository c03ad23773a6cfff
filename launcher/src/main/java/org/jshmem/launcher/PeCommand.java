package org.jshmem.launcher;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command line and the environment of each PE. */
final class PeCommand {
    /** Main class of every PE; it prepares the process and calls the program's main. */
    static final String PE_MAIN = "org.jshmem.internal.boot.PeMain";

    /**
     * Compiling what runs a few hundred times while a JVM starts is a sixth of a short job's time; loops are counted apart, and
     * what computes is compiled as soon as ever. And with a few methods queued for C2, HotSpot would profile less: from what it
     * then knows C2 inlines less, and transfers allocate.
     */
    private static final List<String> COMPILER_OPTIONS = List.of(
            "-XX:Tier3InvocationThreshold=1000",
            "-XX:Tier3MinInvocationThreshold=500",
            "-XX:Tier3CompileThreshold=5000",
            "-XX:Tier3DelayOn=1000");

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

    private final Distribution distribution;
    private final LaunchOptions options;
    private final Program program;
    private final JobIdentity identity;

    PeCommand(Distribution distribution, LaunchOptions options, Program program, JobIdentity identity) {
        this.distribution = distribution;
        this.options = options;
        this.program = program;
        this.identity = identity;
    }

    List<String> arguments(int pe) {
        final List<String> command = new ArrayList<>();
        command.add(Distribution.javaCommand().toString());
        addOwnOptions(command);
        options.jvmOptions().forEach(option -> command.add(forPe(option, pe)));
        command.add("-cp");
        command.add(classPath());
        command.add(PE_MAIN);
        command.add(program.mainClass());
        command.addAll(program.arguments());
        return command;
    }

    Map<String, String> environment(int pe) {
        final Map<String, String> environment = new LinkedHashMap<>();
        options.environment().forEach((name, value) -> environment.put(name, forPe(value, pe)));
        environment.put("JSHMEM_PE", Integer.toString(pe));
        environment.put("JSHMEM_NPES", Integer.toString(options.npes()));
        environment.put("JSHMEM_CONTROL", identity.socketName());
        environment.put("JSHMEM_SECRET", identity.secretText());
        environment.put("JSHMEM_LAUNCHER_PID", Long.toString(identity.launcherPid()));
        return environment;
    }

    private void addOwnOptions(List<String> command) {
        if (options.jvmOptions().stream().noneMatch(PeCommand::choosesCollector)) {
            command.add("-XX:+UseSerialGC");
        }
        command.add("-XX:-UsePerfData");
        command.addAll(COMPILER_OPTIONS);
        if (Files.isRegularFile(distribution.peAotCache())
                && options.jvmOptions().stream().noneMatch(PeCommand::choosesArchive)) {
            command.add("-XX:AOTCache=" + distribution.peAotCache());
            // Mapped where it was laid out for, it needs no patching and its pages are shared by all PEs.
            command.add("-XX:+UnlockDiagnosticVMOptions");
            command.add("-XX:ArchiveRelocationMode=0");
            // To compile at once what the training run found hot costs a short program more than it gains.
            command.add("-XX:-AOTReplayTraining");
            // A cache that does not fit the user's options is left out by the JVM; that is nobody's error.
            command.add("-Xlog:aot=off,cds=off");
        }
        command.add("--enable-native-access=ALL-UNNAMED");
    }

    private static boolean choosesCollector(String option) {
        return option.startsWith("-XX:+Use") && option.endsWith("GC");
    }

    /** The JVM takes one archive and refuses to start with two. */
    private static boolean choosesArchive(String option) {
        return ARCHIVE_OPTIONS.stream().anyMatch(option::startsWith);
    }

    private String classPath() {
        final List<String> entries = new ArrayList<>();
        for (Path jar : distribution.peClassPath()) {
            entries.add(jar.toString());
        }
        for (Path entry : program.classPath()) {
            entries.add(entry.toString());
        }
        if (usesTool()) {
            distribution.toolClassPath().forEach(jar -> entries.add(jar.toString()));
        }
        return String.join(File.pathSeparator, entries);
    }

    /** The library reads these names too; they are the same for all PEs. */
    private boolean usesTool() {
        return options.environment().containsKey(TOOL_VARIABLE)
                || System.getenv(TOOL_VARIABLE) != null
                || options.jvmOptions().stream().anyMatch(option -> option.startsWith(TOOL_OPTION));
    }

    private static String forPe(String text, int pe) {
        return text.replace(PE_PLACE_HOLDER, Integer.toString(pe));
    }
}
