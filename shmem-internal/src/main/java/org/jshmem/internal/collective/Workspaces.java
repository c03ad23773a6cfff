package org.jshmem.internal.collective;

import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/** A team's workspaces by type; one is made when its type is first calculated with. */
final class Workspaces {
    private final TeamHeaps heaps;
    private final Workspace[] byType = new Workspace[ElementKind.values().length];

    /** For bytes and for shorts. */
    private final Workspace[] inLanes = new Workspace[Short.BYTES];

    Workspaces(TeamHeaps heaps) {
        this.heaps = heaps;
    }

    /** For an operation with elements of a type. */
    Workspace of(Reduction operation, ElementKind type) {
        return LanesArithmetic.suits(operation, type.bytes) ? inLanes(type) : of(type);
    }

    private Workspace inLanes(ElementKind type) {
        final int index = type.bytes - 1;
        if (inLanes[index] == null) {
            inLanes[index] = new Workspace(new LanesArithmetic(type.bytes), type, heaps);
        }
        return inLanes[index];
    }

    @SuppressWarnings("EnumOrdinal") // an EnumMap looks up slower
    private Workspace of(ElementKind type) {
        final int index = type.ordinal();
        if (byType[index] == null) {
            byType[index] = new Workspace(Arithmetic.of(type), type, heaps);
        }
        return byType[index];
    }
}
