package org.jshmem.transport.ofi.ffm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Waiting on file descriptors. The shape of the calls is that of libfabric's, eight longs and a result, so that linking
 * it costs a starting JVM nothing. Errors are results below zero, without their number, which nobody asks for here: a
 * call that keeps it allocates until it is compiled.
 */
public final class Descriptors {
    /** {@code POLLIN}: there is something to read. */
    public static final int POLLIN = 1;

    /** {@code sizeof(struct pollfd)}: an int, then two shorts for what is asked and what is there. */
    public static final int POLLFD_BYTES = 8;

    private static final int CLOEXEC_NONBLOCK = 0x80800;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALL = link();
    private static final MemorySegment POLL = find("poll");
    private static final MemorySegment EVENTFD = find("eventfd");
    private static final MemorySegment READ = find("read");
    private static final MemorySegment WRITE = find("write");

    private Descriptors() {}

    /** See {@code poll(2)}; the upper half of an int result is undefined. */
    public static int poll(long pollfds, int count, int timeoutMs) {
        return (int) call(POLL, pollfds, count, timeoutMs);
    }

    /** See {@code eventfd(2)}; close-on-exec, does not block; returns the descriptor. */
    public static int eventfd() {
        return (int) call(EVENTFD, 0, CLOEXEC_NONBLOCK, 0);
    }

    /** See {@code read(2)}. */
    public static long read(int fd, long address, long bytes) {
        return call(READ, fd, address, bytes);
    }

    /** See {@code write(2)}. */
    public static long write(int fd, long address, long bytes) {
        return call(WRITE, fd, address, bytes);
    }

    @SuppressWarnings("restricted") // calling C is the purpose of this class
    private static MethodHandle link() {
        final FunctionDescriptor shape = FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        return LINKER.downcallHandle(shape);
    }

    private static long call(MemorySegment function, long a, long b, long c) {
        try {
            return (long) CALL.invokeExact(function, a, b, c, 0L, 0L, 0L, 0L, 0L);
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("a downcall does not throw", t);
        }
    }

    private static MemorySegment find(String function) {
        return LINKER.defaultLookup()
                .find(function)
                .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + function));
    }
}
