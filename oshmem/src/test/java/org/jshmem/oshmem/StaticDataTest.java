package org.jshmem.oshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The system's own loader reads the objects. */
@Timeout(60)
class StaticDataTest {
    @TempDir
    private Path directory;

    private Library load(byte[] object) throws Exception {
        return Library.open(Files.write(directory.resolve("data.so"), object).toString());
    }

    @Test
    void shouldEndAtAnAddressThatIsNoneOfMemory() throws Exception {
        final Library object = load(StaticData.ofNothing());
        assertEquals(1, object.find("_end").address());
        assertTrue(object.has("_end"));
    }

    @Test
    @SuppressWarnings("restricted") // memory of the object
    void shouldHaveABlockThatCanBeWritten() throws Exception {
        final Library object = load(StaticData.ofABlock());
        final long start = object.find("__data_start").address();
        assertEquals(64, object.find("_end").address() - start);
        assertEquals(0, start % 64);
        assertEquals(start, object.find("data_start").address());
        assertEquals(start + 64, object.find("end").address());
        final MemorySegment block = MemorySegment.ofAddress(start).reinterpret(64);
        for (long i = 0; i < 64; i += 8) {
            assertEquals(0, block.get(ValueLayout.JAVA_LONG, i));
            block.set(ValueLayout.JAVA_LONG, i, -1);
        }
    }

    @Test
    void shouldLoadFromBytesAndLeaveNoFile() throws Exception {
        final long before = files();
        Library.load(StaticData.ofABlock());
        assertEquals(before, files());
        final var error = assertThrows(IllegalStateException.class, () -> Library.load(new byte[100]));
        assertTrue(error.getMessage().startsWith("cannot load "), error.getMessage());
        assertEquals(before, files());
    }

    private static long files() throws Exception {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("jshmem-data"))
                    .count();
        }
    }

    @Test
    void shouldSayWhatALibraryLacks() throws Exception {
        assertNull(Library.open("libthere-is-none.so"));
        final Library object = load(StaticData.ofNothing());
        final var error = assertThrows(IllegalStateException.class, () -> object.find("shmem_put"));
        assertTrue(error.getMessage().contains("data.so has no function shmem_put; JSHMEM needs"), error.getMessage());
        final var early = assertThrows(IllegalStateException.class, () -> OpenShmem.check("libc.so.6"));
        assertTrue(early.getMessage().startsWith("libc.so.6 was loaded before JSHMEM"), early.getMessage());
        final var none = assertThrows(IllegalStateException.class, () -> OpenShmem.ofProcess("/there/is/none.so", 1));
        assertTrue(none.getMessage().contains("SHMEM_TRANSPORT=native:"), none.getMessage());
        final var later = assertThrows(IllegalStateException.class, () -> OpenShmem.check("libc.so.6"));
        assertTrue(later.getMessage().startsWith("libc.so.6 has no function shmem_init_thread"), later.getMessage());
    }
}
