package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a PE answers to the shell, which this test plays. */
@Timeout(60)
class ShellPeTest {
    private static final String SNIPPETS = Snippets.class.getName();

    @TempDir
    private Path directory;

    /** As JShell compiles them. */
    public static final class Snippets {
        private Snippets() {}

        public static Object print() {
            System.out.print("half a line");
            return 1;
        }

        public static Object fail() {
            throw new IllegalStateException("why");
        }

        /** Leaves a thread behind, which keeps a JVM from ending by itself. */
        public static Object spin() {
            Thread.ofPlatform().start(() -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            System.out.println("spins");
            while (true) {
                Interruption.check();
            }
        }

        /** Ends after the shell, which tells by a file beside its socket. */
        public static Object outlives() throws Exception {
            System.out.println("outlives");
            final Path over = Path.of(System.getenv("JSHMEM_SHELL")).resolveSibling("over");
            while (!Files.exists(over)) {
                Thread.sleep(5);
            }
            return 3;
        }

        public static Object waits() {
            Shmem.waitUntil(Shmem.callocLongs(1), 0, Cmp.EQ, 5L);
            return 2;
        }
    }

    private Wire shell;

    private Answer ask(Request request) throws IOException {
        shell.send(request);
        return shell.receive(Answer.class);
    }

    private Process start(Path socket) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djshmem.tool=shell",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShellPe.class.getName())
                .inheritIO();
        builder.environment().put("JSHMEM_SHELL", socket.toString());
        return builder.start();
    }

    @Test
    void shouldRunSnippetsUntilTheShellEnds() throws Exception {
        final Path socket = directory.resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            final Process pe = start(socket);
            try {
                try (Wire wire = new Wire(server.accept())) {
                    shell = wire;
                    assertEquals(new Answer.Hello(0, 1, pe.pid()), shell.receive(Answer.class));
                    assertEquals(new Answer.Doing(false, null), ask(new Request.Ask()));
                    answerRequests();
                    interruptSnippets();
                    assertEquals(
                            new Answer.Printed("outlives" + System.lineSeparator()),
                            ask(new Request.Invoke(10, SNIPPETS, "outlives")));
                }
                Files.createFile(directory.resolve("over"));
                assertEquals(0, pe.waitFor());
            } finally {
                pe.destroyForcibly();
            }
        }
    }

    private void answerRequests() throws Exception {
        final Answer.Printed refused = assertInstanceOf(
                Answer.Printed.class, ask(new Request.Load(List.of(new Request.CompiledClass("C", new byte[] {1, 2, 3, 4
                })))));
        assertTrue(refused.text().startsWith("a class of the snippet cannot be loaded: "), refused.text());
        assertTrue(refused.text().endsWith(System.lineSeparator()), refused.text());
        final String file = SNIPPETS.replace('.', '/') + ".class";
        try (InputStream bytes = ShellPeTest.class.getClassLoader().getResourceAsStream(file)) {
            shell.send(new Request.Load(List.of(new Request.CompiledClass(SNIPPETS, bytes.readAllBytes()))));
        }
        assertEquals(new Answer.Printed("half a line"), ask(new Request.Invoke(5, SNIPPETS, "print")));
        assertEquals(new Answer.Finished(5, new Outcome.Value("1")), shell.receive(Answer.class));
        final Answer.Finished thrown =
                assertInstanceOf(Answer.Finished.class, ask(new Request.Invoke(6, SNIPPETS, "fail")));
        assertEquals(6, thrown.number());
        assertEquals(
                "why", assertInstanceOf(Outcome.Thrown.class, thrown.outcome()).message());
        final Answer.Finished unread =
                assertInstanceOf(Answer.Finished.class, ask(new Request.Read(7, SNIPPETS, "none")));
        assertEquals(7, unread.number());
        assertInstanceOf(Outcome.Failed.class, unread.outcome());
        for (String team : List.of("world", "none")) {
            assertEquals(new Answer.Finished(-1, new Outcome.Value(null)), ask(new Request.Join(-1, team)));
        }
    }

    private void interruptSnippets() throws Exception {
        assertEquals(
                new Answer.Printed("spins" + System.lineSeparator()), ask(new Request.Invoke(8, SNIPPETS, "spin")));
        assertEquals(new Answer.Doing(false, null), ask(new Request.Ask()));
        assertEquals(new Answer.Finished(8, new Outcome.Interrupted(null)), ask(new Request.Interrupt(8)));
        shell.send(new Request.Invoke(9, SNIPPETS, "waits"));
        Answer doing = ask(new Request.Ask());
        while (!doing.equals(new Answer.Doing(true, null))) {
            doing = ask(new Request.Ask());
        }
        assertEquals(new Answer.Finished(9, new Outcome.Interrupted(null)), ask(new Request.Interrupt(9)));
    }

    @Test
    void shouldSayHowTheShellIsStarted() {
        assertEquals(
                "JSHMEM_SHELL is not set; start the shell by shmemrun -np 4 --shell",
                assertThrows(IllegalStateException.class, () -> ShellPe.main(new String[0]))
                        .getMessage());
    }
}
