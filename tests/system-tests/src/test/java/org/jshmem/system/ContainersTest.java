package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** PEs in namespaces of their own, as containers have them that need no root. */
@Tag(QuickFilter.FULL)
@Timeout(120)
class ContainersTest {
    private static final String USERS = "--user --map-current-user --mount";
    private static final String PROCESSES = USERS + " --pid --fork --kill-child";

    @TempDir
    private Path directory;

    static Stream<Arguments> containers() {
        return Stream.of(ForeignLauncher.HYDRA, ForeignLauncher.OPEN_MPI)
                .flatMap(launcher -> Stream.of(USERS, PROCESSES).map(namespaces -> Arguments.of(launcher, namespaces)));
    }

    @ParameterizedTest
    @MethodSource("containers")
    void shouldShareMemory(ForeignLauncher launcher, String namespaces) throws Exception {
        final Result result = run(launcher, namespaces, "auto");
        assertEquals(0, result.status(), result.text());
        assertTrue(
                result.text().contains("transport shr mmap (/dev/shm, same address on all PEs), 3 PEs, "),
                result.text());
        for (int pe = 0; pe < 3; pe++) {
            assertTrue(result.text().contains("Process " + pe + " exiting"), result.text());
        }
    }

    @Test
    void shouldSayThatCrossMemoryAttachNeedsOnePidNamespace() throws Exception {
        final Result result = run(ForeignLauncher.HYDRA, PROCESSES, "cma");
        assertNotEquals(0, result.status(), result.text());
        assertTrue(result.text().contains(" is in another pid namespace; unset SHMEM_SHR"), result.text());
    }

    private Result run(ForeignLauncher launcher, String namespaces, String shr) throws Exception {
        launcher.need();
        Requirement.NAMESPACES.need();
        final List<String> line = new ArrayList<>(List.of(("unshare " + namespaces).split(" ")));
        line.addAll(List.of(ForeignLauncher.java("org.jshmem.examples.Ring")));
        return launcher.run(directory, 3, Map.of("SHMEM_INFO", "1", "SHMEM_SHR", shr), line.toArray(String[]::new));
    }
}
