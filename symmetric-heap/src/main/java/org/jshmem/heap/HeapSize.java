package org.jshmem.heap;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The syntax of {@code SHMEM_SYMMETRIC_SIZE} (spec: Environment Variables): a number, a fraction allowed, then optionally one of
 * {@code k m g t} for powers of 1024; characters after the suffix are ignored. Fractions of a byte are rounded up.
 */
public final class HeapSize {
    private static final Pattern SYNTAX =
            Pattern.compile("\\s*\\+?(\\d+\\.?\\d*|\\.\\d+)(?:([kmgtKMGT]).*|\\s*)", Pattern.DOTALL);
    private static final String SUFFIXES = "kmgt";

    private HeapSize() {}

    /**
     * Reads a size.
     *
     * @param text the setting's value
     * @return bytes
     * @throws IllegalArgumentException if the text is not a size
     */
    public static long parse(String text) {
        final Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + text
                    + "\" is not a size: write a number, such as 512M, 1.5g or 1048576, with K, M, G or T for"
                    + " powers of 1024");
        }
        BigDecimal bytes = new BigDecimal(matcher.group(1));
        if (matcher.group(2) != null) {
            final int power =
                    1 + SUFFIXES.indexOf(Character.toLowerCase(matcher.group(2).charAt(0)));
            bytes = bytes.multiply(BigDecimal.valueOf(1L << (10 * power)));
        }
        bytes = bytes.setScale(0, RoundingMode.CEILING);
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("\"" + text + "\" is more than any address space holds");
        }
        return bytes.longValueExact();
    }
}
