package org.jshmem.shell;

import java.io.Serializable;

/** What a PE tells the shell. */
sealed interface Answer extends Serializable {
    /** The PE is initialised; the first answer. */
    record Hello(int pe, int nPes, long pid) implements Answer {}

    /** What has been printed. */
    record Printed(String text) implements Answer {}

    /** How a request with a number has ended. */
    record Finished(long number, Outcome outcome) implements Answer {}

    /**
     * A description of what the PE is doing.
     *
     * @param isInLibrary whether the thread of the snippets is in a call of the library
     * @param call the collective call that it is in, or null
     */
    record Doing(boolean isInLibrary, CollectiveLog.Call call) implements Answer {}
}
