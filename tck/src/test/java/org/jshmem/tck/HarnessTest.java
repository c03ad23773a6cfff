package org.jshmem.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness against jobs that lie, keep silent, crash or hang: shell scripts that print votes. */
class HarnessTest {
    private static final String TOGETHER = "p:Longs";
    private static final String ALSO_TOGETHER = "p:Ints";
    private static final String STATUS_SEVEN = "s72_globalExitEndsOthersInABarrier";
    private static final String SAYS = "versionIsPrinted";

    @TempDir
    private Path directory;

    /** Runs cases in a job whose script sees the ids of the cases as $ids. */
    private Map<String, Harness.Result> run(String script, String... ids) throws IOException {
        final Path file = directory.resolve("job.sh");
        Files.writeString(file, """
            vote() { echo "tag: jshmem-tck vote $1 pe=$2 npes=$3 checks=$4 $5"; }
            ids=
            for word; do case $word in -*|org.*) ;; *) ids="$ids ${word%%=*}" ;; esac; done
            """ + script);
        return new Harness(Transport.SHR, "sh " + file + " {main}", 2, Map.of()).run(List.of(ids));
    }

    private static void assertFails(String reason, Harness.Result result) {
        assertFalse(result.passed(), result.name());
        assertTrue(result.message().contains(reason), result.message());
    }

    @Test
    void shouldPassWhenEveryPeVotesForEveryCase() throws IOException {
        final Map<String, Harness.Result> results =
                run("for id in $ids; do vote $id 1 2 5 pass; vote $id 0 2 4 pass; done", TOGETHER, ALSO_TOGETHER);
        assertTrue(results.get(TOGETHER).passed(), results.get(TOGETHER).message());
        assertTrue(results.get(ALSO_TOGETHER).passed());
        assertEquals(9, results.get(TOGETHER).checks());
    }

    @Test
    void shouldFailWithoutTheVoteOfOnePe() throws IOException {
        assertFails(
                "PE 1 of 2 did not vote", run("vote $ids 0 2 4 pass", TOGETHER).get(TOGETHER));
    }

    @Test
    void shouldFailWithoutOutput() throws IOException {
        assertFails("PE 0 of 2 did not vote", run("exit 0", TOGETHER).get(TOGETHER));
    }

    @Test
    void shouldFailWhenNoPeCheckedAnything() throws IOException {
        assertFails(
                "no PE has checked anything",
                run("vote $ids 0 2 0 pass; vote $ids 1 2 0 pass", TOGETHER).get(TOGETHER));
        assertTrue(run("vote $ids 0 2 0 pass; vote $ids 1 2 3 pass", TOGETHER)
                .get(TOGETHER)
                .passed());
    }

    @Test
    void shouldFailWhenAPeVotesTwice() throws IOException {
        assertFails(
                "votes twice",
                run("vote $ids 0 2 1 pass; vote $ids 1 2 3 pass; vote $ids 1 2 4 pass", TOGETHER)
                        .get(TOGETHER));
    }

    @Test
    void shouldFailWhenTheJobHasAnotherSize() throws IOException {
        assertFails(
                "PE 2 of 3",
                run("vote $ids 0 3 1 pass; vote $ids 1 3 1 pass; vote $ids 2 3 1 pass", TOGETHER)
                        .get(TOGETHER));
    }

    @Test
    void shouldFailOnAVoteAgainst() throws IOException {
        final Map<String, Harness.Result> results = run("""
            for id in $ids; do vote $id 0 2 4 pass; done
            vote p:Longs 1 2 3 'fail 1 of 3 checks failed: seven'
            vote p:Ints 1 2 3 pass
            exit 1\
            """, TOGETHER, ALSO_TOGETHER);
        assertFails("seven", results.get(TOGETHER));
        assertTrue(
                results.get(ALSO_TOGETHER).passed(), results.get(ALSO_TOGETHER).message());
    }

    @Test
    void shouldFailWhenTheStatusIsNotTheCases() throws IOException {
        final String votes = "vote $ids 0 2 4 pass; vote $ids 1 2 4 pass; ";
        assertFails("status 3", run(votes + "exit 3", TOGETHER).get(TOGETHER));
        final String four = "for pe in 0 1 2 3; do vote $ids $pe 4 1 pass; done; ";
        assertFails("status 0", run(four, STATUS_SEVEN).get(STATUS_SEVEN));
        assertTrue(run(four + "exit 7", STATUS_SEVEN).get(STATUS_SEVEN).passed());
    }

    @Test
    void shouldFailWithoutTheTextThatTheCaseWants() throws IOException {
        final String votes = "vote $ids 0 2 4 pass; vote $ids 1 2 4 pass; ";
        assertFails("no \"1.6\"", run(votes, SAYS).get(SAYS));
        assertTrue(run(votes + "echo OpenSHMEM 1.6", SAYS).get(SAYS).passed());
    }

    @Test
    void shouldRunTheRestAgainWhenACaseBreaksItsJob() throws IOException {
        final Map<String, Harness.Result> results = run("""
            for id in $ids; do
              if [ $id = p:Longs ]; then vote $id 0 2 1 'fail threw'; exit 1; fi
              vote $id 0 2 4 pass; vote $id 1 2 4 pass
            done\
            """, TOGETHER, ALSO_TOGETHER);
        assertFails("threw", results.get(TOGETHER));
        assertTrue(
                results.get(ALSO_TOGETHER).passed(), results.get(ALSO_TOGETHER).message());
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldWaitForAJobAsLongAsItVotes() throws IOException {
        final Path file = directory.resolve("slow.sh");
        Files.writeString(file, """
            for id in p:Ints p:Longs p:Bytes; do
              sleep 1
              echo "jshmem-tck vote $id pe=0 npes=1 checks=1 pass"
            done
            """);
        final Launch.Ended ended = new Launch("sh " + file, "", "").run(1, Map.of(), votes -> 2, List.of());
        assertFalse(ended.timedOut());
        assertEquals(3, ended.votes().size());
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldKillAJobThatHangs() throws IOException {
        final Path file = directory.resolve("hang.sh");
        final Path pid = directory.resolve("pid");
        Files.writeString(file, "sleep 1000 & echo $! > " + pid + "; wait");
        final Launch.Ended ended = new Launch("sh " + file, "", "").run(1, Map.of(), votes -> 3, List.of());
        assertTrue(ended.timedOut());
        assertFalse(ended.leftBehind());
        final long child = Long.parseLong(Files.readString(pid).strip());
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (runs(child) && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertFalse(runs(child), "the child lives on");
    }

    /** Whether a process exists and is not one that only waits to be collected. */
    private static boolean runs(long pid) throws IOException {
        final Path stat = Path.of("/proc/" + pid + "/stat");
        try {
            return !Files.readString(stat).matches("(?s)\\d+ \\(.*\\) Z.*");
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    @Test
    void shouldFailARowOfTheTableWithoutACase() {
        final CaseRef missing = new CaseRef("newOperation:Longs", "newOperation", "newOperation Longs", null);
        assertTrue(missing.isMissing());
        assertTrue(missing.runsOn(Transport.NONE) && missing.runsOn(Transport.CMA));
    }

    @Test
    void shouldFindEveryCaseByItsWord() {
        for (CaseRef reference : CaseTable.all()) {
            final CaseRef found = CaseRef.of(reference.word());
            assertEquals(reference.id(), found.id());
            assertEquals(reference.method(), found.method(), found.id());
            assertEquals(reference.each(), found.each(), found.id());
            assertEquals(reference.pes(), found.pes(), found.id());
        }
    }

    @Test
    void shouldHaveACaseForEveryRowAndType() {
        final List<String> missing = CaseTable.all().stream()
                .filter(CaseRef::isMissing)
                .map(CaseRef::id)
                .toList();
        assertEquals(List.of(), missing);
        final List<String> ids = CaseTable.all().stream().map(CaseRef::id).toList();
        assertEquals(ids.size(), ids.stream().distinct().count(), "ids are unique");
        for (Surface.Row row : Surface.rows()) {
            if (row.kinds().contains("typed") || row.kinds().contains("named")) {
                Surface.TYPES.forEach(type -> assertTrue(ids.contains(row.operation() + ":" + type), row + " " + type));
            }
        }
    }
}
