package org.jshmem.heap;

/**
 * Is told of the memory that a heap claims, before anybody uses it, and is asked before the heap gives memory back: a
 * network that pins registered memory must register what is there, and loses it if it goes. Offsets are in bytes from
 * the start of the heap, and multiples of the least unit in which it claims.
 */
public interface ClaimObserver {
    /** Has no use for it. */
    ClaimObserver NONE = new ClaimObserver() {
        @Override
        public void claimed(long offset, long bytes) {}

        @Override
        public boolean releases(long offset, long bytes) {
            return true;
        }
    };

    /**
     * Memory has been claimed.
     *
     * @param offset where it starts
     * @param bytes how much
     * @throws HeapException if it cannot be used, with the cause and the remedy; the heap gives it back
     */
    void claimed(long offset, long bytes);

    /**
     * The heap would give memory back.
     *
     * @param offset where it starts
     * @param bytes how much
     * @return false if it has to stay; true if it goes now
     */
    boolean releases(long offset, long bytes);
}
