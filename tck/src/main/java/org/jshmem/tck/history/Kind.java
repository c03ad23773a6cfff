package org.jshmem.tck.history;

/**
 * What an operation does to a word; for locks the word says who holds it, as the PE's number plus 1, and 0 for nobody.
 */
enum Kind {
    /** {@code atomicFetch} or {@code g}. */
    FETCH {
        @Override
        long next(long word, Operation operation) {
            return word;
        }
    },
    /** {@code atomicSet} or {@code p}. */
    SET {
        @Override
        boolean fits(long word, Operation operation) {
            return true;
        }

        @Override
        long next(long word, Operation operation) {
            return operation.argument();
        }
    },
    /** {@code atomicAdd} or {@code atomicInc}. */
    ADD {
        @Override
        boolean fits(long word, Operation operation) {
            return true;
        }

        @Override
        long next(long word, Operation operation) {
            return word + operation.argument();
        }
    },
    /** {@code atomicSwap}. */
    SWAP {
        @Override
        long next(long word, Operation operation) {
            return operation.argument();
        }
    },
    /** {@code atomicCompareSwap}. */
    COMPARE_SWAP {
        @Override
        long next(long word, Operation operation) {
            return word == operation.condition() ? operation.argument() : word;
        }
    },
    /** {@code atomicFetchAdd} or {@code atomicFetchInc}. */
    FETCH_ADD {
        @Override
        long next(long word, Operation operation) {
            return word + operation.argument();
        }
    },
    /** {@code atomicFetchAnd}. */
    FETCH_AND {
        @Override
        long next(long word, Operation operation) {
            return word & operation.argument();
        }
    },
    /** {@code atomicFetchXor}. */
    FETCH_XOR {
        @Override
        long next(long word, Operation operation) {
            return word ^ operation.argument();
        }
    },
    /** {@code test} or {@code waitUntil} by the word's own PE, whether it is at least the argument: 1 or 0. */
    TEST_GE {
        @Override
        boolean fits(long word, Operation operation) {
            return operation.result() == 1 == word >= operation.argument();
        }

        @Override
        long next(long word, Operation operation) {
            return word;
        }
    },
    /** {@code setLock}, or a {@code testLock} that got the lock. */
    ACQUIRE {
        @Override
        boolean fits(long word, Operation operation) {
            return word == 0;
        }

        @Override
        long next(long word, Operation operation) {
            return operation.pe() + 1L;
        }
    },
    /** {@code testLock} that found the lock held. */
    FIND_HELD {
        @Override
        boolean fits(long word, Operation operation) {
            return word != 0;
        }

        @Override
        long next(long word, Operation operation) {
            return word;
        }
    },
    /** {@code clearLock}. */
    RELEASE {
        @Override
        boolean fits(long word, Operation operation) {
            return word == operation.pe() + 1L;
        }

        @Override
        long next(long word, Operation operation) {
            return 0;
        }
    };

    /** Whether the operation's result is one that this word gives. */
    boolean fits(long word, Operation operation) {
        return operation.result() == word;
    }

    /** The word after the operation. */
    abstract long next(long word, Operation operation);
}
