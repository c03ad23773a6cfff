package org.jshmem.threads.job;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Access to memory by its address, and the memory of the heaps. */
public final class Memory {
    /** All of it. */
    public static final MemorySegment ALL = ofAddress(0, Long.MAX_VALUE, Arena.global());

    /** A byte. */
    public static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

    /** A short at any address. */
    public static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;

    /** An int at any address. */
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    /** A long at any address. */
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** A float at any address. */
    public static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;

    /** A double at any address. */
    public static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    /** Atomic access to an int. */
    public static final VarHandle INT_ATOMIC = ValueLayout.JAVA_INT.varHandle();

    /** Atomic access to a long. */
    public static final VarHandle LONG_ATOMIC = ValueLayout.JAVA_LONG.varHandle();

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private Memory() {}

    /** Memory as a segment that can be used until an arena is closed. */
    @SuppressWarnings("restricted") // the heap of a PE, for as long as the library is initialised
    public static MemorySegment ofAddress(long address, long bytes, Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
    }

    /** Memory of zeros that the machine gives when it is touched; it is there to the end of the JVM. */
    static long map(long bytes) {
        try {
            final Path directory =
                    Files.isWritable(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
            final Path file = Files.createTempFile(directory, "jshmem-threads", null);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, Arena.global())
                        .address();
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new IllegalStateException(
                    "cannot map heaps of " + bytes + " bytes in all; set SHMEM_SYMMETRIC_SIZE to less", e);
        }
    }
}
