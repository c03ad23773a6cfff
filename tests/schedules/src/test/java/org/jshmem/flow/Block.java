package org.jshmem.flow;

import org.jshmem.ShmemTeam;

/**
 * Stands in for the library's class of this name: memory of a {@link ScheduledFlows}. Neighbours tell each other of
 * their blocks by variables.
 */
final class Block {
    static final long LINE = 128;

    private final ScheduledFlows job = ScheduledFlows.current();
    private final long address;
    private final long bytes;
    private final int schedule = job.number();
    private boolean isAlive = true;

    private Block(long address, long bytes) {
        this.address = address;
        this.bytes = bytes;
    }

    static Block allocate(ShmemTeam team, long bytes) {
        return new Block(ScheduledFlows.current().allocate(team.myPe(), bytes), bytes);
    }

    long address() {
        return address;
    }

    boolean isAlive() {
        return isAlive && schedule == job.number();
    }

    void free() {
        isAlive = false;
        job.free(address, bytes);
    }

    Place[] exchange(ShmemTeam team, int[] neighbours, long[][] places) {
        final int me = team.myPe();
        for (int i = 0; i < neighbours.length; i++) {
            job.told[me][neighbours[i]] = new Place(address, job.isElsewhere(me, neighbours[i]), places[i]);
        }
        job.meet();
        final Place[] found = new Place[neighbours.length];
        for (int i = 0; i < neighbours.length; i++) {
            found[i] = job.told[neighbours[i]][me];
        }
        job.meet();
        return found;
    }

    /** The block of a neighbour. Operations take addresses here. */
    static final class Place {
        private final long block;
        private final boolean isElsewhere;
        private final long[] numbers;

        private Place(long block, boolean isElsewhere, long[] numbers) {
            this.block = block;
            this.isElsewhere = isElsewhere;
            this.numbers = numbers;
        }

        boolean isElsewhere() {
            return isElsewhere;
        }

        long told(int number) {
            return numbers[number];
        }

        long at(long offset) {
            return block + offset;
        }
    }
}
