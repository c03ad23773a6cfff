package org.jshmem.benchmarks.compare;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Hosts made of network namespaces, which {@code bin/hosts} builds. */
final class TestHosts {
    private static final Path SELF = Path.of("/proc/self");

    private TestHosts() {}

    /** Why there can be none here, if so. */
    static Optional<String> missing(Options options) throws IOException {
        if (!Files.isExecutable(Path.of(options.script("hosts")))) {
            return Optional.of("there is no bin/hosts");
        }
        if (!Integer.valueOf(0).equals(Files.getAttribute(SELF, "unix:uid"))) {
            return Optional.of("network namespaces need root");
        }
        if (!isCommand("ip")) {
            return Optional.of("there is no ip (Debian: iproute2)");
        }
        if (!isCommand("mpiexec.hydra")) {
            return Optional.of("there is no mpiexec.hydra (Debian: mpich)");
        }
        return Optional.empty();
    }

    private static boolean isCommand(String name) {
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (Files.isExecutable(Path.of(directory, name))) {
                return true;
            }
        }
        return false;
    }
}
