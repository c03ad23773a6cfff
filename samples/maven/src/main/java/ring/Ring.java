package ring;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** Each PE sends its number to the next. */
public final class Ring {
    private Ring() {}

    static void main() {
        try (var _ = init();
                SymmetricLongs box = mallocLongs(1)) {
            IO.println("PE " + myPe() + " of " + nPes() + " was sent " + pass(box, myPe()));
        }
    }

    /** Collective; returns what the previous PE has sent. */
    static long pass(SymmetricLongs box, long value) {
        p(box, value, (myPe() + 1) % nPes());
        barrierAll();
        return box.get(0);
    }
}
