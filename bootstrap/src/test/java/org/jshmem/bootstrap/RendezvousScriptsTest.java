package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the process at which PEs meet answers to right and wrong partners, frame by frame. */
@Timeout(60)
class RendezvousScriptsTest {
    private static final String SECRET = "open sesame";
    private static final int LEAST_HELLO_BYTES =
            RendezvousProtocol.PROOF_BYTES + 2 * Integer.BYTES + RendezvousProtocol.NONCE_BYTES;

    /** Soon, but later than an answer takes on a busy machine. */
    private static final int SOON_MS = 10_000;

    private static final int SHORT_MS = 200;

    private RendezvousServer server;

    @BeforeEach
    void listen() {
        server = RendezvousServer.listen(0, SECRET, 2);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private ScriptedPe admitted(int pe) throws IOException {
        return ScriptedPe.admitted(server, SECRET, pe, 2);
    }

    private static ByteBuffer published(String key, String value) {
        final ByteBuffer k = RendezvousProtocol.text(key);
        final ByteBuffer v = RendezvousProtocol.text(value);
        return ByteBuffer.allocate(2 * Integer.BYTES + k.remaining() + v.remaining())
                .putInt(k.remaining())
                .put(k)
                .putInt(v.remaining())
                .put(v)
                .flip();
    }

    /** The server proves that it knows the secret, over what the PE has asked. */
    @Test
    void shouldProveWhoItIs() throws IOException {
        try (ScriptedPe one = new ScriptedPe(server)) {
            final ByteBuffer hello = one.hello(SECRET, 1, 2);
            final ByteBuffer nonce =
                    hello.slice(RendezvousProtocol.PROOF_BYTES + 2 * Integer.BYTES, RendezvousProtocol.NONCE_BYTES);
            one.say(RendezvousProtocol.HELLO, hello);
            final byte[] proof = new byte[RendezvousProtocol.PROOF_BYTES];
            one.hear(RendezvousProtocol.WELCOME).get(proof);
            assertArrayEquals(RendezvousProtocol.proof(SECRET, RendezvousProtocol.WELCOME, nonce, one.asked()), proof);
        }
    }

    @Test
    void shouldAskEachCallerSomethingElse() throws IOException {
        try (ScriptedPe one = new ScriptedPe(server);
                ScriptedPe other = new ScriptedPe(server)) {
            one.hello(SECRET, 0, 2);
            other.hello(SECRET, 0, 2);
            assertFalse(one.asked().equals(other.asked()), "the same challenge twice");
        }
    }

    /** Each ends its own connection; the job goes on. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "no frame",
                "a negative length",
                "a frame too long",
                "another frame first",
                "a hello too short",
            })
    void shouldTurnAwayWhoIsNoPe(String what) throws IOException {
        try (ScriptedPe stranger = new ScriptedPe(server)) {
            final ByteBuffer hello = stranger.hello(SECRET, 0, 2);
            switch (what) {
                case "no frame" -> stranger.write(ByteBuffer.allocate(Integer.BYTES));
                case "a negative length" ->
                    stranger.write(ByteBuffer.allocate(Integer.BYTES).putInt(-1).flip());
                case "a frame too long" ->
                    stranger.write(ByteBuffer.allocate(Integer.BYTES)
                            .putInt(RendezvousProtocol.MOST_HELLO_BYTES + 1)
                            .flip());
                case "another frame first" -> stranger.say(RendezvousProtocol.FENCE);
                default -> stranger.say(RendezvousProtocol.HELLO, hello.limit(LEAST_HELLO_BYTES - 1));
            }
            assertTrue(stranger.isTurnedAway(SOON_MS), what);
        }
        meet();
    }

    /** Whether both PEs still meet. */
    private void meet() throws IOException {
        try (ScriptedPe zero = admitted(0);
                ScriptedPe one = admitted(1)) {
            meet(zero, one);
            zero.say(RendezvousProtocol.LEFT);
            one.say(RendezvousProtocol.LEFT);
        }
    }

    private static void meet(ScriptedPe zero, ScriptedPe one) throws IOException {
        zero.say(RendezvousProtocol.FENCE);
        one.say(RendezvousProtocol.FENCE);
        assertEquals(0, zero.hear(RendezvousProtocol.FENCE).remaining());
        assertEquals(0, one.hear(RendezvousProtocol.FENCE).remaining());
    }

    /** The longest hello, and the shortest: a process without a name. */
    @Test
    void shouldAdmitAHelloOfEachLength() throws IOException {
        try (ScriptedPe zero = new ScriptedPe(server);
                ScriptedPe one = new ScriptedPe(server)) {
            zero.say(RendezvousProtocol.HELLO, zero.hello(SECRET, 0, 2, ""));
            zero.hear(RendezvousProtocol.WELCOME);
            final int room = RendezvousProtocol.MOST_HELLO_BYTES - 1 - LEAST_HELLO_BYTES;
            one.say(RendezvousProtocol.HELLO, one.hello(SECRET, 1, 2, "x".repeat(room)));
            one.hear(RendezvousProtocol.WELCOME);
            meet(zero, one);
            zero.say(RendezvousProtocol.LEFT);
            one.say(RendezvousProtocol.LEFT);
        }
    }

    @Test
    void shouldTakeAFrameByteByByte() throws IOException, InterruptedException {
        try (ScriptedPe zero = new ScriptedPe(server);
                ScriptedPe one = admitted(1)) {
            final ByteBuffer hello = RendezvousProtocol.frame(RendezvousProtocol.HELLO, zero.hello(SECRET, 0, 2));
            for (int i = 0; i < hello.limit(); i++) {
                zero.write(hello.slice(i, 1));
                if (i < 8) {
                    Thread.sleep(2); // or several are read at once
                }
            }
            zero.hear(RendezvousProtocol.WELCOME);
            meet(zero, one);
            zero.say(RendezvousProtocol.LEFT);
            one.say(RendezvousProtocol.LEFT);
        }
    }

    /** A refusal names its reason, and changes nothing for the others. */
    @Test
    void shouldRefuseByName() throws IOException {
        try (ScriptedPe zero = admitted(0)) {
            for (int[] wrong : new int[][] {{0, 2}, {-1, 2}, {2, 2}, {1, 3}, {1, 1}, {0, 0}, {0, -1}}) {
                try (ScriptedPe other = new ScriptedPe(server)) {
                    other.say(RendezvousProtocol.HELLO, other.hello(SECRET, wrong[0], wrong[1]));
                    final String reason = other.hearText(RendezvousProtocol.REFUSED);
                    assertTrue(
                            reason.startsWith(
                                    wrong[0] == 0 && wrong[1] == 2
                                            ? "PE 0 (script 0) is there already"
                                            : wrong[1] == 3
                                                    ? "it takes the job for one of 3 PEs, and this one has 2"
                                                    : "PE " + wrong[0] + " of " + wrong[1] + " is none"),
                            reason);
                    other.say(RendezvousProtocol.FENCE); // has no effect
                }
            }
            zero.say(RendezvousProtocol.MISSING);
            assertTrue(zero.hearText(RendezvousProtocol.MISSING).startsWith("not there: PE 1; refused was "));
            try (ScriptedPe one = admitted(1)) {
                meet(zero, one);
                one.say(RendezvousProtocol.LEFT);
                zero.say(RendezvousProtocol.LEFT);
            }
        }
    }

    /** Values are those of the last complete exchange, whole, in the order of PEs. */
    @Test
    void shouldPassOnEachExchange() throws IOException {
        try (ScriptedPe zero = admitted(0);
                ScriptedPe one = admitted(1)) {
            zero.say(RendezvousProtocol.VALUES);
            assertEquals(0, zero.hear(RendezvousProtocol.VALUES).remaining());
            int bytes = 1;
            for (int round = 0; round < 7; round++) {
                final ByteBuffer ofZero = published("a", "0".repeat(bytes));
                final ByteBuffer ofOne = published("b" + round, "1".repeat(2 * bytes));
                zero.say(RendezvousProtocol.FENCE, ofZero);
                one.say(RendezvousProtocol.VALUES);
                final int before = one.hear(RendezvousProtocol.VALUES).remaining();
                assertEquals(round == 0, before == 0, "before the exchange is complete");
                one.say(RendezvousProtocol.FENCE, ofOne);
                zero.hear(RendezvousProtocol.FENCE);
                one.hear(RendezvousProtocol.FENCE);
                final ByteBuffer all = ByteBuffer.allocate(4 * Integer.BYTES + ofZero.remaining() + ofOne.remaining())
                        .putInt(0)
                        .putInt(ofZero.remaining())
                        .put(ofZero)
                        .putInt(1)
                        .putInt(ofOne.remaining())
                        .put(ofOne)
                        .flip();
                for (ScriptedPe pe : List.of(zero, one)) {
                    pe.say(RendezvousProtocol.VALUES);
                    assertEquals(all, pe.hear(RendezvousProtocol.VALUES), "round " + round);
                }
                bytes *= 10; // more than a socket takes at once, in the end
            }
            zero.say(RendezvousProtocol.LEFT);
            one.say(RendezvousProtocol.LEFT);
        }
    }

    /** Which asks again and again, and reads later: the others are served meanwhile. */
    @Test
    void shouldKeepWhatASlowPeDoesNotRead() throws IOException {
        final int answers = 12;
        try (ScriptedPe zero = admitted(0);
                ScriptedPe one = admitted(1)) {
            final ByteBuffer large = published("a", "x".repeat(2_000_000));
            zero.say(RendezvousProtocol.FENCE, large);
            one.say(RendezvousProtocol.FENCE);
            zero.hear(RendezvousProtocol.FENCE);
            one.hear(RendezvousProtocol.FENCE);
            for (int i = 0; i < answers; i++) {
                one.say(RendezvousProtocol.VALUES);
            }
            zero.say(RendezvousProtocol.VALUES);
            final ByteBuffer all = zero.hear(RendezvousProtocol.VALUES);
            assertEquals(2 * Integer.BYTES + large.remaining(), all.remaining());
            for (int i = 0; i < answers; i++) {
                assertEquals(all, one.hear(RendezvousProtocol.VALUES), "answer " + i);
            }
            zero.say(RendezvousProtocol.LEFT);
            one.say(RendezvousProtocol.LEFT);
        }
    }

    /** In the first exchange, in the second, between them: the others end, and learn who it was. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    @Tag(QuickFilter.FULL)
    void shouldEndTheJobWhenAPeDies(int exchanges) throws IOException {
        try (ScriptedPe zero = admitted(0)) {
            try (ScriptedPe one = admitted(1)) {
                for (int i = 0; i < exchanges / 2; i++) {
                    meet(zero, one);
                }
                if (exchanges % 2 == 1) {
                    one.say(RendezvousProtocol.FENCE);
                    awaitMissing(zero, "all are there, and not in the exchange: PE 0");
                }
            }
            assertEnd(zero, 1, "PE 1 (script 1) has ended without a last word (");
            assertTrue(zero.isTurnedAway(SOON_MS), "the end of the job closes its connections");
        }
    }

    /** Asks until the server has come to know it. */
    private static void awaitMissing(ScriptedPe pe, String expected) throws IOException {
        String said = "";
        for (int i = 0; i < 1000 && !said.equals(expected); i++) {
            pe.say(RendezvousProtocol.MISSING);
            said = pe.hearText(RendezvousProtocol.MISSING);
        }
        assertEquals(expected, said);
    }

    static void assertEnd(ScriptedPe pe, int status, String reason) throws IOException {
        final ByteBuffer end = pe.hear(RendezvousProtocol.END);
        assertEquals(status, end.getInt());
        final String said = RendezvousProtocol.text(end);
        assertTrue(said.startsWith(reason), said);
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldPassOnTheStatusOfWhoEndsTheJob() throws IOException {
        try (ScriptedPe zero = admitted(0);
                ScriptedPe one = admitted(1);
                ScriptedPe stranger = new ScriptedPe(server)) {
            stranger.hello(SECRET, 1, 2);
            one.say(RendezvousProtocol.ABORT, RendezvousProtocol.ending(77, "called globalExit"));
            assertEnd(zero, 77, "PE 1 (script 1) called globalExit");
            assertEnd(one, 77, "PE 1 (script 1) called globalExit");
            one.say(RendezvousProtocol.ABORT, RendezvousProtocol.ending(5, "too late"));
            zero.say(RendezvousProtocol.VALUES);
            assertTrue(stranger.isTurnedAway(SOON_MS), "a stranger has no part in the end");
            assertTrue(zero.isTurnedAway(SOON_MS), "there is no second end, and no answer");
        }
    }

    /** Until it takes part in an exchange again. */
    @Test
    void shouldLetAPeLeave() throws IOException {
        try (ScriptedPe zero = admitted(0)) {
            try (ScriptedPe one = admitted(1)) {
                meet(zero, one);
                one.say(RendezvousProtocol.LEFT);
                one.say(RendezvousProtocol.MISSING);
                one.hear(RendezvousProtocol.MISSING);
            }
            assertFalse(zero.isTurnedAway(SHORT_MS), "that is no failure");
            awaitMissing(zero, "PE 1 ended after shutdown()");
            zero.say(RendezvousProtocol.LEFT);
        }
    }

    /** They are not refused, and so try again until the PE 0 of their own job is there. */
    @Test
    void shouldTurnAwayPesOfTheNextJobWithoutAWord() throws IOException {
        try (ScriptedPe zero = admitted(0)) {
            try (ScriptedPe one = admitted(1)) {
                meet(zero, one);
                one.say(RendezvousProtocol.LEFT);
            }
            awaitMissing(zero, "PE 1 ended after shutdown()");
            assertTurnedAway(1, 2);
            assertTurnedAway(3, 4);
            try (ScriptedPe other = new ScriptedPe(server)) {
                other.say(RendezvousProtocol.HELLO, other.hello(SECRET, 0, 2));
                assertTrue(other.hearText(RendezvousProtocol.REFUSED).startsWith("PE 0 (script 0) is there already"));
            }
            zero.say(RendezvousProtocol.LEFT);
        }
    }

    private void assertTurnedAway(int pe, int nPes) throws IOException {
        for (String secret : List.of(SECRET, "open barley")) {
            try (ScriptedPe next = new ScriptedPe(server)) {
                next.say(RendezvousProtocol.HELLO, next.hello(secret, pe, nPes));
                assertTrue(next.isTurnedAway(SOON_MS), secret);
            }
        }
    }

    /** They may still run. */
    @Test
    void shouldTurnAwayPesOfTheNextJobWhenAllHaveLeft() throws IOException {
        try (ScriptedPe zero = admitted(0);
                ScriptedPe one = admitted(1)) {
            meet(zero, one);
            zero.say(RendezvousProtocol.LEFT);
            one.say(RendezvousProtocol.LEFT);
            zero.say(RendezvousProtocol.MISSING); // the server hears each of them in turn
            zero.hear(RendezvousProtocol.MISSING);
            one.say(RendezvousProtocol.MISSING);
            one.hear(RendezvousProtocol.MISSING);
            assertTurnedAway(3, 4);
            try (ScriptedPe next = new ScriptedPe(server)) {
                next.say(RendezvousProtocol.HELLO, next.hello("open barley", 1, 2));
                assertTrue(next.isTurnedAway(SOON_MS));
            }
        }
    }

    @Test
    void shouldTakeADeathForAFailureAgainAfterAnotherExchange() throws IOException {
        try (ScriptedPe zero = admitted(0)) {
            try (ScriptedPe one = admitted(1)) {
                meet(zero, one);
                one.say(RendezvousProtocol.LEFT);
                meet(zero, one);
            }
            assertEnd(zero, 1, "PE 1 (script 1) has ended without a last word (");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, RendezvousProtocol.CHALLENGE, RendezvousProtocol.HELLO, RendezvousProtocol.END, 11, -1})
    void shouldEndTheJobWhenAPeSpeaksAnotherProtocol(int type) throws IOException {
        try (ScriptedPe zero = admitted(0);
                ScriptedPe one = admitted(1)) {
            one.say(type);
            assertEnd(zero, 1, "PE 1 (script 1) has ended without a last word (it sends a frame of type " + type + ")");
            assertTrue(one.isTurnedAway(SOON_MS));
        }
    }

    /** Long enough for a type, too short for what belongs to it. */
    @Test
    void shouldEndTheJobWhenAFrameIsTooShort() throws IOException {
        try (ScriptedPe zero = admitted(0);
                ScriptedPe one = admitted(1)) {
            one.say(RendezvousProtocol.ABORT, ByteBuffer.allocate(3));
            assertEnd(zero, 1, "PE 1 (script 1) has ended without a last word (it ends the job without a status)");
        }
    }

    /** Silence is no PE either; the limit is that of the protocol, which admitted PEs do not have. */
    @Test
    @Tag(QuickFilter.FULL)
    @Tag(Draw.DRAWN)
    void shouldTurnAwayTheSilentInTime() throws IOException {
        try (ScriptedPe zero = admitted(0);
                ScriptedPe silent = new ScriptedPe(server)) {
            silent.hello(SECRET, 1, 2);
            assertFalse(silent.isTurnedAway(RendezvousProtocol.HANDSHAKE_MS - 2000), "too early");
            assertTrue(silent.isTurnedAway(SOON_MS), "never");
            zero.say(RendezvousProtocol.MISSING);
            assertEquals("not there: PE 1", zero.hearText(RendezvousProtocol.MISSING));
            zero.say(RendezvousProtocol.LEFT);
        }
    }
}
