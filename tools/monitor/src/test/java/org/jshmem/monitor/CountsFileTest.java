package org.jshmem.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CountsFileTest {
    @Test
    void shouldBeFoundAsLongAsItIsOpen() throws Exception {
        final String text = "name of " + System.nanoTime() + " é";
        try (CountsFile page = new CountsFile()) {
            page.write(text);
            assertTrue(CountsFile.readAll().contains(text));
            page.write("");
            assertFalse(CountsFile.readAll().contains(text));
        }
        assertFalse(CountsFile.readAll().contains(text));
    }

    @Test
    void shouldBeReadWholeWhileItIsWritten() throws Exception {
        final AtomicBoolean isOver = new AtomicBoolean();
        try (CountsFile page = new CountsFile()) {
            final Thread writer = Thread.ofPlatform().start(() -> {
                for (int i = 0; !isOver.get(); i++) {
                    page.write(("torn" + i % 10).repeat(1 + i % 7 * 1000));
                }
            });
            for (int i = 0; i < 50; i++) {
                for (String text : CountsFile.readAll()) {
                    if (text.startsWith("torn")) {
                        final String part = text.substring(0, "torn0".length());
                        assertEquals(part.repeat(text.length() / part.length()), text);
                    }
                }
            }
            isOver.set(true);
            writer.join();
        }
    }

    @Test
    void shouldCutWhatIsTooLong() throws Exception {
        try (CountsFile page = new CountsFile()) {
            page.write("long".repeat(100_000));
            assertTrue(CountsFile.readAll().stream()
                    .anyMatch(text -> text.startsWith("longlong") && text.length() < 1 << 16));
        }
    }
}
