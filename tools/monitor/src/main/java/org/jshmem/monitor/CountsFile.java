package org.jshmem.monitor;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A file that one PE writes and others read, as long as the PE lives: it has no name, and is found among the open files
 * of the processes of the same user, so that nothing of it is left behind.
 *
 * <pre>
 * offset  size  field
 *      0     4  VERSION  odd while the text is being written, and another each time
 *      4     4  LENGTH   of the text in bytes
 *      8        TEXT     UTF-8, see {@link Snapshot}
 * </pre>
 */
final class CountsFile implements AutoCloseable {
    private static final String NAME = "jshmem-monitor-";
    private static final long BYTES = 64 << 10;
    private static final long LENGTH = 4;
    private static final long TEXT = 8;
    private static final int ATTEMPTS = 100;
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    /** Where there may be room for it; the first is memory. */
    private static final List<Path> PLACES =
            List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")));

    private final FileChannel file;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    /** Makes an empty one. */
    CountsFile() throws IOException {
        this(PLACES);
    }

    /** Makes an empty one in the first directory that has room for it. */
    CountsFile(List<Path> directories) throws IOException {
        file = make(directories);
        memory = file.map(MapMode.READ_WRITE, 0, BYTES, arena);
    }

    private static FileChannel make(List<Path> directories) throws IOException {
        IOException failure = null;
        for (Path directory : directories) {
            try {
                return make(directory);
            } catch (IOException e) {
                if (failure != null) {
                    e.addSuppressed(failure);
                }
                failure = e;
            }
        }
        throw failure;
    }

    private static FileChannel make(Path directory) throws IOException {
        final Path name = Files.createTempFile(directory, NAME, "");
        try {
            Files.setPosixFilePermissions(name, OWNER_ONLY); // whatever the umask
            // A page that is only mapped would end the JVM when it is written, if there is no room for it then.
            Files.write(name, new byte[(int) BYTES]);
            return FileChannel.open(name, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } finally {
            Files.delete(name);
        }
    }

    /** Replaces the text; lines for which there is no room are left out. */
    void write(String text) {
        final byte[] bytes = Snapshot.bytes(text, (int) (BYTES - TEXT));
        final int length = bytes.length;
        final int version = (int) INT.get(memory, 0L);
        INT.setVolatile(memory, 0L, version + 1);
        VarHandle.fullFence();
        memory.set(ValueLayout.JAVA_INT, LENGTH, length);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, TEXT, length);
        INT.setVolatile(memory, 0L, version + 2);
    }

    @Override
    public void close() throws IOException {
        arena.close();
        file.close();
    }

    /** The texts of all processes that this user may look into. */
    static List<String> readAll() throws IOException {
        final List<String> texts = new ArrayList<>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : (Iterable<Path>)
                    processes.filter(path -> path.getFileName().toString().matches("\\d+"))::iterator) {
                readOpenFiles(process.resolve("fd"), texts);
            }
        }
        return texts;
    }

    private static void readOpenFiles(Path descriptors, List<String> texts) {
        try (Stream<Path> files = Files.list(descriptors)) {
            for (Path descriptor : (Iterable<Path>) files::iterator) {
                if (isPage(descriptor)) {
                    final String text = read(descriptor);
                    if (!text.isEmpty()) {
                        texts.add(text);
                    }
                }
            }
        } catch (IOException | java.io.UncheckedIOException e) {
            // Of another user, or it has ended meanwhile.
        }
    }

    private static boolean isPage(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).getFileName().toString().startsWith(NAME);
        } catch (IOException | NullPointerException e) { // closed meanwhile; a link to the root
            return false;
        }
    }

    private static String read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
                Arena arena = Arena.ofConfined()) {
            final MemorySegment memory = channel.map(MapMode.READ_ONLY, 0, BYTES, arena);
            for (int i = 0; i < ATTEMPTS; i++) {
                final int version = (int) INT.getVolatile(memory, 0L);
                final byte[] bytes =
                        new byte[Math.clamp(memory.get(ValueLayout.JAVA_INT, LENGTH), 0, (int) (BYTES - TEXT))];
                MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, TEXT, bytes, 0, bytes.length);
                VarHandle.fullFence();
                if ((version & 1) == 0 && version == (int) INT.getVolatile(memory, 0L)) {
                    return new String(bytes, StandardCharsets.UTF_8);
                }
                Thread.yield();
            }
        }
        return ""; // it ended while it wrote
    }
}
