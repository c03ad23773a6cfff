package ring;

import static org.jshmem.Shmem.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.SymmetricLongs;
import org.jshmem.junit.ShmemTest;

class RingTest {
    @ShmemTest(pes = {1, 4})
    void shouldPassNumbersToTheNextPe() {
        try (SymmetricLongs box = mallocLongs(1)) {
            assertEquals((myPe() + nPes() - 1) % nPes(), Ring.pass(box, myPe()));
        }
    }
}
