package org.jshmem.monitor;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.ShmemTeam;

/** The members of teams, as text. Any thread may call. */
final class TeamMembers {
    /** By number a team, and its members instead once they are known. */
    private volatile Object[] teams = {};

    /** A number for a new team. */
    synchronized int number(ShmemTeam team) {
        final Object[] more = Arrays.copyOf(teams, teams.length + 1);
        more[teams.length] = team;
        teams = more;
        return more.length - 1;
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
