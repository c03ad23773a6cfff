package org.jshmem.internal.collective;

import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/** Holds a team's workspaces by element type; each is created by its first use. */
final class Workspaces {
    private static final int TYPES = ElementKind.values().length;

    private final TeamHeaps heaps;
    private final Workspace[] byType = new Workspace[TYPES];

    /** For operations that {@link LanesArithmetic} suits, by the bytes of an element less one. */
    private final Workspace[] inLanes = new Workspace[Short.BYTES];

    private final Workspace[] reproducibly = new Workspace[TYPES];
    private final Workspace[] byOperator = new Workspace[TYPES];

    Workspaces(TeamHeaps heaps) {
        this.heaps = heaps;
    }

    /** The workspace for an operation on elements of a type. */
    @SuppressWarnings("EnumOrdinal") // an EnumMap looks up slower
    Workspace of(Reduction operation, ElementKind type) {
        final int index = type.ordinal();
        if (operation == Reduction.SUM_REPRODUCIBLE) {
            if (reproducibly[index] == null) {
                reproducibly[index] = new Workspace(Arithmetic.reproducibly(type), type, heaps);
            }
            return reproducibly[index];
        }
        if (LanesArithmetic.suits(operation, type.bytes)) {
            return inLanes(type);
        }
        if (byType[index] == null) {
            byType[index] = new Workspace(Arithmetic.of(type), type, heaps);
        }
        return byType[index];
    }

    /** The workspace for an operator on elements of a type; the operator of the next call. */
    @SuppressWarnings("EnumOrdinal") // an EnumMap looks up slower
    Workspace of(ElementKind type, Object operator, boolean isCommutative, long identity) {
        final int index = type.ordinal();
        if (byOperator[index] == null) {
            byOperator[index] = new Workspace(Arithmetic.byOperator(type), type, heaps);
        }
        ((OperatorArithmetic) byOperator[index].arithmetic()).use(operator, isCommutative, identity);
        return byOperator[index];
    }

    /** Ends a call by an operator on elements of a type. */
    @SuppressWarnings("EnumOrdinal") // an EnumMap looks up slower
    void forgetOperator(ElementKind type) {
        ((OperatorArithmetic) byOperator[type.ordinal()].arithmetic()).forget();
    }

    private Workspace inLanes(ElementKind type) {
        final int index = type.bytes - 1;
        if (inLanes[index] == null) {
            inLanes[index] = new Workspace(new LanesArithmetic(type.bytes), type, heaps);
        }
        return inLanes[index];
    }
}
