package org.jshmem.monitor;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.ShmemTeam;

/** The members of teams, as text. Any thread may call. */
final class TeamMembers {
    private static final int FIRST = 16;

    /** By number a team, and its members instead once they are known; null after its end. */
    private volatile Object[] teams = new Object[FIRST];

    private int given;

    /** A number for a new team, which no other has had: a team may be destroyed more than once. */
    synchronized int number(ShmemTeam team) {
        final int number = given++;
        final Object[] all = number < teams.length ? teams : Arrays.copyOf(teams, 2 * number);
        all[number] = team;
        teams = all; // so that every thread sees the new element
        return number;
    }

    /** A team has ended. */
    synchronized void forget(int number) {
        teams[number] = null;
    }

    /** The members' numbers in the job, or {@link Snapshot#ALL}. */
    String of(int number, ShmemTeam world) {
        final Object[] all = teams;
        if (all[number] instanceof ShmemTeam team) {
            all[number] = team.nPes() == world.nPes() ? Snapshot.ALL : text(team, world);
        }
        return (String) all[number];
    }

    private static String text(ShmemTeam team, ShmemTeam world) {
        return IntStream.range(0, team.nPes())
                .mapToObj(pe -> Integer.toString(team.translatePe(pe, world)))
                .collect(Collectors.joining(" "));
    }
}
