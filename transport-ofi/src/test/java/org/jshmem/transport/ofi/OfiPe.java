package org.jshmem.transport.ofi;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.internal.transport.Receiver;

/** A PE of {@link OfiTest}, a process: {@code java … OfiPe DIRECTORY PE PES SCENARIO SEED}. */
public final class OfiPe {
    private OfiPe() {}

    /** Plays a PE's part. */
    public static void main(String[] args) throws Exception {
        final int me = Integer.parseInt(args[1]);
        final int pes = Integer.parseInt(args[2]);
        final Scenario scenario = Scenario.valueOf(args[3]);
        final AtomicReference<Receiver> receiver = new AtomicReference<>((address, bytes) -> {});
        try (TestPe pe = new TestPe(
                Path.of(args[0]), me, pes, (address, bytes) -> receiver.get().receive(address, bytes))) {
            pe.receiver = receiver;
            pe.random = new Random(Long.parseLong(args[4]) * 31 + me);
            play(scenario, pe);
        }
        System.out.println("PE " + me + " is done");
    }

    private static void play(Scenario scenario, TestPe pe) {
        try {
            pe.await();
            scenario.play(pe);
            pe.await();
        } catch (Throwable t) {
            t.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }
}
