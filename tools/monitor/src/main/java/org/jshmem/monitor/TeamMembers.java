package org.jshmem.monitor;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.ShmemTeam;

/** The members of teams, as text. Any thread may call. */
final class TeamMembers {
    private static final int FIRST = 16;

    /** By number a team, and its members instead once they are known; null after its end. */
    private volatile Object[] teams = new Object[FIRST];

    /** The numbers of teams that have ended are given again. */
    private final Deque<Integer> free = new ArrayDeque<>();

    private int given;

    /** A number for a new team. */
    synchronized int number(ShmemTeam team) {
        final int number = free.isEmpty() ? given++ : free.pop();
        final Object[] all = number < teams.length ? teams : Arrays.copyOf(teams, 2 * number);
        all[number] = team;
        teams = all; // so that every thread sees the new element
        return number;
    }

    /** A team has ended. */
    synchronized void forget(int number) {
        teams[number] = null;
        free.push(number);
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
