package org.jshmem.internal;

/** Stands in for the library's class of this name, for contexts and teams: it is always initialised. */
public final class JshmemRuntime {
    void requireInitialized() {
        // it is
    }
}
