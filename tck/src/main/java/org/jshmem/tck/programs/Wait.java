package org.jshmem.tck.programs;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymmetricLongs;

/** Ways to wait for a word; those for several words get the one. */
enum Wait {
    /** By the call for a signal, or else for a word. */
    UNTIL,
    ALL,
    ANY,
    SOME,
    ALL_VECTOR,
    TEST;

    private static final int[] NONE_LEFT_OUT = null;

    void run(SymmetricLongs words, long word, long expected, boolean isSignal) {
        final SymmetricLongs one = words.slice(word, 1);
        switch (this) {
            case UNTIL -> {
                if (isSignal) {
                    Shmem.signalWaitUntil(words, word, Cmp.EQ, expected);
                } else {
                    Shmem.waitUntil(words, word, Cmp.EQ, expected);
                }
            }
            case ALL -> Shmem.waitUntilAll(one, 1, NONE_LEFT_OUT, Cmp.EQ, expected);
            case ANY -> Shmem.waitUntilAny(one, 1, NONE_LEFT_OUT, Cmp.EQ, expected);
            case SOME -> Shmem.waitUntilSome(one, 1, new long[1], NONE_LEFT_OUT, Cmp.EQ, expected);
            case ALL_VECTOR -> Shmem.waitUntilAllVector(one, 1, NONE_LEFT_OUT, Cmp.EQ, new long[] {expected});
            case TEST -> {
                while (!Shmem.test(words, word, Cmp.EQ, expected)) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /** The same as a statement of C; {@code word} is a pointer. */
    String c(String word, String expected, boolean isSignal) {
        final String value = "SHMEM_CMP_EQ, " + expected + ");";
        return switch (this) {
            case UNTIL -> (isSignal ? "shmem_signal_wait_until(" : "shmem_uint64_wait_until(") + word + ", " + value;
            case ALL -> "shmem_uint64_wait_until_all(" + word + ", 1, NULL, " + value;
            case ANY -> "shmem_uint64_wait_until_any(" + word + ", 1, NULL, " + value;
            case SOME -> "{ size_t index; shmem_uint64_wait_until_some(" + word + ", 1, &index, NULL, " + value + " }";
            case ALL_VECTOR ->
                "{ uint64_t value = " + expected + "; shmem_uint64_wait_until_all_vector(" + word
                        + ", 1, NULL, SHMEM_CMP_EQ, &value); }";
            case TEST -> "while (!shmem_uint64_test(" + word + ", " + value.replace(";", "") + ") {}";
        };
    }

    /** The same as a statement; {@code words} is the array and the index. */
    String java(String words, long expected, boolean isSignal) {
        final String one = words.replace(".asLongs(), ", ".asLongs().slice(") + ", 1), 1, ";
        final String value = "Cmp.EQ, " + expected + "L);";
        return switch (this) {
            case UNTIL -> (isSignal ? "signalWaitUntil(" : "waitUntil(") + words + ", " + value;
            case ALL -> "waitUntilAll(" + one + "null, " + value;
            case ANY -> "waitUntilAny(" + one + "null, " + value;
            case SOME -> "waitUntilSome(" + one + "new long[1], null, " + value;
            case ALL_VECTOR -> "waitUntilAllVector(" + one + "null, Cmp.EQ, new long[] {" + expected + "L});";
            case TEST -> "while (!test(" + words + ", Cmp.EQ, " + expected + "L)) {}";
        };
    }
}
