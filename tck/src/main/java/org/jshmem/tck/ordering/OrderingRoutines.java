package org.jshmem.tck.ordering;

/** The ordering operations of the API, as the cases call them by any {@link org.jshmem.tck.Route}. */
interface OrderingRoutines {
    void fence();

    void quiet();

    void peQuiet(int... pes);
}
