package org.jshmem.mutation.probe;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Notes the lines that run, in a file with one byte for each: 1 if it ran. The processes of a job map the same file, so
 * nothing is lost when one of them is killed, and nothing has to be collected.
 */
public final class LineProbe {
    /** The directory of the files; without it nothing is noted. */
    public static final String DIRECTORY = "JSHMEM_LINES";

    /** The number of lines of the product. */
    public static final String COUNT = "JSHMEM_LINE_COUNT";

    /** The file of what runs before {@link #into} and after {@link #intoAny}. */
    public static final String ANY = "any";

    private static final Path PLACE;
    private static final byte[] SEEN;
    private static volatile MappedByteBuffer lines;

    static {
        final String directory = System.getenv(DIRECTORY);
        if (directory == null) {
            PLACE = null;
            SEEN = new byte[Character.MAX_VALUE];
        } else {
            PLACE = Path.of(directory);
            SEEN = new byte[Integer.parseInt(System.getenv(COUNT))];
            lines = mapped(ANY);
        }
    }

    private LineProbe() {}

    /**
     * Notes that a line runs.
     *
     * @param line its number among all lines
     */
    public static void hit(int line) {
        if (SEEN[line] == 0) {
            SEEN[line] = 1;
            final MappedByteBuffer now = lines;
            if (now != null) {
                now.put(line, (byte) 1);
            }
        }
    }

    /**
     * Notes all that follows in a file of its own. A line that another thread runs meanwhile may be noted in both files
     * or in one.
     *
     * @param file its name
     */
    public static void into(String file) {
        if (PLACE != null) {
            lines = mapped(file);
            Arrays.fill(SEEN, (byte) 0);
        }
    }

    /** Notes all that follows in the file {@link #ANY}. */
    public static void intoAny() {
        into(ANY);
    }

    private static MappedByteBuffer mapped(String file) {
        final boolean wasInterrupted = Thread.interrupted(); // channels do not open then
        try (FileChannel channel = FileChannel.open(
                Files.createDirectories(PLACE).resolve(file),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, SEEN.length);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot note lines in " + PLACE.resolve(file), e);
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
