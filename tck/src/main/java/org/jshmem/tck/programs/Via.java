package org.jshmem.tck.programs;

import java.util.List;
import org.jshmem.ShmemContext;

/**
 * The context of an operation.
 *
 * @param number of the context
 * @param team whose numbers of PEs it takes
 */
record Via(int number, Program.Team team) {
    ShmemContext of(Actor actor) {
        return actor.contexts().get(number);
    }

    /** The same context where teams have lost a PE. */
    Via in(List<Program.Team> teams) {
        return new Via(number, teams.get(Math.max(0, number - Program.CONTEXTS + 1)));
    }

    /** What a PE of the job is called in the team. */
    int pe(int world) {
        return team.indexOf(world);
    }

    @Override
    public String toString() {
        return "c" + number;
    }
}
