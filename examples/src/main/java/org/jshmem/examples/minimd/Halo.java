package org.jshmem.examples.minimd;

/**
 * The ghosts around this PE's part of the box. Two swaps in each dimension after the other, in which ghosts of earlier
 * dimensions are passed on, bring those at edges and corners as well, from neighbours at the six faces only.
 */
final class Halo {
    private final Swap[] swaps = new Swap[2 * Box.DIMENSIONS];

    Halo(NeighbourExchange exchange, Box box, double cutoff) {
        for (int i = 0; i < swaps.length; i++) {
            swaps[i] = new Swap(exchange, box, cutoff, i / 2, i % 2);
        }
    }

    /** Makes all ghosts anew; collective, as all here. */
    void begin(Atoms atoms) {
        for (int i = 0; i < swaps.length; i += 2) {
            final int end = atoms.end();
            swaps[i].begin(atoms, end);
            swaps[i + 1].begin(atoms, end);
        }
    }

    /** Brings positions to ghosts. */
    void forward(Atoms atoms) {
        for (Swap swap : swaps) {
            swap.forward(atoms);
        }
    }

    /** Brings forces back from ghosts. */
    void reverse(Atoms atoms) {
        for (int i = swaps.length - 1; i >= 0; i--) {
            swaps[i].reverse(atoms);
        }
    }
}
