package org.jshmem.system;

import static org.jshmem.Shmem.TEAM_WORLD;
import static org.jshmem.Shmem.init;
import static org.jshmem.Shmem.myPe;
import static org.jshmem.Shmem.nPes;
import static org.jshmem.Shmem.sumReduce;
import static org.jshmem.Shmem.uniqueId;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A program whose processes meet by an id, which one of them makes and leaves in a file. Arguments: the file, the PE,
 * the number of PEs, and the PE that makes the id.
 */
final class Met {
    private Met() {}

    public static void main(String[] args) throws Exception {
        final Path file = Path.of(args[0]);
        final int pe = Integer.parseInt(args[1]);
        final int pes = Integer.parseInt(args[2]);
        if (pe == Integer.parseInt(args[3])) {
            final Path whole = Files.writeString(file.resolveSibling("id-" + pe), uniqueId());
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        }
        for (int round = 0; round < 2; round++) {
            try (var _ = init(id(file), pe, pes)) {
                final long sum = sumReduce(TEAM_WORLD, myPe() + 1L);
                System.out.println("PE " + myPe() + " of " + nPes() + ": " + sum);
            }
        }
    }

    private static String id(Path file) throws IOException, InterruptedException {
        while (!Files.exists(file)) {
            Thread.sleep(20);
        }
        return Files.readString(file);
    }
}
