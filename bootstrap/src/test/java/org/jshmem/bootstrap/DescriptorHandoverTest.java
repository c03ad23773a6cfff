package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DescriptorHandoverTest {
    private static final int PES = 4;

    @Test
    void shouldGiveAllPesTheSameFile() throws Exception {
        final int file = (int) Libc.memfdCreate("handover");
        final List<CompletableFuture<Integer>> takers = new ArrayList<>();
        try (DescriptorHandover handover = new DescriptorHandover(PES)) {
            final byte[] ticket = handover.ticket();
            for (int pe = 1; pe < PES; pe++) {
                final int index = pe;
                takers.add(CompletableFuture.supplyAsync(
                        () -> DescriptorHandover.take(ticket, index), run -> new Thread(run).start()));
            }
            handover.give(file);
        }
        try (FileOutputStream out = new FileOutputStream("/proc/self/fd/" + file)) {
            out.write("for all".getBytes(StandardCharsets.UTF_8));
        }
        for (CompletableFuture<Integer> taker : takers) {
            final int taken = taker.get(10, TimeUnit.SECONDS);
            assertNotEquals(file, taken);
            assertEquals("for all", Files.readString(Path.of("/proc/self/fd/" + taken)));
            assertTrue(
                    Files.readString(Path.of("/proc/self/fdinfo/" + taken)).matches("(?s).*flags:\\s+02100002\n.*"),
                    "close-on-exec, for reading and writing");
            Libc.close(taken);
        }
        Libc.close(file);
    }

    @Test
    void shouldSayThatNothingIsGiven() {
        try (DescriptorHandover handover = new DescriptorHandover(2)) {
            final byte[] guessed = handover.ticket();
            guessed[guessed.length - 1] ^= 1;
            final byte[] ticket = handover.ticket();
            final int file = (int) Libc.memfdCreate("handover");
            final var giver = CompletableFuture.runAsync(() -> handover.give(file));
            final var error = assertThrows(ShmemException.class, () -> DescriptorHandover.take(guessed, 1));
            assertTrue(error.getMessage().contains("has ended the connection"), error.getMessage());
            Libc.close(DescriptorHandover.take(ticket, 1));
            giver.join();
            Libc.close(file);
        }
    }

    /** A connection that stays open would keep a descriptor of each PE. */
    @Test
    void shouldEndTheConnectionsAfterwards() {
        final int file = (int) Libc.memfdCreate("handover");
        try (NodeRendezvous giver = new NodeRendezvous(1)) {
            final var taken = CompletableFuture.supplyAsync(
                    () -> DescriptorHandover.take(giver.ticket(), 1), run -> new Thread(run).start());
            final FrameSocket taker = giver.admit(new int[] {1})[0];
            taker.sendDescriptor(file);
            Libc.close(taken.join());
            assertThrows(ShmemException.class, taker::receive);
            taker.close();
        }
        try (DescriptorHandover handover = new DescriptorHandover(2)) {
            final FrameSocket taker = NodeRendezvous.enter(handover.ticket(), 1);
            handover.give(file);
            Libc.close(taker.receiveDescriptor());
            assertThrows(ShmemException.class, taker::receiveDescriptor);
            taker.close();
        }
        Libc.close(file);
    }
}
