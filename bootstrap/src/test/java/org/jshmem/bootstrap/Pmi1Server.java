package org.jshmem.bootstrap;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

/** The launcher's side of PMI-1 at a port, as far as a test needs it, and strict about what it is sent. */
final class Pmi1Server implements AutoCloseable {
    static final int LONGEST_KEY = 64;
    static final int LONGEST_LINE = 1023;

    /** More than the PEs of any test. */
    private static final int MOST = 1000;

    private static final AtomicInteger SERVERS = new AtomicInteger();

    /** Part of the names of PEs: this process keeps its claims, and a later server may get the same port. */
    private final int number = SERVERS.incrementAndGet();

    final List<String> received = new CopyOnWriteArrayList<>();
    private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final List<Socket> clients = new CopyOnWriteArrayList<>();
    final Map<String, String> space = new ConcurrentHashMap<>();

    /** Answers to some commands in place of the right ones. */
    final Map<String, String> wrongAnswers = new ConcurrentHashMap<>();

    private final CyclicBarrier barrier;
    private final int size;
    private final int longestValue;
    private final String mapping;
    private final Thread accepting;

    /** A mapping of null is one that the launcher does not have. */
    Pmi1Server(int size, String mapping) throws IOException {
        this(size, mapping, 1024);
    }

    Pmi1Server(int size, String mapping, int longestValue) throws IOException {
        this.size = size;
        this.longestValue = longestValue;
        this.mapping = mapping;
        this.barrier = new CyclicBarrier(size);
        accepting = Thread.ofPlatform().daemon().start(this::accept);
    }

    Map<String, String> environment(int id) {
        final String name = Integer.toString(number * MOST + id);
        return Map.of("PMI_PORT", "127.0.0.1:" + server.getLocalPort(), "PMI_ID", name);
    }

    private void accept() {
        try {
            while (true) {
                final Socket client = server.accept();
                clients.add(client);
                Thread.ofPlatform().daemon().start(() -> serve(client));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private void serve(Socket client) {
        try (client) {
            final BufferedReader in =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            final PrintStream out = new PrintStream(client.getOutputStream(), true, StandardCharsets.UTF_8);
            String line = in.readLine();
            while (line != null) {
                received.add(line);
                out.print(answer(line));
                out.flush();
                line = in.readLine();
            }
        } catch (Exception e) {
            // The client sees the end of the connection.
        }
    }

    private String answer(String line) throws Exception {
        if (line.length() >= LONGEST_LINE) {
            return "cmd=too_long rc=-1\n";
        }
        final String command = line.replaceAll("cmd=(\\S+).*", "$1");
        if (wrongAnswers.containsKey(command)) {
            return wrongAnswers.get(command) + "\n";
        }
        return switch (command) {
            case "initack" ->
                "cmd=initack rc=0\ncmd=set size=" + size + "\ncmd=set rank="
                        + Integer.parseInt(word(line, "pmiid")) % MOST + "\ncmd=set debug=0\n";
            case "init" -> "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n";
            case "get_maxes" ->
                "cmd=maxes kvsname_max=256 keylen_max=" + LONGEST_KEY + " vallen_max=" + longestValue + "\n";
            case "get_my_kvsname" -> "cmd=my_kvsname kvsname=kvs_7\n";
            case "barrier_in" -> {
                barrier.await();
                yield "cmd=barrier_out\n";
            }
            case "put" -> put(word(line, "key"), word(line, "value"));
            case "get" -> get(word(line, "key"));
            case "finalize" -> "cmd=finalize_ack\n";
            default -> "";
        };
    }

    private String put(String key, String value) {
        final boolean legal = key.length() < LONGEST_KEY && value.length() < longestValue && !space.containsKey(key);
        space.put(key, value);
        return "cmd=put_result rc=" + (legal ? "0 msg=success" : "-1 msg=illegal") + "\n";
    }

    private String get(String key) {
        final String value = key.equals("PMI_process_mapping") ? mapping : space.get(key);
        return value == null
                ? "cmd=get_result rc=-1 msg=key_" + key + "_not_found value=unknown\n"
                : "cmd=get_result rc=0 msg=success value=" + value + "\n";
    }

    private static String word(String line, String name) {
        return line.replaceAll(".*\\b" + name + "=(\\S*).*", "$1");
    }

    /** A thread that is about to accept may still do so after its socket was closed; it is waited for. */
    @Override
    public void close() throws IOException {
        server.close();
        try {
            accepting.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Socket client : clients) {
            client.close();
        }
    }
}
