package org.jshmem.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.testing.Descriptors;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LibcTest {
    private static final String NAME = "jshmem-test-" + ProcessHandle.current().pid() + "-";

    /** {@code O_NONBLOCK}, as the kernel shows it. */
    private static final int NONBLOCK = 04000;

    private static final int PAGE_BYTES = 1 << 16;
    private static final int NO_FILE = 1 << 20;
    private static final int ENOENT = 2;
    private static final int EBADF = 9;
    private static final int EEXIST = 17;

    /** A thread that finds nothing there goes on. */
    @Test
    void shouldNotWaitForAnEvent() throws IOException {
        final int fd = (int) Libc.eventfd();
        try (Arena arena = Arena.ofConfined()) {
            final String flags = Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd)).stream()
                    .filter(line -> line.startsWith("flags:"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(NONBLOCK, Integer.parseInt(flags.substring(6).strip(), 8) & NONBLOCK, flags);
            final long value = arena.allocate(Long.BYTES, Long.BYTES).address();
            assertEquals(-Libc.EAGAIN, Libc.read(fd, value, Long.BYTES));
        } finally {
            Libc.close(fd);
        }
    }

    @Test
    void shouldNameTheLimitBehindAnError() {
        assertEquals("errno 24, Too many open files: raise ulimit -n, the limit of open files", Libc.errorText(-24));
        assertEquals("errno 27, File too large: raise ulimit -f, the limit of a file's size", Libc.errorText(-27));
        assertEquals("errno 13, Permission denied", Libc.errorText(-13));
    }

    @Test
    void shouldTellMemoryFromAnotherFileSystem() {
        final int memory = (int) Libc.memfdCreate("test");
        final int other = (int) Libc.open("/proc/self/limits", 0, 0);
        assertEquals(Libc.TMPFS, Libc.fileSystemType(memory));
        assertNotEquals(Libc.TMPFS, Libc.fileSystemType(other));
        Libc.close(memory);
        Libc.close(other);
    }

    @Test
    void shouldTellNamesOfSocketsApartByTheirLastLetter() {
        final int one = (int) Libc.listenAbstract(NAME + "a", 1);
        final int other = (int) Libc.listenAbstract(NAME + "b", 1);
        assertTrue(one >= 0 && other >= 0, one + " and " + other);
        assertEquals(-Libc.EADDRINUSE, Libc.listenAbstract(NAME + "a", 1));
        assertEquals(-Libc.ECONNREFUSED, Libc.connectAbstract(NAME + "c"));
        final int connected = (int) Libc.connectAbstract(NAME + "b");
        assertEquals(Libc.geteuid(), Libc.peerUser(connected));
        Libc.close(connected);
        Libc.close(one);
        Libc.close(other);
    }

    /** Of a user whose group has another number, whoever runs the test. */
    @Test
    void shouldTellTheUserOfASocketFromItsGroup() throws Exception {
        Requirement.NAMESPACES.need();
        final Process process = new ProcessBuilder(
                        "unshare",
                        "--user",
                        "--map-user=1234",
                        "--map-group=4321",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PrintUser.class.getName())
                .redirectErrorStream(true)
                .start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        assertEquals("1234", said);
    }

    /** What another process says of itself. */
    static final class PrintUser {
        private PrintUser() {}

        public static void main(String[] args) {
            Libc.listenAbstract(NAME + "user", 1);
            System.out.println(Libc.peerUser((int) Libc.connectAbstract(NAME + "user")));
        }
    }

    @Test
    void shouldLeaveNoDescriptorOfWhatFails() throws IOException {
        Libc.connectAbstract(NAME + "nobody"); // what is loaded for it stays open
        final long before = Descriptors.open("socket:");
        final int listener = (int) Libc.listenAbstract(NAME + "somebody", 1);
        for (int i = 0; i < 10; i++) {
            assertEquals(-Libc.ECONNREFUSED, Libc.connectAbstract(NAME + "nobody"));
            assertEquals(-Libc.EADDRINUSE, Libc.listenAbstract(NAME + "somebody", 1));
        }
        Libc.close(listener);
        assertEquals(before, Descriptors.open("socket:"));
    }

    /** A call returns 0 or more if it succeeds, and the negated error otherwise. */
    @Test
    void shouldReturnTheErrorOfEachCall() {
        final int file = (int) Libc.memfdCreate("test");
        try (Arena arena = Arena.ofConfined()) {
            final long memory = arena.allocate(Long.BYTES, Long.BYTES).address();
            assertEquals(0, Libc.ftruncate(file, 2 * PAGE_BYTES));
            assertEquals(0, Libc.fallocate(file, Libc.PUNCH_HOLE, 0, PAGE_BYTES));
            assertEquals(0, Libc.setCloseOnExec(file));
            final long mapped = Libc.mmap(0, PAGE_BYTES, Libc.READ_WRITE, Libc.MAP_SHARED, file, PAGE_BYTES);
            assertTrue(mapped > 0, "mmap " + mapped);
            assertEquals(0, Libc.madvise(mapped, PAGE_BYTES, Libc.MADV_POPULATE_READ));
            assertEquals(0, Libc.munmap(mapped, PAGE_BYTES));
            assertEquals(Long.BYTES, Libc.write(file, memory, Long.BYTES));
            assertEquals(0, Libc.read((int) Libc.open("/dev/null", 0, 0), memory, Long.BYTES));
            final long[] failed = {
                Libc.ftruncate(NO_FILE, 0),
                Libc.fallocate(NO_FILE, Libc.PUNCH_HOLE, 0, PAGE_BYTES),
                Libc.setCloseOnExec(NO_FILE),
                Libc.mmap(0, PAGE_BYTES, Libc.READ_WRITE, Libc.MAP_SHARED, NO_FILE, 0),
                Libc.read(NO_FILE, memory, Long.BYTES),
                Libc.write(NO_FILE, memory, Long.BYTES),
                Libc.fileSystemType(NO_FILE),
                Libc.accept(NO_FILE),
                Libc.peerUser(NO_FILE),
                Libc.sendDescriptor(NO_FILE, file),
                Libc.receiveDescriptor(NO_FILE),
                Libc.close(NO_FILE)
            };
            for (int i = 0; i < failed.length; i++) {
                assertEquals(-EBADF, failed[i], "call " + i);
            }
            assertEquals(-ENOENT, Libc.open("/no/such/file", 0, 0));
        } finally {
            assertEquals(0, Libc.close(file));
        }
    }

    /** A byte without a descriptor, and the end of the connection. */
    @Test
    void shouldReceiveOnlyADescriptor() {
        final int listener = (int) Libc.listenAbstract(NAME + "giver", 1);
        final int taker = (int) Libc.connectAbstract(NAME + "giver");
        final int giver = (int) Libc.accept(listener);
        try (Arena arena = Arena.ofConfined()) {
            assertEquals(1, Libc.write(giver, arena.allocate(1).address(), 1));
            assertEquals(-Libc.EPIPE, Libc.receiveDescriptor(taker));
            assertEquals(1, Libc.sendDescriptor(giver, listener));
            final int received = (int) Libc.receiveDescriptor(taker);
            assertTrue(received > taker, "descriptor " + received);
            assertEquals(0, Libc.close(received));
            Libc.close(giver);
            assertEquals(-Libc.EPIPE, Libc.receiveDescriptor(taker));
        } finally {
            Libc.close(taker);
            Libc.close(listener);
        }
    }

    /** It advances while the thread runs, and never faster than time goes by. */
    @Test
    void shouldMeasureTheTimeOfAThread() {
        final long startNs = System.nanoTime();
        final long first = Libc.threadCpuNs();
        assertTrue(first > 0, first + " ns");
        long last = first;
        while (last - first < 1_000_000) {
            final long now = Libc.threadCpuNs();
            assertTrue(now >= last, last + " ns and then " + now);
            last = now;
        }
        final long passedNs = System.nanoTime() - startNs;
        assertTrue(last - first <= 2 * passedNs, (last - first) + " of " + passedNs + " ns");
    }

    @Test
    void shouldPollWhetherThereIsSomethingToRead() {
        final int fd = (int) Libc.eventfd();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment polled = arena.allocate(Libc.POLLFD_BYTES, Integer.BYTES);
            polled.set(ValueLayout.JAVA_INT, 0, fd);
            polled.set(ValueLayout.JAVA_SHORT, Integer.BYTES, (short) Libc.POLLIN);
            final long noTime = arena.allocate(2 * Long.BYTES, Long.BYTES).address();
            assertEquals(0, Libc.poll(polled.address(), 1, 0));
            assertEquals(0, Libc.ppoll(polled.address(), 1, noTime));
            final MemorySegment one = arena.allocate(Long.BYTES, Long.BYTES);
            one.set(ValueLayout.JAVA_LONG, 0, 1);
            assertEquals(Long.BYTES, Libc.write(fd, one.address(), Long.BYTES));
            assertEquals(1, Libc.poll(polled.address(), 1, 0));
            assertEquals(1, Libc.ppoll(polled.address(), 1, noTime));
            assertEquals(0, Libc.poll(polled.address(), 0, 0), "of none");
        } finally {
            Libc.close(fd);
        }
    }

    @Test
    void shouldKnowItsParent() {
        assertEquals(ProcessHandle.current().parent().orElseThrow().pid(), Libc.getppid());
    }

    /** Within this process. */
    @Test
    void shouldCopyBetweenProcesses() {
        final int bytes = 100;
        final int own = (int) ProcessHandle.current().pid();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment local = arena.allocate(bytes);
            final MemorySegment remote = arena.allocate(bytes);
            remote.fill((byte) 7);
            final MemorySegment here = vector(arena, local, bytes);
            final MemorySegment there = vector(arena, remote, bytes - 1);
            assertEquals(bytes - 1, Libc.processVmReadv(own, here.address(), 1, there.address(), 1));
            assertEquals(bytes - 1, local.mismatch(remote));
            local.fill((byte) 8);
            assertEquals(bytes - 1, Libc.processVmWritev(own, here.address(), 1, there.address(), 1));
            assertEquals(bytes - 1, local.mismatch(remote));
            assertEquals(8, remote.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(-Libc.ESRCH, Libc.processVmReadv(Integer.MAX_VALUE, here.address(), 1, there.address(), 1));
            assertEquals(-Libc.ESRCH, Libc.processVmWritev(Integer.MAX_VALUE, here.address(), 1, there.address(), 1));
        }
    }

    /** A {@code struct iovec}. */
    private static MemorySegment vector(Arena arena, MemorySegment memory, long bytes) {
        final MemorySegment vector = arena.allocate(2 * Long.BYTES, Long.BYTES);
        vector.set(ValueLayout.JAVA_LONG, 0, memory.address());
        vector.set(ValueLayout.JAVA_LONG, Long.BYTES, bytes);
        return vector;
    }

    /** Mappings at addresses of the caller's choice, and memory that is given back. */
    @Test
    void shouldMapWhereItIsTold() {
        final int file = (int) Libc.memfdCreate("test");
        final long bytes = 4L * PAGE_BYTES;
        final long start = Libc.mmap(0, bytes, Libc.READ_WRITE, Libc.MAP_PRIVATE_ANONYMOUS | Libc.MAP_NORESERVE, -1, 0);
        try {
            assertTrue(start > 0, "mmap " + start);
            assertEquals(0, Libc.ftruncate(file, PAGE_BYTES));
            assertEquals(
                    -EEXIST,
                    Libc.mmap(start, PAGE_BYTES, Libc.READ_WRITE, Libc.MAP_SHARED | Libc.MAP_FIXED_NOREPLACE, file, 0));
            final long fixed = start + PAGE_BYTES;
            assertEquals(
                    fixed, Libc.mmap(fixed, PAGE_BYTES, Libc.READ_WRITE, Libc.MAP_SHARED | Libc.MAP_FIXED, file, 0));
            final MemorySegment memory = memory(fixed);
            memory.set(ValueLayout.JAVA_LONG, 0, 42);
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment read = arena.allocate(Long.BYTES, Long.BYTES);
                assertEquals(Long.BYTES, Libc.read(file, read.address(), Long.BYTES));
                assertEquals(42, read.get(ValueLayout.JAVA_LONG, 0), "the file is mapped");
            }
            assertEquals(0, Libc.fallocate(file, Libc.PUNCH_HOLE, 0, PAGE_BYTES));
            assertEquals(0, memory.get(ValueLayout.JAVA_LONG, 0), "the memory is given back");
        } finally {
            Libc.munmap(start, bytes);
            Libc.close(file);
        }
    }

    @SuppressWarnings("restricted")
    private static MemorySegment memory(long address) {
        return MemorySegment.ofAddress(address).reinterpret(PAGE_BYTES);
    }
}
