package org.jshmem.tck;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** Programs run the same with a tool in front of the library: cases of each kind with one of the tools. */
@Tag(QuickFilter.FULL)
class ToolsTest {
    private static final Report REPORT = new Report();

    private static final List<String> TOOLS = List.of("monitor", "profile");

    private static final String CASES =
            "(malloc|realloc|calloc|align|put|get|iput|ibget|putNbi|putSignal|atomic(FetchAdd|Set|CompareSwap)|waitUntil"
                + "|sumReduce|broadcast|f?collect|alltoall|sumInscan|setLock|messages|indexedBlocks|ptr):Longs"
                + "|teamSplit.*|ctxCreate|random(Collectives#2|Programs@3)|(flowOfHandlersThatSend|askLongs)@4"
                + "|leaksAreReportedWithTheirPlace|messageDescriptor|everyWayToComplete@2";

    @TestFactory
    Stream<DynamicNode> shouldConform() {
        return Draw.ofThisBuild().from("tools", TOOLS).stream()
                .<DynamicNode>map(tool -> dynamicContainer(tool, cases(tool)))
                .toList()
                .stream();
    }

    private static Stream<? extends DynamicNode> cases(String tool) {
        final String command =
                Distribution.withoutC2("../../bin/shmemrun -np {n} -x SHMEM_TOOL=" + tool + " -cp {cp} {main}");
        final Harness harness = new Harness(Transport.SHR, command, 2, Map.of());
        return KitTests.of(
                harness,
                "with the tool " + tool + " ",
                harness.groups(one -> one.id().matches(CASES)),
                REPORT);
    }

    /** The profiler leaves a picture. */
    @AfterAll
    static void report() throws IOException {
        Files.deleteIfExists(Path.of("communication.svg"));
        System.out.println(REPORT);
    }
}
