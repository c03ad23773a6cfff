package org.jshmem.launcher.pe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * A program whose arguments say what it does, one after the other: a word, a colon and its values. {@code on:2:} before
 * a word makes it PE 2's alone.
 */
public final class Script {
    private static final int PE = Integer.parseInt(System.getenv("JSHMEM_PE"));
    private static final ControlClient CONTROL = new ControlClient();
    private static final PrintStream OUT = System.out;

    /** More frames than a launcher reads before the process that has sent them has ended. */
    private static final int HASTY = 20_000;

    private Script() {}

    /** Runs the words. */
    public static void main(String[] words) throws Exception {
        for (String word : words) {
            String own = word;
            if (word.startsWith("on:")) {
                final String[] parts = word.split(":", 3);
                own = Integer.parseInt(parts[1]) == PE ? parts[2] : "";
            }
            if (!own.isEmpty()) {
                run(own.split(":", 2)[0], own.contains(":") ? own.split(":", 2)[1] : "");
            }
        }
        OUT.flush();
    }

    private static void run(String word, String value) throws Exception {
        switch (word) {
            case "print" -> OUT.println(value);
            case "raw" -> OUT.print(value);
            case "error" -> System.err.println(value);
            case "pid" -> OUT.println("pid=" + ProcessHandle.current().pid());
            case "env" -> OUT.println(value + "=" + System.getenv(value));
            case "property" -> OUT.println(value + "=" + System.getProperty(value));
            case "cat" -> OUT.write(System.in.readAllBytes());
            case "line" -> line();
            case "lines" -> lines(Integer.parseInt(value.split(":")[0]), Integer.parseInt(value.split(":")[1]));
            case "stack" -> stack(Integer.parseInt(value));
            case "child" -> child();
            case "longLine" -> longLine(Integer.parseInt(value));
            case "ignoreTerm" -> Runtime.getRuntime().addShutdownHook(new Thread(LockSupport::park));
            case "sleep" -> Thread.sleep(Long.parseLong(value));
            case "kill" ->
                new ProcessBuilder(
                                "sh",
                                "-c",
                                "kill -" + value + " " + ProcessHandle.current().pid())
                        .start()
                        .waitFor();
            case "handle" -> handle(value);
            case "exit" -> System.exit(Integer.parseInt(value));
            case "throw" -> throw new IllegalStateException(value);
            default -> control(word, value);
        }
        OUT.flush();
    }

    private static void control(String word, String value) throws Exception {
        switch (word) {
            case "gather" -> gather(value);
            case "finalize" -> CONTROL.connected().send(ControlClient.FINALIZED);
            case "globalExit" -> {
                CONTROL.connected().sendStatus(ControlClient.GLOBAL_EXIT, Integer.parseInt(value), "has had enough");
                Runtime.getRuntime().halt(Integer.parseInt(value));
            }
            case "abort" -> {
                CONTROL.connected().sendStatus(ControlClient.ABORT, 1, value);
                System.exit(1);
            }
            case "abortLate" -> {
                CONTROL.connected();
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(() -> CONTROL.sendStatus(ControlClient.ABORT, 1, value)));
            }
            case "hasty" -> {
                CONTROL.connected();
                for (int i = 0; i < HASTY; i++) {
                    CONTROL.send(ControlClient.FINALIZED);
                }
                CONTROL.sendStatus(ControlClient.ABORT, 1, value);
                Runtime.getRuntime().halt(1);
            }
            case "as" -> {
                final ControlClient other = new ControlClient();
                other.connected(ControlClient.VERSION, value, System.getenv("JSHMEM_SECRET"));
                OUT.println(other.receive() == null ? "turned away" : "let in");
            }
            case "wrongSecret" -> {
                CONTROL.connected(ControlClient.VERSION, System.getenv("JSHMEM_PE"), "00".repeat(16));
                OUT.println(CONTROL.receive() == null ? "turned away" : "let in");
            }
            case "hugeFrame" -> {
                CONTROL.connected();
                CONTROL.send(ControlClient.GATHER, new byte[Integer.parseInt(value)]);
            }
            case "floodFinalized" -> {
                CONTROL.connected();
                while (true) {
                    CONTROL.send(ControlClient.FINALIZED);
                }
            }
            case "otherVersion" -> {
                CONTROL.connected(
                        ControlClient.VERSION + 1, System.getenv("JSHMEM_PE"), System.getenv("JSHMEM_SECRET"));
                Thread.sleep(60_000);
            }
            case "wrongFrames" -> wrongFrames();
            case "childSpeaks" -> childSpeaks();
            case "shortFrame" -> CONTROL.connected().send(ControlClient.GLOBAL_EXIT, (byte) 0, (byte) 0);
            case "unknownFrame" -> CONTROL.connected().send((byte) 99);
            default -> throw new IllegalArgumentException("word=" + word);
        }
    }

    /** On a connection each, and at last on its own: what ends a connection, and nothing else. */
    private static void wrongFrames() throws InterruptedException {
        final String secret = System.getenv("JSHMEM_SECRET");
        CONTROL.connected(); // first: the launcher has read its frame when it has turned others away
        report("another type first", new ControlClient().open(), ControlClient.GATHER, 32);
        for (String pe : new String[] {"-1", System.getenv("JSHMEM_NPES")}) {
            report("as PE " + pe, new ControlClient().connected(ControlClient.VERSION, pe, secret), (byte) 0, 0);
        }
        report("again", new ControlClient().connected(), (byte) 0, 0);
        CONTROL.send(ControlClient.GATHER, (byte) 1);
        report("two contributions", CONTROL, ControlClient.GATHER, 1);
    }

    /** Sends a frame, unless its type is 0, and says whether the launcher ends the connection. */
    private static void report(String what, ControlClient client, byte type, int bytes) {
        if (type != 0) {
            client.send(type, new byte[bytes]);
        }
        OUT.println(what + ": " + (client.receive() == null ? "turned away" : "let in"));
    }

    private static void gather(String value) throws InterruptedException {
        final byte[] mine = new byte[value.isEmpty() ? 1 : Integer.parseInt(value)];
        Arrays.fill(mine, (byte) PE);
        CONTROL.connected().send(ControlClient.GATHER, mine);
        final ByteBuffer all = CONTROL.receive();
        final int count = all.getInt();
        for (int pe = 0; pe < count; pe++) {
            final byte[] theirs = new byte[all.getInt()];
            all.get(theirs);
            if (theirs[0] != pe || theirs[theirs.length - 1] != pe) {
                throw new IllegalStateException("contribution of PE " + pe + " is " + theirs[0]);
            }
        }
        OUT.println("gathered " + count);
    }

    /** Lines of one letter each, written in pieces that end anywhere. */
    private static void lines(int count, int length) {
        final byte[] line = new byte[length + 1];
        Arrays.fill(line, (byte) ('a' + PE));
        line[length] = '\n';
        for (int i = 0; i < count; i++) {
            final int cut = (i * 37) % length;
            OUT.write(line, 0, cut);
            OUT.flush();
            OUT.write(line, cut, line.length - cut);
            OUT.flush();
        }
    }

    /** What looks like an exception's stack, written line by line. */
    private static void stack(int frames) {
        System.err.println("java.lang.IllegalStateException: of PE " + PE);
        for (int i = 0; i < frames; i++) {
            System.err.println("\tat of PE " + PE);
        }
    }

    /** A line that does not end. */
    private static void longLine(int length) {
        final byte[] part = new byte[1 << 16];
        Arrays.fill(part, (byte) ('a' + PE));
        for (int left = length; left > 0; left -= part.length) {
            OUT.write(part, 0, Math.min(left, part.length));
        }
    }

    /** Lets a process that knows all that this PE knows speak for it. */
    private static void childSpeaks() throws IOException, InterruptedException {
        final Process child = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Script.class.getName(),
                        "globalExit:42")
                .inheritIO()
                .start();
        OUT.println("child ended with " + child.waitFor());
    }

    /** Ends with a word when it gets a signal; by reflection, since the compiler warns of the class. */
    private static void handle(String name) throws ReflectiveOperationException {
        final Class<?> signal = Class.forName("sun.misc.Signal");
        final Class<?> handler = Class.forName("sun.misc.SignalHandler");
        final Object end =
                Proxy.newProxyInstance(Script.class.getClassLoader(), new Class<?>[] {handler}, (_, _, _) -> {
                    OUT.println("PE " + PE + " got " + name);
                    System.exit(0);
                    return null;
                });
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), end);
    }

    private static void line() throws IOException {
        final var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        OUT.println("on PE " + PE + ": " + in.readLine());
    }

    private static void child() throws IOException {
        final Process child = new ProcessBuilder("sleep", "1000").inheritIO().start();
        OUT.println("child=" + child.pid());
    }
}
