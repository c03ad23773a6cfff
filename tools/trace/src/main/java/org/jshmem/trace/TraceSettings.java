package org.jshmem.trace;

import java.nio.file.Path;
import java.util.Locale;
import org.jshmem.ShmemException;

/**
 * What the user has chosen by {@code SHMEM_TRACE}, {@code SHMEM_TRACE_BUFFER} and {@code SHMEM_TRACE_ALL}, or by system
 * properties such as {@code jshmem.trace.buffer}.
 *
 * @param file the file that is written
 * @param parts where the PEs write their records
 * @param bufferBytes memory for the records of each thread
 * @param recordsAll whether every operation is recorded, however short
 */
record TraceSettings(Path file, Path parts, long bufferBytes, boolean recordsAll) {
    private static final String FILE = "SHMEM_TRACE";
    private static final String BUFFER = "SHMEM_TRACE_BUFFER";
    private static final String ALL = "SHMEM_TRACE_ALL";

    private static final String DEFAULT_FILE = "job.pftrace";
    private static final long DEFAULT_BYTES = 8L << 20;
    private static final long LEAST_BYTES = 64L << 10;
    private static final long MOST_BYTES = 1L << 30;
    private static final int UNIT_BITS = 10;

    TraceSettings(Path file, long bufferBytes, boolean recordsAll) {
        this(file, Parts.of(file), bufferBytes, recordsAll);
    }

    /** Those of a job that starts the library once more: another file, and records among those of the job. */
    TraceSettings ofRun(int run) {
        return run == 1
                ? this
                : new TraceSettings(Path.of(file + "." + run), Parts.ofRun(parts, run), bufferBytes, recordsAll);
    }

    static TraceSettings ofProcess() {
        final String file = value(FILE);
        final String bytes = value(BUFFER);
        final String all = value(ALL);
        return new TraceSettings(
                Path.of(file == null ? DEFAULT_FILE : file).toAbsolutePath(),
                bytes == null ? DEFAULT_BYTES : bytes(bytes),
                all != null && isTrue(all));
    }

    private static String value(String name) {
        final String property = "jshmem."
                + name.substring("SHMEM_".length()).toLowerCase(Locale.ROOT).replace('_', '.');
        final String value = System.getProperty(property, System.getenv(name));
        return value == null || value.isBlank() ? null : value.strip();
    }

    private static boolean isTrue(String text) {
        return switch (text) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw new ShmemException(ALL + "=" + text + " must be true or false");
        };
    }

    /** A number with K, M or G behind it, or nothing. */
    static long bytes(String text) {
        final int shift =
                UNIT_BITS * ("KMG".indexOf(text.toUpperCase(Locale.ROOT).charAt(text.length() - 1)) + 1);
        final String digits = shift == 0 ? text : text.substring(0, text.length() - 1);
        if (digits.matches("\\d{1,10}")) {
            final long bytes = Long.parseLong(digits) << shift;
            if (bytes >= LEAST_BYTES && bytes <= MOST_BYTES) {
                return bytes;
            }
        }
        throw new ShmemException(BUFFER + "=" + text + " must be a number of bytes from 64K to 1G, such as 16M");
    }
}
