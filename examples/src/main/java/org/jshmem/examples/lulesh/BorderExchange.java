package org.jshmem.examples.lulesh;

import org.jshmem.SymmetricDoubles;

/**
 * Takes data to the neighbours, and gets theirs. Made and closed by all PEs together; each says the same of a border as
 * its neighbour there.
 */
interface BorderExchange extends AutoCloseable {
    /** Makes an exchange of its own. */
    interface Maker {
        /**
         * Makes it.
         *
         * @param number of this exchange, from 0
         * @param outgoing where this PE packs what it sends; free again after {@link #finish}
         * @param incoming where the neighbours' data comes to
         */
        BorderExchange make(int number, SymmetricDoubles outgoing, SymmetricDoubles incoming);
    }

    /** Says what will come, as early as that is known and its place is free. */
    void expect(Border border, int index, int nelems);

    /** Sends a neighbour what is packed for it, which is to come to a place there. */
    void send(Border border, int index, int nelems, int destIndex);

    /** Waits until data has come that was expected. */
    void await(Border border);

    /** Waits until what was sent may be overwritten. */
    void finish();

    @Override
    void close();
}
