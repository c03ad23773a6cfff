package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
class NeighbourTest {
    @ParameterizedTest
    @EnumSource(names = {"PROCESS", "NICE_PROCESS"})
    void shouldRunAndEndAProcess(Neighbour neighbour) throws Exception {
        final Set<ProcessHandle> before = children();
        final ProcessHandle started;
        try (var _ = neighbour.start()) {
            started = children().stream()
                    .filter(child -> !before.contains(child))
                    .findAny()
                    .orElseThrow();
            Thread.sleep(300); // a command that fails has ended by then
            assertTrue(started.isAlive());
        }
        started.onExit().get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldStartNoProcessForAThreadOfAPe() {
        final Set<ProcessHandle> before = children();
        try (var _ = Neighbour.GARBAGE.start()) {
            assertEquals(before, children());
        }
        assertEquals("garbage", Neighbour.GARBAGE.thread());
        assertEquals("nothing", Neighbour.PROCESS.thread());
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toSet());
    }
}
