package org.jshmem.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** On machines of the test's own: a directory that stands for the root, and one with commands. */
class RequirementTest {
    @TempDir
    private Path root;

    private Machine machine() {
        return new Machine(root, List.of(root.resolve("usr/bin")), true);
    }

    private void install(String... files) throws Exception {
        for (String file : files) {
            final Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.createFile(path);
            assertTrue(path.toFile().setExecutable(true));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMissEverythingOnABareMachine(Requirement requirement) {
        final String missing = requirement.missingOf(machine());
        assertTrue(missing.startsWith("there is no "), missing);
        assertFalse(requirement.packages().isBlank());
    }

    @ParameterizedTest
    @CsvSource({
        "HYDRA, usr/bin/mpiexec.hydra",
        "OPENMPI, usr/bin/mpirun usr/bin/ompi_info",
        "OPENMPI, usr/bin/mpirun.openmpi usr/lib/x86_64-linux-gnu/libpmix.so.2",
        "OPENMPI_HEADERS, usr/bin/mpicc.openmpi usr/bin/cc usr/include/stdio.h usr/include/openmpi-x86_64/mpi.h",
        "NETWORK, usr/lib64/libfabric.so.1",
        "FABRIC_HEADERS, usr/bin/cc usr/include/stdio.h usr/include/rdma/fabric.h",
        "PMIX_HEADERS, usr/bin/cc usr/include/stdio.h usr/lib/aarch64-linux-gnu/pmix2/include/pmix.h",
        "PACKET_LOSS, usr/bin/nft",
        "BROWSER, usr/bin/chromium",
        "TERMINAL, usr/bin/script",
    })
    void shouldFindWhatIsInstalled(Requirement requirement, String files) throws Exception {
        final String[] all = files.split(" ", -1);
        for (String file : all) {
            assertTrue(requirement.missingOf(machine()).startsWith("there is no "), "before " + file);
            install(file);
        }
        assertNull(requirement.missingOf(machine()));
    }

    @Test
    void shouldNotTakeAnotherMpiForOpenMpi() throws Exception {
        install("usr/bin/mpirun", "usr/bin/mpiexec.hydra");
        assertEquals("there is no ompi_info", Requirement.OPENMPI.missingOf(machine()));
    }

    @Test
    void shouldWantRootForHosts() {
        assertEquals("test hosts need root", Requirement.HOSTS.missingOf(new Machine(root, List.of(root), false)));
    }

    /** It installs what tests require, and passes the names on. */
    @ParameterizedTest
    @EnumSource
    void shouldBeKnownToTheRunner(Requirement requirement) throws Exception {
        final String runner = Files.readString(Path.of("../../.ci/run"));
        assertTrue(runner.contains("\"" + requirement + " "), requirement + " is not in .ci/run");
        for (String name : requirement.packages().split(" ", -1)) {
            assertTrue(name.equals("bash") || runner.contains(name), name + " is not in .ci/run");
        }
    }

    @Test
    void shouldKnowWhatIsRequired() {
        assertEquals(List.of(), Requirement.required(""));
        assertEquals(Set.of(Requirement.values()), Set.copyOf(Requirement.required("all")));
        assertEquals(List.of(Requirement.HYDRA, Requirement.PACKET_LOSS), Requirement.required("hydra, packet-loss"));
        final Error error = assertThrows(AssertionError.class, () -> Requirement.required("hydra,slrum"));
        assertTrue(error.getMessage().contains("\"slrum\" is no requirement; these are: network, "), error::getMessage);
    }
}
