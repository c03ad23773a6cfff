package org.jshmem.mutation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Who judges random mutants of a module or class. */
final class RandomJudges {
    private static final String ALL = ".*";
    private static final Path SCHEDULES = Path.of("tests/schedules");
    private static final Path SYSTEM_TESTS = Path.of("tests/system-tests");
    private static final Set<String> WITH_SCHEDULES = Set.of("shmem-internal", "shmem-flow", "transport-ofi");
    private static final Set<String> OF_THE_NETWORK = Set.of("transport-ofi", "libfabric");
    private static final Set<String> AROUND_PES =
            Set.of("bootstrap", "tools/launcher", "tools/monitor", "tools/profiler", "tools/shmem-info");

    private final TestSurvey survey;
    private final List<Mutant> handMade;

    /** Takes the cases that catch mutants of the hand-made list as those that touch a class. */
    RandomJudges(TestSurvey survey, List<Mutant> handMade) {
        this.survey = survey;
        this.handMade = handMade;
    }

    /** Tests of the module, and its protocols in schedules. */
    List<Judge> tests(String module) throws IOException, InterruptedException {
        final List<Judge> judges = new ArrayList<>(survey.judges(Path.of(module)));
        if (WITH_SCHEDULES.contains(module)) {
            judges.addAll(survey.judges(SCHEDULES));
        }
        return judges;
    }

    /** Cases of the kit that touch the class, which is given by its internal name. */
    List<Judge> cases(String className) {
        final int nested = className.indexOf('$');
        final String source = "/" + (nested < 0 ? className : className.substring(0, nested)) + ".java";
        return handMade.stream()
                .filter(mutant -> mutant.source().toString().endsWith(source))
                .flatMap(mutant -> mutant.judges().stream())
                .filter(judge -> judge.kind() == Judge.Kind.KIT)
                .distinct()
                .toList();
    }

    /** The whole kit on the transports of the module, or system tests, and for the network also test hosts. */
    List<Judge> whole(String module) throws IOException, InterruptedException {
        if (AROUND_PES.contains(module)) {
            return survey.judges(SYSTEM_TESTS);
        }
        if (OF_THE_NETWORK.contains(module)) {
            return List.of(kit("ofi"), kit("nodes"));
        }
        return module.equals("transport-none") ? List.of(kit("none")) : List.of(kit("shr"), kit("cma"));
    }

    private static Judge kit(String transport) {
        return new Judge(Judge.Kind.KIT, transport, ALL);
    }
}
