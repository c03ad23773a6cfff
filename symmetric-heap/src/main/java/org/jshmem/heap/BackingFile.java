package org.jshmem.heap;

import java.io.File;
import java.util.function.LongBinaryOperator;
import org.jshmem.posix.Libc;

/**
 * The file that backs the memory of a node. It never has a name, so nothing is left when processes are killed. It is a
 * temporary file in {@code /dev/shm} if that is memory and has room, otherwise a memory file ({@code memfd_create}),
 * which no mount limits.
 */
public final class BackingFile implements AutoCloseable {
    static final String SHARED_MEMORY = "/dev/shm";
    private static final int OWNER_ONLY = 0600;

    /** What is claimed between two signals or more; a step of this takes some ten milliseconds. */
    private static final long MOST_AT_ONCE = 32L << 20;

    /** The smallest page of any system. */
    static final long SMALL_PAGE = 4096;

    private final int fd;
    private final String kind;

    private BackingFile(int fd, String kind) {
        this.fd = fd;
        this.kind = kind;
    }

    /**
     * Creates a file that only this user can open.
     *
     * @param bytes its size; memory is claimed later
     * @return the open file
     */
    public static BackingFile create(long bytes) {
        if (new File(SHARED_MEMORY).getUsableSpace() >= bytes) {
            final long fd = Libc.open(SHARED_MEMORY, Libc.O_TMPFILE | Libc.O_RDWR_CLOEXEC | Libc.O_EXCL, OWNER_ONLY);
            if (fd >= 0 && Libc.fileSystemType((int) fd) == Libc.TMPFS) {
                return sized(new BackingFile((int) fd, SHARED_MEMORY), bytes);
            }
            if (fd >= 0) {
                Libc.close((int) fd); // in a container without a mount there, /dev/shm is a directory of a disk
            }
        }
        final long fd = Libc.memfdCreate("jshmem");
        if (fd < 0) {
            throw new HeapException("cannot create the file behind the symmetric heap: neither in " + SHARED_MEMORY
                    + " nor by memfd_create (" + Libc.errorText(fd) + ")");
        }
        return sized(new BackingFile((int) fd, "memfd"), bytes);
    }

    /**
     * Creates the file of a node, in which all memory that PEs use without claiming it is claimed.
     *
     * @param layout how it is laid out
     * @return the open file
     */
    public static BackingFile create(NodeLayout layout) {
        final BackingFile file = create(layout.totalBytes());
        final SharedLayout shared = new SharedLayout(layout.pes(), layout.sharedBytes());
        if (!file.claimPages(0, layout.controlEnd()) || !file.claimPages(layout.sharedOffset(), shared.headersEnd())) {
            final long bytes = layout.controlEnd() + shared.headersEnd();
            final String reason = file.available().reason(bytes);
            file.close();
            throw new HeapException("no memory for the " + bytes + " bytes that the PEs of this node share: " + reason);
        }
        return file;
    }

    /**
     * Takes over a file that another process of this user has created.
     *
     * @param descriptor the file's descriptor in this process
     * @return the open file
     */
    public static BackingFile of(int descriptor) {
        return new BackingFile(descriptor, "shared");
    }

    private static BackingFile sized(BackingFile file, long bytes) {
        final long result = Libc.ftruncate(file.fd, bytes);
        if (result < 0) {
            file.close();
            throw new HeapException("cannot make the file behind the symmetric heap " + bytes + " bytes long ("
                    + Libc.errorText(result) + "); set SHMEM_SYMMETRIC_SIZE to less");
        }
        return file;
    }

    /**
     * The file's descriptor.
     *
     * @return a descriptor of this process
     */
    public int fd() {
        return fd;
    }

    /**
     * The kind of file, for messages to the user.
     *
     * @return a word
     */
    public String kind() {
        return kind;
    }

    /**
     * Claims memory for a range, of which nobody else claims any part.
     *
     * @param offset bytes from the start of the file
     * @param bytes the length of the range
     * @return false if memory does not suffice; some of it may be claimed then
     */
    boolean claim(long offset, long bytes) {
        return claim(offset, bytes, MOST_AT_ONCE);
    }

    /**
     * Claims memory for a small range, by pages. A call for several pages that fails takes back those that nobody has
     * used yet, and so pages that another PE has claimed.
     *
     * @param offset bytes from the start of the file
     * @param bytes the length of the range
     * @return false if memory does not suffice; some of it may be claimed then
     */
    public boolean claimPages(long offset, long bytes) {
        final long first = offset & -SMALL_PAGE;
        return claim(first, offset + bytes - first, SMALL_PAGE);
    }

    private boolean claim(long offset, long bytes, long most) {
        return claim((at, length) -> Libc.fallocate(fd, 0, at, length), offset, bytes, most);
    }

    /**
     * Goes on where a signal has interrupted it, by smaller steps: many kernels then take back what the call has done.
     */
    static boolean claim(LongBinaryOperator fallocate, long offset, long bytes, long most) {
        final long end = offset + bytes;
        long step = most;
        for (long at = offset; at < end; ) {
            final long length = Math.min(step, end - at);
            final long result = fallocate.applyAsLong(at, length);
            if (result == -Libc.EINTR) {
                step = Math.max(SMALL_PAGE, step / 2);
            } else if (result < 0) {
                return false;
            } else {
                at += length;
            }
        }
        return true;
    }

    /**
     * The memory that this file can still get.
     *
     * @return as it is now
     */
    AvailableMemory available() {
        return AvailableMemory.of(this);
    }

    /** A path whose file system is that of the file, which has no name. */
    File fileSystem() {
        return new File("/proc/self/fd/" + fd);
    }

    /**
     * Gives the memory of a range back.
     *
     * @param offset bytes from the start of the file
     * @param bytes the length of the range
     */
    public void release(long offset, long bytes) {
        Libc.fallocate(fd, Libc.PUNCH_HOLE, offset, bytes);
    }

    @Override
    public void close() {
        Libc.close(fd);
    }
}
