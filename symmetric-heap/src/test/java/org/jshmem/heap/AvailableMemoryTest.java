package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {
    private static final long MIB = 1L << 20;

    @TempDir
    private Path root;

    @Test
    void shouldTakeTheTightestGroupAroundTheProcess() throws IOException {
        limit("", "max", "5");
        limit("slurm", "1000", "100");
        limit("slurm/step", "max", "7");
        limit("other", "1", "1");
        assertEquals(900 * MIB, bytes(named("1:name=systemd:/other\n0::/slurm/step\n")));
        limit("slurm/step", "500", "7");
        assertEquals(493 * MIB, bytes(named("0::/slurm/step\n")));
    }

    @Test
    void shouldLookAtTheRootOfANamespace() throws IOException {
        limit("", "300", "100");
        assertEquals(200 * MIB, bytes(named("0::/\n")));
        assertEquals(200 * MIB, bytes(root.resolve("absent")));
        assertEquals(200 * MIB, bytes(named("0::/../outside\n")));
    }

    /** The page cache of files on disks is not in use; shared memory, which is in "file", too, is. */
    @Test
    void shouldCountThePageCacheAsFree() throws IOException {
        limit("slurm", "1000", "900");
        Files.writeString(
                root.resolve("slurm/memory.stat"),
                "anon 1\nfile " + 800 * MIB + "\nshmem " + 100 * MIB + "\ninactive_anon 7\ninactive_file " + 600 * MIB
                        + "\nactive_file " + 50 * MIB + "\n");
        assertEquals(750 * MIB, bytes(named("0::/slurm\n")));
    }

    @Test
    void shouldKnowNoLimitWithoutFiles() throws IOException {
        assertEquals(Long.MAX_VALUE, bytes(named("0::/absent\n")));
    }

    /** The files of the unified hierarchy count bytes; 64 MiB are left to others. */
    private long bytes(Path own) {
        final AvailableMemory available = AvailableMemory.groups(root, own);
        return available.bytes() == Long.MAX_VALUE ? Long.MAX_VALUE : available.bytes() + 64 * MIB;
    }

    @Test
    void shouldNameTheControlGroupThatIsShort() throws IOException {
        limit("slurm", "1000", "100");
        final AvailableMemory available = AvailableMemory.groups(root, named("0::/slurm\n"));
        final String limits = "the control group of this process has " + 900 * MIB + " of " + 1000 * MIB
                + " bytes left; raise its memory limit (" + root.resolve("slurm/memory.max") + "), or allocate less";
        assertEquals(limits, available.reason(900 * MIB));
        assertEquals("it was short for a moment; now " + limits, available.reason(800 * MIB));
    }

    @Test
    void shouldLeaveAReserveOfWhatTheMachineHasAvailable() throws IOException {
        final Path meminfo = Files.writeString(
                root.resolve("meminfo"), "MemTotal: 9000000 kB\nMemFree: 100000 kB\nMemAvailable:  2097152 kB\n");
        final AvailableMemory available = AvailableMemory.machine(meminfo);
        assertEquals((2048 - 64) * MIB, available.bytes());
        assertTrue(available.limit().startsWith("the machine has " + 2048 * MIB + " bytes"), available.limit());
        Files.writeString(meminfo, "MemTotal: 9000000 kB\n");
        assertEquals(Long.MAX_VALUE, AvailableMemory.machine(meminfo).bytes());
        assertEquals(
                Long.MAX_VALUE, AvailableMemory.machine(root.resolve("absent")).bytes());
    }

    @Test
    void shouldFindNoLimitInTheFileSystemOfMemoryFiles() {
        try (BackingFile shared = BackingFile.create(MIB);
                BackingFile memory = BackingFile.create(1L << 42)) {
            assertTrue(AvailableMemory.fileSystem(shared.fileSystem()).limit().startsWith("/dev/shm has "));
            assertEquals(
                    Long.MAX_VALUE,
                    AvailableMemory.fileSystem(memory.fileSystem()).bytes());
            assertTrue(AvailableMemory.of(memory).bytes() < Long.MAX_VALUE);
        }
    }

    @Test
    void shouldSayWhatAFileSystemHasLeft() {
        try (BackingFile shared = BackingFile.create(MIB)) {
            final AvailableMemory available = AvailableMemory.fileSystem(shared.fileSystem());
            assertEquals(
                    "/dev/shm has " + available.bytes() + " of "
                            + shared.fileSystem().getTotalSpace()
                            + " bytes free; make it larger, or remove what else is in it",
                    available.limit());
        }
    }

    /** A group that this process does not see, and files that hold no number or are not there. */
    @Test
    void shouldKnowNoLimitWhereAGroupGivesNone() throws IOException {
        limit("", "max", "5");
        limit("slurm", "1000", "100");
        assertEquals(Long.MAX_VALUE, bytes(named("1:name=systemd:/slurm\n")));
        Files.writeString(root.resolve("slurm/memory.max"), "many\n");
        final AvailableMemory available = AvailableMemory.groups(root, named("0::/slurm\n"));
        assertEquals(Long.MAX_VALUE, available.bytes());
        assertEquals("the system gives no reason", available.limit());
        limit("slurm", "1000", "100");
        Files.delete(root.resolve("slurm/memory.current"));
        assertEquals(Long.MAX_VALUE, bytes(named("0::/slurm\n")));
    }

    private Path named(String content) throws IOException {
        return Files.writeString(root.resolve("own"), content);
    }

    private void limit(String group, String max, String current) throws IOException {
        final Path directory = Files.createDirectories(root.resolve(group));
        Files.writeString(directory.resolve("memory.max"), mebibytes(max) + "\n");
        Files.writeString(directory.resolve("memory.current"), mebibytes(current) + "\n");
    }

    private static String mebibytes(String number) {
        return number.equals("max") ? number : Long.toString(Long.parseLong(number) * MIB);
    }
}
