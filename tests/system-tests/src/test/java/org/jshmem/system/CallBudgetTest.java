package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.system.CallSteps.Count;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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
            Map.entry("callMalloc", new Budget(156, 2070)));

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

    /** HotSpot does not say when a method that an option names is not there. */
    @Test
    void shouldNameAMethodThatIsThereNotToBeInlined(@TempDir Path directory) throws Exception {
        final String options = Command.run(directory, 0, "-np", "1", "--print-java-options", "hello");
        final Matcher named = Pattern.compile("dontinline,([\\w.]+)::(\\w+)").matcher(options);
        assertTrue(named.find(), options);
        final URL jar =
                Command.home().resolve("lib/pe/shmem-internal.jar").toUri().toURL();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar}, null);
                InputStream type = loader.getResourceAsStream(named.group(1).replace('.', '/') + ".class")) {
            assertTrue(
                    ClassFile.of().parse(type.readAllBytes()).methods().stream()
                            .anyMatch(method -> method.methodName().equalsString(named.group(2))),
                    options);
        }
    }
}
