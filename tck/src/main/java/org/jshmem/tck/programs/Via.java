package org.jshmem.tck.programs;

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

    /** What a PE of the job is called in the team. */
    int pe(int world) {
        return team.indexOf(world);
    }

    @Override
    public String toString() {
        return "c" + number;
    }
}
