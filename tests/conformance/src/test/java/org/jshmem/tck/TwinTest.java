package org.jshmem.tck;

import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** This build's part of the cases with a second one of everything that they make, by the tool {@code twin}. */
@Tag(QuickFilter.FULL)
class TwinTest {
    private static final Report REPORT = new Report();
    private static final String COMMAND =
            Distribution.withoutC2("../../bin/shmemrun -np {n} -x SHMEM_TOOL=twin -cp {cp} {main}");

    /** One master writes those of the other element types. */
    private static final String TYPES = "([^:]*|.*:Longs)";

    private static final Set<Family> FAMILIES = Set.of(
            Family.SYMMETRIC_HEAP,
            Family.TEAMS,
            Family.CONTEXTS,
            Family.PUT_AND_GET,
            Family.STRIDED,
            Family.ATOMICS,
            Family.SIGNALS,
            Family.COLLECTIVES,
            Family.BARRIERS,
            Family.WAITING,
            Family.ORDERING,
            Family.LOCKS,
            Family.SHARED_MEMORY,
            Family.MESSAGES);

    /**
     * Cases that cannot run with the tool: they leave calls by exceptions, fill or count the heap, use memory that the
     * tool cannot copy, or take too long with every call made twice.
     */
    private static final String LIMITS = "(MessageFailures|MessageLoss|Heap|Accounting)Cases\\..*|LockCases\\.s76_one.*"
            + "|SharedCases\\.sharedHeapIsFull|\\w+\\.sharedArray|\\w+\\.aTruncatedFileIsAnException";

    @TestFactory
    Stream<DynamicTest> shouldPassBesideATwin() {
        final String kit = System.getProperty("jshmem.tck.cp") + ":"
                + Path.of("target/test-classes").toAbsolutePath();
        final Launch launch = new Launch(COMMAND, kit, System.getProperty("java.class.path"));
        final Harness harness = new Harness(Transport.SHR, launch, 2, CaseMain.class);
        return KitTests.of(harness, "twin ", harness.groups(TwinTest::isWanted), REPORT);
    }

    private static boolean isWanted(CaseRef one) {
        return one.id().matches(TYPES)
                && FAMILIES.contains(Family.of(one))
                && !isBeyondLimits(one)
                && Draw.ofThisBuild().has(one.id());
    }

    private static boolean isBeyondLimits(CaseRef one) {
        return (one.method().getDeclaringClass().getSimpleName() + "."
                        + one.method().getName())
                .matches(LIMITS);
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
    }
}
