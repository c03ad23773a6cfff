package org.jshmem.tck.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.tck.Family;
import org.jshmem.tck.Harness;
import org.jshmem.tck.Transport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class VerdictTest {
    private static final String MISSING =
            "threw org.jshmem.tck.c.pe.MissingRoutineException: missing shmem_team_sync at [org.jshmem.tck]";

    private static Harness.Result result(boolean passed, String message) {
        return new Harness.Result("teamSync", Family.BARRIERS, "teamSync", Transport.SHR, passed, 7, 1, message);
    }

    private static Verdict verdict(String message) {
        return Verdict.of(result(false, message), "");
    }

    @Test
    void shouldTellWhatIsMissing() {
        final String message = "PE 0: 1 of 7 checks failed: " + MISSING + "; PE 1 of 2 did not vote; the job ended with"
                + " status 1; its output:\n  exited on signal 9";
        assertEquals(Verdict.MISSING, verdict(message));
        assertEquals("shmem_team_sync", Verdict.missingRoutine(result(false, message)));
    }

    @Test
    void shouldTellWhatIsMissingWhereOnlyTheCallsSayIt() {
        final Harness.Result result = result(false, "PE 0: 1 of 1 checks failed: it is initialised");
        assertEquals("", Verdict.missingRoutine(result));
        assertEquals(Verdict.MISSING, Verdict.of(result, "shmem_query_initialized"));
    }

    @Test
    void shouldNotCountARefusedContext() {
        final String message =
                "PE 0: 1 of 7 checks failed: threw org.jshmem.ShmemException: shmem_ctx_create returned -1 at []";
        assertEquals(Verdict.MISSING, verdict(message));
        assertEquals("context from shmem_ctx_create", Verdict.missingRoutine(result(false, message)));
    }

    /** A check that failed before is not excused by a routine that is missing later. */
    @Test
    void shouldCountOtherFailuresBesides() {
        assertEquals(Verdict.FAILED, verdict("PE 0: 2 of 7 checks failed: 1, not 2 | " + MISSING));
        assertEquals(Verdict.FAILED, verdict("PE 0: 10 of 17 checks failed: 1, not 2 | " + MISSING));
    }

    @Test
    void shouldTellWhatIsMissingInSeveralThreads() {
        final String both = "2 of 7 checks failed: a thread " + MISSING + " | a thread " + MISSING;
        assertEquals(Verdict.MISSING, verdict("PE 0: " + both + "; PE 1: " + both));
        assertEquals(Verdict.FAILED, verdict("PE 0: " + both + "; PE 1: 2 of 7 checks failed: 1, not 2 | 3, not 2"));
        assertEquals(Verdict.FAILED, verdict("PE 0: 2 of 7 checks failed: a thread " + MISSING + "; PE 1: " + both));
    }

    @Test
    void shouldTellHowAJobEnded() {
        assertEquals(Verdict.PASSED, Verdict.of(result(true, ""), ""));
        assertEquals(Verdict.FAILED, verdict("PE 0: 1 of 7 checks failed: 1, not 2"));
        assertEquals(Verdict.FAILED, verdict("PE 0 of 2 did not vote; the job ended with status 255; its output:"));
        assertEquals(Verdict.CRASHED, verdict("PE 0 of 2 did not vote; the job ended with status 134; its output:"));
        assertEquals(Verdict.CRASHED, verdict("the job ended with status 1; its output:\n  SIGSEGV (0xb) at pc=0x1"));
        assertEquals(
                Verdict.CRASHED,
                verdict("the job ended with status 6; its output:\n  YOUR APPLICATION TERMINATED WITH THE EXIT STRING:"
                        + " Aborted (signal 6)"));
        assertEquals(Verdict.HUNG, verdict("the job hung and was killed; its output:\n  SIGSEGV"));
    }

    @Test
    void shouldLeaveOutWhatCDoesNotHave() {
        assertEquals(
                Verdict.JAVA_ONLY,
                verdict("PE 0: 1 of 7 checks failed: threw java.lang.UnsupportedOperationException: a split by color is"
                        + " beyond OpenSHMEM at []"));
    }
}
