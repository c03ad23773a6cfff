package org.jshmem.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
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
        final String standard = Arrays.stream(Setting.values())
                .filter(Setting::isStandard)
                .map(setting -> "`" + setting.variable() + "`")
                .collect(Collectors.joining(", "));
        final StringBuilder text = new StringBuilder("""
            # Settings

            This page lists the settings of the library and the JVM options that `shmemrun` gives to PEs. You need it when the
            defaults do not fit your job. The column "set by" says who sets a setting, and when: the user who starts the job,
            the developer of a program, the administrator of a cluster, a script, or `shmemrun`.

            A setting is an environment variable or a property of the PE's JVM; the property wins. The property of
            `SHMEM_OFI_PROVIDER` is `jshmem.ofi.provider`, and so on. `shmemrun -x NAME=VALUE` sets
            a variable for all PEs, and `shmemrun -J-Djshmem.…` a property. A flag is on if it has any value, even an empty one.
            The settings that OpenSHMEM defines (%s)
            are also read under their old names, `SMA_…`; `SHMEM_…` wins. `SHMEM_INFO=1` prints the settings of a job at `init`.

            An invalid value makes `init` throw an exception, even if the job does not need the setting. Names of networks and
            tools, and the settings of the rendezvous and of tools, are checked when they are used. PE 0 warns of an unknown
            property `jshmem.…`, and of a variable whose name resembles that of a setting (`SHMEM_SPINN`).

            | variable | value | default | set by | meaning |
            |---|---|---|---|---|
            """.formatted(standard));
        for (Setting setting : Setting.values()) {
            text.append(String.format(
                    "| `%s` | %s | %s | %s | %s |%n",
                    setting.variable(),
                    setting.kind(),
                    setting.fallback().isEmpty() ? "not set" : "`" + setting.fallback() + "`",
                    withValues(setting, setting.setBy()),
                    withValues(setting, setting.help())));
        }
        return text.append("""

            A size is a number, such as `512` or `1.5`, and optionally one of `k m g t` in either case, for powers of 1024.
            Characters after that are ignored (`20kk` is `20k`), and a fraction of a byte is rounded up. A heap has 4096
            bytes or more, or 0 for none. A smaller number, such as `SHMEM_SYMMETRIC_SIZE=1.5`, lacks its suffix and is rejected.
            """).toString();
    }

    /** Has the values of a setting in code font. */
    private static String withValues(Setting setting, String text) {
        if (!setting.kind().contains(" or ") || setting.kind().contains("name")) {
            return text;
        }
        final String values = setting.kind().replaceAll(", | or ", "|");
        return text.replaceAll("(?<![-=/\\w])(" + values + ")(?![-/\\w])", "`$1`");
    }
}
