package org.jshmem.launcher.pe;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The system calls of a PE, for the PEs of the launcher's tests. */
public final class Libc {
    private static final int PR_SET_PDEATHSIG = 1;
    private static final int SIGKILL = 9;
    private static final short AF_UNIX = 1;
    private static final int SOCK_STREAM = 1;
    private static final int ADDRESS_HEADER_BYTES = 2;

    private enum Call {
        READ("read"),
        WRITE("write"),
        SOCKET("socket"),
        CONNECT("connect"),
        SETPGID("setpgid"),
        PRCTL_CALL("prctl");

        private final MethodHandle handle;

        Call(String name) {
            handle = handle(name, 3);
        }

        long invoke(long first, long second, long third) {
            try {
                return (int) (long) handle.invokeExact(first, second, third);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    private Libc() {}

    @SuppressWarnings("restricted")
    private static MethodHandle handle(String name, int parameters) {
        final MemorySegment symbol =
                Linker.nativeLinker().defaultLookup().find(name).orElseThrow();
        final ValueLayout[] layouts = new ValueLayout[parameters];
        java.util.Arrays.fill(layouts, JAVA_LONG);
        return Linker.nativeLinker().downcallHandle(symbol, FunctionDescriptor.of(JAVA_LONG, layouts));
    }

    /** {@code setpgid(0, 0)}. */
    public static void leadProcessGroup() {
        Call.SETPGID.invoke(0, 0, 0);
    }

    /** {@code prctl(PR_SET_PDEATHSIG, SIGKILL)}. */
    public static void dieWithParent() {
        Call.PRCTL_CALL.invoke(PR_SET_PDEATHSIG, SIGKILL, 0);
    }

    /**
     * Connects to a socket in the abstract namespace.
     *
     * @return the file descriptor, or -1
     */
    public static int connect(String name) {
        final int fd = (int) Call.SOCKET.invoke(AF_UNIX, SOCK_STREAM, 0);
        final byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment address = arena.allocate(ADDRESS_HEADER_BYTES + 1 + bytes.length);
            address.set(ValueLayout.JAVA_SHORT.withOrder(ByteOrder.nativeOrder()), 0, AF_UNIX);
            MemorySegment.copy(bytes, 0, address, ValueLayout.JAVA_BYTE, ADDRESS_HEADER_BYTES + 1, bytes.length);
            return Call.CONNECT.invoke(fd, address.address(), address.byteSize()) == 0 ? fd : -1;
        }
    }

    /** Writes all of them. */
    public static void write(int fd, byte[] bytes) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment memory = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
            long done = 0;
            while (done < bytes.length) {
                final long count = Call.WRITE.invoke(fd, memory.address() + done, bytes.length - done);
                if (count <= 0) {
                    throw new IllegalStateException("write to the launcher failed");
                }
                done += count;
            }
        }
    }

    /** Reads so many bytes; null at the end of the stream. */
    public static byte[] read(int fd, int bytes) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment memory = arena.allocate(Math.max(1, bytes));
            long done = 0;
            while (done < bytes) {
                final long count = Call.READ.invoke(fd, memory.address() + done, bytes - done);
                if (count <= 0) {
                    return null;
                }
                done += count;
            }
            return memory.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
        }
    }
}
