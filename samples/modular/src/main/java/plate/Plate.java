package plate;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricDoubles;

/** The mean of what each PE has. */
public final class Plate {
    private Plate() {}

    static void main() {
        try (var _ = init();
                SymmetricDoubles mean = mallocDoubles(1);
                SymmetricDoubles sum = mallocDoubles(1)) {
            mean.set(0, myPe());
            sumReduce(TEAM_WORLD, sum, mean, 1);
            if (myPe() == 0) {
                IO.println("mean " + sum.get(0) / nPes());
            }
        }
    }
}
