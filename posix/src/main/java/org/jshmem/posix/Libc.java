package org.jshmem.posix;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;

/**
 * Calls functions of the C library that have no equivalent in the JDK. For Linux on x86-64 and aarch64; elsewhere the
 * class is not initialized, by {@link UnsupportedOperationException}.
 *
 * <p>A result below zero is {@code -errno}. Any thread may call any method. Structures and buffers are passed by
 * address and belong to the caller.
 *
 * <p>All functions are called with the same shape, seven longs and a long result; a function ignores surplus arguments.
 * Each further shape would cost a starting JVM over ten milliseconds.
 */
public final class Libc {
    /** {@code EPIPE}: the other side has closed the connection. */
    public static final int EPIPE = 32;

    /** {@code EINTR}: the call was interrupted by a signal. */
    public static final int EINTR = 4;

    /** {@code ESRCH}: no such process. */
    public static final int ESRCH = 3;

    /** {@code EAGAIN}: try again, or the futex word did not have the expected value. */
    public static final int EAGAIN = 11;

    /** {@code EADDRINUSE}: another socket is bound to the address. */
    public static final int EADDRINUSE = 98;

    /** {@code ECONNREFUSED}: no socket listens at the address. */
    public static final int ECONNREFUSED = 111;

    /** {@code PROT_READ}. */
    public static final int READ_ONLY = 1;

    /** {@code PROT_READ | PROT_WRITE}. */
    public static final int READ_WRITE = 3;

    /** {@code MAP_SHARED}. */
    public static final int MAP_SHARED = 0x01;

    /** {@code MAP_PRIVATE | MAP_ANONYMOUS}. */
    public static final int MAP_PRIVATE_ANONYMOUS = 0x22;

    /** {@code MAP_FIXED}: replaces existing mappings of the range. */
    public static final int MAP_FIXED = 0x10;

    /** {@code MAP_NORESERVE}: address space only. */
    public static final int MAP_NORESERVE = 0x4000;

    /** {@code MAP_FIXED_NOREPLACE}: fails if the range overlaps an existing mapping. */
    public static final int MAP_FIXED_NOREPLACE = 0x100000;

    /** {@code MADV_COLLAPSE}: converts a range to huge pages now. */
    public static final int MADV_COLLAPSE = 25;

    /** {@code MADV_POPULATE_READ}: maps the pages of a range now; from Linux 5.14 on. */
    public static final int MADV_POPULATE_READ = 22;

    /** {@code MADV_HUGEPAGE}: allocates huge pages at the first touch. */
    public static final int MADV_HUGEPAGE = 14;

    /** {@code FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE}. */
    public static final int PUNCH_HOLE = 3;

    /** {@code O_RDWR | O_CLOEXEC}. */
    public static final int O_RDWR_CLOEXEC = 0x80002;

    /** {@code O_EXCL}. */
    public static final int O_EXCL = 0x80;

    private static final boolean AARCH64 = Platform.isAarch64();

    /** {@code O_TMPFILE}: a file that never has a name. */
    public static final int O_TMPFILE = AARCH64 ? 0x404000 : 0x410000;

    /** {@code POLLIN}: data can be read. */
    public static final int POLLIN = 1;

    /** {@code sizeof(struct pollfd)}: {@code int fd; short events; short revents}. */
    public static final int POLLFD_BYTES = 8;

    /** {@code TMPFS_MAGIC}: a file system in memory. */
    public static final int TMPFS = 0x01021994;

    private static final int EMFILE = 24;
    private static final int EFBIG = 27;

    /** {@code sizeof(struct statfs)}; its first member is {@code f_type}. */
    private static final int STATFS_BYTES = 120;

    private static final int EFD_CLOEXEC_NONBLOCK = 0x80800;
    private static final int PR_SET_PDEATHSIG = 1;
    private static final int MFD_CLOEXEC = 1;
    private static final int CLOCK_THREAD_CPUTIME_ID = 3;
    private static final int AF_UNIX = 1;
    private static final int SOCK_STREAM_CLOEXEC = 0x80001;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int F_SETFD = 2;
    private static final int FD_CLOEXEC = 1;
    private static final int SOL_SOCKET = 1;
    private static final int SO_PEERCRED = 17;
    private static final int SCM_RIGHTS = 1;
    private static final int MSG_CMSG_CLOEXEC = 0x40000000;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALL = link();
    private static final ThreadLocal<MemorySegment> ERRNO =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(Linker.Option.captureStateLayout()));

    private static final MemorySegment MMAP = find("mmap");
    private static final MemorySegment MUNMAP = find("munmap");
    private static final MemorySegment MADVISE = find("madvise");
    private static final MemorySegment OPEN = find("open");
    private static final MemorySegment CLOSE = find("close");
    private static final MemorySegment READ = find("read");
    private static final MemorySegment WRITE = find("write");
    private static final MemorySegment POLL = find("poll");
    private static final MemorySegment PPOLL = find("ppoll");
    private static final MemorySegment EVENTFD = find("eventfd");
    private static final MemorySegment FTRUNCATE = find("ftruncate");
    private static final MemorySegment FALLOCATE = find("fallocate");
    private static final MemorySegment FSTATFS = find("fstatfs");
    private static final MemorySegment MEMFD_CREATE = find("memfd_create");
    private static final MemorySegment CLOCK_GETTIME = find("clock_gettime");
    private static final MemorySegment SOCKET = find("socket");
    private static final MemorySegment CONNECT = find("connect");
    private static final MemorySegment BIND = find("bind");
    private static final MemorySegment LISTEN = find("listen");
    private static final MemorySegment ACCEPT4 = find("accept4");
    private static final MemorySegment SENDMSG = find("sendmsg");
    private static final MemorySegment RECVMSG = find("recvmsg");
    private static final MemorySegment GETSOCKOPT = find("getsockopt");
    private static final MemorySegment GETEUID = find("geteuid");
    private static final MemorySegment FCNTL = find("fcntl");
    private static final MemorySegment PRCTL = find("prctl");
    private static final MemorySegment SETPGID = find("setpgid");
    private static final MemorySegment GETPPID = find("getppid");
    private static final MemorySegment PROCESS_VM_READV = find("process_vm_readv");
    private static final MemorySegment PROCESS_VM_WRITEV = find("process_vm_writev");
    private static final MemorySegment SYSCALL = find("syscall");
    private static final MemorySegment STRERROR = find("strerror");

    private Libc() {}

    /** See {@code mmap(2)}; returns the address. */
    public static long mmap(long address, long bytes, int protection, int flags, int fd, long offset) {
        return call(MMAP, address, bytes, protection, flags, fd, offset);
    }

    /** See {@code munmap(2)}. */
    public static long munmap(long address, long bytes) {
        return callInt(MUNMAP, address, bytes, 0, 0);
    }

    /** See {@code madvise(2)}. */
    public static long madvise(long address, long bytes, int advice) {
        return callInt(MADVISE, address, bytes, advice, 0);
    }

    /** See {@code open(2)}; returns the descriptor. */
    public static long open(String path, int flags, int mode) {
        try (Arena arena = Arena.ofConfined()) {
            return callInt(OPEN, cString(path, arena).address(), flags, mode, 0);
        }
    }

    /** See {@code close(2)}. */
    public static long close(int fd) {
        return callInt(CLOSE, fd, 0, 0, 0);
    }

    /** See {@code read(2)}; returns the bytes read. */
    public static long read(int fd, long address, long bytes) {
        return call(READ, fd, address, bytes, 0, 0, 0);
    }

    /** See {@code write(2)}; returns the bytes written. */
    public static long write(int fd, long address, long bytes) {
        return call(WRITE, fd, address, bytes, 0, 0, 0);
    }

    /** See {@code poll(2)}, for {@code struct pollfd}s at an address; returns how many are ready. */
    public static long poll(long pollfds, int count, int timeoutMs) {
        return callInt(POLL, pollfds, count, timeoutMs, 0);
    }

    /** See {@code ppoll(2)}, with the address of a {@code struct timespec}, and all signals as they are. */
    public static long ppoll(long pollfds, int count, long timespec) {
        return callInt(PPOLL, pollfds, count, timespec, 0);
    }

    /** See {@code eventfd(2)}; close-on-exec, non-blocking; returns the descriptor. */
    public static long eventfd() {
        return callInt(EVENTFD, 0, EFD_CLOEXEC_NONBLOCK, 0, 0);
    }

    /** See {@code ftruncate(2)}. */
    public static long ftruncate(int fd, long bytes) {
        return callInt(FTRUNCATE, fd, bytes, 0, 0);
    }

    /** See {@code fallocate(2)}. */
    public static long fallocate(int fd, int mode, long offset, long bytes) {
        return callInt(FALLOCATE, fd, mode, offset, bytes);
    }

    /** The kind of file system that an open file is in: {@code f_type} of {@code fstatfs(2)}. */
    public static long fileSystemType(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment status = arena.allocate(STATFS_BYTES, Long.BYTES);
            final long result = callInt(FSTATFS, fd, status.address(), 0, 0);
            return result < 0 ? result : status.get(JAVA_LONG, 0);
        }
    }

    /** See {@code memfd_create(2)}; close-on-exec; returns the descriptor. */
    public static long memfdCreate(String name) {
        try (Arena arena = Arena.ofConfined()) {
            return callInt(MEMFD_CREATE, cString(name, arena).address(), MFD_CLOEXEC, 0, 0);
        }
    }

    /** The CPU time that this thread has used, in nanoseconds. */
    public static long threadCpuNs() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment time = arena.allocate(2 * Long.BYTES, Long.BYTES); // struct timespec
            callInt(CLOCK_GETTIME, CLOCK_THREAD_CPUTIME_ID, time.address(), 0, 0);
            return time.get(JAVA_LONG, 0) * 1_000_000_000 + time.get(JAVA_LONG, Long.BYTES);
        }
    }

    /** Connects a Unix stream socket to an abstract address; returns the descriptor. */
    public static long connectAbstract(String name) {
        final long fd = callInt(SOCKET, AF_UNIX, SOCK_STREAM_CLOEXEC, 0, 0);
        return fd < 0 ? fd : closedIfFailed(fd, withAbstract(CONNECT, (int) fd, name));
    }

    /** Creates a Unix stream socket that listens at an abstract address; returns the descriptor. */
    public static long listenAbstract(String name, int backlog) {
        final long fd = callInt(SOCKET, AF_UNIX, SOCK_STREAM_CLOEXEC, 0, 0);
        if (fd < 0) {
            return fd;
        }
        final long bound = withAbstract(BIND, (int) fd, name);
        return closedIfFailed(fd, bound < 0 ? bound : callInt(LISTEN, fd, backlog, 0, 0));
    }

    private static long withAbstract(MemorySegment function, int fd, String name) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment path = cString(name, arena);
            final MemorySegment address = arena.allocate(Short.BYTES + path.byteSize());
            address.set(JAVA_SHORT, 0, (short) AF_UNIX);
            copy(path, address, Short.BYTES + 1, path.byteSize() - 1);
            return callInt(function, fd, address.address(), address.byteSize(), 0);
        }
    }

    private static long closedIfFailed(long fd, long result) {
        if (result < 0) {
            close((int) fd);
            return result;
        }
        return fd;
    }

    /** See {@code accept4(2)}; close-on-exec; returns the descriptor. */
    public static long accept(int fd) {
        return callInt(ACCEPT4, fd, 0, 0, SOCK_CLOEXEC);
    }

    /** The user id of the process at the other end of a Unix socket, from the kernel ({@code SO_PEERCRED}). */
    public static long peerUser(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            // struct ucred { pid_t pid; uid_t uid; gid_t gid; }, and its length
            final MemorySegment credentials = arena.allocate(4 * Integer.BYTES, Integer.BYTES);
            final MemorySegment length = credentials.asSlice(3 * Integer.BYTES);
            length.set(JAVA_INT, 0, 3 * Integer.BYTES);
            final long result =
                    call(GETSOCKOPT, fd, SOL_SOCKET, SO_PEERCRED, credentials.address(), length.address(), 0);
            return result < 0 ? result : Integer.toUnsignedLong(credentials.get(JAVA_INT, Integer.BYTES));
        }
    }

    /** Sends a duplicate of a descriptor over a Unix socket, with one byte of data; returns the bytes sent. */
    public static long sendDescriptor(int socket, int descriptor) {
        try (Arena arena = Arena.ofConfined()) {
            final DescriptorMessage message = new DescriptorMessage(arena);
            message.descriptor(SOL_SOCKET, SCM_RIGHTS, descriptor);
            return call(SENDMSG, socket, message.address(), 0, 0, 0, 0);
        }
    }

    /**
     * Receives what {@link #sendDescriptor} sent; close-on-exec. Returns the descriptor, or −{@link #EPIPE} if the
     * other side has closed the connection or sends something else.
     */
    public static long receiveDescriptor(int socket) {
        try (Arena arena = Arena.ofConfined()) {
            final DescriptorMessage message = new DescriptorMessage(arena);
            final long result = call(RECVMSG, socket, message.address(), MSG_CMSG_CLOEXEC, 0, 0, 0);
            final int descriptor = result < 1 ? -1 : message.descriptor(SOL_SOCKET, SCM_RIGHTS);
            return result < 0 ? result : descriptor < 0 ? -EPIPE : descriptor;
        }
    }

    /** See {@code geteuid(2)}. */
    public static long geteuid() {
        return Integer.toUnsignedLong((int) call(GETEUID, 0, 0, 0, 0, 0, 0));
    }

    /** Sets close-on-exec: programs that this process starts do not inherit the descriptor. */
    public static long setCloseOnExec(int fd) {
        return callInt(FCNTL, fd, F_SETFD, FD_CLOEXEC, 0);
    }

    /** {@code prctl(PR_SET_PDEATHSIG)}: sets the signal that this process gets when its parent thread ends. */
    public static long setParentDeathSignal(int signal) {
        return callInt(PRCTL, PR_SET_PDEATHSIG, signal, 0, 0);
    }

    /** See {@code setpgid(2)}. */
    public static long setpgid(int pid, int group) {
        return callInt(SETPGID, pid, group, 0, 0);
    }

    /** See {@code getppid(2)}. */
    public static int getppid() {
        return (int) callInt(GETPPID, 0, 0, 0, 0);
    }

    /** See {@code process_vm_readv(2)}; returns the bytes copied. */
    public static long processVmReadv(int pid, long local, long localCount, long remote, long remoteCount) {
        return call(PROCESS_VM_READV, pid, local, localCount, remote, remoteCount, 0);
    }

    /** See {@code process_vm_writev(2)}; returns the bytes copied. */
    public static long processVmWritev(int pid, long local, long localCount, long remote, long remoteCount) {
        return call(PROCESS_VM_WRITEV, pid, local, localCount, remote, remoteCount, 0);
    }

    /** Calls the kernel by number. */
    static long syscall(long number, long a, long b, long c, long d) {
        return call(SYSCALL, number, a, b, c, d, 0);
    }

    /** The C library's text for a result below zero; where a limit of this process has caused it, what to do. */
    @SuppressWarnings("restricted") // strerror returns a C string
    public static String errorText(long result) {
        final long text = call(STRERROR, -result, 0, 0, 0, 0, 0);
        return "errno " + -result + ", "
                + MemorySegment.ofAddress(text).reinterpret(256).getString(0)
                + remedy(result);
    }

    private static String remedy(long result) {
        if (result == -EMFILE) {
            return ": raise ulimit -n, the limit of open files";
        }
        return result == -EFBIG ? ": raise ulimit -f, the limit of a file's size" : "";
    }

    /** A C string, copied byte by byte: the general method costs a starting JVM ten milliseconds. */
    private static MemorySegment cString(String text, Arena arena) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        final MemorySegment string = arena.allocate(bytes.length + 1);
        for (int i = 0; i < bytes.length; i++) {
            string.set(JAVA_BYTE, i, bytes[i]);
        }
        return string;
    }

    private static void copy(MemorySegment from, MemorySegment to, long start, long bytes) {
        for (long i = 0; i < bytes; i++) {
            to.set(JAVA_BYTE, start + i, from.get(JAVA_BYTE, i));
        }
    }

    private static long callInt(MemorySegment function, long a, long b, long c, long d) {
        // The upper half of an int result is undefined; a negated errno of call() fits an int, too.
        return (int) call(function, a, b, c, d, 0, 0);
    }

    private static long call(MemorySegment function, long a, long b, long c, long d, long e, long f) {
        final MemorySegment errno = ERRNO.get();
        final long result;
        try {
            result = (long) CALL.invokeExact(function, errno, a, b, c, d, e, f, 0L);
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("a downcall does not throw", t);
        }
        return (int) result == -1 ? -errno.get(JAVA_INT, 0) : result;
    }

    @SuppressWarnings("restricted") // calling C is the purpose of this class
    private static MethodHandle link() {
        FunctionDescriptor shape = FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        return LINKER.downcallHandle(shape, Linker.Option.captureCallState("errno"));
    }

    private static MemorySegment find(String function) {
        return LINKER.defaultLookup()
                .find(function)
                .orElseThrow(() -> new UnsupportedOperationException("the C library has no " + function
                        + "; JSHMEM needs Linux with glibc 2.27 or later, or musl 1.2"));
    }
}
