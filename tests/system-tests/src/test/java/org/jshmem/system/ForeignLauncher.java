package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.testing.Requirement;

/**
 * The launchers of clusters, as a user calls them: they start {@code java} with the library's jars and the user's main
 * class.
 */
enum ForeignLauncher {
    /** MPICH's, over the socket that PEs inherit. */
    HYDRA(Requirement.HYDRA, "mpiexec.hydra"),
    /** MPICH's, over a port. */
    HYDRA_PORT(Requirement.HYDRA, "mpiexec.hydra", "-pmi-port"),
    /** Open MPI's; env keeps it from looking at java's arguments. */
    OPEN_MPI(Requirement.OPENMPI, openMpi(), "--oversubscribe"),
    /** Open MPI's for OpenSHMEM, whose library connects the PEs. */
    OSHRUN(Requirement.OSHMEM, "oshrun", "--oversubscribe", "--bind-to", "none"),
    /** Slurm's, over PMI-1. */
    SLURM_PMI2(Requirement.SLURM, "srun", "-K", "--mpi=pmi2"),
    /** The same, which does not end a job when a PE fails. */
    SLURM_LENIENT(Requirement.SLURM, "srun", "--mpi=pmi2"),
    /** Slurm's, over PMIx. */
    SLURM_PMIX(Requirement.SLURM, "srun", "-K", "--mpi=pmix"),
    /** Slurm's, without what PEs need. */
    SLURM_NONE(Requirement.SLURM, "srun", "--mpi=none");

    /** Some runs take 50 s of idle time: a host without a sign of life is given up after so long. */
    private static final long TIMEOUT_SECONDS = 90;

    private static final int MOST_RUNS = 3;
    private static final Path HOME =
            Path.of("../../build/distribution/target/jshmem").toAbsolutePath().normalize();
    private static final Path TEST_CLASSES = Path.of("target/test-classes").toAbsolutePath();
    private static final Path BIN = Path.of("../../bin").toAbsolutePath().normalize();
    private static final List<String> HOSTS = List.of("hostA", "hostB", "hostC", "hostD");

    private final Requirement requirement;
    private final String command;

    ForeignLauncher(Requirement requirement, String... command) {
        this.requirement = requirement;
        this.command = String.join(" ", command);
    }

    /** How a job ended, what it printed on both streams, and how long it took. */
    record Result(int status, String text, long seconds) {
        void assertContains(String words) {
            assertTrue(text.contains(words), text);
        }
    }

    private List<String> words() {
        return List.of(command.split(" ", -1));
    }

    /** Where several MPIs are installed, Debian has a name for each. */
    private static String openMpi() {
        return isCommand("mpirun.openmpi") ? "mpirun.openmpi" : "mpirun";
    }

    /** Leaves a test out where there is no such launcher. */
    void need() {
        requirement.need();
    }

    /** Leaves a test out where there are no test hosts. */
    static void needHosts() {
        Requirement.HOSTS.need();
    }

    private static boolean isCommand(String name) {
        for (String directory : System.getenv("PATH").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(directory, name))) {
                return true;
            }
        }
        return false;
    }

    /** Runs a job of three PEs that ends in one of the ways of {@link Ends}. */
    Result ends(Path directory, String how) throws IOException, InterruptedException {
        return run(directory, 3, java(Ends.class.getName(), how));
    }

    Result run(Path directory, int npes, String... java) throws IOException, InterruptedException {
        return run(directory, npes, Map.of(), java);
    }

    /** Runs a job on this machine. */
    Result run(Path directory, int npes, Map<String, String> environment, String... java)
            throws IOException, InterruptedException {
        need();
        final List<String> line = new ArrayList<>(words());
        line.addAll(List.of("-n", Integer.toString(npes)));
        line.addAll(List.of("env"));
        if (this == OSHRUN) {
            line.add("SHMEM_TRANSPORT=oshmem");
        }
        environment.forEach((name, value) -> line.add(name + "=" + value));
        line.addAll(List.of(java));
        return run(directory, line);
    }

    /**
     * Runs a job on test hosts of its own, so many PEs on each. A proxy of Hydra now and then fails an assertion of its
     * own while PEs end, and loses what they say and their status; then the job runs again.
     */
    Result runOnHosts(Path directory, int hosts, int ppn, String... java) throws IOException, InterruptedException {
        final List<String> line = new ArrayList<>(List.of(BIN + "/hosts", "with", Integer.toString(hosts)));
        line.addAll(onHosts(HOSTS.subList(0, hosts), ppn, java));
        Result result = run(directory, line);
        for (int i = 1; i < MOST_RUNS && result.text().contains("assert (!closed) failed"); i++) {
            result = run(directory, line);
        }
        return result;
    }

    /** The command, for the first of these test hosts, that starts so many PEs on each. */
    List<String> onHosts(List<String> names, int ppn, String... java) {
        final List<String> line = new ArrayList<>();
        switch (this) {
            case HYDRA, HYDRA_PORT -> {
                line.addAll(words());
                line.addAll(List.of("-launcher", "ssh", "-launcher-exec", BIN + "/hosts", "-iface", "eth0"));
                line.addAll(List.of("-hosts", String.join(",", names), "-ppn", Integer.toString(ppn)));
            }
            case OPEN_MPI, OSHRUN -> {
                line.addAll(words());
                line.addAll(List.of("--mca", "plm_rsh_agent", BIN + "/hosts"));
                line.addAll(List.of("--mca", "oob_tcp_if_include", "eth0", "--host"));
                line.add(String.join(":" + ppn + ",", names) + ":" + ppn);
            }
            case SLURM_PMI2, SLURM_LENIENT, SLURM_PMIX, SLURM_NONE -> {
                line.add(BIN + "/slurm");
                line.addAll(words());
                line.addAll(List.of("-N", Integer.toString(names.size()), "--ntasks-per-node=" + ppn));
            }
        }
        line.addAll(List.of("-n", Integer.toString(names.size() * ppn), "env"));
        if (this == OSHRUN) {
            line.add("SHMEM_TRANSPORT=oshmem");
        }
        line.addAll(List.of(java));
        return line;
    }

    /** Runs a script of the shell on the first of so many test hosts; $HOSTS is the command that made them. */
    static Result runScriptOnHosts(Path directory, int hosts, String script) throws IOException, InterruptedException {
        return run(
                directory,
                List.of(
                        "env",
                        "HOSTS=" + BIN + "/hosts",
                        BIN + "/hosts",
                        "with",
                        Integer.toString(hosts),
                        "bash",
                        "-c",
                        script));
    }

    /** The java command of a PE, with the start cache, as {@code shmemrun --print-java-options} has it. */
    static String[] java(String... arguments) {
        final List<String> java = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-XX:AOTCache=" + HOME + "/lib/pe.aot",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:ArchiveRelocationMode=0",
                "-XX:-AOTReplayTraining",
                "-Xlog:aot=off,cds=off",
                "--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "-Djna.boot.library.path=" + HOME + "/lib/native",
                "-cp",
                preparedClassPath()));
        java.addAll(List.of(arguments));
        return java.toArray(String[]::new);
    }

    /** The java command of a PE, as a user writes it. */
    static String[] plainJava(String... arguments) {
        final List<String> java = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath()));
        java.addAll(List.of(arguments));
        return java.toArray(String[]::new);
    }

    /** For which the start cache was made: the jars by their names. */
    static String preparedClassPath() {
        try (Stream<Path> files = Files.list(HOME.resolve("lib/pe"))) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                            .sorted()
                            .map(Path::toString)
                            .collect(Collectors.joining(":"))
                    + ":" + examples() + ":" + TEST_CLASSES;
        } catch (IOException e) {
            throw new UncheckedIOException(HOME + " is to be laid out first", e);
        }
    }

    /** As a user writes it. */
    static String classPath() {
        return HOME + "/lib/pe/*:" + HOME + "/lib/examples.jar:" + TEST_CLASSES;
    }

    /** Where the examples are. */
    static Path examples() {
        return HOME.resolve("lib/examples.jar");
    }

    private static Result run(Path directory, List<String> line) throws IOException, InterruptedException {
        // A launcher that cannot start its helpers may ignore a TERM.
        final List<String> whole = new ArrayList<>(List.of("timeout", "-k", "5", Long.toString(TIMEOUT_SECONDS)));
        whole.addAll(line);
        final Path output = directory.resolve("output");
        final ProcessBuilder builder = new ProcessBuilder(whole)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        allowRoot(builder);
        final long startNs = System.nanoTime();
        final Process process = builder.start();
        final boolean ended = process.waitFor(TIMEOUT_SECONDS + 15, TimeUnit.SECONDS);
        final long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        final String text = Files.readString(output);
        assertTrue(ended && seconds < TIMEOUT_SECONDS, () -> "not ended in time: " + whole + "\n" + text);
        return new Result(process.exitValue(), text, seconds);
    }

    /** Open MPI wants to be told twice. */
    static void allowRoot(ProcessBuilder builder) {
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    }
}
