package org.jshmem.system;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.bootstrap.BootstrapSettings;
import org.jshmem.bootstrap.Locality;

/**
 * A PE that only meets the others: several rounds of several sizes, and who shares memory with whom. PE 0 prints what
 * it found and how long the last round took. With an argument, the last PE kills itself after that round.
 */
final class WireUp {
    private static final int[] SIZES = {0, 1, 100, 764, 5000, 100_000};
    private static final int MANY = 16;

    private WireUp() {}

    public static void main(String[] args) throws Exception {
        final Bootstrap job = Bootstrap.ofProcess(BootstrapSettings.of(Bootstrap.AUTO));
        final byte[][] keys = job.allgather(Locality.key());
        if (args.length > 0 && job.pe() == job.nPes() - 1) {
            kill();
        }
        if (job.nPes() <= MANY) {
            for (int round = 0; round < SIZES.length; round++) {
                check(job, round);
            }
        }
        final long startNs = System.nanoTime();
        job.allgather(Locality.key());
        final long tookNs = System.nanoTime() - startNs;
        if (job.pe() == 0) {
            System.out.println("bootstrap " + job.describe());
            System.out.println(job.nPes() + " PEs sharing memory: " + groups(keys));
            System.out.println("an exchange took " + tookNs / 1000 + " us");
        }
        job.finish();
    }

    private static void kill() throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -KILL " + ProcessHandle.current().pid())
                .start()
                .waitFor();
        Thread.sleep(60_000);
    }

    private static void check(Bootstrap job, int round) {
        final byte[][] all = job.allgather(value(job.pe(), round));
        for (int pe = 0; pe < job.nPes(); pe++) {
            if (!Arrays.equals(all[pe], value(pe, round))) {
                job.fail(1, "PE " + pe + "'s value of round " + round + " is wrong");
            }
        }
    }

    private static byte[] value(int pe, int round) {
        final byte[] value = new byte[SIZES[(round + pe) % SIZES.length]];
        new Random(1000L * round + pe).nextBytes(value);
        return value;
    }

    private static List<List<Integer>> groups(byte[][] keys) {
        final Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int pe = 0; pe < keys.length; pe++) {
            groups.computeIfAbsent(Arrays.toString(keys[pe]), key -> new ArrayList<>())
                    .add(pe);
        }
        return new ArrayList<>(groups.values());
    }
}
