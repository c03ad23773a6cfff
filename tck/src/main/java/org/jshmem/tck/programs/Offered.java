package org.jshmem.tck.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Leaves out of programs what a C library does not have. */
final class Offered {
    private static final Pattern ROUTINE = Pattern.compile("\\bshmem_\\w+(?=\\()");

    /** Teams, and contexts of others than the world. */
    private static final Pattern TEAM = Pattern.compile("\\b(t\\d|c[" + Program.CONTEXTS + "-9])\\b");

    private static final List<String> OF_TEAMS = List.of("shmem_team_split_strided", "shmem_team_create_ctx");

    private final Program program;
    private final Predicate<String> has;
    private final boolean hasTeams;

    private Offered(Program program, Predicate<String> has) {
        this.program = program;
        this.has = has;
        this.hasTeams = OF_TEAMS.stream().allMatch(has);
    }

    /**
     * The part of a program that a library can run.
     *
     * @param has whether the library has a function of C
     */
    static Program of(Program program, Predicate<String> has) {
        return new Offered(program, has).program();
    }

    private Program program() {
        final Model model = new Model(program);
        final List<Program.Phase> phases = new ArrayList<>();
        for (Program.Phase phase : program.phases()) {
            phase.changes().forEach(change -> change.apply(model));
            final Model before = model.copy();
            phase.steps().forEach(step -> step.apply(model));
            final Scene scene = new Scene(before, model, "", 0);
            final List<Step> steps = phase.steps().stream()
                    .filter(step -> IntStream.range(0, program.pes())
                            .mapToObj(pe -> step.c(pe, scene).now())
                            .allMatch(this::isPossible))
                    .toList();
            phases.add(new Program.Phase(phase.changes(), steps, end(phase.end())));
        }
        final List<Program.Team> teams =
                hasTeams ? program.teams() : program.teams().subList(0, 1);
        return new Program(program.seed(), program.pes(), program.sizes(), teams, phases);
    }

    private boolean isPossible(String text) {
        return (hasTeams || !TEAM.matcher(text).find())
                && ROUTINE.matcher(text).results().allMatch(routine -> has.test(routine.group()));
    }

    private Program.End end(Program.End end) {
        final boolean isPossible = switch (end) {
            case QUIET_AND_TEAM_SYNC -> has.test("shmem_team_sync");
            case PE_QUIET_AND_SYNC -> has.test("shmem_ctx_pe_quiet");
            default -> true;
        };
        return isPossible ? end : Program.End.QUIET_AND_SYNC;
    }
}
