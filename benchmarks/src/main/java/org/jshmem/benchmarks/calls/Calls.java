package org.jshmem.benchmarks.calls;

import static org.jshmem.Shmem.*;

import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.SymmetricLongs;

/** The operations by name, and the memory they need. Made and closed by all PEs together. */
final class Calls implements AutoCloseable {
    private static final int LINE_BYTES = 128;

    private final SymmetricLongs dest = mallocLongs(nPes());
    private final SymmetricLongs source = callocLongs(nPes());
    private final SymmetricLongs flag = alignLongs(LINE_BYTES, 1);
    private final SymmetricLongs lock = callocLongs(1);
    private final int me = myPe();
    private long turn;

    Calls() {
        flag.fill(0);
        barrierAll();
    }

    Call named(String name) {
        return all().stream()
                .filter(call -> call.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no operation " + name));
    }

    private List<Call> all() {
        return List.of(
                new Call("barrier_all", true, () -> barrierAll()),
                new Call("sum_reduce, 8 B", true, () -> sumReduce(TEAM_WORLD, dest, source, 1)),
                new Call("broadcast + barrier, 8 B", true, this::broadcastAndBarrier),
                new Call("alltoall, 8 B", true, () -> alltoall(TEAM_WORLD, dest, source, 1)),
                new Call("p, wait_until, and back", true, this::sendAndWait),
                new Call("set_lock + clear_lock, contended", false, this::setAndClear));
    }

    private void broadcastAndBarrier() {
        broadcast(TEAM_WORLD, dest, source, 1, 0);
        barrierAll();
    }

    /** PE 0 sends a number, PE 1 sends it back. */
    private void sendAndWait() {
        turn++;
        if (me == 0) {
            p(flag, 0, turn, 1);
        }
        waitUntil(flag, 0, Cmp.EQ, turn);
        if (me != 0) {
            p(flag, 0, turn, 0);
        }
    }

    private void setAndClear() {
        setLock(lock, 0);
        clearLock(lock, 0);
    }

    @Override
    public void close() {
        free(lock);
        free(flag);
        free(source);
        free(dest);
    }

    /**
     * An operation.
     *
     * @param name the same as in the C program
     * @param together whether no PE can end a call before PE 0 has begun it
     * @param body makes the call
     */
    record Call(String name, boolean together, Runnable body) {}
}
