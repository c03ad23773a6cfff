package org.jshmem.tck.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * Which bytes the steps of one phase use, and how. What keeps a program legal: bytes that overlap are used in the same
 * way, and in a way that may be shared.
 */
final class Claims {
    /** By any number of steps. */
    static final Object READ = "read";

    /** By one step. */
    static final Object WRITE = "write";

    private record Claim(Place place, Object use) {}

    private final List<Claim> claims = new ArrayList<>();

    /** Whether a step may use these bytes. */
    boolean allow(Place place, Object use) {
        return claims.stream()
                .noneMatch(claim -> claim.place.overlaps(place)
                        && (use == WRITE || !use.equals(claim.use) || use != READ && !claim.place.equals(place)));
    }

    void take(Place place, Object use) {
        claims.add(new Claim(place, use));
    }
}
