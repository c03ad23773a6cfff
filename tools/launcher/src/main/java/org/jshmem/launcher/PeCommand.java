package org.jshmem.launcher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jshmem.bootstrap.LauncherProtocol;

/** The command line and the environment of each PE. */
final class PeCommand {
    /** Main class of every PE; it prepares the process and calls the program's main. */
    static final String PE_MAIN = "org.jshmem.bootstrap.PeMain";

    private final PeJvm jvm;
    private final IntFunction<List<String>> cacheOptions;
    private final LaunchOptions options;
    private final JobIdentity identity;

    /**
     * The commands of a job.
     *
     * @param cacheOptions for each PE's number, which cache its JVM uses or makes
     */
    PeCommand(PeJvm jvm, IntFunction<List<String>> cacheOptions, LaunchOptions options, JobIdentity identity) {
        this.jvm = jvm;
        this.cacheOptions = cacheOptions;
        this.options = options;
        this.identity = identity;
    }

    List<String> arguments(int pe) {
        final List<String> command = new ArrayList<>();
        command.add(Installation.javaCommand().toString());
        command.addAll(jvm.options(pe, cacheOptions.apply(pe)));
        command.addAll(jvm.program().words(PE_MAIN));
        return command;
    }

    Map<String, String> environment(int pe) {
        final Map<String, String> environment = new LinkedHashMap<>();
        options.environment().forEach((name, value) -> environment.put(name, PeJvm.forPe(value, pe)));
        environment.put(LauncherProtocol.PE, Integer.toString(pe));
        environment.put(LauncherProtocol.NPES, Integer.toString(options.npes()));
        environment.put(LauncherProtocol.CONTROL, identity.socketName());
        environment.put(LauncherProtocol.SECRET, identity.secretText());
        environment.put(LauncherProtocol.LAUNCHER_PID, Long.toString(identity.launcherPid()));
        return environment;
    }
}
