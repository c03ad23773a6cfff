package org.jshmem.tck.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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

    int stepCount() {
        return phases.stream().mapToInt(phase -> phase.steps().size()).sum();
    }

    /**
     * The program with some of its steps only.
     *
     * @param kept their numbers from the first phase's first step on, with commas; {@code all}, or {@code -} for none
     */
    Program keep(String kept) {
        if (kept.equals("all")) {
            return this;
        }
        final Set<String> numbers = Set.of(kept.split(",", -1));
        final List<Phase> fewer = new ArrayList<>();
        int number = 0;
        for (Phase phase : phases) {
            final List<Step> steps = new ArrayList<>();
            for (Step step : phase.steps()) {
                if (numbers.contains(Integer.toString(number))) {
                    steps.add(step);
                }
                number++;
            }
            fewer.add(new Phase(phase.changes(), steps, phase.end()));
        }
        return new Program(seed, pes, sizes, teams, fewer);
    }

    /** Of what an array of a PE is at the start. */
    long contentOf(int array, int pe) {
        return seed * 31 + array * 1000L + pe;
    }
}
