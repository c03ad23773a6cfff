package plate;

import static org.jshmem.Shmem.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.SymmetricDoubles;
import org.jshmem.junit.ShmemTest;

class PlateTest {
    @ShmemTest(pes = 2)
    void shouldAddUp() {
        try (SymmetricDoubles mine = mallocDoubles(1);
                SymmetricDoubles sum = mallocDoubles(1)) {
            mine.set(0, 1 + myPe());
            sumReduce(TEAM_WORLD, sum, mine, 1);
            assertEquals(3, sum.get(0));
        }
    }
}
