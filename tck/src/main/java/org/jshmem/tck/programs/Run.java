package org.jshmem.tck.programs;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;

/** Runs this PE's part of a program, which all PEs run together, and compares its memory with the model. */
final class Run {
    private final Program program;
    private final Judge judge;
    private final Model model;
    private final int me = Shmem.myPe();

    private Run(Program program, Judge judge) {
        this.program = program;
        this.judge = judge;
        this.model = new Model(program);
    }

    static void of(Program program, Judge judge) {
        new Run(program, judge).run();
    }

    private void run() {
        final List<SymmetricBytes> arrays = new ArrayList<>();
        for (int array = 0; array < program.sizes().size(); array++) {
            arrays.add(Shmem.mallocBytes(program.sizes().get(array)));
            arrays.get(array).segment().copyFrom(model.segment(array, me));
        }
        final SymmetricLongs locks = Shmem.callocLongs(Generator.LOCKS);
        final List<ShmemContext> contexts =
                List.of(Shmem.CTX_DEFAULT, Shmem.ctxCreate(0), Shmem.ctxCreate(Shmem.CTX_PRIVATE));
        final List<ShmemTeam> teams = new ArrayList<>(List.of(Shmem.TEAM_WORLD));
        for (Program.Team team : program.teams().subList(1, program.teams().size())) {
            teams.add(Shmem.teamSplitStrided(Shmem.TEAM_WORLD, team.start(), team.stride(), team.size()));
        }
        final List<Runnable> later = new ArrayList<>();
        final Actor actor = new Actor(me, arrays, contexts, teams, locks, model, later, judge, "");
        Shmem.barrierAll();
        for (int phase = 0; phase < program.phases().size(); phase++) {
            run(phase, actor);
        }
        teams.stream().skip(1).filter(team -> team != null).forEach(ShmemTeam::close);
        contexts.stream().skip(1).forEach(ShmemContext::close);
        Shmem.free(locks);
        arrays.forEach(Shmem::free);
    }

    private void run(int number, Actor actor) {
        final Program.Phase phase = program.phases().get(number);
        for (int i = 0; i < phase.steps().size(); i++) {
            phase.steps().get(i).run(actor.at(where(number, i)));
        }
        if (phase.end() == Program.End.BARRIER) {
            actor.contexts().stream().skip(1).forEach(ShmemContext::quiet);
            Shmem.barrierAll();
        } else {
            actor.contexts().forEach(ShmemContext::quiet);
            if (phase.end() == Program.End.QUIET_AND_SYNC) {
                Shmem.syncAll();
            } else {
                Shmem.TEAM_WORLD.sync();
            }
        }
        phase.steps().forEach(step -> step.apply(model));
        actor.later().forEach(Runnable::run);
        actor.later().clear();
        for (int array = 0; array < program.sizes().size(); array++) {
            compare(number, array, actor.arrays().get(array));
        }
        Shmem.barrierAll();
    }

    private String where(int phase, int step) {
        return "seed " + program.seed() + ", " + program.pes() + " PEs, phase " + phase + ", step " + step + " ("
                + program.phases().get(phase).steps().get(step) + ")";
    }

    private void compare(int phase, int array, SymmetricBytes actual) {
        final long at = actual.segment().mismatch(model.segment(array, me));
        if (at < 0) {
            judge.that(true, "memory");
            return;
        }
        final List<Step> steps = program.phases().get(phase).steps();
        String writer = "no step writes there";
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).writes().stream().anyMatch(place -> place.contains(array, me, at))) {
                writer = "step " + i + " writes there: " + steps.get(i);
            }
        }
        judge.that(
                false,
                "seed " + program.seed() + ", " + program.pes() + " PEs, after phase " + phase + ": byte " + at
                        + " of array " + array + " is " + actual.get(at) + ", not " + model.of(array, me)[(int) at]
                        + "; "
                        + writer);
        actual.segment().copyFrom(model.segment(array, me)); // what follows is judged by itself
    }
}
