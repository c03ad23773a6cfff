package org.jshmem.mutation;

import java.util.BitSet;

/**
 * The lines that one test class, or one case of the kit, runs.
 *
 * @param judge it alone
 * @param seconds that it takes, at least 1
 * @param lines the numbers of the product's lines
 */
record Touching(Judge judge, long seconds, BitSet lines) {
    boolean isTest() {
        return judge.kind() == Judge.Kind.TEST;
    }

    /** The directory of the test's module; the transport of the case. */
    String place() {
        return isTest() ? judge.selection().substring(0, judge.selection().lastIndexOf('/')) : judge.transport();
    }

    /** The test class, or the case. */
    String name() {
        return judge.selection().substring(judge.selection().lastIndexOf('/') + 1);
    }
}
