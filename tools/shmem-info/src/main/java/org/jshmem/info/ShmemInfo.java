package org.jshmem.info;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.config.Setting;
import org.jshmem.libfabric.FabricException;
import org.jshmem.oshmem.OpenShmem;
import org.jshmem.transport.ofi.provider.Fabrics;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code shmem-info}: prints what the library is, its settings with their values, and the networks of this host. */
@Command(
        name = "shmem-info",
        description = "Says what this JSHMEM is, what its settings are, and what networks this host has.",
        sortOptions = false)
public final class ShmemInfo implements Callable<Integer> {
    private static final int FAILED = 1;

    @Spec
    private CommandSpec command;

    @Option(
            names = "--fabrics",
            description = "the networks that libfabric has here, what they can do, and which a job would use")
    private boolean fabrics;

    @Option(
            names = "--bug-report",
            description = "what a report of a defect needs: this machine, its limits and launchers, the settings that"
                    + " are not the defaults, and the networks")
    private boolean bugReport;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "this help")
    @SuppressWarnings("UnusedVariable") // picocli looks at it
    private boolean help;

    private ShmemInfo() {}

    /**
     * Prints and ends the JVM.
     *
     * @param arguments see {@code shmem-info -h}
     */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new ShmemInfo());
    }

    @Override
    public Integer call() {
        final PrintWriter out = command.commandLine().getOut();
        try {
            final Configuration configuration = Configuration.ofProcess();
            if (fabrics) {
                out.print(Fabrics.describe(configuration));
            } else if (bugReport) {
                reportTo(out, configuration);
            } else {
                out.println(Shmem.infoGetName() + ", OpenSHMEM " + Shmem.infoGetVersion());
                out.println("java " + Runtime.version() + ", " + System.getProperty("os.arch") + ", "
                        + Runtime.getRuntime().availableProcessors() + " CPUs");
                out.print(configuration.describe());
                if (configuration.nativeLibrary() != null) {
                    out.println("C library of OpenSHMEM: " + OpenShmem.check(configuration.nativeLibrary())
                            + " has all functions that JSHMEM calls");
                }
            }
            out.flush();
            for (String warning : configuration.warnings()) {
                command.commandLine().getErr().println("shmem-info: " + warning);
            }
            return 0;
        } catch (ShmemException | FabricException | IllegalStateException e) {
            command.commandLine().getErr().println("shmem-info: " + e.getMessage());
            return FAILED;
        }
    }

    private static void reportTo(PrintWriter out, Configuration configuration) {
        out.println(Shmem.infoGetName() + ", OpenSHMEM " + Shmem.infoGetVersion());
        Machine.describe().forEach(out::println);
        out.println("settings");
        for (Setting setting : Setting.values()) {
            if (configuration.isSet(setting) && !configuration.get(setting).equals(setting.fallback())) {
                out.println("  " + setting.variable() + "=" + configuration.shown(setting));
            }
        }
        out.println("networks");
        try {
            out.print(Fabrics.describe(configuration).indent(2));
        } catch (ShmemException | FabricException e) {
            out.println("  " + e.getMessage());
        }
    }
}
