package org.jshmem.transport.ofi;

import java.util.Arrays;

/**
 * The contexts of this PE that are or were in a session, by what they have collected: whoever begins to wait, and the
 * progress agent, sends it. A context stays here until its end, since a thread may still collect what it has begun when
 * another one ends the session.
 *
 * <p><b>Threads.</b> Any thread may call any method.
 */
final class Sessions {
    private static final Batches[] NONE = {};

    /** An update replaces the array, under this object's monitor. */
    private volatile Batches[] batches = NONE;

    /** A session of a context has started. */
    synchronized void add(Batches added) {
        if (!Arrays.asList(batches).contains(added)) {
            final Batches[] all = Arrays.copyOf(batches, batches.length + 1);
            all[batches.length] = added;
            batches = all;
        }
    }

    /** A context that was in a session has ended. */
    synchronized void remove(Batches removed) {
        batches = Arrays.stream(batches).filter(kept -> kept != removed).toArray(Batches[]::new);
    }

    /** Whether some context may have collected operations. */
    boolean areCollecting() {
        for (Batches collected : batches) {
            if (!collected.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Sends what contexts collected some time ago. */
    void sendOld() {
        for (Batches collected : batches) {
            collected.sendOld();
        }
    }

    /** Sends what contexts have collected. */
    void sendAll() {
        for (Batches collected : batches) {
            collected.sendAll();
        }
    }
}
