package org.jshmem.heap;

import java.io.File;
import org.jshmem.posix.Libc;

/**
 * The file that backs the memory of a node. It never has a name, so nothing is left when processes are killed. It is a
 * temporary file in {@code /dev/shm} if that has room, otherwise a memory file ({@code memfd_create}), which no mount
 * limits.
 */
public final class BackingFile implements AutoCloseable {
    private static final String SHARED_MEMORY = "/dev/shm";
    private static final int OWNER_ONLY = 0600;

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
            if (fd >= 0) {
                return sized(new BackingFile((int) fd, SHARED_MEMORY), bytes);
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
     * Claims memory for a range, in small pages.
     *
     * @param offset bytes from the start of the file
     * @param bytes the length of the range
     * @return false if memory does not suffice; the pages claimed so far stay claimed
     */
    public boolean claim(long offset, long bytes) {
        long result;
        do {
            result = Libc.fallocate(fd, 0, offset, bytes);
        } while (result == -Libc.EINTR);
        return result >= 0;
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
