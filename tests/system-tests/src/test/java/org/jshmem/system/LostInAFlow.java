package org.jshmem.system;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jshmem.flow.LongFlow;

/**
 * All PEs send to one another by a flow, until PE 1 ends in the way of the second argument. The others then wait for it
 * in the call of the first one: {@code send}, {@code drain} or {@code close}.
 */
final class LostInAFlow {
    private static final long SENDING_NS = TimeUnit.MILLISECONDS.toNanos(300);

    private static long sum;

    private LostInAFlow() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        try (var _ = init();
                LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> sum += value)) {
            sendToAll(flow);
            flow.drain();
            if (myPe() == 1) {
                final long end = System.nanoTime() + SENDING_NS;
                while (System.nanoTime() - end < 0) {
                    sendToAll(flow);
                }
                end(args[1]);
            }
            switch (args[0]) {
                case "send" -> {
                    while (sum >= 0) {
                        sendToAll(flow);
                    }
                }
                case "drain" -> flow.drain();
                default -> {
                    // the flow is closed
                }
            }
        }
    }

    private static void sendToAll(LongFlow flow) {
        for (int pe = 0; pe < nPes(); pe++) {
            flow.send(pe, 1);
        }
    }

    private static void end(String how) throws IOException, InterruptedException {
        if (how.equals("halt")) {
            Runtime.getRuntime().halt(0);
        }
        Ends.signal(how, ProcessHandle.current());
    }
}
