package org.jshmem.tck;

import org.jshmem.tck.defects.Defect;
import org.jshmem.tck.defects.Planting;

/**
 * The program of a job whose cases run with a planted defect each: {@code CaseMain} with ids like
 * {@code QUIET_…/s12_…}.
 */
public final class DefectMain {
    private static final char SEPARATOR = '/';

    private DefectMain() {}

    /**
     * Runs cases.
     *
     * @param args options and words for cases
     */
    public static void main(String[] args) {
        CaseMain.run(
                args,
                DefectMain::find,
                (reference, body) -> Planting.during(
                        Defect.valueOf(
                                reference.id().substring(0, reference.id().indexOf(SEPARATOR))),
                        body));
    }

    /** A case under a name that tells the defect. */
    static CaseRef named(Defect defect, String caseId) {
        return find(defect.name() + SEPARATOR + caseId);
    }

    private static CaseRef find(String word) {
        final int plainStart = word.indexOf(SEPARATOR) + 1;
        final CaseRef plain = CaseRef.of(word.substring(plainStart));
        final String id = word.substring(0, plainStart) + plain.id();
        return new CaseRef(id, plain.operation(), id, plain.method(), plain.each(), plain.pes());
    }
}
