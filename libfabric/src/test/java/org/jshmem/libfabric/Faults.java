package org.jshmem.libfabric;

/** Loads the library, then provokes the signals that HotSpot handles for itself. */
public final class Faults {
    private static final int ROUNDS = 200_000;

    private Faults() {}

    /**
     * Prints how many exceptions came of it.
     *
     * @param args none
     */
    public static void main(String[] args) {
        Libfabric.get().getInfo(null, null, Fi.PROV_ATTR_ONLY, null).close(); // as a program would
        final int[][] arrays = {{1}, null};
        int caught = 0;
        for (int i = 0; i < ROUNDS; i++) {
            try {
                caught += length(arrays[i % 1000 == 999 ? 1 : 0]) > 1 ? 1 : 0;
            } catch (NullPointerException e) {
                caught++;
            }
        }
        System.out.println("caught " + caught);
    }

    /** Compiled, its null check is the fault of the load itself. */
    private static int length(int[] array) {
        return array.length;
    }
}
