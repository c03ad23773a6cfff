package org.jshmem.style;

import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.testing.Draw;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Are the sources of this build's part in form? */
@Timeout(120)
class StyleTest {
    private final Style style;

    StyleTest() throws Exception {
        style = new Style(Path.of(System.getProperty("root")), Draw.ofThisBuild()::has);
    }

    @Test
    void shouldBeFormatted() {
        assertNone(style.formattingFaults());
    }

    @Test
    void shouldPassCheckstyle() throws Exception {
        assertNone(style.checkstyleFaults());
    }

    @Test
    void shouldLimitEveryTest() throws Exception {
        assertNone(style.timeoutFaults());
    }

    private static void assertNone(final List<String> faults) {
        if (!faults.isEmpty()) {
            fail(faults.size() + " faults of form\n" + String.join("\n", faults));
        }
    }
}
