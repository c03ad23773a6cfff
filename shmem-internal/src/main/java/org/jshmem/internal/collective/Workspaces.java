package org.jshmem.internal.collective;

import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/** Holds a team's workspaces by element type; each is created by its first use. */
final class Workspaces {
    private final TeamHeaps heaps;
    private final Workspace[] byType = new Workspace[ElementKind.values().length];

    /** For operations that {@link LanesArithmetic} suits, by the bytes of an element less one. */
    private final Workspace[] inLanes = new Workspace[Short.BYTES];

    Workspaces(TeamHeaps heaps) {
        this.heaps = heaps;
    }

    /** The workspace for an operation on elements of a type. */
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
