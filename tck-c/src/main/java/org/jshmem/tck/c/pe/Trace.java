package org.jshmem.tck.c.pe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.tck.CaseWatcher;
import org.jshmem.tck.c.CType;
import org.jshmem.tck.c.CallFile;
import org.jshmem.tck.c.Routine;

/** Writes the last calls of this PE in a case to its {@link CallFile}, which outlives a crash. */
public final class Trace implements CaseWatcher {
    /** Names the directory for the files; without it nothing is written. */
    private static final String DIRECTORY = "jshmem.tck.c.calls";

    private static final int BYTES = 64 << 10;
    private static final byte[] END = CallFile.NEWEST.getBytes(StandardCharsets.US_ASCII);

    /** Not written: they change nothing, and cases call them all the time. */
    private static final Set<String> QUERIES =
            Set.of("shmem_my_pe", "shmem_n_pes", "shmem_team_my_pe", "shmem_team_n_pes", "shmem_team_translate_pe");

    private static final Set<String> UNSIGNED = Stream.of(CType.values())
            .filter(type -> type.kind == CType.Kind.UNSIGNED)
            .map(type -> type.declaration)
            .collect(Collectors.toSet());

    private static final Trace OF_PROCESS = new Trace();

    private final Path directory;
    private MappedByteBuffer file;

    /** For the service loader. */
    public Trace() {
        final String name = System.getProperty(DIRECTORY);
        directory = name == null ? null : Path.of(name);
    }

    static Trace ofProcess() {
        return OF_PROCESS;
    }

    @Override
    public void before(String id, int pe) {
        OF_PROCESS.open(id, pe);
    }

    private synchronized void open(String id, int pe) {
        if (directory != null) {
            final Path path = CallFile.of(directory, id, pe);
            try (FileChannel channel = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                file = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write " + path, e);
            }
        }
    }

    synchronized void begin(Functions.Linked function, long... arguments) {
        final String name = function.routine().name();
        if (file != null && !QUERIES.contains(name)) {
            final StringJoiner text = new StringJoiner(", ", "\n" + name + "(", ")");
            for (int i = 0; i < arguments.length; i++) {
                text.add(value(function.types().get(i), arguments[i]));
            }
            write(text.toString());
        }
    }

    synchronized void end(Functions.Linked function, long result) {
        final Routine routine = function.routine();
        if (file != null && !QUERIES.contains(routine.name())) {
            write(routine.result().equals("void") ? ";" : " = " + value(routine.result(), result) + ";");
        }
    }

    synchronized void missing(String function) {
        if (file != null) {
            write("\n" + CallFile.missing(function));
        }
    }

    private static String value(String type, long bits) {
        if (type.endsWith("*") || type.startsWith("shmem_")) {
            return "0x" + Long.toHexString(bits);
        }
        return switch (type) {
            case "float" -> Float.toString(Functions.floatOf(bits));
            case "double" -> Double.toString(Functions.doubleOf(bits));
            default -> UNSIGNED.contains(type) ? Long.toUnsignedString(bits) : Long.toString(bits);
        };
    }

    private void write(String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (file.remaining() < bytes.length + END.length) {
            while (file.hasRemaining()) {
                file.put((byte) 0);
            }
            file.rewind();
        }
        file.put(bytes);
        file.duplicate().put(END);
    }
}
