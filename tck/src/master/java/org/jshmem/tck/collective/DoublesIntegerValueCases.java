// types: int long
package org.jshmem.tck.collective;

import static org.jshmem.tck.collective.DoublesIntegerValueRoutines.FACADE;
import static org.jshmem.tck.collective.DoublesIntegerValueRoutines.ON_TEAMS;

import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** The cases of the collectives on one value that integers only have, on {@code double}. */
final class DoublesIntegerValueCases {
    @Case(pes = 3, profile = Profile.JSHMEM)
    void andReduceValue(Checks checks) {
        DoublesValueFolds.reductions(checks, "andReduce", FACADE::andReduce, ON_TEAMS::andReduce, (a, b) -> a & b);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void orReduceValue(Checks checks) {
        DoublesValueFolds.reductions(checks, "orReduce", FACADE::orReduce, ON_TEAMS::orReduce, (a, b) -> a | b);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void xorReduceValue(Checks checks) {
        DoublesValueFolds.reductions(checks, "xorReduce", FACADE::xorReduce, ON_TEAMS::xorReduce, (a, b) -> a ^ b);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void maxReduceUnsignedValue(Checks checks) {
        DoublesValueFolds.reductions(
                checks,
                "maxReduceUnsigned",
                FACADE::maxReduceUnsigned,
                ON_TEAMS::maxReduceUnsigned,
                (a, b) -> Double.compareUnsigned(a, b) > 0 ? a : b);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void minReduceUnsignedValue(Checks checks) {
        DoublesValueFolds.reductions(
                checks,
                "minReduceUnsigned",
                FACADE::minReduceUnsigned,
                ON_TEAMS::minReduceUnsigned,
                (a, b) -> Double.compareUnsigned(a, b) < 0 ? a : b);
    }
}
