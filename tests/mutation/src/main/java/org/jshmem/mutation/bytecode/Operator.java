package org.jshmem.mutation.bytecode;

import java.util.List;

/** A kind of change, such as a negated condition. */
@FunctionalInterface
interface Operator {
    /** The changes that are possible at an element of a method's code, always in the same order. */
    List<Edit> edits(MethodCode code, int index);

    /** All kinds. */
    static List<Operator> all() {
        return List.of(
                new ConditionNegated(),
                new BoundaryMoved(),
                new ConstantShifted(),
                new ArithmeticExchanged(),
                new CallDropped(),
                new ArgumentsExchanged(),
                new ReturnReplaced(),
                new StoreDelayed(),
                new ThrowSkipped(),
                new HandlerSkipped(),
                new LongNarrowed());
    }
}
