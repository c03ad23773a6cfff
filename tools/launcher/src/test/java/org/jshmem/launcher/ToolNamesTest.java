package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class ToolNamesTest {
    /** The last option counts, before the variable of the PEs; what is added comes last, and once. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                                          | monitor,shell",
                "-x SHMEM_TOOL=profiler                    | profiler,monitor,shell",
                "-J-Djshmem.tool=trace -x SHMEM_TOOL=other | trace,monitor,shell",
                "-J-Djshmem.tool=a -J-Djshmem.tool=b,c     | b,c,monitor,shell",
                "-J-Djshmem.tool=shell,a,monitor,,b        | a,b,monitor,shell",
                "-J-Djshmem.tool= -J-Da=b                  | monitor,shell"
            })
    void shouldAddToWhatTheUserHasChosen(String options, String names) {
        final String line = "-np 1 " + (options == null ? "" : options + " ") + "-x SHMEM_OTHER=1 Main";
        final LaunchOptions parsed = new CommandLineParser(Map.of()).parse(line.split(" "));
        assertEquals("-Djshmem.tool=" + names, ToolNames.option(parsed, "monitor", "shell"));
    }
}
