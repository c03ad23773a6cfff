package org.jshmem.threads;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;

/** The environment variables of the specification; this library has no others. */
final class Settings {
    private static final long DEFAULT_HEAP_BYTES = 1L << 30;
    private static final String SIZE = "SYMMETRIC_SIZE";
    private static final Pattern NUMBER = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(?:([kmgt]).*)?");
    private static final String SUFFIXES = "kmgt";
    private static final int BITS_OF_SUFFIX = 10;

    private Settings() {}

    /** The size of each heap. */
    static long heapBytes() {
        final String text = variable(SIZE);
        if (text == null) {
            return DEFAULT_HEAP_BYTES;
        }
        final Matcher number = NUMBER.matcher(text.toLowerCase(Locale.ROOT));
        if (number.matches()) {
            final int power = number.group(2) == null ? 0 : 1 + SUFFIXES.indexOf(number.group(2));
            final BigDecimal bytes = new BigDecimal("0" + number.group(1))
                    .multiply(BigDecimal.valueOf(1L << BITS_OF_SUFFIX * power))
                    .setScale(0, RoundingMode.CEILING);
            if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE >> BITS_OF_SUFFIX)) < 0) {
                return bytes.longValueExact();
            }
        }
        throw new ShmemException(
                "SHMEM_SYMMETRIC_SIZE=" + text + " is no size, as 1.5g: a number, perhaps with k, m, g or t");
    }

    /** The value of a variable by its name of today, or else by its old one. */
    private static String variable(String name) {
        final String value = System.getenv("SHMEM_" + name);
        return value == null ? System.getenv("SMA_" + name) : value;
    }

    /** What the variables ask to be printed. */
    @SuppressWarnings("checkstyle:systemout") // asked for
    static void print() {
        if (variable("VERSION") != null) {
            System.out.println("OpenSHMEM " + Shmem.infoGetVersion() + ", PEs as threads");
        }
        if (variable("INFO") != null) {
            System.out.println("SHMEM_VERSION: print the version\nSHMEM_INFO: print this\nSHMEM_DEBUG: no effect\n"
                    + "SHMEM_SYMMETRIC_SIZE: bytes of each heap, " + variable(SIZE));
        }
    }
}
