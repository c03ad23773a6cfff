package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs over a network that pins registered memory: TCP, with a libfabric between that keeps page frames. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(180)
class PinnedMemoryTest {
    private static final Path SOURCE = Path.of("src/test/c/pinning_fabric.c").toAbsolutePath();

    /** What PE 1 may lock from its first allocation on: less than the least hard limit of most machines. */
    private static final int LOCKED_BYTES = (8 << 20) - (512 << 10);

    @TempDir
    private Path directory;

    private Path library;

    @BeforeEach
    void compile() throws Exception {
        Requirement.NETWORK.need();
        Requirement.FABRIC_HEADERS.need();
        library = directory.resolve("libpinning.so");
        final Process compiler = new ProcessBuilder(
                        "cc",
                        "-shared",
                        "-fPIC",
                        "-Wl,--no-as-needed",
                        "-o",
                        library.toString(),
                        SOURCE.toString(),
                        "-lfabric")
                .redirectErrorStream(true)
                .start();
        final String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, compiler.waitFor(), output);
    }

    /** As verbs has it, as cxi has it, and with keys of the user. */
    @ParameterizedTest
    @ValueSource(strings = {"allocated,virt_addr,prov_key,local", "allocated,prov_key,endpoint", "allocated"})
    void shouldKeepPageFramesAndTheLimit(String modes) throws Exception {
        final String output = Command.run(directory, 0, arguments("-J-Dorg.jshmem.ofi.mr-modes=" + modes));
        assertEquals(2, output.split("done", -1).length - 1, output);
        assertEquals(7, output.split("refused", -1).length - 1, output);
        assertTrue(output.contains("refused: PE 1 cannot register"), output);
    }

    /** All of a heap is allocated, in units whose number a provider has room for. */
    @Test
    void shouldRegisterAWholeHeapInFewRegions() throws Exception {
        final List<String> all = new ArrayList<>(List.of("-np", "2", "-x", "SHMEM_SHR=off"));
        all.addAll(List.of("-x", "SHMEM_OFI_PROVIDER=net", "-x", "SHMEM_SYMMETRIC_SIZE=256M"));
        all.add("-J-Dorg.jshmem.libfabric=" + library);
        all.add("-J-Dorg.jshmem.ofi.mr-modes=allocated,prov_key,endpoint");
        all.addAll(
                List.of("-cp", Path.of("target/test-classes").toAbsolutePath().toString()));
        all.addAll(List.of(PinnedHeap.class.getName(), Integer.toString(240)));
        final String output = Command.run(directory, 0, all.toArray(String[]::new));
        assertEquals(2, output.split("done", -1).length - 1, output);
    }

    /** That this can be noticed. */
    @Test
    void shouldNoticeWhatIsRegisteredUnclaimed() throws Exception {
        final String output = Command.runAnyway(directory, arguments());
        assertTrue(output.contains("pinning: memory that is registered was not claimed"), output);
    }

    private String[] arguments(String... options) {
        final List<String> all = new ArrayList<>(List.of("-np", "2", "-x", "SHMEM_SHR=off"));
        all.addAll(List.of("-x", "SHMEM_OFI_PROVIDER=net"));
        all.addAll(List.of("-x", "SHMEM_SYMMETRIC_SIZE=64M", "-x", "SHMEM_SHARED_SIZE=24M"));
        all.add("-J-Dorg.jshmem.libfabric=" + library);
        all.addAll(List.of(options));
        all.addAll(
                List.of("-cp", Path.of("target/test-classes").toAbsolutePath().toString()));
        all.addAll(List.of(PinnedMemory.class.getName(), Integer.toString(LOCKED_BYTES)));
        return all.toArray(String[]::new);
    }
}
