package org.jshmem.tck.programs;

import java.util.zip.CRC32;

/**
 * Where a step stands in a program that is printed.
 *
 * @param before memory before the phase
 * @param after memory after it
 * @param where phase and step, for people
 * @param number of the step in its phase
 */
record Scene(Model before, Model after, String where, int number) {
    /** A statement that checks the bytes of a segment. */
    String same(String segment, byte[] expected) {
        return "same(\"" + where + "\", " + segment + ", " + sum(expected) + "L);";
    }

    /** The checksum of a content. */
    static long sum(byte[] content) {
        final CRC32 sum = new CRC32();
        sum.update(content);
        return sum.getValue();
    }

    /** A statement that checks a condition. */
    String that(String condition) {
        return "check(\"" + where + "\", " + condition + ");";
    }
}
