package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class FrameSocketTest {
    private static final byte TYPE = 9;
    private static final String NAME = "jshmem-test-" + ProcessHandle.current().pid() + "-frames";
    private static final int MOST_BYTES = 100;
    private static final int MOST_FRAME_BYTES = 1 << 30;

    private int near;
    private FrameSocket socket;

    /** The descriptor of the other side; −1 once it is closed. */
    private int far;

    @BeforeEach
    void connect() {
        final int listener = (int) Libc.listenAbstract(NAME, 1);
        near = (int) Libc.connectAbstract(NAME);
        far = (int) Libc.accept(listener);
        Libc.close(listener);
        socket = new FrameSocket(near, "somebody");
    }

    @AfterEach
    void close() {
        closeFar();
        socket.close();
    }

    private void closeFar() {
        if (far >= 0) {
            Libc.close(far);
            far = -1;
        }
    }

    private void write(ByteBuffer bytes) {
        try (Arena arena = Arena.ofConfined()) {
            final int count = bytes.remaining();
            final MemorySegment copy = arena.allocate(count);
            copy.asByteBuffer().put(bytes);
            assertEquals(count, Libc.write(far, copy.address(), count));
        }
    }

    private static ByteBuffer frame(int length, int... bytes) {
        final ByteBuffer frame =
                ByteBuffer.allocate(Integer.BYTES + bytes.length).putInt(length);
        for (int value : bytes) {
            frame.put((byte) value);
        }
        return frame.flip();
    }

    private static void assertSays(String message, Executable call) {
        assertEquals(message, assertThrows(ShmemException.class, call).getMessage());
    }

    /** Byte by byte: length of the rest, type, payload. */
    @Test
    void shouldSendAFrame() {
        socket.send(TYPE, ByteBuffer.wrap(new byte[] {11, 22, 33}, 1, 2));
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment got = arena.allocate(MOST_BYTES);
            assertEquals(7, Libc.read(far, got.address(), MOST_BYTES));
            assertArrayEquals(
                    new byte[] {0, 0, 0, 3, TYPE, 22, 33}, got.asSlice(0, 7).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void shouldReceiveFramesOneByOne() {
        write(frame(1, TYPE));
        write(frame(3, 5, 44, 55));
        assertEquals(0, socket.receive(TYPE).remaining());
        assertEquals(ByteBuffer.wrap(new byte[] {5, 44, 55}), socket.receive());
    }

    /** More than a socket takes at once. */
    @Test
    void shouldPassALargeFrameBothWays() throws Exception {
        final byte[] payload = new byte[3_000_000];
        new Random(1).nextBytes(payload);
        final FrameSocket other = new FrameSocket(far, "the other");
        final var echo = CompletableFuture.runAsync(() -> other.send(TYPE, other.receive(TYPE)));
        socket.send(TYPE, ByteBuffer.wrap(payload));
        assertEquals(ByteBuffer.wrap(payload), socket.receive(TYPE));
        echo.get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldTakeAPayloadUpToItsLimit() {
        final int[] most = new int[MOST_BYTES + 1];
        most[0] = TYPE;
        write(frame(MOST_BYTES + 1, most));
        assertEquals(MOST_BYTES, socket.receive(TYPE, MOST_BYTES).remaining());
        write(frame(MOST_BYTES + 2));
        assertSays("somebody sends a frame of 102 bytes", () -> socket.receive(TYPE, MOST_BYTES));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, MOST_FRAME_BYTES + 1})
    void shouldRefuseAFrameOfAnImpossibleLength(int length) {
        write(frame(length));
        closeFar();
        assertSays("somebody sends a frame of " + length + " bytes", socket::receive);
    }

    @Test
    void shouldRefuseAFrameOfAnotherType() {
        write(frame(2, TYPE + 1, 1));
        assertSays(
                "somebody answers with something else; run all PEs with one version of JSHMEM",
                () -> socket.receive(TYPE));
    }

    /** Before a frame, and within one. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 4, 5})
    void shouldSayThatTheOtherSideHasEnded(int bytes) {
        write(frame(3, TYPE, 1).limit(bytes));
        closeFar();
        assertSays("somebody has ended the connection; the job is over", socket::receive);
        assertSays("somebody does not answer (errno 32, Broken pipe)", () -> socket.send(TYPE, ByteBuffer.allocate(1)));
        assertSays("somebody does not answer (errno 32, Broken pipe)", () -> socket.sendDescriptor(near));
        assertSays("somebody has ended the connection (errno 32, Broken pipe)", socket::receiveDescriptor);
    }

    @Test
    void shouldPassADescriptor() throws Exception {
        final FrameSocket other = new FrameSocket(far, "the other");
        final int file = (int) Libc.memfdCreate("test-of-frames");
        socket.sendDescriptor(file);
        final int got = other.receiveDescriptor();
        assertTrue(Files.readSymbolicLink(Path.of("/proc/self/fd/" + got))
                .toString()
                .contains("test-of-frames"));
        Libc.close(got);
        Libc.close(file);
    }

    @Test
    void shouldTrustProcessesOfItsUser() {
        socket.requireSameUser();
        write(frame(1, TYPE));
        assertEquals(0, socket.receive(TYPE).remaining());
    }

    /** Of what is no socket the kernel names no user. */
    @Test
    void shouldEndAConnectionToAnotherUser() {
        final int file = (int) Libc.memfdCreate("no socket");
        assertSays(
                "somebody runs as user " + Libc.peerUser(file) + ", and this PE as user " + Libc.geteuid()
                        + "; run both as one user",
                new FrameSocket(file, "somebody")::requireSameUser);
        assertTrue(Libc.setCloseOnExec(file) < 0, "it is closed");
    }
}
