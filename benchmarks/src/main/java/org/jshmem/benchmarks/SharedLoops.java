package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;
import static org.jshmem.benchmarks.Operation.Participants.ALL_PES;
import static org.jshmem.benchmarks.Operation.Participants.PE_0_ALONE;

import java.util.List;
import org.jshmem.SharedBytes;
import org.jshmem.SymmetricLongs;

/** Allocation of shared memory; has no twin in C. */
final class SharedLoops {
    private static final List<Integer> SIZES = List.of(64, 1024, 65536);

    /** Handles on their way from the PE that allocates to the one that frees. */
    private static final int WINDOW = 1024;

    private final SymmetricLongs handles = callocLongs(WINDOW);
    private final int last = nPes() - 1;

    /** Collective. */
    SharedLoops() {}

    List<Operation> operations() {
        final Operation own = new Operation("shared allocate + free", PE_0_ALONE, SIZES, this::ownLoop);
        return last == 0
                ? List.of(own)
                : List.of(own, new Operation("shared allocate, freed by another", ALL_PES, SIZES, this::handOverLoop));
    }

    /** Collective. */
    void release() {
        free(handles);
    }

    private void ownLoop(int iterations, int bytes) {
        for (int i = 0; i < iterations; i++) {
            SharedBytes.allocate(bytes).close();
        }
    }

    /** PE 0 allocates, the last PE frees; the handles travel by a window of words on the last PE. */
    private void handOverLoop(int iterations, int bytes) {
        if (myPe() == 0) {
            for (int i = 0; i < iterations; i++) {
                send(i, SharedBytes.allocate(bytes));
            }
        }
        if (myPe() == last) {
            for (int i = 0; i < iterations; i++) {
                receive(i).close();
            }
        }
        barrierAll();
    }

    private void send(int number, SharedBytes block) {
        final long slot = number % WINDOW;
        while (g(handles, slot, last) != 0) {
            Thread.onSpinWait();
        }
        p(handles, slot, block.handle(), last);
    }

    private SharedBytes receive(int number) {
        final long slot = number % WINDOW;
        long handle = handles.getAcquire(slot);
        while (handle == 0) {
            Thread.onSpinWait();
            handle = handles.getAcquire(slot);
        }
        handles.setRelease(slot, 0);
        return SharedBytes.of(handle);
    }
}
