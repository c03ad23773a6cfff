package org.jshmem.tck.programs;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A program for some PEs, each of which runs its part of every step.
 *
 * @param seed of {@link Generator}
 * @param pes how many
 * @param sizes bytes of the symmetric arrays at the start; 0 of those that come later
 * @param teams made of all PEs at the start
 * @param phases one after the other
 */
record Program(long seed, int pes, List<Integer> sizes, List<Team> teams, List<Phase> phases) {
    /** How many contexts each PE has on the world team, the default one first; then comes one of each other team. */
    static final int CONTEXTS = 3;

    /**
     * PEs {@code start}, {@code start + stride}, ….
     *
     * @param size how many
     */
    record Team(int start, int stride, int size) {
        int pe(int index) {
            return start + index * stride;
        }

        int indexOf(int pe) {
            final int index = stride == 0 ? 0 : (pe - start) / stride;
            return index >= 0 && index < size && pe(index) == pe ? index : -1;
        }

        /** The same without the last PE of the job; PE 0 alone if nobody else is in it, as a team has a member. */
        Team without(int lastPe) {
            if (indexOf(lastPe) < 0) {
                return this;
            }
            if (size == 1) {
                return new Team(0, 1, 1);
            }
            return new Team(start == lastPe ? pe(1) : start, stride, size - 1);
        }
    }

    /** How a phase ends for all PEs. */
    enum End {
        /** All contexts are made quiet, and then comes a barrier, which does so with the default one. */
        BARRIER,
        /** All contexts are made quiet, and then comes a synchronisation. */
        QUIET_AND_SYNC,
        /** The same, of a team. */
        QUIET_AND_TEAM_SYNC,
        /** Each context is made quiet for each of its PEs, and then comes a synchronisation. */
        PE_QUIET_AND_SYNC
    }

    /**
     * A part of a program.
     *
     * @param changes of the heap, by all PEs
     * @param steps what PEs do in the same order, as far as they take part
     */
    record Phase(List<Change> changes, List<Step> steps, End end) {}

    /** With other steps in the place of its own, from the first phase's first one on; null for none. */
    Program with(List<Step> others) {
        final Iterator<Step> next = others.iterator();
        final List<Phase> changed = new ArrayList<>();
        for (Phase phase : phases) {
            final List<Step> steps = phase.steps().stream()
                    .map(_ -> next.next())
                    .filter(Objects::nonNull)
                    .toList();
            changed.add(new Phase(phase.changes(), steps, phase.end()));
        }
        return new Program(seed, pes, sizes, teams, changed);
    }

    /** Without a phase that has no steps; what it changes of the heap comes in the next phase. */
    Program withoutPhase(int number) {
        final List<Phase> fewer = new ArrayList<>(phases);
        final Phase gone = fewer.remove(number);
        if (number < fewer.size()) {
            final Phase next = fewer.get(number);
            final List<Change> changes = new ArrayList<>(gone.changes());
            changes.addAll(next.changes());
            fewer.set(number, new Phase(changes, next.steps(), next.end()));
        }
        return new Program(seed, pes, sizes, teams, fewer);
    }

    /** Its steps, from the first phase's first one on. */
    List<Step> steps() {
        return phases.stream().flatMap(phase -> phase.steps().stream()).toList();
    }

    /** In a job without the last PE; empty if that does something that others do not do as well. */
    Optional<Program> withoutLastPe() {
        final int last = pes - 1;
        final List<Team> fewer = teams.stream().map(team -> team.without(last)).toList();
        final List<Step> steps = new ArrayList<>();
        steps().forEach(step -> steps.add(step.without(last, fewer)));
        return last == 0 || steps.contains(null)
                ? Optional.empty()
                : Optional.of(new Program(seed, last, sizes, fewer, phases).with(steps));
    }

    /** Of what an array of a PE is at the start. */
    long contentOf(int array, int pe) {
        return seed * 31 + array * 1000L + pe;
    }
}
