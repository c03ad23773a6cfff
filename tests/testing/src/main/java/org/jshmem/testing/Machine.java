package org.jshmem.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a machine keeps its programs, libraries and headers.
 *
 * @param root the directory that stands for {@code /}
 * @param path where its commands are
 * @param isRoot whether this user is root there
 */
record Machine(Path root, List<Path> path, boolean isRoot) {
    /** The machine that runs the tests. */
    static final Machine THIS = new Machine(Path.of("/"), paths("PATH"), isRootHere());

    static final List<String> PMIX_HEADERS = List.of(
            "lib/x86_64-linux-gnu/pmix2/include/pmix.h",
            "lib/aarch64-linux-gnu/pmix2/include/pmix.h",
            "include/pmix.h");

    static final List<String> OPENMPI_HEADERS = List.of(
            "lib/x86_64-linux-gnu/openmpi/include/mpi.h",
            "lib/aarch64-linux-gnu/openmpi/include/mpi.h",
            "include/openmpi-x86_64/mpi.h",
            "include/mpi.h");

    private static final List<String> LIBRARIES =
            List.of("usr/lib/x86_64-linux-gnu", "usr/lib/aarch64-linux-gnu", "usr/lib64", "usr/lib", "usr/local/lib");

    private static final List<String> PREFIXES = List.of("usr", "usr/local");

    private static List<Path> paths(String variable) {
        final String value = System.getenv(variable);
        return value == null || value.isBlank()
                ? List.of()
                : Arrays.stream(value.split(File.pathSeparator)).map(Path::of).toList();
    }

    private static boolean isRootHere() {
        try {
            return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
        } catch (IOException e) {
            return false;
        }
    }

    boolean hasCommand(String name) {
        return path.stream().anyMatch(directory -> Files.isExecutable(directory.resolve(name)));
    }

    /** The first of some commands that is not there, in words, or null. */
    String lacksCommands(String... names) {
        return Arrays.stream(names)
                .filter(name -> !hasCommand(name))
                .findFirst()
                .map(name -> "there is no " + name)
                .orElse(null);
    }

    String lacksLibrary(String name) {
        final List<Path> directories = new ArrayList<>(paths("LD_LIBRARY_PATH"));
        LIBRARIES.forEach(directory -> directories.add(root.resolve(directory)));
        return directories.stream().anyMatch(directory -> Files.exists(directory.resolve(name)))
                ? null
                : "there is no " + name;
    }

    /** A compiler that works, and one of some headers. */
    String lacksC(List<String> headers) {
        final String compiler = lacksCommands("cc");
        if (compiler != null) {
            return compiler;
        }
        return headers(headers).anyMatch(Files::exists)
                        && headers(List.of("include/stdio.h")).anyMatch(Files::exists)
                ? null
                : "there is no " + headers.getLast();
    }

    private Stream<Path> headers(List<String> headers) {
        return headers.stream()
                .flatMap(header ->
                        PREFIXES.stream().map(prefix -> root.resolve(prefix).resolve(header)));
    }

    /** The directory of the first of some headers that is there. */
    Path directoryOf(List<String> headers, String name) {
        return headers(headers)
                .filter(Files::exists)
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + name))
                .getParent();
    }

    String lacksHosts() {
        if (!isRoot) {
            return "test hosts need root";
        }
        final String command = lacksCommands("bash", "ip", "unshare", "nsenter", "setpriv", "mount", "hostname");
        if (command != null) {
            return command;
        }
        return succeeds("unshare", "--net", "--uts", "--mount", "--ipc", "true")
                ? null
                : "this user may not make network namespaces";
    }

    String lacksNamespaces() {
        final String command = lacksCommands("unshare", "mount");
        if (command != null) {
            return command;
        }
        return succeeds("unshare", "--mount", "sh", "-c", "mount -t tmpfs tmpfs /dev/shm")
                        && succeeds("unshare", "--pid", "--fork", "--mount-proc", "true")
                ? null
                : "this user may not make mount and process namespaces";
    }

    String lacksOverlay() {
        if (!isRoot) {
            return "hiding files needs root";
        }
        final String command = lacksCommands("bash", "unshare", "mount", "mknod");
        if (command != null) {
            return command;
        }
        return succeeds(
                        "unshare",
                        "--mount",
                        "sh",
                        "-ec",
                        "mount -t tmpfs tmpfs /mnt; mkdir /mnt/u /mnt/w;"
                                + " mount -t overlay overlay -o lowerdir=/usr,upperdir=/mnt/u,workdir=/mnt/w /usr")
                ? null
                : "this kernel or user cannot mount an overlay";
    }

    private static boolean succeeds(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + String.join(" ", command) + " runs", e);
        }
    }
}
