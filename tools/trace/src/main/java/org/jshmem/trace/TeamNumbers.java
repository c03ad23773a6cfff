package org.jshmem.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jshmem.ShmemTeam;

/**
 * Numbers of teams, and how many collectives each has done. The numbers of a team may differ between PEs; its members,
 * and how many teams of the same members were made before it, are the same on all of them. Any thread may call.
 */
final class TeamNumbers {
    /** The number of the team of all PEs. */
    static final int WORLD = 0;

    private static final class Count {
        long next;
        long nextStart;
    }

    private final Map<String, Integer> made = new HashMap<>();
    private volatile Count[] done = new Count[0];
    private Names names;
    private ShmemTeam all;

    /** Begins with the first teams, in the order in which they were made, and tells of all teams. */
    synchronized void begin(Names to, ShmemTeam world, ShmemTeam shared) {
        names = to;
        all = world;
        made.clear();
        done = new Count[0];
        number(world);
        number(shared);
    }

    /** A number for a new team. */
    synchronized int number(ShmemTeam team) {
        final int number = done.length;
        final Count[] more = Arrays.copyOf(done, number + 1);
        more[number] = new Count();
        done = more;
        if (names != null) {
            final String members = IntStream.range(0, team.nPes())
                    .mapToObj(pe -> Integer.toString(team.translatePe(pe, all)))
                    .collect(Collectors.joining(","));
            names.tell("team", number, members, made.merge(members, 1, Integer::sum));
        }
        return number;
    }

    /** The number of the next collective of a team, from 0; only one thread at a time calls a collective of a team. */
    long next(int team) {
        return done[team].next++;
    }

    /** The same for non-blocking collectives, which have an order of their own. */
    long nextStart(int team) {
        return done[team].nextStart++;
    }
}
