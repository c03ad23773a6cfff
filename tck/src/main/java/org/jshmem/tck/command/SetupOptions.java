package org.jshmem.tck.command;

import java.util.Collection;
import org.jshmem.tck.Harness;
import org.jshmem.tck.Transport;
import picocli.CommandLine.Option;

/** The options that say how jobs are started. */
final class SetupOptions {
    @Option(
            names = "--launch",
            paramLabel = "COMMAND",
            description = "What starts a job: words, among them {n} for the number of PEs, {runtime} for the class path"
                    + " of kit and implementation, {java} and {main}, as in mpiexec -n {n} {java} -cp {runtime} {main}."
                    + " shmemrun unless given.")
    private String launch;

    @Option(
            names = "--single",
            paramLabel = "COMMAND",
            description = "What starts the one PE of the transport none; the java command unless given.")
    private String single;

    @Option(
            names = "--nodes",
            paramLabel = "COMMAND",
            description = "What starts a job of the transport nodes, on several nodes; --launch unless given.")
    private String nodes;

    @Option(
            names = "--topology",
            paramLabel = "NxM",
            description = "Where that puts PEs: 2x4 for two nodes that get four PEs in turn; 2x2 unless given.")
    private String topology;

    @Option(
            names = "--runtime",
            paramLabel = "PATH",
            description = "The class path {runtime}, of kit and implementation; this project's unless given.")
    private String runtime;

    @Option(
            names = "--session",
            description = "Keeps the default context in a session (shmem_ctx_session_start) during each case.")
    private boolean session;

    /** The harness is set up by system properties, so that builds and this command do it in the same way. */
    void configure() {
        set("launch", launch);
        set("single", single);
        set("nodes", nodes);
        set("topology", topology);
        set("runtime", runtime);
        set("session", session);
    }

    /** Checks that there is a command that starts jobs on several nodes, if they are needed. */
    void check(Collection<Transport> transports) {
        if (transports.contains(Transport.NODES)
                && nodes == null
                && launch == null
                && System.getProperty("jshmem.tck.nodes") == null) {
            throw new UsageException("--transport=nodes needs a command that starts PEs on several nodes, and shmemrun"
                    + " starts them all on this one; add --nodes=COMMAND");
        }
    }

    /** A harness for a transport. */
    static Harness harness(Transport transport) {
        try {
            return new Harness(transport);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--topology=" + System.getProperty("jshmem.tck.topology") + " is not NxM, as 2x4");
        }
    }

    /** Sets a property that is a number of things, unless there is no value. */
    static void setCount(String name, Integer value, String things) {
        if (value != null && value < 1) {
            throw new UsageException("--" + name + "=" + value + " is no number of " + things + "; give 1 or more");
        }
        set(name, value);
    }

    /** Sets a property of {@link org.jshmem.tck}, unless there is no value. */
    static void set(String name, Object value) {
        if (value != null) {
            System.setProperty("jshmem.tck." + name, value.toString());
        }
    }
}
