package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a thread may call with its thread level, and after a second {@code init} has raised that level. */
@Timeout(60)
@Tag(QuickFilter.FULL)
class ThreadLevelTest {
    @TempDir
    private Path directory;

    @Test
    void shouldRefuseCollectivesOfOtherThreads() throws Exception {
        Files.writeString(directory.resolve("Main.java"), """
            import static org.jshmem.Shmem.*;
            import org.jshmem.*;
            void main() throws Exception {
                for (ThreadLevel level : ThreadLevel.values()) {
                    try (var _ = init(level)) {
                        tell(level, "barrierAll", () -> barrierAll());
                        tell(level, "calloc", () -> callocLongs(1));
                        tell(level, "sum", () -> sumReduce(TEAM_WORLD, 1L));
                        tell(level, "sync", () -> TEAM_WORLD.sync());
                    }
                }
            }
            static void tell(ThreadLevel level, String name, Runnable call) throws Exception {
                Thread.ofPlatform().name("worker").start(() -> {
                    try {
                        call.run();
                        IO.println(level + " " + name + " fine");
                    } catch (IllegalStateException e) {
                        IO.println(level + " " + name + " " + e.getMessage());
                    }
                }).join();
            }
            """);
        final List<String> lines =
                Command.run(directory, 0, "-np", "1", "Main.java").lines().toList();
        assertEquals(16, lines.size());
        assertEquals(
                "SINGLE barrierAll barrierAll() is called by thread \"worker\"; with ThreadLevel.SINGLE only the"
                        + " thread that called init(), \"main\", may do that: ask for init(ThreadLevel.SERIALIZED) or"
                        + " MULTIPLE",
                lines.getFirst());
        assertEquals(
                List.of(8L, 8L),
                List.of(
                        lines.stream()
                                .filter(line -> line.matches("(SINGLE|FUNNELED) .* is called by thread \"worker\".*"))
                                .count(),
                        lines.stream()
                                .filter(line -> line.matches("(SERIALIZED|MULTIPLE) .* fine"))
                                .count()));
    }

    /** Two threads of each PE exchange messages that were opened when only one thread was allowed to call. */
    @Test
    void shouldLetThreadsUseOlderMessagesOnceTheyAreAllowed() throws Exception {
        Files.writeString(directory.resolve("Main.java"), """
            import static org.jshmem.Shmem.*;
            import org.jshmem.*;
            import org.jshmem.messages.*;
            void main() throws Exception {
                try (var _ = init(ThreadLevel.SINGLE); Messages messages = Messages.on(TEAM_WORLD)) {
                    try (var _ = init(ThreadLevel.MULTIPLE)) {
                        Thread worker = Thread.ofPlatform().start(() -> exchange(messages, 1));
                        exchange(messages, 2);
                        worker.join();
                    }
                }
            }
            static void exchange(Messages messages, int tag) {
                int other = 1 - myPe();
                long[] values = new long[1];
                for (long i = 0; i < 2_000; i++) {
                    values[0] = tag * i;
                    messages.send(values, 0, 1, other, tag);
                    values[0] = -1;
                    messages.recv(values, 0, 1, other, tag);
                    if (values[0] != tag * i) {
                        throw new AssertionError("message " + i + " with tag " + tag + " is " + values[0]);
                    }
                }
            }
            """);
        assertEquals("", Command.run(directory, 0, "-np", "2", "Main.java"));
    }
}
