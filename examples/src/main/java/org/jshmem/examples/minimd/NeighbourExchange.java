package org.jshmem.examples.minimd;

import org.jshmem.SymmetricDoubles;

/** Moves data between neighbours. Made and closed by all PEs together. */
interface NeighbourExchange extends AutoCloseable {
    /** Where this PE packs the data that it sends; free again after {@link #exchange}. */
    SymmetricDoubles packed();

    /**
     * Sends the packed data along a route, and receives what comes along it.
     *
     * @param route the same on all PEs
     * @param nelems how many doubles are packed
     * @param dest where to receive
     * @param index its first element; after it there is room for as many as {@link #packed} has
     * @return how many doubles have come
     */
    int exchange(Route route, int nelems, double[] dest, int index);

    @Override
    void close();
}
