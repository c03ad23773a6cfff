package org.jshmem.tck.report;

import java.util.Optional;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.CaseSource;
import org.jshmem.tck.CaseTable;
import org.jshmem.tck.Family;
import org.jshmem.tck.Harness;
import org.jshmem.tck.Profile;
import org.jshmem.tck.programs.RandomProgram;

/** The program of a case that failed. */
final class Programs {
    private Programs() {}

    /** A random program as one file of Java; of another case the method. */
    static Optional<String> of(Harness.Result result) {
        final Optional<RandomProgram.Named> random = RandomProgram.namedIn(result.message());
        if (result.family() == Family.RANDOM_PROGRAMS && random.isPresent()) {
            return random.map(named -> RandomProgram.source(named.seed(), named.pes()));
        }
        return CaseTable.ifAny(result.id())
                .filter(reference -> reference.method() != null)
                .map(reference -> CaseSource.of(reference).text());
    }

    /** What it holds an implementation to; a program that is no case is legal. */
    static Profile profileOf(Harness.Result result) {
        return CaseTable.ifAny(result.id()).map(CaseRef::profile).orElse(Profile.SPEC);
    }
}
