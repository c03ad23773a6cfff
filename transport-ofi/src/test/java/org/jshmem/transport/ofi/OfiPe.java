package org.jshmem.transport.ofi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Receiver;

/** A PE of {@link OfiTest}, a process: {@code java … OfiPe DIRECTORY PE PES SEED SCENARIO…}. */
public final class OfiPe {
    private OfiPe() {}

    /** Plays a PE's part of each scenario. */
    public static void main(String[] args) throws Exception {
        final int me = Integer.parseInt(args[1]);
        final int pes = Integer.parseInt(args[2]);
        final List<Scenario> scenarios =
                Arrays.stream(args, 4, args.length).map(Scenario::valueOf).toList();
        final AtomicReference<Receiver> receiver = new AtomicReference<>();
        try (TestPe pe = new TestPe(
                Path.of(args[0]), me, pes, (address, bytes) -> receiver.get().receive(address, bytes))) {
            System.out.println(pe.network.name());
            pe.receiver = receiver;
            pe.random = new Random(Long.parseLong(args[3]) * 31 + me);
            for (Scenario scenario : scenarios) {
                play(scenario, pe);
                System.out.println("PE " + me + " has played " + scenario);
            }
        }
    }

    private static void play(Scenario scenario, TestPe pe) {
        try {
            clear(pe);
            pe.await();
            scenario.play(pe);
            pe.await();
        } catch (Throwable t) {
            System.out.println(scenario);
            t.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    /** Memory as it is when a PE has just started. */
    private static void clear(TestPe pe) throws IOException {
        pe.receiver.set((address, bytes) -> {});
        Memory.ALL.asSlice(pe.heap.base(), TestPe.HEAP_BYTES).fill((byte) 0);
        if (pe.me == 0) {
            pe.side().fill((byte) 0);
        }
    }
}
