package org.jshmem.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A {@code struct msghdr} with one byte of data and room for one descriptor, all in one piece of memory:
 *
 * <pre>
 *  offset  content
 *       0  struct msghdr: name, namelen, iov, iovlen, control, controllen, flags
 *      56  struct iovec: address and length of the data
 *      72  struct cmsghdr: int64 length, int32 level, int32 type; then the descriptor
 *      96  the byte of data
 * </pre>
 */
final class DescriptorMessage {
    private static final long IOV_OFFSET = 16;
    private static final long IOVLEN_OFFSET = 24;
    private static final long CONTROL_OFFSET = 32;
    private static final long CONTROLLEN_OFFSET = 40;
    private static final long IOVEC = 56;
    private static final long CMSG = 72;
    private static final long CMSG_LEVEL_OFFSET = 8;
    private static final long CMSG_TYPE_OFFSET = 12;
    private static final long CMSG_DATA_OFFSET = 16;
    private static final long DATA = 96;
    private static final long BYTES = 104;

    private final MemorySegment message;

    DescriptorMessage(Arena arena) {
        message = arena.allocate(BYTES, Long.BYTES);
        message.set(JAVA_LONG, IOV_OFFSET, message.address() + IOVEC);
        message.set(JAVA_LONG, IOVLEN_OFFSET, 1);
        message.set(JAVA_LONG, CONTROL_OFFSET, message.address() + CMSG);
        message.set(JAVA_LONG, CONTROLLEN_OFFSET, DATA - CMSG);
        message.set(JAVA_LONG, IOVEC, message.address() + DATA);
        message.set(JAVA_LONG, IOVEC + Long.BYTES, 1);
    }

    long address() {
        return message.address();
    }

    /** Sets the descriptor to send. */
    void descriptor(int level, int type, int descriptor) {
        message.set(JAVA_LONG, CMSG, CMSG_DATA_OFFSET + Integer.BYTES);
        message.set(JAVA_INT, CMSG + CMSG_LEVEL_OFFSET, level);
        message.set(JAVA_INT, CMSG + CMSG_TYPE_OFFSET, type);
        message.set(JAVA_INT, CMSG + CMSG_DATA_OFFSET, descriptor);
    }

    /** The descriptor that was received; −1 if there is none. */
    int descriptor(int level, int type) {
        final boolean isThere = message.get(JAVA_LONG, CONTROLLEN_OFFSET) >= CMSG_DATA_OFFSET + Integer.BYTES
                && message.get(JAVA_INT, CMSG + CMSG_LEVEL_OFFSET) == level
                && message.get(JAVA_INT, CMSG + CMSG_TYPE_OFFSET) == type;
        return isThere ? message.get(JAVA_INT, CMSG + CMSG_DATA_OFFSET) : -1;
    }
}
