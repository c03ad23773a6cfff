package org.jshmem.heap;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Parses the syntax of {@code SHMEM_SYMMETRIC_SIZE} (spec: Environment Variables): a number, which may have a fraction,
 * then optionally one of {@code k m g t} in either case for powers of 1024; characters after the suffix are ignored.
 * The result is rounded up to whole bytes.
 */
public final class HeapSize {
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
        final String size = text.strip();
        int end = 0;
        int points = 0;
        while (end < size.length() && (isDigit(size.charAt(end)) || size.charAt(end) == '.')) {
            points += size.charAt(end) == '.' ? 1 : 0;
            end++;
        }
        final int power = end == size.length() ? 0 : 1 + SUFFIXES.indexOf(Character.toLowerCase(size.charAt(end)));
        final boolean unknownSuffix = end < size.length() && power == 0;
        if (end == points || points > 1 || unknownSuffix) {
            throw new IllegalArgumentException("\"" + text
                    + "\" is not a size: write a number, such as 512M, 1.5g or 1048576, with K, M, G or T for"
                    + " powers of 1024");
        }
        return scaled(size.substring(0, end), 1L << (10 * power), text);
    }

    private static long scaled(String number, long unit, String text) {
        final boolean whole = number.indexOf('.') < 0 && number.length() <= 9;
        if (whole && unit <= 1L << 30) {
            return Long.parseLong(number) * unit; // the common case, which does not load BigDecimal
        }
        final BigDecimal bytes =
                new BigDecimal(number).multiply(BigDecimal.valueOf(unit)).setScale(0, RoundingMode.CEILING);
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("\"" + text + "\" is more than any address space holds");
        }
        return bytes.longValueExact();
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
