package org.jshmem.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Some test hosts, of {@code bin/hosts}, that stay until they are closed or this process ends. */
final class Hosts implements AutoCloseable {
    private static final String VARIABLE = "JSHMEM_HOSTS";
    private static final Path COMMAND =
            Path.of("../../bin/hosts").toAbsolutePath().normalize();

    private final Process holder;
    private final String value;
    private final Map<String, Long> pids = new LinkedHashMap<>();

    Hosts(int count) throws IOException {
        // They end when the end of cat's input does, which is this object's.
        holder = new ProcessBuilder(
                        COMMAND.toString(),
                        "with",
                        Integer.toString(count),
                        "sh",
                        "-c",
                        "echo $" + VARIABLE + "; exec cat")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        value = new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8)).readLine();
        for (String entry : String.valueOf(value).split(" ", -1)) {
            final int equals = entry.indexOf('=');
            if (equals < 0) {
                close();
                throw new IOException("no test hosts: " + value);
            }
            pids.put(entry.substring(0, equals), Long.parseLong(entry.substring(equals + 1)));
        }
        pids.remove("switch");
    }

    /** Their names. */
    List<String> names() {
        return List.copyOf(pids.keySet());
    }

    /** A command that is run on a host, as ssh would; or that changes one. */
    ProcessBuilder command(String... words) {
        final List<String> line = new ArrayList<>(List.of(COMMAND.toString()));
        line.addAll(List.of(words));
        final ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().put(VARIABLE, value);
        return builder;
    }

    /** Changes a host's network. */
    void change(String... words) throws IOException, InterruptedException {
        final Process process = command(words).inheritIO().start();
        if (process.waitFor() != 0) {
            throw new IOException("hosts " + String.join(" ", words) + " ended with " + process.exitValue());
        }
    }

    /** What runs on the hosts, as lines of pid and command. */
    List<String> processes() throws IOException {
        final List<Path> networks = new ArrayList<>();
        for (long pid : pids.values()) {
            networks.add(Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net")));
        }
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(process -> process.getFileName().toString().matches("\\d+"))
                    .filter(process -> isOf(process, networks))
                    .map(process -> process.getFileName() + " " + read(process.resolve("cmdline")))
                    .filter(line -> !line.contains(" jshmem-host") && !line.endsWith(" cat "))
                    .toList();
        }
    }

    private static boolean isOf(Path process, List<Path> networks) {
        try {
            return networks.contains(Files.readSymbolicLink(process.resolve("ns/net")));
        } catch (IOException e) {
            return false; // has ended
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path).replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }

    /** What is in the hosts' shared memory. */
    List<String> sharedFiles() throws IOException {
        final List<String> files = new ArrayList<>();
        for (Map.Entry<String, Long> host : pids.entrySet()) {
            try (Stream<Path> all = Files.list(Path.of("/proc/" + host.getValue() + "/root/dev/shm"))) {
                all.forEach(file -> files.add(host.getKey() + ":" + file.getFileName()));
            }
        }
        return files;
    }

    @Override
    public void close() throws IOException {
        holder.getOutputStream().close();
        boolean interrupted = false;
        while (holder.isAlive()) {
            try {
                holder.waitFor();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
