package org.jshmem.tck;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Cases of blocking collectives, executed by non-blocking ones: some of each kind, and this build's part of the others.
 */
@Tag(QuickFilter.FULL)
class NonblockingTest {
    private static final Report REPORT = new Report();
    private static final String COMMAND =
            Distribution.withoutC2("../../bin/shmemrun -np {n} -x SHMEM_TOOL=nonblocking -cp {cp} {main}");
    private static final String SOME = "(broadcast|fcollect|sumReduce|sumReduceValue):Longs";

    @TestFactory
    Stream<DynamicTest> shouldPassCasesOfBlockingCollectives() {
        final String kit = System.getProperty("jshmem.tck.cp") + ":"
                + Path.of("target/test-classes").toAbsolutePath();
        final Launch launch = new Launch(COMMAND, kit, System.getProperty("java.class.path"));
        final Harness harness = new Harness(Transport.SHR, launch, 2, CaseMain.class);
        return KitTests.of(harness, "non-blocking ", harness.groups(NonblockingTest::isWanted), REPORT);
    }

    private static boolean isWanted(CaseRef one) {
        return one.id().matches(SOME)
                || Family.of(one) == Family.COLLECTIVES && Draw.ofThisBuild().has(one.id());
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
    }
}
