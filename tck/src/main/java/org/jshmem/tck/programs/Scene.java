package org.jshmem.tck.programs;

import java.util.zip.CRC32;

/**
 * Where a step stands in a program that is printed.
 *
 * @param before memory before the phase
 * @param after memory after it
 * @param where phase and step, for people
 */
record Scene(Model before, Model after, String where) {
    /** A statement that checks the bytes of a segment. */
    String same(String segment, byte[] expected) {
        final CRC32 sum = new CRC32();
        sum.update(expected);
        return "same(\"" + where + "\", " + segment + ", " + sum.getValue() + "L);";
    }

    /** A statement that checks a condition. */
    String that(String condition) {
        return "check(\"" + where + "\", " + condition + ");";
    }
}
