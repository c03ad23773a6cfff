package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A job of {@link Restless} on test hosts, and a fault that befalls it at a random moment. */
final class Round implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 4;

    /** With which lost packets, sent again after longer and longer times, do not look like silence. */
    private static final int PATIENT_SECONDS = 60;

    /**
     * The pulse of a silent PE is taken every quarter of the timeout; a report of a hang asks each PE for up to 5
     * seconds.
     */
    private static final int END_SECONDS = TIMEOUT_SECONDS + TIMEOUT_SECONDS / 4 + 5 + 4;

    private static final int START_SECONDS = 40;
    private static final int LAUNCHER_SECONDS = 5;
    private static final int MOST_DELAY_MS = 700;
    private static final int LOSS_MS = 3000;

    /** What the library says of a failure: the operation, the PE, and the provider or the timeout. */
    private static final Pattern FAILED = Pattern.compile("jshmem: PE (\\d+) \\(pid \\d+\\) failed: (.*)");

    private static final Pattern REASON = Pattern.compile("\\S.* with PE \\d+ failed on the network \\(\\S+\\): \\S.*"
            + "|the network \\(\\S+\\) has been silent for \\d+ seconds \\(SHMEM_TIMEOUT\\), while this PE waited"
            + " for \\S.* with PE \\d+"
            + "|the last exchange of shutdown\\(\\), by the launcher, has not ended within .*"
            + "|PE \\d+, on the same node, has ended; .*"
            + "|it waited for longer than SHMEM_TIMEOUT=\\d+ seconds for \\S.*");

    /** What init() says where a PE ends, or its host has lost its interface, before the network is there. */
    private static final Pattern START_REASON =
            Pattern.compile("uncaught org\\.jshmem\\.ShmemException: .*(has ended|PMI|launcher|no network for PEs).*");

    private static final Pattern PE = Pattern.compile("\\bPE (\\d+)");

    private final Path directory;
    private final Hosts hosts;
    private final int ppn;
    private final Fault fault;
    private final boolean again;
    private final Random random;
    private final Process launcher;
    private final long[] pids;
    private boolean launcherHangs;
    private String account = "";

    Round(
            Path directory,
            ForeignLauncher kind,
            String provider,
            int count,
            int ppn,
            Fault fault,
            boolean again,
            long seed)
            throws IOException, InterruptedException {
        this.directory = directory;
        this.ppn = ppn;
        this.fault = fault;
        this.again = again;
        this.random = new Random(seed);
        this.pids = new long[count * ppn];
        this.hosts = new Hosts(count);
        final List<String> java = new ArrayList<>(List.of(
                "SHMEM_TIMEOUT=" + (fault == Fault.DROP_SOME ? PATIENT_SECONDS : TIMEOUT_SECONDS),
                "SHMEM_SYMMETRIC_SIZE=4M",
                "'SHMEM_OFI_PROVIDER=" + provider + "'")); // as of ssh, a shell takes the line
        java.addAll(List.of(ForeignLauncher.java(
                "-XX:ErrorFile=" + directory + "/hs_err_%p",
                Restless.class.getName(),
                directory.toString(),
                Long.toString(seed),
                again ? "again" : "once")));
        final List<String> line = new ArrayList<>(List.of("hostA", "exec"));
        line.addAll(kind.onHosts(hosts.names(), ppn, java.toArray(String[]::new)));
        final ProcessBuilder builder = hosts.command(line.toArray(String[]::new))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(directory.resolve("output").toFile());
        ForeignLauncher.allowRoot(builder);
        this.launcher = builder.start();
    }

    Path directory() {
        return directory;
    }

    Hosts hosts() {
        return hosts;
    }

    /** The process of a PE. */
    long pid(int pe) {
        return pids[pe];
    }

    /** The host of a PE. */
    String host(int pe) {
        return hosts.names().get(pe / ppn);
    }

    /** The PEs of a PE's host. */
    List<Integer> besides(int pe) {
        return IntStream.range(pe / ppn * ppn, (pe / ppn + 1) * ppn).boxed().toList();
    }

    /** Lets the fault befall a random PE, and sees how the job ends; returns an account of it. */
    String play() throws Exception {
        awaitStart();
        Thread.sleep(random.nextInt(MOST_DELAY_MS));
        final int pe = random.nextInt(pids.length);
        final long startNs = System.nanoTime();
        final List<Integer> lost = fault.strike(this, pe);
        account = (again ? "starting again and again, " : "") + fault + " "
                + (fault.cuts() || fault == Fault.DROP_SOME ? host(pe) : "PE " + pe) + ":";
        if (fault == Fault.DROP_SOME) {
            goOn(pe);
        } else {
            awaitEnd(lost, startNs);
            endLauncher(pe);
            final boolean isNamed = isReasonGiven(lost);
            assertTrue(isNamed || again, () -> "nobody names a PE of " + lost + said());
        }
        assertNothingLeft();
        return account;
    }

    private void awaitStart() throws Exception {
        for (int pe = 0; pe < pids.length; pe++) {
            final Path told = directory.resolve("pe-" + pe);
            await(START_SECONDS, "PE " + pe + " has not started", () -> Files.exists(told) || !launcher.isAlive());
            assertTrue(Files.exists(told), () -> "the job has ended before it started" + said());
            pids[pe] = Long.parseLong(Files.readString(told));
        }
    }

    /** Packets are lost for a while: the job is slow, and goes on. */
    private void goOn(int pe) throws Exception {
        Thread.sleep(LOSS_MS);
        assertTrue(launcher.isAlive(), () -> "ended by lost packets" + said());
        fault.heal(this, pe);
        Files.createFile(directory.resolve("stop"));
        final long startNs = System.nanoTime();
        await(PATIENT_SECONDS, "did not go on", () -> !launcher.isAlive());
        account += " went on, ended in order after " + secondsSince(startNs);
        assertEquals(0, launcher.exitValue(), this::said);
    }

    private void awaitEnd(List<Integer> lost, long startNs) throws Exception {
        for (int pe = 0; pe < pids.length; pe++) {
            final int one = pe;
            if (fault != Fault.STOP_PE || !lost.contains(pe)) {
                await(END_SECONDS, "PE " + pe + " has not ended", () -> !isAlive(pids[one]));
            }
        }
        account += " PEs ended after " + secondsSince(startNs);
    }

    /** A launcher may not end as long as it waits for a host that is cut off; that is its own affair. */
    private void endLauncher(int pe) throws Exception {
        if (!launcher.waitFor(LAUNCHER_SECONDS, TimeUnit.SECONDS)) {
            account += ", launcher not";
            launcherHangs = true;
            fault.heal(this, pe);
            if (!launcher.waitFor(LAUNCHER_SECONDS, TimeUnit.SECONDS)) {
                account += ", nor with the network back";
                assertTrue(fault.cuts(), () -> "the launcher has not ended" + said());
                launcher.destroy();
                if (!launcher.waitFor(LAUNCHER_SECONDS, TimeUnit.SECONDS)) {
                    account += ", nor by a TERM";
                    launcher.destroyForcibly().waitFor();
                }
            }
        }
        account += ", status " + launcher.exitValue();
        assertNotEquals(0, launcher.exitValue(), this::said);
    }

    /** Some survivor has named a PE that was lost, with the reason; of a death the launcher may have spoken first. */
    private boolean isReasonGiven(List<Integer> lost) {
        final Matcher failed = FAILED.matcher(said());
        final Set<String> speakers = new TreeSet<>();
        boolean isNamed = false;
        while (failed.find()) {
            speakers.add(failed.group(1));
            assertTrue(isReason(failed.group(2)), () -> "no reason: " + failed.group(2) + said());
            if (!lost.contains(Integer.parseInt(failed.group(1)))) {
                isNamed |= PE.matcher(failed.group(2))
                        .results()
                        .anyMatch(pe -> lost.contains(Integer.parseInt(pe.group(1))));
            }
        }
        account += ", said by PEs " + speakers;
        final boolean isTold = fault.isDeath() && isToldByLauncher(lost);
        account += isNamed ? "" : isTold ? ", the launcher said who" : ", nobody said who";
        return isNamed || isTold;
    }

    private boolean isReason(String text) {
        return REASON.matcher(text).matches()
                || again && START_REASON.matcher(text).matches();
    }

    /**
     * Hydra says "PID 17 RUNNING AT hostB", mpirun "process rank 3 with PID 0 on node hostB exited", on one line or
     * two.
     */
    private boolean isToldByLauncher(List<Integer> lost) {
        final String output = read(directory.resolve("output"));
        return lost.stream()
                .anyMatch(pe -> output.contains("PID " + pid(pe) + " RUNNING AT " + host(pe))
                        || output.matches("(?s).*process rank " + pe + " with PID \\d+ on\\s+node " + host(pe) + ".*"));
    }

    private void assertNothingLeft() throws Exception {
        await(LAUNCHER_SECONDS, "processes are left", () -> processes().stream().allMatch(this::isOfLauncher));
        assertEquals(List.of(), hosts.sharedFiles(), this::said);
        try (Stream<Path> files = Files.list(directory)) {
            assertFalse(
                    files.anyMatch(file -> file.getFileName().toString().matches("hs_err.*|core.*")),
                    () -> "a JVM has crashed" + said());
        }
    }

    /** What a launcher that was cut off from a host left there; {@link #close} ends it. */
    private boolean isOfLauncher(String process) {
        return launcherHangs && !process.contains(Restless.class.getName());
    }

    private List<String> processes() {
        try {
            return hosts.processes();
        } catch (IOException e) {
            return List.of(e.toString());
        }
    }

    private void await(int seconds, String otherwise, BooleanSupplier condition) throws InterruptedException {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                fail(otherwise + " within " + seconds + " seconds; " + account + said());
            }
            Thread.sleep(5);
        }
    }

    /** A process that nobody has waited for yet has ended too. */
    private static boolean isAlive(long pid) {
        final String stat = read(Path.of("/proc/" + pid + "/stat"));
        return !stat.isEmpty() && stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
    }

    private static String secondsSince(long ns) {
        return String.format("%.1f s", (System.nanoTime() - ns) / 1e9);
    }

    /** All that was said, for the report. */
    String said() {
        final StringBuilder text = new StringBuilder("\nprocesses: " + processes());
        for (File file : sorted(directory.toFile().listFiles())) {
            if (file.getName().matches("output|said-.*|hs_err.*")) {
                text.append("\n--- ").append(file.getName()).append('\n').append(read(file.toPath()));
            }
        }
        return text.toString();
    }

    private static File[] sorted(File[] files) {
        Arrays.sort(files);
        return files;
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() throws IOException {
        launcher.destroyForcibly();
        hosts.close();
    }
}
