package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where PEs can be reached: on the interface that was chosen, and on no other. */
@Tag(QuickFilter.FULL)
@Timeout(120)
class ListenTest {
    private static final int SECONDS = 40;
    private static final String LISTENING = "0A";
    private static final int ADDRESS = 1;
    private static final int STATE = 3;
    private static final int INODE = 9;

    @TempDir
    private Path directory;

    /** The hosts have a second interface besides, and the loopback one. */
    @Tag(Draw.DRAWN)
    @ParameterizedTest
    @ValueSource(strings = {"tcp;ofi_rxm", "net"})
    void shouldListenOnTheChosenInterfaceOnly(String provider) throws Exception {
        ForeignLauncher.HYDRA.need();
        ForeignLauncher.needHosts();
        try (Hosts hosts = new Hosts(2)) {
            for (String host : hosts.names()) {
                hosts.change(
                        host,
                        "ip link add eth1 type veth peer name eth2 && ip addr add 10.20.31.1/24 dev eth1 && ip link"
                                + " set eth1 up");
            }
            final Process launcher = start(hosts, provider);
            try {
                for (int pe = 0; pe < 2; pe++) {
                    // 10.20.30.1 and 10.20.30.2, as the kernel writes them
                    assertEquals(Set.of("0" + (pe + 1) + "1E140A"), listening(awaitPid(launcher, pe)), output());
                }
                Files.createFile(directory.resolve("stop"));
                assertTrue(launcher.waitFor(SECONDS, TimeUnit.SECONDS), this::output);
                assertEquals(0, launcher.exitValue(), this::output);
            } finally {
                launcher.destroyForcibly();
            }
        }
    }

    private Process start(Hosts hosts, String provider) throws IOException {
        final List<String> java =
                new ArrayList<>(List.of("SHMEM_OFI_PROVIDER='" + provider + "'", "SHMEM_OFI_INTERFACE=eth0"));
        java.addAll(List.of(ForeignLauncher.java(Restless.class.getName(), directory.toString(), "1", "once")));
        final List<String> line = new ArrayList<>(List.of("hostA", "exec"));
        line.addAll(ForeignLauncher.HYDRA.onHosts(hosts.names(), 1, java.toArray(String[]::new)));
        return hosts.command(line.toArray(String[]::new))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(directory.resolve("output").toFile())
                .start();
    }

    private long awaitPid(Process launcher, int pe) throws IOException, InterruptedException {
        final Path told = directory.resolve("pe-" + pe);
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (!Files.exists(told)) {
            assertTrue(launcher.isAlive() && System.nanoTime() - deadline < 0, () -> "not started: " + output());
            Thread.sleep(5);
        }
        return Long.parseLong(Files.readString(told));
    }

    /**
     * The addresses, in hexadecimal digits, at which a process waits for connections; without what it has from its
     * launcher.
     */
    private static Set<String> listening(long pid) throws IOException {
        final Set<String> sockets = sockets(pid);
        sockets.removeAll(sockets(ProcessHandle.of(pid)
                .flatMap(ProcessHandle::parent)
                .orElseThrow()
                .pid()));
        final Set<String> addresses = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
                final String[] words = line.strip().split("\\s+", -1);
                if (words[STATE].equals(LISTENING) && sockets.contains("socket:[" + words[INODE] + "]")) {
                    addresses.add(words[ADDRESS].substring(0, words[ADDRESS].indexOf(':')));
                }
            }
        }
        return addresses;
    }

    private static Set<String> sockets(long pid) throws IOException {
        final Set<String> sockets = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                sockets.add(target(descriptor));
            }
        }
        return sockets;
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    private String output() {
        try {
            return Files.readString(directory.resolve("output"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
