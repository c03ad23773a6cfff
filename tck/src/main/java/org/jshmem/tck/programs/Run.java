package org.jshmem.tck.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.CaseMain;

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
            final int bytes = program.sizes().get(array);
            arrays.add(bytes == 0 ? null : Shmem.mallocBytes(bytes));
            if (bytes > 0) {
                arrays.get(array).segment().copyFrom(model.segment(array, me));
            }
        }
        final SymmetricLongs locks = Shmem.callocLongs(Generator.LOCKS);
        final List<ShmemContext> contexts =
                new ArrayList<>(List.of(Shmem.CTX_DEFAULT, context(0), context(Shmem.CTX_PRIVATE)));
        final List<ShmemTeam> teams = new ArrayList<>(List.of(Shmem.TEAM_WORLD));
        for (Program.Team team : program.teams().subList(1, program.teams().size())) {
            teams.add(Shmem.teamSplitStrided(Shmem.TEAM_WORLD, team.start(), team.stride(), team.size()));
            contexts.add(teams.getLast() == null ? null : teams.getLast().createCtx(0));
        }
        final List<Runnable> later = new ArrayList<>();
        final Actor actor = new Actor(me, arrays, contexts, teams, locks, model, later, judge, "");
        Shmem.barrierAll();
        for (int phase = 0; phase < program.phases().size(); phase++) {
            run(phase, actor);
        }
        contexts.stream()
                .filter(context -> context != null && context != Shmem.CTX_DEFAULT)
                .forEach(ShmemContext::close);
        teams.stream().skip(1).filter(Objects::nonNull).forEach(ShmemTeam::close);
        Shmem.free(locks);
        arrays.stream().filter(Objects::nonNull).forEach(Shmem::free);
    }

    /** Under the specification a library may refuse it; the default one does the same. */
    private static ShmemContext context(long options) {
        try {
            return Shmem.ctxCreate(options);
        } catch (ShmemException e) {
            if (CaseMain.isStrict()) {
                throw e;
            }
            return Shmem.CTX_DEFAULT;
        }
    }

    private void run(int number, Actor actor) {
        final Program.Phase phase = program.phases().get(number);
        for (Change change : phase.changes()) {
            change.apply(model);
            change.run(actor.at(where(number) + ", " + change));
        }
        if (!phase.changes().isEmpty()) {
            Shmem.barrierAll();
        }
        for (int i = 0; i < phase.steps().size(); i++) {
            phase.steps().get(i).run(actor.at(where(number, i)));
        }
        end(phase.end(), actor.contexts().stream().filter(Objects::nonNull));
        phase.steps().forEach(step -> step.apply(model));
        actor.later().forEach(Runnable::run);
        actor.later().clear();
        for (int array = 0; array < program.sizes().size(); array++) {
            if (actor.arrays().get(array) != null) {
                compare(number, array, actor.arrays().get(array));
            }
        }
        Shmem.barrierAll();
    }

    private static void end(Program.End end, Stream<ShmemContext> contexts) {
        switch (end) {
            case BARRIER -> {
                contexts.skip(1).forEach(ShmemContext::quiet);
                Shmem.barrierAll();
            }
            case QUIET_AND_SYNC -> {
                contexts.forEach(ShmemContext::quiet);
                Shmem.syncAll();
            }
            case QUIET_AND_TEAM_SYNC -> {
                contexts.forEach(ShmemContext::quiet);
                Shmem.TEAM_WORLD.sync();
            }
            case PE_QUIET_AND_SYNC -> {
                contexts.forEach(context -> context.peQuiet(
                        IntStream.range(0, context.getTeam().nPes()).toArray()));
                Shmem.syncAll();
            }
        }
    }

    private String where(int phase) {
        return where(program.seed(), program.pes(), phase);
    }

    /** As {@link RandomProgram#namedIn} reads it. */
    static String where(long seed, int pes, int phase) {
        return "seed " + seed + ", " + pes + " PEs, phase " + phase;
    }

    private String where(int phase, int step) {
        return where(phase) + ", step " + step + " ("
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
