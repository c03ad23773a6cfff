package org.jshmem.internal.collective;

import org.jshmem.internal.sync.Call;
import org.jshmem.internal.sync.Meeting;
import org.jshmem.internal.team.Team;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * The collectives of a team. Arguments have been checked; offsets are bytes from the start of a heap.
 *
 * <p><b>One after the other.</b> Every collective begins with a meeting, so that no PE touches another one's memory before that has
 * arrived; each ends with one unless nobody reads memory of others after the first but their payloads, which stay until
 * the meeting after the next. So calls need nothing between them.
 *
 * <p>One thread of a PE at a time; other teams have their own slots, counters and memory.
 */
public final class Collectives {
    private final Meeting meeting;
    private final Broadcast broadcast;
    private final Collect collect;
    private final Exchange exchange;
    private final Reduce reduce;
    private final Scan inscan;
    private final Scan exscan;

    /**
     * Those of a team.
     *
     * @param team new
     */
    public Collectives(Team team) {
        meeting = team.meeting();
        final Claims claims = new Claims(team);
        final Neighbours neighbours = Neighbours.of(team);
        final Workspaces workspaces = new Workspaces(team.heaps());
        broadcast = new Broadcast(team, claims, neighbours);
        collect = new Collect(team, neighbours);
        exchange = new Exchange(team);
        reduce = new Reduce(team, claims, workspaces, neighbours);
        inscan = new Scan(team, claims, workspaces, true);
        exscan = new Scan(team, claims, workspaces, false);
    }

    /** Broadcast of bytes from a PE of the team. */
    public void broadcast(long dest, long source, long bytes, int root) {
        meeting.begin();
        broadcast.run(dest, source, bytes, root);
        meeting.end();
    }

    /** Collect of this PE's bytes to an array of a size in bytes. */
    public void collect(long dest, long destBytes, long source, long bytes) {
        meeting.begin();
        collect.run(dest, destBytes, source, bytes);
        meeting.end();
    }

    /** Collect of the same number of bytes from each PE. */
    public void fcollect(long dest, long source, long bytes) {
        meeting.begin();
        collect.runEqual(dest, source, bytes);
        meeting.end();
    }

    /** Exchange of blocks of bytes. */
    public void alltoall(long dest, long source, long bytes) {
        meeting.begin();
        exchange.run(dest, source, bytes);
        meeting.end();
    }

    /** Exchange of blocks of elements, with strides in bytes. */
    public void alltoalls(long dest, long destStride, long source, long sourceStride, long elementBytes, long nelems) {
        meeting.begin();
        exchange.runStrided(dest, destStride, source, sourceStride, elementBytes, nelems);
        meeting.end();
    }

    /** Reduction. */
    public void reduce(Reduction operation, ElementKind type, long dest, long source, long nelems) {
        meeting.begin();
        reduce.run(Call.REDUCE, Call.reduction(operation, type), operation, type, dest, source, nelems);
        meeting.end();
    }

    /** Scan. */
    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    public void scan(boolean inclusive, ElementKind type, long dest, long source, long nelems) {
        final Call call = inclusive ? Call.INSCAN : Call.EXSCAN;
        meeting.begin();
        (inclusive ? inscan : exscan).run(call, type.ordinal(), Reduction.SUM, type, dest, source, nelems);
        meeting.end();
    }
}
