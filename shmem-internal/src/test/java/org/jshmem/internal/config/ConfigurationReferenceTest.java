package org.jshmem.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The reference at the start of the document is the table of {@link Setting}, word for word. */
class ConfigurationReferenceTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "configuration.md");
    private static final Path CURRENT = Path.of("target", "configuration.md");

    @Test
    void shouldSayInTheDocumentationWhatTheTableSays() throws IOException {
        final String reference = reference();
        Files.writeString(CURRENT, reference);
        final String document = Files.readString(DOCUMENT);
        assertEquals(
                reference,
                document.substring(0, Math.min(reference.length(), document.length())),
                "replace what is above \"The JVM of a PE\" in docs/configuration.md by shmem-internal/" + CURRENT);
    }

    private static String reference() {
        final StringBuilder text = new StringBuilder("""
            # Configuration

            Every setting is an environment variable, or a property of the PE's JVM (`-J-Djshmem.…` of `shmemrun`); the property
            wins. `shmemrun -x NAME=VALUE` sets a variable for all PEs. The settings of the specification are also read under
            their old names, `SMA_…`; `SHMEM_…` wins over those. `SHMEM_INFO=1` prints this table with the values in force.

            A value that a setting does not know is an error at `init`, whether this job needs the setting or not; names of networks
            and tools are looked up when they are used. PE 0 warns of a variable that resembles one of these and is none
            (`SHMEM_SPINN`); other `SHMEM_…` variables may be another library's. It warns of every property `jshmem.…` that is not
            in this table.

            | variable | property | value | default | from the specification | meaning |
            |---|---|---|---|---|---|
            """);
        for (Setting setting : Setting.values()) {
            text.append(String.format(
                    "| `%s` | `%s` | %s | %s | %s | %s |%n",
                    setting.variable(),
                    setting.property(),
                    setting.kind(),
                    setting.fallback().isEmpty() ? "not set" : "`" + setting.fallback() + "`",
                    setting.isStandard() ? "yes" : "no",
                    setting.help()));
        }
        return text.append("""

            The size of the heap is a number, a fraction allowed, then optionally one of `k m g t` in either case for powers of 1024;
            characters after that are ignored (`20kk` is `20k`), and a fraction of a byte is rounded up. A heap has 4096 bytes or
            more, or 0 for none. A smaller number, as in `SHMEM_SYMMETRIC_SIZE=1.5`, lacks its suffix and is refused.
            """).toString();
    }
}
