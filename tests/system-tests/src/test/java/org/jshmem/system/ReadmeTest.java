package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the README has new users do first. */
@Timeout(120)
class ReadmeTest {
    private static final Pattern PROGRAM =
            Pattern.compile("```java\\n(import static org.jshmem.Shmem.\\*;.*?)```", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @Test
    void shouldRunItsFirstProgramAsItStands() throws Exception {
        final String program = PROGRAM.matcher(Files.readString(Path.of("../../README.md")))
                .results()
                .map(MatchResult::group)
                .map(text -> text.substring("```java\n".length(), text.length() - "```".length()))
                .findFirst()
                .orElseThrow();
        Files.writeString(directory.resolve("First.java"), program);
        final String output = Command.run(directory, 0, "-np", "4", "First.java");
        assertEquals(
                List.of(
                        "PE 0 of 4 was sent 103",
                        "PE 1 of 4 was sent 100",
                        "PE 2 of 4 was sent 101",
                        "PE 3 of 4 was sent 102"),
                output.lines().sorted().toList());
    }
}
