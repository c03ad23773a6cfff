package org.jshmem.internal.team;

import org.jshmem.internal.barrier.BarrierRelay;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamBarrier;

/** A team as one of its PEs uses it: members, barriers and heaps. */
public final class Team {
    private final Members members;
    private final long number;
    private final TeamArea area;
    private final TeamBarrier barrier;

    /** Null on a PE that does not lead its node in a team on several nodes. */
    private final BarrierRelay relay;

    private final TeamHeaps heaps;
    private final TeamNodes nodes;
    private final TeamNumbers numbers;

    Team(
            Members members,
            long number,
            TeamNodes nodes,
            TeamArea area,
            TeamBarrier barrier,
            BarrierRelay relay,
            TeamHeaps heaps,
            TeamNumbers numbers) {
        this.members = members;
        this.number = number;
        this.nodes = nodes;
        this.area = area;
        this.barrier = barrier;
        this.relay = relay;
        this.heaps = heaps;
        this.numbers = numbers;
    }

    /** The members. */
    public Members members() {
        return members;
    }

    /** The barriers of the members. */
    public TeamBarrier barrier() {
        return barrier;
    }

    /** The nodes of the members. */
    public TeamNodes nodes() {
        return nodes;
    }

    /** The heaps of the members. */
    public TeamHeaps heaps() {
        return heaps;
    }

    /** The team's number, which no other team of this PE has had. */
    long number() {
        return number;
    }

    /** Its control memory on this node. */
    public TeamArea area() {
        return area;
    }

    /** Null on a PE that does not lead its node in a team on several nodes. */
    BarrierRelay relay() {
        return relay;
    }

    /** The numbers of this PE. */
    public TeamNumbers numbers() {
        return numbers;
    }

    /**
     * Agrees with all members on a number that is new to each of them, within a collective call. Whether each could
     * take it is to be asked afterwards: threads that do so at the same time may come to the same number.
     */
    public long agreeOnNumber(CollectiveCall call, long first, long second, long third) {
        return highest(numbers.propose(), call, first, second, third);
    }

    /** The highest of what all members bring; one barrier within a collective call. */
    public long highest(long value, CollectiveCall call, long first, long second, long third) {
        barrier.payloads().bringWord(value);
        barrier.payloads().combine(Highest.WORD);
        await(call, first, second, third, 0);
        return Highest.of(barrier.payloads());
    }

    /** Clears the addresses of the heaps, so that contexts of the team can no longer use them. */
    public void end() {
        heaps.end();
    }

    /** Executes a collective call that consists of one barrier. */
    public void sync(CollectiveCall call) {
        barrier.begin();
        await(call, 0, 0, 0, 0);
        barrier.end();
    }

    /** Waits for all members within a collective call; throws on every member if their calls differ. */
    public void await(CollectiveCall call, long first, long second, long third, long fourth) {
        if (barrier.exchange(call, first, second, third, fourth, 0) < 0) {
            throw barrier.mismatch();
        }
    }
}
