package org.jshmem.unwinding;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Blocks as users write them, with something that is called at their end; outside of the library's packages, as users
 * are.
 */
@SuppressWarnings("try") // what is to be closed has no other use
public final class Blocks {
    private final BooleanSupplier look;
    private boolean answer;

    /**
     * Blocks.
     *
     * @param look called at the end of each
     */
    public Blocks(BooleanSupplier look) {
        this.look = look;
    }

    /**
     * What was found at the end of the last block.
     *
     * @return the answer
     */
    public boolean answer() {
        return answer;
    }

    private void look() {
        answer = look.getAsBoolean();
    }

    private Resource open() {
        return this::look;
    }

    private interface Resource extends AutoCloseable {
        @Override
        void close();
    }

    private static void body(boolean failing) {
        if (failing) {
            throw new IllegalStateException("no luck");
        }
    }

    /** One resource. */
    public void resource(boolean failing) {
        try (Resource resource = open()) {
            body(failing);
        }
    }

    /** Two, the first of which is closed last. */
    public void resources(boolean failing) {
        try (Resource first = open();
                Resource second = () -> {}) {
            body(failing);
        }
    }

    /** A finally. */
    public void inFinally(boolean failing) {
        try {
            body(failing);
        } finally {
            look();
        }
    }

    /** A finally that has more to do. */
    public void inLongFinally(boolean failing) {
        try {
            body(failing);
        } finally {
            look();
            if (failing || answer) {
                List.of(1, 2).forEach(each -> body(false));
            }
        }
    }

    /** A finally of a method that returns something. */
    public int returning(boolean failing) {
        try {
            body(failing);
            return 1;
        } finally {
            look();
        }
    }

    /** A handler that throws something else. */
    public void translating(boolean failing) {
        try {
            body(failing);
            look();
        } catch (IllegalStateException e) {
            look();
            throw new IllegalArgumentException("for " + failing, e);
        }
    }

    /** A handler that goes on. */
    public void handling(boolean failing) {
        try {
            body(failing);
        } catch (IllegalStateException e) {
            look();
        }
    }

    /** A loop of blocks, of which an exception leaves the last. */
    public void looping(boolean failing) {
        for (int round = 0; ; round++) {
            try (Resource resource = open()) {
                body(failing && round == 2);
                if (round == 3) {
                    return;
                }
            }
        }
    }

    /** A frame further up. */
    public void further(boolean failing) {
        try {
            body(failing);
        } finally {
            Runnable cleanup = this::look;
            List.of(cleanup).forEach(Runnable::run);
        }
    }

    /** Within a lock. */
    public synchronized void locked(boolean failing) {
        synchronized (look) {
            try (Resource resource = open()) {
                body(failing);
            }
        }
    }

    /** Throws in any case, after the call. */
    public void switching(boolean failing) {
        try {
            body(failing);
        } finally {
            look();
            switch (Boolean.toString(answer)) {
                case "true" -> body(false);
                case "false" -> answer = false;
                default -> answer = true;
            }
        }
    }
}
