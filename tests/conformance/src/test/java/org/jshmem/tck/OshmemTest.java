package org.jshmem.tck;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Some cases of each kind, and this build's part of the others, over the C library of Open MPI. */
@Tag(QuickFilter.FULL)
class OshmemTest {
    private static final Report REPORT = new Report();
    private static final String COMMAND =
            "oshrun --oversubscribe --bind-to none -n {n} " + Distribution.java(Distribution.WITHOUT_C2) + " {main}";

    /** Open MPI wants to be told twice that root may do this. */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("SHMEM_TRANSPORT", "oshmem", "OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");

    private static final String SOME =
            "([pg]|put|get|iput|atomicFetchAdd|putSignal|waitUntil|sumReduce|broadcast|fcollect|realloc|ptr|setLock):Longs"
                + "|barrierAll|teamSplitStrided|randomPrograms@3|flowOfHandlersThatSend@4";
    private static final String MORE = "\\w+:(Longs|mem|64)|messages.*|random.*@[23]|(atomic|put)Histories@3";

    @TestFactory
    Stream<DynamicTest> shouldConformOnOneNode() {
        final Harness harness = new Harness(Transport.SHR, COMMAND, 2, ENVIRONMENT);
        final List<List<String>> groups = harness.groups(one -> one.id().matches(SOME)
                || one.isSharing()
                        && one.id().matches(MORE)
                        && Draw.ofThisBuild().has(one.id()));
        return Requirement.OSHMEM.missing() == null
                ? KitTests.of(harness, "oshmem ", groups, REPORT)
                : groups.stream()
                        .flatMap(List::stream)
                        .map(id -> DynamicTest.dynamicTest("oshmem " + Harness.nameOf(id), Requirement.OSHMEM::need));
    }

    @AfterAll
    static void report() {
        System.out.println(REPORT);
    }
}
