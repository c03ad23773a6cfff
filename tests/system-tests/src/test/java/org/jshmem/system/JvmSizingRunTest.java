package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PEs start with the sizes that the launcher gives them, whatever else the user chooses. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class JvmSizingRunTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-J-XX:+UseSerialGC",
                "-J-XX:+UseParallelGC",
                "-J-XX:+UseG1GC",
                "-J-XX:+UseZGC",
                "-J-Xmx64m",
                "-J-Xint",
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:-TieredCompilation",
                "-J-XX:CICompilerCount=4"
            })
    void shouldStartWithTheOptionsOfTheUser(String option) throws Exception {
        final String text = Command.run(directory, 0, "-np", "3", option, "hello");
        assertEquals(
                3, text.lines().filter(line -> line.startsWith("Hello, world")).count(), text);
        assertEquals(3, text.lines().count(), text);
    }

    @Test
    void shouldShareTheMemory() throws Exception {
        assertTrue(flags("8").matches("(?s).*double MaxRAMPercentage +=\\ 6\\.25.*"));
        assertTrue(flags("8", "-J-XX:MaxRAMPercentage=10").matches("(?s).*double MaxRAMPercentage +=\\ 10\\.0.*"));
    }

    /** What stands on the command line would overrule them. */
    @ParameterizedTest
    @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"})
    void shouldLeaveTheUserWhatTheEnvironmentSays(String variable) throws Exception {
        final String text =
                flags("8", "-x", variable + "=-XX:MaxRAMPercentage=10 -XX:+UseParallelGC -XX:CICompilerCount=3");
        assertTrue(text.matches("(?s).*double MaxRAMPercentage +=\\ 10\\.0.*"), text);
        assertTrue(text.matches("(?s).*bool UseParallelGC +=\\ true.*"), text);
        assertTrue(text.matches("(?s).*intx CICompilerCount +=\\ 3.*"), text);
    }

    /** The JVM of the launcher reads it, too. */
    @ParameterizedTest
    @CsvSource({
        "JAVA_TOOL_OPTIONS, -XX:+UseParallelGC",
        "JAVA_TOOL_OPTIONS, -Xshare:auto",
        "_JAVA_OPTIONS, -XX:+UseParallelGC",
        "_JAVA_OPTIONS, -XX:+UseStringDeduplication -XX:ParallelGCThreads=2 -XX:+UseMaximumCompactionOnSystemGC",
    })
    void shouldStartWithWhatTheEnvironmentExports(String variable, String options) throws Exception {
        final Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put(variable, options);
        final String text = Command.runIn(Command.home(), environment, directory, 0, "-np", "2", "hello");
        assertEquals(
                2, text.lines().filter(line -> line.startsWith("Hello, world")).count(), text);
    }

    private String flags(String npes, String... options) throws Exception {
        final String[] arguments = new String[options.length + 4];
        arguments[0] = "-np";
        arguments[1] = npes;
        System.arraycopy(options, 0, arguments, 2, options.length);
        arguments[options.length + 2] = "-J-XX:+PrintFlagsFinal";
        arguments[options.length + 3] = "hello";
        return Command.run(directory, 0, arguments);
    }
}
