package org.jshmem.internal.messages;

import org.jshmem.schedules.Steps;

/** Stands in for the library's class of this name: the task stops until another one has changed memory. */
final class Moment {
    private Moment() {}

    static void pass(int looks) {
        Steps.awaitChange();
    }
}
