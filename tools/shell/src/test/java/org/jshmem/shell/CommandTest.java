package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CommandTest {
    @Test
    void shouldFindACommandByItsWord() {
        for (Command command : Command.values()) {
            assertEquals(command, Command.of(command.word()));
            assertEquals(Set.of(Command.SAVE, Command.OPEN).contains(command), command.takesFile());
            assertTrue(
                    Command.help().lines().anyMatch(line -> line.startsWith("  " + command.word() + " ")),
                    Command.help());
        }
        assertEquals(Command.RESET, Command.of("/reset"));
        assertEquals(
                "/res is no command; there are /pes, /heap, /save, /open, /reset, /exit, /help",
                assertThrows(PromptException.class, () -> Command.of("/res")).getMessage());
    }
}
