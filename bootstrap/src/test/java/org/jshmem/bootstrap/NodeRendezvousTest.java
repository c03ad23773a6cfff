package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class NodeRendezvousTest {
    private static final byte TYPE = 7;

    @Test
    void shouldAdmitWhoKnowsTheSecret() throws Exception {
        try (NodeRendezvous rendezvous = new NodeRendezvous(2)) {
            final var admitted = CompletableFuture.supplyAsync(() -> rendezvous.admit(new int[] {3, 5}));
            final FrameSocket five = NodeRendezvous.enter(rendezvous.ticket(), 5);
            final FrameSocket three = NodeRendezvous.enter(rendezvous.ticket(), 3);
            final FrameSocket[] sockets = admitted.get(10, TimeUnit.SECONDS);
            sockets[0].send(TYPE, ByteBuffer.wrap(new byte[] {33}));
            sockets[1].send(TYPE, ByteBuffer.wrap(new byte[] {55}));
            assertEquals(33, three.receive(TYPE).get());
            assertEquals(55, five.receive(TYPE).get());
        }
    }

    @Test
    void shouldTurnAwayStrangers() throws Exception {
        try (NodeRendezvous rendezvous = new NodeRendezvous(2)) {
            final var admitted = CompletableFuture.supplyAsync(() -> rendezvous.admit(new int[] {1}));
            final byte[] guessed = rendezvous.ticket();
            guessed[guessed.length - 1] ^= 1;
            assertTurnedAway(NodeRendezvous.enter(guessed, 1));
            assertTurnedAway(NodeRendezvous.enter(rendezvous.ticket(), 2));
            assertFalse(admitted.isDone());
            NodeRendezvous.enter(rendezvous.ticket(), 1);
            assertEquals(1, admitted.get(10, TimeUnit.SECONDS).length);
        }
    }

    @Test
    void shouldTurnAwayASecondOneOfANumber() throws Exception {
        try (NodeRendezvous rendezvous = new NodeRendezvous(2)) {
            final var admitted = CompletableFuture.supplyAsync(() -> rendezvous.admit(new int[] {1, 2}));
            final FrameSocket first = NodeRendezvous.enter(rendezvous.ticket(), 1);
            final FrameSocket second = NodeRendezvous.enter(rendezvous.ticket(), 1);
            NodeRendezvous.enter(rendezvous.ticket(), 2);
            final FrameSocket[] sockets = admitted.get(10, TimeUnit.SECONDS);
            assertNotNull(sockets[1], "PE 2 is waited for");
            sockets[0].send(TYPE, ByteBuffer.wrap(new byte[] {11}));
            assertEquals(11, first.receive(TYPE).get());
            assertTurnedAway(second);
        }
    }

    @Test
    void shouldLeaveNothing() throws Exception {
        final byte[] ticket;
        try (NodeRendezvous rendezvous = new NodeRendezvous(1)) {
            ticket = rendezvous.ticket();
            assertTrue(addresses().contains(HexFormat.of().formatHex(ticket, 0, 16)));
        }
        assertFalse(addresses().contains(HexFormat.of().formatHex(ticket, 0, 16)));
        final String name = "jshmem-" + HexFormat.of().formatHex(ticket, 0, 16);
        final var error = assertThrows(ShmemException.class, () -> NodeRendezvous.enter(ticket, 1));
        assertTrue(
                error.getMessage()
                        .startsWith("cannot reach the first PE of this node at the abstract Unix socket \"" + name
                                + "\" (errno 111, Connection refused); "),
                error.getMessage());
    }

    /** Who ends at once, and who says too much, are no PEs; others are waited for. */
    @Test
    void shouldPassOverWhoDoesNotSayHello() throws Exception {
        try (NodeRendezvous rendezvous = new NodeRendezvous(3)) {
            final String name = "jshmem-" + HexFormat.of().formatHex(rendezvous.ticket(), 0, 16);
            final var admitted = CompletableFuture.supplyAsync(() -> rendezvous.admit(new int[] {1}));
            Libc.close((int) Libc.connectAbstract(name));
            final FrameSocket talkative = new FrameSocket((int) Libc.connectAbstract(name), "a test");
            talkative.send((byte) 1, ByteBuffer.allocate(21));
            assertTurnedAway(talkative);
            final FrameSocket one = NodeRendezvous.enter(rendezvous.ticket(), 1);
            admitted.get(10, TimeUnit.SECONDS)[0].send(TYPE, ByteBuffer.wrap(new byte[] {9}));
            assertEquals(9, one.receive(TYPE).get());
        }
    }

    @Test
    void shouldSayThatNobodyCanConnectAnyMore() {
        final NodeRendezvous rendezvous = new NodeRendezvous(1);
        rendezvous.close();
        final var error = assertThrows(ShmemException.class, () -> rendezvous.admit(new int[] {1}));
        assertEquals("the PEs of this node cannot connect (errno 9, Bad file descriptor)", error.getMessage());
    }

    private static void assertTurnedAway(FrameSocket socket) {
        final ShmemException error = assertThrows(ShmemException.class, () -> socket.receive(TYPE));
        assertTrue(error.getMessage().contains("has ended the connection"), error.getMessage());
    }

    private static String addresses() throws Exception {
        return Files.readString(Path.of("/proc/net/unix"));
    }
}
