package org.jshmem.transport.shr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.Locality;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.Strided;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.internal.waiting.Threads;
import org.jshmem.posix.Libc;

/**
 * Copies between this process and the heap of another process by system calls: {@code process_vm_readv} and
 * {@code process_vm_writev}. The copy is complete when a call returns.
 *
 * <p>A strided transfer moves up to {@link #PIECES} blocks per call, each as one {@code iovec} entry, called a piece.
 * The kernel needs some hundred nanoseconds for each piece. A get of blocks at a small stride therefore reads the whole
 * range, with the gaps, into a bounce buffer, and copies the blocks from there. A put of small blocks that are
 * contiguous on the other side gathers them in the bounce buffer first.
 *
 * <p><b>Whole elements.</b> The kernel copies by {@code rep movsb}, which processors do in wide steps, but byte by byte
 * if the destination begins a little behind the source, modulo 4096: 1 to 15 bytes on the AMD EPYC where it was
 * measured; here less than a cache line counts. An element that is copied so is seen, and read, with bytes of two
 * values, and the copy takes up to eight times as long. Source and destination with the same offset within their cache
 * lines are never so close. A get of single elements therefore reads the cache line around each into the bounce buffer,
 * and takes the element from there; a put of single elements, a put or get of up to {@value #CLOSE_BYTES} bytes side by
 * side, and any larger piece whose source and destination are that close, goes through the bounce buffer at the offset
 * that the other side has.
 */
final class CrossMemoryAttach {
    /** PieceTable per call: {@code IOV_MAX}. */
    private static final int PIECES = 1024;

    /** Bytes per call; the kernel truncates a call just below 2 GiB. */
    private static final long MOST_BYTES = 1L << 30;

    /** The size of a {@code struct iovec}. */
    private static final long PIECE_BYTES = 2 * Long.BYTES;

    /** The block size (put) or stride (get), in bytes, up to which a bounce buffer is faster than a piece per block. */
    static final long CLOSE_BYTES = 512;

    static final long BOUNCE_BYTES = 64 << 10;

    private static final long PAGE_BYTES = 4096;

    /** A cache line, of which the bounce buffer holds one for each piece. Heaps are aligned to it. */
    private static final long LINE_BYTES = BOUNCE_BYTES / PIECES;

    /**
     * Delay before an error about a PE whose process has ended: the launcher knows the cause and usually ends this PE
     * within it.
     */
    private static final long LAUNCHER_NS = TimeUnit.SECONDS.toNanos(5);

    /** The bounce buffer of a thread. */
    private static final ThreadLocal<MemorySegment> BOUNCE =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(BOUNCE_BYTES, LINE_BYTES));

    /** The {@code iovec} entries of a thread: {@link #PIECES} local ones, then as many remote ones. */
    private static final ThreadLocal<MemorySegment> VECTORS =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(2 * PIECES * PIECE_BYTES, Long.BYTES));

    /** Process ids, and heap addresses, by index on the node. */
    private final int[] pids;

    private final long[] heaps;

    /** Bytes per call. */
    private final long mostBytes;

    CrossMemoryAttach(Peer[] peers, AddressWindow window, NodeLayout layout) {
        this(peers, window, layout, MOST_BYTES);
    }

    /**
     * Throws unless all PEs map the node's memory at the same address and are in one pid namespace: only then this PE
     * knows the addresses in other processes, and can name the processes.
     */
    CrossMemoryAttach(Peer[] peers, AddressWindow window, NodeLayout layout, long mostBytes) {
        this.mostBytes = mostBytes;
        if (!window.isCommon()) {
            throw new ShmemException(
                    "SHMEM_SHR=cma needs the memory of the node at the same address on every PE, and none is free on"
                            + " all; unset SHMEM_SHR");
        }
        pids = new int[peers.length];
        heaps = new long[peers.length];
        final long own = Locality.process();
        for (int pe = 0; pe < peers.length; pe++) {
            pids[pe] = (int) Locality.pidOf(peers[pe].process(), own);
            if (pids[pe] < 0) {
                throw new ShmemException("SHMEM_SHR=cma needs PEs that see one another's processes, and PE " + pe
                        + " of this node is in another pid namespace; unset SHMEM_SHR, or start all PEs in one");
            }
            heaps[pe] = window.base() + layout.heapOffset(pe);
        }
    }

    void put(int pe, long destOffset, long sourceAddress, long bytes) {
        putBlocks(pe, destOffset, bytes, sourceAddress, bytes, bytes, 1);
    }

    void get(int pe, long destAddress, long sourceOffset, long bytes) {
        getBlocks(pe, destAddress, bytes, sourceOffset, bytes, bytes, 1);
    }

    /** Whether a put copies many blocks by one piece, from the bounce buffer. */
    static boolean gathers(long destStride, long blockBytes) {
        return destStride == blockBytes && blockBytes <= CLOSE_BYTES;
    }

    /** Whether a get copies many blocks by one piece, with the gaps between them, to the bounce buffer. */
    static boolean scatters(long sourceStride) {
        return sourceStride <= CLOSE_BYTES;
    }

    void putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        if (gathers(destStride, blockBytes)) {
            putSideBySide(pe, heaps[pe] + destOffset, sourceAddress, sourceStride, blockBytes, nblocks);
            return;
        }
        if (isElement(destOffset, blockBytes) && isElement(destStride, blockBytes)) {
            putElements(pe, heaps[pe] + destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
            return;
        }
        transfer(true, pe, heaps[pe] + destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
    }

    void getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        final boolean areElements =
                isElement(sourceOffset, blockBytes) && (nblocks == 1 || isElement(sourceStride, blockBytes));
        if (scatters(sourceStride) && (nblocks > 1 || !areElements)) {
            getClose(pe, heaps[pe] + sourceOffset, sourceStride, destAddress, destStride, blockBytes, nblocks);
            return;
        }
        if (areElements) {
            getElements(pe, heaps[pe] + sourceOffset, sourceStride, destAddress, destStride, blockBytes, nblocks);
            return;
        }
        transfer(false, pe, heaps[pe] + sourceOffset, sourceStride, destAddress, destStride, blockBytes, nblocks);
    }

    private void putSideBySide(int pe, long remote, long local, long localStride, long blockBytes, long nblocks) {
        final long bounce = BOUNCE.get().address();
        final long atOnce = (BOUNCE_BYTES - LINE_BYTES) / blockBytes;
        for (long done = 0; done < nblocks; done += atOnce) {
            final long count = Math.min(atOnce, nblocks - done);
            final long bytes = count * blockBytes;
            final long target = remote + done * blockBytes;
            final long source = bounce + (target & LINE_BYTES - 1);
            Strided.copy(local + done * localStride, localStride, source, blockBytes, blockBytes, count);
            transfer(true, pe, target, bytes, source, bytes, bytes, 1);
        }
    }

    private void putElements(
            int pe, long remote, long remoteStride, long local, long localStride, long bytes, long nblocks) {
        final long bounce = BOUNCE.get().address();
        final long vectors = VECTORS.get().address();
        for (long done = 0; done < nblocks; done += PIECES) {
            final int count = (int) Math.min(PIECES, nblocks - done);
            for (int i = 0; i < count; i++) {
                final long target = remote + (done + i) * remoteStride;
                final long source = bounce + i * LINE_BYTES + (target & LINE_BYTES - 1);
                Memory.copyFew(local + (done + i) * localStride, source, bytes);
                entry(vectors, i, source, bytes);
                entry(vectors, PIECES + i, target, bytes);
            }
            move(true, pe, count);
        }
    }

    private void getClose(
            int pe, long remote, long remoteStride, long local, long localStride, long blockBytes, long nblocks) {
        final long bounce = BOUNCE.get().address();
        final long atOnce = (BOUNCE_BYTES - LINE_BYTES) / remoteStride;
        for (long done = 0; done < nblocks; done += atOnce) {
            final long count = Math.min(atOnce, nblocks - done);
            final long bytes = (count - 1) * remoteStride + blockBytes;
            final long source = remote + done * remoteStride;
            final long target = bounce + (source & LINE_BYTES - 1);
            transfer(false, pe, source, bytes, target, bytes, bytes, 1);
            Strided.copy(target, remoteStride, local + done * localStride, localStride, blockBytes, count);
        }
    }

    /** Whether elements of 1, 2, 4 or 8 bytes at this offset, or at this distance, are aligned. */
    private static boolean isElement(long offset, long bytes) {
        return bytes <= Long.BYTES && Long.bitCount(bytes) == 1 && (offset & bytes - 1) == 0;
    }

    private void getElements(
            int pe, long remote, long remoteStride, long local, long localStride, long bytes, long nblocks) {
        final long bounce = BOUNCE.get().address();
        for (long done = 0; done < nblocks; done += PIECES) {
            final int count = (int) Math.min(PIECES, nblocks - done);
            vector(0, bounce, LINE_BYTES, LINE_BYTES, count);
            final long remotes = VECTORS.get().address() + PIECES * PIECE_BYTES;
            for (int i = 0; i < count; i++) {
                entry(remotes, i, remote + (done + i) * remoteStride & -LINE_BYTES, LINE_BYTES);
            }
            move(false, pe, count);
            for (int i = 0; i < count; i++) {
                final long within = remote + (done + i) * remoteStride & LINE_BYTES - 1;
                Memory.copyFew(bounce + i * LINE_BYTES + within, local + (done + i) * localStride, bytes);
            }
        }
    }

    private void transfer(
            boolean write,
            int pe,
            long remote,
            long remoteStride,
            long local,
            long localStride,
            long blockBytes,
            long nblocks) {
        final long piece = Math.min(blockBytes, mostBytes);
        final long atOnce = Math.min(PIECES, mostBytes / piece);
        for (long done = 0; done < blockBytes; done += piece) {
            final long bytes = Math.min(piece, blockBytes - done);
            for (long i = 0; i < nblocks; i += atOnce) {
                final int count = (int) Math.min(atOnce, nblocks - i);
                vector(0, local + done + i * localStride, localStride, bytes, count);
                vector(PIECES, remote + done + i * remoteStride, remoteStride, bytes, count);
                move(write, pe, count);
            }
        }
    }

    /** Moves pieces of any sizes. */
    void move(boolean write, int pe, PieceTable pieces) {
        final long local = VECTORS.get().address();
        final long remote = local + PIECES * PIECE_BYTES;
        for (int i = 0; i < pieces.count(); i++) {
            entry(local, i, pieces.address(i), pieces.bytes(i));
            entry(remote, i, heaps[pe] + pieces.offset(i), pieces.bytes(i));
        }
        move(write, pe, pieces.count());
    }

    private static void entry(long vector, int index, long address, long bytes) {
        Memory.put64(vector + index * PIECE_BYTES, address);
        Memory.put64(vector + index * PIECE_BYTES + Long.BYTES, bytes);
    }

    private static void shorten(long vector, int index, long bytes) {
        final long entry = vector + index * PIECE_BYTES;
        entry(vector, index, Memory.get64(entry) + bytes, Memory.get64(entry + Long.BYTES) - bytes);
    }

    private static void vector(int first, long address, long stride, long bytes, int count) {
        final long vector = VECTORS.get().address() + first * PIECE_BYTES;
        for (int i = 0; i < count; i++) {
            entry(vector, i, address + i * stride, bytes);
        }
    }

    private ShmemException failure(boolean write, int pe, long bytes, long result) {
        final int pid = pids[pe];
        final String call =
                (write ? "put to" : "get from") + " PE " + pe + " by cross-memory attach, " + bytes + " bytes, failed";
        if (result == -Libc.ESRCH) {
            Threads.sleep(LAUNCHER_NS);
            return new ShmemException(call + ": that PE's process, pid " + pid
                    + ", has ended; why is what it, or its launcher, said before");
        }
        return new ShmemException(call + " (" + (result < 0 ? Libc.errorText(result) : result + " bytes moved")
                + "); where the system forbids it, unset SHMEM_SHR");
    }

    /**
     * Moves the first {@code count} pieces in the vectors, all of them by one call of the system if their bytes allow
     * it, but for those that the kernel may copy byte by byte.
     */
    private void move(boolean write, int pe, int count) {
        final long local = VECTORS.get().address();
        final long remote = local + PIECES * PIECE_BYTES;
        int first = 0;
        for (int i = 0; i < count; i++) {
            final long ahead = Memory.get64(remote + i * PIECE_BYTES) - Memory.get64(local + i * PIECE_BYTES);
            if (isByteByByte(write ? ahead : -ahead)) {
                moveDirectly(write, pe, first, i);
                moveByBounce(write, pe, i);
                first = i + 1;
            }
        }
        moveDirectly(write, pe, first, count);
    }

    /** Whether the kernel may copy byte by byte. */
    private static boolean isByteByByte(long fromSourceToDest) {
        final long distance = fromSourceToDest & PAGE_BYTES - 1;
        return distance > 0 && distance < LINE_BYTES;
    }

    /** Moves one piece through the bounce buffer; no piece that is in it already needs that. */
    private void moveByBounce(boolean write, int pe, int piece) {
        final long bounce = BOUNCE.get().address();
        final long entry = VECTORS.get().address() + piece * PIECE_BYTES;
        final long local = Memory.get64(entry);
        final long remote = Memory.get64(entry + PIECES * PIECE_BYTES);
        final long bytes = Memory.get64(entry + Long.BYTES);
        final long within = bounce + (remote & LINE_BYTES - 1);
        final long most = BOUNCE_BYTES - LINE_BYTES;
        for (long done = 0; done < bytes; done += most) {
            final long part = Math.min(most, bytes - done);
            entry(entry, 0, within, part);
            entry(entry, PIECES, remote + done, part);
            if (write) {
                Memory.copy(local + done, within, part);
            }
            moveDirectly(write, pe, piece, piece + 1);
            if (!write) {
                Memory.copy(within, local + done, part);
            }
        }
    }

    /** Moves the pieces from one to before another. A call may stop between two of them, or within one of 2 GiB. */
    private void moveDirectly(boolean write, int pe, int from, int to) {
        final long local = VECTORS.get().address();
        final long remote = local + PIECES * PIECE_BYTES;
        int moved = from;
        while (moved < to) {
            long bytes = call(write, pe, moved, to - moved);
            if (bytes <= 0) {
                throw failure(write, pe, Memory.get64(local + moved * PIECE_BYTES + Long.BYTES), bytes);
            }
            while (moved < to && bytes >= Memory.get64(local + moved * PIECE_BYTES + Long.BYTES)) {
                bytes -= Memory.get64(local + moved * PIECE_BYTES + Long.BYTES);
                moved++;
            }
            if (bytes > 0) {
                shorten(local, moved, bytes);
                shorten(remote, moved, bytes);
            }
        }
    }

    /** Moves entries of the vectors, from one on; returns the bytes that were moved, or the negative error. */
    private long call(boolean write, int pe, int first, int count) {
        final long local = VECTORS.get().address() + first * PIECE_BYTES;
        final long remote = local + PIECES * PIECE_BYTES;
        return write
                ? Libc.processVmWritev(pids[pe], local, count, remote, count)
                : Libc.processVmReadv(pids[pe], local, count, remote, count);
    }
}
