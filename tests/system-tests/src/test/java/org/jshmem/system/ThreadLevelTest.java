package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Collectives of a thread that the thread level does not allow to call them. */
@Timeout(60)
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
}
