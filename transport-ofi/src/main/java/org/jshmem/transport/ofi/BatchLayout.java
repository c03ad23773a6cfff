package org.jshmem.transport.ofi;

import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;

/**
 * The layout of the records of a batch, which follow each other in a {@link MessageDescriptor#BATCH} message, and of
 * their results, which follow each other in a {@link MessageDescriptor#RESULTS} message.
 *
 * <pre>
 *  offset  size  field
 *       0     1  KIND         one of the kinds below
 *       1     1  OPERATION    UPDATE, FETCH: code of the operation
 *       2     2               unused
 *       4     4  BYTES        PUT, GET: bytes of the data; UPDATE, FETCH: of the word
 *       8     8  OFFSET       bytes from the start of the heap, or a SharedOffset
 *      16        DATA         PUT: the data, padded to a multiple of 8 bytes
 *             8  OPERAND      UPDATE, FETCH
 *             8  DEST         GET, FETCH: where the result goes, an address of the sender
 *                             FETCH: at 24, and at 32 EXPECTED, the comparand of a compare-and-swap
 *                             GET: padding of 8 bytes and the size of the data, so that the result has room
 *
 *  A result:
 *       0     8  RESULT_DEST  as DEST
 *       8     8  RESULT_BYTES
 *      16        RESULT_DATA  padded to a multiple of 8 bytes
 * </pre>
 *
 * <p>A result is no longer than its record, so results replace records where these lie.
 */
final class BatchLayout {
    private static final int KIND = 0;
    private static final int OPERATION = 1;
    private static final int BYTES = 4;
    private static final int OFFSET = 8;

    private static final int DATA = 16;

    private static final int OPERAND = 16;

    /** Bytes of an UPDATE. */
    static final int UPDATE_BYTES = 24;

    private static final int FETCH_DEST = 24;
    private static final int EXPECTED = 32;

    /** Bytes of a FETCH. */
    static final int FETCH_BYTES = 40;

    private static final int GET_DEST = 16;
    private static final int GET_ROOM = 24;

    private static final int RESULT_DEST = 0;
    private static final int RESULT_BYTES = 8;
    private static final int RESULT_DATA = 16;

    /** The kinds. */
    private static final byte PUT = 1;

    private static final byte GET = 2;
    private static final byte UPDATE = 3;
    private static final byte FETCH = 4;

    private BatchLayout() {}

    /** The bytes of a PUT. */
    static int putBytes(int bytes) {
        return DATA + padded(bytes);
    }

    /** The bytes of a GET. */
    static int getBytes(int bytes) {
        return GET_ROOM + padded(bytes);
    }

    private static int padded(int bytes) {
        return bytes + Long.BYTES - 1 & -Long.BYTES;
    }

    /** Writes a PUT. */
    static void put(long record, long offset, long source, int bytes) {
        begin(record, PUT, 0, bytes, offset);
        copy(source, record + DATA, bytes);
    }

    /** Writes a GET. */
    static void get(long record, long dest, long offset, int bytes) {
        begin(record, GET, 0, bytes, offset);
        Memory.put64(record + GET_DEST, dest);
    }

    /** Writes an UPDATE. */
    static void update(long record, Atomic operation, int bytes, long offset, long operand) {
        begin(record, UPDATE, operation.code(), bytes, offset);
        Memory.put64(record + OPERAND, operand);
    }

    /** Writes a FETCH. */
    static void fetch(long record, Atomic operation, int bytes, long offset, long operand, long expected, long dest) {
        begin(record, FETCH, operation.code(), bytes, offset);
        Memory.put64(record + OPERAND, operand);
        Memory.put64(record + FETCH_DEST, dest);
        Memory.put64(record + EXPECTED, expected);
    }

    private static void begin(long record, byte kind, int operation, int bytes, long offset) {
        Memory.put8(record + KIND, kind);
        Memory.put8(record + OPERATION, (byte) operation);
        Memory.put32(record + BYTES, bytes);
        Memory.put64(record + OFFSET, offset);
    }

    /**
     * Executes the records up to an address, one after the other, and replaces them by their results.
     *
     * @return the end of the results
     * @throws IllegalStateException if a record is not one of this class, or names other memory
     */
    static long execute(long start, long end, ReachableMemory memory) {
        long record = start;
        long result = start;
        while (record < end) {
            final byte kind = Memory.get8(record + KIND);
            final int bytes = Memory.get32(record + BYTES);
            final long offset = Memory.get64(record + OFFSET);
            final long address = memory.address(offset, bytes);
            final long next = record + recordBytes(kind, bytes);
            final boolean isAtomic = kind == UPDATE || kind == FETCH;
            if (address == 0 || next <= record || next > end || isAtomic && address % bytes != 0) {
                throw new IllegalStateException("a record of a batch of kind=" + kind + ", offset=" + offset
                        + ", bytes=" + bytes + ", " + (end - record) + " bytes before the end");
            }
            result = execute(record, kind, bytes, address, result);
            record = next;
        }
        return result;
    }

    private static int recordBytes(byte kind, int bytes) {
        return switch (kind) {
            case PUT -> putBytes(bytes);
            case GET -> getBytes(bytes);
            case UPDATE -> UPDATE_BYTES;
            case FETCH -> FETCH_BYTES;
            default -> 0;
        };
    }

    /** Executes a record whose result goes to an address, which may be that of the record; returns its end. */
    private static long execute(long record, byte kind, int bytes, long address, long result) {
        if (kind == PUT) {
            copy(record + DATA, address, bytes);
            return result;
        }
        if (kind == GET) {
            Memory.put64(result + RESULT_DEST, Memory.get64(record + GET_DEST));
            Memory.put64(result + RESULT_BYTES, bytes);
            copy(address, result + RESULT_DATA, bytes);
            return result + RESULT_DATA + padded(bytes);
        }
        final Atomic operation = Atomic.of(Memory.get8(record + OPERATION));
        final long operand = Memory.get64(record + OPERAND);
        if (kind == UPDATE) {
            operation.execute(bytes, address, operand, 0);
            return result;
        }
        final long dest = Memory.get64(record + FETCH_DEST);
        final long before = operation.execute(bytes, address, operand, Memory.get64(record + EXPECTED));
        Memory.put64(result + RESULT_DEST, dest);
        Memory.put64(result + RESULT_BYTES, bytes);
        Memory.put64(result + RESULT_DATA, before); // its lower bytes come first
        return result + RESULT_DATA + Long.BYTES;
    }

    /** Copies the results up to an address to where they go. */
    static void take(long start, long end) {
        long result = start;
        while (result < end) {
            final int bytes = (int) Memory.get64(result + RESULT_BYTES);
            copy(result + RESULT_DATA, Memory.get64(result + RESULT_DEST), bytes);
            result += RESULT_DATA + padded(bytes);
        }
    }

    /** Copies a single element by one load and one store, so that no other thread sees a part of it. */
    private static void copy(long from, long to, int bytes) {
        if (bytes == Long.BYTES && ((from | to) & Long.BYTES - 1) == 0) {
            Memory.put64(to, Memory.get64(from));
        } else if (bytes == Integer.BYTES && ((from | to) & Integer.BYTES - 1) == 0) {
            Memory.put32(to, Memory.get32(from));
        } else {
            Memory.copy(from, to, bytes);
        }
    }
}
