package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeSet;
import org.jshmem.system.CallSteps.Count;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a call of an operation may execute before it is compiled. The first thousands of calls of a program are
 * interpreted, and each method and each bytecode on the way to the store counts then.
 */
@Tag(QuickFilter.FULL)
@Timeout(120)
class CallBudgetTest {
    /**
     * The most that a call may take.
     *
     * @param calls methods that are entered
     * @param bytecodes instructions that are executed
     */
    private record Budget(int calls, int bytecodes) {}

    private static final Map<String, Budget> BUDGETS = Map.ofEntries(
            Map.entry("callP", new Budget(11, 130)),
            Map.entry("callG", new Budget(13, 135)),
            Map.entry("callPut1", new Budget(15, 200)),
            Map.entry("callPut4", new Budget(27, 320)),
            Map.entry("callGet1", new Budget(17, 205)),
            Map.entry("callGet4", new Budget(29, 330)),
            Map.entry("callPutSymmetric", new Budget(30, 355)),
            Map.entry("callAtomicFetchAdd", new Budget(18, 200)),
            Map.entry("callQuiet", new Budget(17, 110)),
            Map.entry("callBarrierAll", new Budget(44, 470)),
            Map.entry("callSumReduce", new Budget(100, 1100)),
            Map.entry("callMalloc", new Budget(152, 2050)));

    @Test
    void shouldExecuteLittleUntilItIsCompiled() throws Exception {
        final Map<String, Count> counts = CallSteps.count(ForeignLauncher.classPath());
        assertEquals(new TreeSet<>(BUDGETS.keySet()), new TreeSet<>(counts.keySet()));
        BUDGETS.forEach((name, budget) -> {
            final Count count = counts.get(name);
            assertTrue(
                    count.calls() > 0 && count.calls() <= budget.calls() && count.bytecodes() <= budget.bytecodes(),
                    () -> name + " takes " + count.calls() + " calls and " + count.bytecodes()
                            + " bytecodes, not at most "
                            + budget.calls() + " and " + budget.bytecodes() + ":\n"
                            + String.join("\n", count.trace()));
        });
    }
}
