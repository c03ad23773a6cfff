package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import jnr.unixsocket.UnixSocketAddress;
import jnr.unixsocket.UnixSocketChannel;
import org.jshmem.bootstrap.LauncherProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections of this process to the control socket of a job, whose supervisor is the test. */
@Timeout(60)
class ControlServerTest {
    private static final int PES = 2;

    /** That may be open before they say HELLO. */
    private static final int STRANGERS = PES + 64;

    /** Frames that are told of before the first of them is dealt with: before HELLO is accepted, and after. */
    private static final int BEFORE_HELLO = 2;

    private static final int MOST = 4;
    private static final byte TYPE = LauncherProtocol.GATHER;
    private static final long SHORT_MS = 100;

    private final JobIdentity identity = new JobIdentity();
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final TurnedAway turnedAway = new TurnedAway();
    private final ControlServer server = new ControlServer(identity, PES, events::add, turnedAway);
    private final Supervisor supervisor = new Supervisor();
    private final List<UnixSocketChannel> open = new ArrayList<>();

    /** Writes down what it is told. */
    private static final class Supervisor implements JobEvent.Handler {
        private final List<ControlConnection> connections = new ArrayList<>();
        private String told = "";

        private void is(String what) {
            told = what;
        }

        @Override
        public void received(ControlConnection connection, byte type, ByteBuffer payload) {
            connections.add(connection);
            is("frame " + type + " of " + payload.remaining() + (payload.hasRemaining() ? ": " + payload.get(0) : ""));
        }

        @Override
        public void drained(int pe) {
            is("drained " + pe);
        }

        @Override
        public void launcherFailed(String what, Throwable cause) {
            is("failed " + what + ": " + cause);
        }

        @Override
        public void exited(int pe, int status) {
            is("exited");
        }

        @Override
        public void signalled(int number) {
            is("signalled");
        }

        @Override
        public void stopWanted() {
            is("stopWanted");
        }

        @Override
        public void stopped() {
            is("stopped");
        }

        @Override
        public void stacksWanted() {
            is("stacksWanted");
        }

        @Override
        public void warned() {
            is("warned");
        }

        @Override
        public void outputFailed(StandardStream stream, IOException cause) {
            is("outputFailed");
        }
    }

    private void start() {
        server.expect(ProcessHandle.current().pid());
        server.start();
    }

    @AfterEach
    void close() throws Exception {
        for (UnixSocketChannel channel : open) {
            channel.close();
        }
        server.close();
    }

    /** Tries until the socket is there. */
    private UnixSocketChannel connect() throws Exception {
        final UnixSocketAddress address = new UnixSocketAddress("\0" + identity.socketName());
        for (int i = 0; ; i++) {
            try {
                final UnixSocketChannel channel = UnixSocketChannel.open(address);
                open.add(channel);
                return channel;
            } catch (IOException e) {
                if (i == 1000) {
                    throw e;
                }
                Thread.sleep(10);
            }
        }
    }

    private static ByteBuffer frame(int type, int payloadBytes, int first) {
        final ByteBuffer frame = ByteBuffer.allocate(LauncherProtocol.LENGTH_BYTES + 1 + payloadBytes)
                .putInt(1 + payloadBytes)
                .put((byte) type);
        if (payloadBytes > 0) {
            frame.put((byte) first);
        }
        return frame.clear();
    }

    private static ByteBuffer hello(int first) {
        return frame(LauncherProtocol.HELLO, LauncherProtocol.HELLO_PAYLOAD_BYTES, first);
    }

    private static void write(UnixSocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Lets the supervisor deal with the next event; returns what it was told. */
    private String next() throws InterruptedException {
        final JobEvent event = events.poll(20, TimeUnit.SECONDS);
        assertNotNull(event, "nothing happens");
        supervisor.is("");
        event.tell(supervisor);
        return supervisor.told;
    }

    private void assertNothing() throws InterruptedException {
        assertNull(events.poll(SHORT_MS, TimeUnit.MILLISECONDS));
    }

    private void assertFrames(int first, int last) throws InterruptedException {
        for (int i = first; i <= last; i++) {
            assertEquals("frame " + TYPE + " of 1: " + i, next());
        }
    }

    /** A connection of a PE, whose HELLO was dealt with. */
    private UnixSocketChannel admitted(int pe) throws Exception {
        final UnixSocketChannel channel = connect();
        write(channel, hello(pe));
        assertEquals("frame 1 of " + LauncherProtocol.HELLO_PAYLOAD_BYTES + ": " + pe, next());
        last().admit(pe);
        server.handled(last());
        return channel;
    }

    private ControlConnection last() {
        return supervisor.connections.getLast();
    }

    private static boolean isTurnedAway(UnixSocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException e) {
            return true; // reset
        }
    }

    /** In whatever pieces they come. */
    @Test
    void shouldTellOfFramesInOrder() throws Exception {
        start();
        final UnixSocketChannel channel = admitted(1);
        final ByteBuffer all = ByteBuffer.allocate(100);
        all.put(frame(TYPE, 0, 0)).put(frame(7, 3, 33)).put(frame(-1, 1, 44)).flip();
        while (all.hasRemaining()) {
            write(channel, all.slice(all.position(), 1));
            all.position(all.position() + 1);
        }
        assertEquals("frame " + TYPE + " of 0", next());
        assertEquals("frame 7 of 3: 33", next());
        assertEquals("frame -1 of 1: 44", next());
        assertNothing();
    }

    @Test
    void shouldTakeTheLargestFrame() throws Exception {
        start();
        final UnixSocketChannel channel = admitted(0);
        write(channel, frame(TYPE, LauncherProtocol.MAX_FRAME_BYTES - 1, 5));
        assertEquals("frame " + TYPE + " of " + (LauncherProtocol.MAX_FRAME_BYTES - 1) + ": 5", next());
        write(channel, frame(TYPE, LauncherProtocol.MAX_FRAME_BYTES, 5).limit(LauncherProtocol.LENGTH_BYTES));
        assertTrue(isTurnedAway(channel));
        assertEquals(
                "turned away a connection to the control socket: pid "
                        + ProcessHandle.current().pid() + ": frame length=1048577 is not from 1 to 1048576",
                turnedAway.describe());
    }

    /** Of a PE, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void shouldTurnAwayWhoSendsAFrameOfNoBytes(int length) throws Exception {
        start();
        final UnixSocketChannel channel = admitted(0);
        write(channel, ByteBuffer.allocate(LauncherProtocol.LENGTH_BYTES).putInt(0, length));
        assertTrue(isTurnedAway(channel));
        assertTrue(
                turnedAway.describe().endsWith(": frame length=" + length + " is not from 1 to 1048576"),
                turnedAway.describe());
        assertNothing();
    }

    @Test
    void shouldCloseAConnectionThatThePeHasClosed() throws Exception {
        start();
        final UnixSocketChannel channel = admitted(0);
        final ControlConnection closed = last();
        channel.close();
        while (closed.isOpen()) {
            Thread.sleep(1);
        }
        assertNull(turnedAway.describe());
    }

    /** A PE that has ended no longer reads what it is sent; that is no failure of the launcher. */
    @Test
    void shouldNotMindAPeThatIsGone() throws Exception {
        start();
        final UnixSocketChannel channel = admitted(0);
        final ControlConnection gone = last();
        channel.close();
        for (int i = 0; i < 3; i++) {
            server.send(gone, frame(TYPE, 100_000, 1));
        }
        admitted(1);
        server.drain(0);
        assertEquals("drained 0", next());
        assertNull(turnedAway.describe());
    }

    /** What is asked of it afterwards is done without the socket. */
    @Test
    void shouldSayThatItCannotListen() throws Exception {
        start();
        connect();
        final BlockingQueue<JobEvent> told = new LinkedBlockingQueue<>();
        final ControlServer second = new ControlServer(identity, PES, told::add, new TurnedAway());
        second.start();
        told.take().tell(supervisor);
        assertTrue(
                supervisor.told.startsWith("failed the control socket @" + identity.socketName() + ": "),
                supervisor.told);
        second.drain(1);
        told.take().tell(supervisor);
        assertEquals("drained 1", supervisor.told);
        second.close();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {0, -1, LauncherProtocol.HELLO_PAYLOAD_BYTES, LauncherProtocol.HELLO_PAYLOAD_BYTES + 2, 1 << 30})
    void shouldTurnAwayWhoDoesNotBeginWithHello(int length) throws Exception {
        start();
        final UnixSocketChannel channel = connect();
        write(channel, ByteBuffer.allocate(LauncherProtocol.LENGTH_BYTES).putInt(0, length));
        assertTrue(isTurnedAway(channel));
        assertTrue(turnedAway.describe().endsWith(": its first frame is no HELLO"), turnedAway.describe());
        assertNothing();
    }

    @Test
    void shouldTurnAwayWhoIsNoPe() throws Exception {
        server.start();
        assertTrue(isTurnedAway(connect()));
        assertTrue(turnedAway.describe().contains(" is no PE of this job; "), turnedAway.describe());
    }

    @Test
    void shouldTurnAwayWhomTheSupervisorRejects() throws Exception {
        start();
        final UnixSocketChannel channel = admitted(0);
        server.reject(last(), "a reason");
        assertTrue(isTurnedAway(channel));
        assertTrue(turnedAway.describe().endsWith(": a reason"), turnedAway.describe());
        server.reject(last(), "another reason");
        server.send(last(), frame(TYPE, 1, 1));
        admitted(1);
        assertTrue(turnedAway.describe().endsWith(": a reason"), "once");
    }

    /** The oldest of those that do not say HELLO makes room; those of PEs stay. */
    @Test
    void shouldKeepFewConnectionsThatDoNotSayHello() throws Exception {
        start();
        final UnixSocketChannel pe = admitted(0);
        final UnixSocketChannel oldest = connect();
        for (int i = 1; i < STRANGERS; i++) {
            connect();
        }
        server.drain(1); // all are accepted then
        assertEquals("drained 1", next());
        assertNull(turnedAway.describe());
        connect();
        assertTrue(isTurnedAway(oldest));
        assertTrue(turnedAway.describe().endsWith(": too many connections have not said HELLO"), turnedAway.describe());
        write(pe, frame(TYPE, 1, 9));
        assertFrames(9, 9);
    }

    @Test
    void shouldReadOnlyAsTheSupervisorDealsWithFrames() throws Exception {
        start();
        final UnixSocketChannel channel = connect();
        write(channel, hello(0));
        for (int i = 1; i < 10; i++) {
            write(channel, frame(TYPE, 1, i));
        }
        next();
        assertFrames(1, BEFORE_HELLO - 1);
        assertNothing();
        last().admit(0);
        server.handled(last());
        assertFrames(BEFORE_HELLO, MOST);
        assertNothing();
        server.handled(last());
        assertFrames(MOST + 1, MOST + 1);
        assertNothing();
        for (int i = 0; i < MOST; i++) {
            server.handled(last());
        }
        assertFrames(MOST + 2, 9);
    }

    /** Frames that wait behind others that are not dealt with, on its connection or on one that may be its. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellOfAllFramesBeforeAPeIsDrained(boolean isAdmitted) throws Exception {
        start();
        final UnixSocketChannel channel = isAdmitted ? admitted(1) : connect();
        final int read = isAdmitted ? MOST : BEFORE_HELLO;
        if (!isAdmitted) {
            write(channel, hello(1));
        }
        for (int i = 1; i <= read + 1; i++) {
            write(channel, frame(TYPE, 1, i));
        }
        channel.close();
        if (!isAdmitted) {
            next();
        }
        assertFrames(1, isAdmitted ? read : read - 1);
        server.drain(1);
        for (int i = 0; i < 3; i++) {
            assertEquals("", next(), "it asks again");
        }
        server.handled(last());
        server.handled(last());
        final List<String> said = new ArrayList<>();
        while (!said.contains("drained 1")) {
            final String told = next();
            if (!told.isEmpty()) {
                said.add(told);
                if (told.startsWith("frame")) {
                    server.handled(last());
                }
            }
        }
        final List<String> expected = new ArrayList<>();
        for (int i = isAdmitted ? read + 1 : read; i <= read + 1; i++) {
            expected.add("frame " + TYPE + " of 1: " + i);
        }
        expected.add("drained 1");
        assertEquals(expected, said);
    }

    @Test
    void shouldNotWaitForFramesOfOthersBeforeAPeIsDrained() throws Exception {
        start();
        final UnixSocketChannel other = admitted(0);
        final UnixSocketChannel ended = admitted(1);
        for (int i = 1; i <= MOST + 1; i++) {
            write(other, frame(TYPE, 1, i));
        }
        assertFrames(1, MOST);
        write(ended, frame(TYPE, 1, 50));
        ended.close();
        assertFrames(50, 50);
        server.drain(1);
        assertEquals("drained 1", next());
    }

    @Test
    void shouldDrainWhereNobodyCanHaveConnected() throws Exception {
        server.drain(1);
        assertEquals("drained 1", next());
    }

    /** More than a socket takes at once. */
    @Test
    void shouldSendAllToASlowPe() throws Exception {
        start();
        final UnixSocketChannel channel = admitted(0);
        final int frames = 10;
        final int bytes = 200_000;
        for (int i = 0; i < frames; i++) {
            server.send(last(), frame(TYPE, bytes, i));
        }
        write(channel, frame(TYPE, 1, 77));
        assertFrames(77, 77);
        for (int i = 0; i < frames; i++) {
            final ByteBuffer got = ByteBuffer.allocate(LauncherProtocol.LENGTH_BYTES + 1 + bytes);
            while (got.hasRemaining()) {
                assertTrue(channel.read(got) > 0);
            }
            assertEquals(frame(TYPE, bytes, i), got.flip());
        }
    }

    @Test
    void shouldEndConnectionsWhenItIsClosed() throws Exception {
        start();
        final UnixSocketChannel channel = admitted(0);
        server.close();
        assertTrue(isTurnedAway(channel));
        server.drain(0);
        assertEquals("drained 0", next());
        while (isListening()) {
            Thread.sleep(1);
        }
    }

    private boolean isListening() throws IOException {
        try (UnixSocketChannel channel = UnixSocketChannel.open(new UnixSocketAddress("\0" + identity.socketName()))) {
            return channel.isOpen();
        } catch (IOException e) {
            return false;
        }
    }
}
