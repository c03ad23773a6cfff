package org.jshmem.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jshmem.tck.Harness;
import org.jshmem.tck.Transport;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A few cases of the conformance kit, of each kind, held to the specification: that this implementation works, and that
 * the kit can judge another one than its own.
 */
@Timeout(300)
class ThreadPesTest {
    private static final String LAUNCH =
            "{java} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp {runtime} "
                    + RunThreads.class.getName() + " -np {n} {main} --pe={pe}";
    private static final Set<String> CASES = Set.of(
            "put:Longs",
            "get:Doubles",
            "atomicFetchAdd:Ints",
            "putSignal:Longs",
            "waitUntil:Longs",
            "sumReduce:Floats",
            "collect:Shorts",
            "realloc:Bytes",
            "setLock:Longs",
            "s72_globalExitEndsOthersInABarrier");
    private static final Map<String, String> PROPERTIES =
            Map.of("jshmem.tck.launch", LAUNCH, "jshmem.tck.profile", "spec");

    @BeforeAll
    static void set() {
        PROPERTIES.forEach(System::setProperty);
    }

    @AfterAll
    static void clear() {
        PROPERTIES.keySet().forEach(System::clearProperty);
    }

    /** A program that cannot start. */
    public static final class Broken {
        static {
            refuse();
        }

        private Broken() {}

        private static void refuse() {
            throw new IllegalStateException("no start");
        }

        public static void main(String[] args) {
            // The class cannot be initialised.
        }
    }

    @Test
    void shouldEndWithAProgramThatCannotStart() throws Exception {
        final Process job = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RunThreads.class.getName(),
                        "-np",
                        "2",
                        Broken.class.getName())
                .redirectErrorStream(true)
                .start();
        final String text = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, job.waitFor(), text);
        assertTrue(text.contains("Exception in PE ") && text.contains("IllegalStateException: no start"), text);
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldPassTheKit() {
        final Harness harness = new Harness(Transport.SHR);
        final List<String> failures = new ArrayList<>();
        int passed = 0;
        for (List<String> group : harness.groups(reference -> CASES.contains(reference.id()))) {
            for (Harness.Result result : harness.run(group).values()) {
                passed += result.passed() ? 1 : 0;
                if (!result.passed()) {
                    failures.add(result.name() + ": " + result.message());
                }
            }
        }
        assertTrue(failures.isEmpty(), () -> String.join("\n", failures));
        assertEquals(CASES.size(), passed);
    }
}
