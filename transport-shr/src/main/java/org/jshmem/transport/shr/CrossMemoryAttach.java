package org.jshmem.transport.shr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
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
 * <p><b>Whole elements.</b> An element that the kernel copies byte by byte is seen, and read, with bytes of two values.
 * How x86-64 kernels copy depends on the processor and on their version:
 *
 * <ul>
 *   <li>Some copy words of 8 bytes, and by bytes what is left before the end of a piece or of a page. All elements are
 *       whole if a piece begins and ends at multiples of 8 bytes: on the other side, and in the destination of a get.
 *   <li>Others use {@code rep movsb}, which processors do in wide steps, but byte by byte if the destination begins a
 *       little behind the source, modulo 4096: 1 to 15 bytes on the AMD EPYC where it was measured; here less than a
 *       cache line counts. Such a copy also takes up to eight times as long. A copy also stops where a page of the
 *       source has to be fetched first, which may be within an element if that is not aligned there.
 * </ul>
 *
 * <p>So the kernel gets only pieces that begin and end at multiples of 8 bytes on both sides and are not that close.
 * The owner's CPU stores the parts of words at both ends of a put ({@link Mailboxes#store}). A get reads its first and
 * its last word as a whole. A piece whose local memory is not aligned like that goes through the bounce buffer, at the
 * offset within a cache line that it has on the other side. So do single elements, for each of which a get reads the
 * cache line around it, and up to {@value #CLOSE_BYTES} bytes side by side. Where the address on the other side or the
 * size is odd, elements are bytes, and the kernel may copy them in any way.
 */
final class CrossMemoryAttach {
    /** Pieces per call: {@code IOV_MAX}. */
    private static final int PIECES = 1024;

    /** Bytes per call; the kernel truncates a call just below 2 GiB. */
    private static final long MOST_BYTES = 1L << 30;

    /** The size of a {@code struct iovec}. */
    private static final long PIECE_BYTES = 2 * Long.BYTES;

    /** The block size (put) or stride (get), in bytes, up to which a bounce buffer is faster than a piece per block. */
    static final long CLOSE_BYTES = 512;

    static final long BOUNCE_BYTES = 64 << 10;

    private static final long PAGE_BYTES = 4096;

    /** The kernel copies as many bytes at once if it does not use {@code rep movsb}. */
    private static final long WORD = Long.BYTES;

    /** A cache line, of which the bounce buffer holds one for each piece. Heaps are aligned to it. */
    private static final long LINE_BYTES = BOUNCE_BYTES / PIECES;

    /** Bytes that have room in the bounce buffer at any offset within a cache line. */
    private static final long MOST_BOUNCED = BOUNCE_BYTES - LINE_BYTES;

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

    private final int[] numbers;

    private final long[] heaps;

    private final Mailboxes mailboxes;
    private final Call call;

    /** Bytes per call. */
    private final long mostBytes;

    /** The call of the system. */
    interface Call {
        /**
         * Copies between as many local and remote pieces.
         *
         * @return the bytes that were moved, or the negative error
         */
        long move(boolean write, int pid, long local, long remote, int count);
    }

    CrossMemoryAttach(Peer[] peers, AddressWindow window, NodeLayout layout, Mailboxes mailboxes) {
        this(peers, window, layout, mailboxes, CrossMemoryAttach::move, MOST_BYTES);
    }

    /**
     * Throws unless all PEs map the node's memory at the same address and are in one pid namespace: only then this PE
     * knows the addresses in other processes, and can name the processes.
     */
    CrossMemoryAttach(
            Peer[] peers, AddressWindow window, NodeLayout layout, Mailboxes mailboxes, Call call, long mostBytes) {
        this.mailboxes = mailboxes;
        this.call = call;
        this.mostBytes = mostBytes;
        if (!window.isCommon()) {
            throw new ShmemException(
                    "SHMEM_SHR=cma needs the memory of the node at the same address on every PE, and none is free on"
                            + " all; unset SHMEM_SHR");
        }
        pids = new int[peers.length];
        numbers = Arrays.stream(peers).mapToInt(Peer::number).toArray();
        heaps = new long[peers.length];
        final long own = Locality.process();
        for (int pe = 0; pe < peers.length; pe++) {
            pids[pe] = (int) Locality.pidOf(peers[pe].process(), own);
            if (pids[pe] < 0) {
                throw new ShmemException(
                        "SHMEM_SHR=cma needs PEs that see one another's processes, and PE " + peers[pe].number()
                                + " is in another pid namespace; unset SHMEM_SHR, or start all PEs in one");
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
        final long atOnce = MOST_BOUNCED / blockBytes;
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
        final long atOnce = MOST_BOUNCED / remoteStride;
        for (long done = 0; done < nblocks; done += atOnce) {
            final long count = Math.min(atOnce, nblocks - done);
            final long bytes = (count - 1) * remoteStride + blockBytes;
            final long source = remote + done * remoteStride;
            final long first = source & -WORD;
            final long words = (source + bytes + WORD - 1 & -WORD) - first;
            final long target = bounce + (first & LINE_BYTES - 1);
            transfer(false, pe, first, words, target, words, words, 1);
            Strided.copy(
                    target + source - first, remoteStride, local + done * localStride, localStride, blockBytes, count);
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
        final String call = (write ? "put to" : "get from") + " PE " + numbers[pe] + " by cross-memory attach, " + bytes
                + " bytes, failed";
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
            final long here = Memory.get64(local + i * PIECE_BYTES);
            final long there = Memory.get64(remote + i * PIECE_BYTES);
            final long bytes = Memory.get64(local + i * PIECE_BYTES + Long.BYTES);
            final boolean isClose = isClose(write ? there - here : here - there);
            if (isClose || isNotOfWords(here, there, bytes)) {
                moveDirectly(write, pe, first, i);
                if (write) {
                    putByParts(pe, i);
                } else {
                    getByBounce(pe, i);
                }
                first = i + 1;
            }
        }
        moveDirectly(write, pe, first, count);
    }

    /** Whether the destination is so little behind the source that {@code rep movsb} may copy byte by byte. */
    private static boolean isClose(long fromSourceToDest) {
        final long distance = fromSourceToDest & PAGE_BYTES - 1;
        return distance > 0 && distance < LINE_BYTES;
    }

    /** Whether a piece may have elements of several bytes, and does not begin and end at words on both sides. */
    private static boolean isNotOfWords(long local, long remote, long bytes) {
        return ((remote | bytes) & 1) == 0 && ((local | remote | bytes) & WORD - 1) != 0;
    }

    /** Puts a piece: the words in it by the kernel, what is before and behind them by the owner. */
    private void putByParts(int pe, int piece) {
        final long entry = VECTORS.get().address() + piece * PIECE_BYTES;
        final long local = Memory.get64(entry);
        final long remote = Memory.get64(entry + PIECES * PIECE_BYTES);
        final long end = remote + Memory.get64(entry + Long.BYTES);
        if (((remote | end) & 1) != 0) {
            putByBounce(pe, piece);
            return;
        }
        final long firstWord = Math.min(remote + WORD - 1 & -WORD, end);
        final long behind = Math.max(end & -WORD, firstWord);
        store(pe, remote, local, firstWord - remote);
        if (behind > firstWord) {
            entry(entry, 0, local + firstWord - remote, behind - firstWord);
            entry(entry, PIECES, firstWord, behind - firstWord);
            if (isClose(remote - local) || (remote - local & WORD - 1) != 0) {
                putByBounce(pe, piece);
            } else {
                moveDirectly(true, pe, piece, piece + 1);
            }
        }
        store(pe, behind, local + behind - remote, end - behind);
    }

    private void store(int pe, long remote, long local, long bytes) {
        if (bytes > 0) {
            mailboxes.store(pe, remote - heaps[pe], local, (int) bytes);
        }
    }

    /** Puts a piece through the bounce buffer; no piece that is in it already needs that. */
    private void putByBounce(int pe, int piece) {
        final long bounce = BOUNCE.get().address();
        final long entry = VECTORS.get().address() + piece * PIECE_BYTES;
        final long local = Memory.get64(entry);
        final long remote = Memory.get64(entry + PIECES * PIECE_BYTES);
        final long bytes = Memory.get64(entry + Long.BYTES);
        final long within = bounce + (remote & LINE_BYTES - 1);
        for (long done = 0; done < bytes; done += MOST_BOUNCED) {
            final long part = Math.min(MOST_BOUNCED, bytes - done);
            Memory.copy(local + done, within, part);
            entry(entry, 0, within, part);
            entry(entry, PIECES, remote + done, part);
            moveDirectly(true, pe, piece, piece + 1);
        }
    }

    /** Gets a piece, and what else is in its first and last word, through the bounce buffer. */
    private void getByBounce(int pe, int piece) {
        final long bounce = BOUNCE.get().address();
        final long entry = VECTORS.get().address() + piece * PIECE_BYTES;
        final long local = Memory.get64(entry);
        final long remote = Memory.get64(entry + PIECES * PIECE_BYTES);
        final long end = remote + Memory.get64(entry + Long.BYTES);
        final long lastWord = end + WORD - 1 & -WORD;
        for (long at = remote & -WORD; at < end; at += MOST_BOUNCED) {
            final long within = bounce + (at & LINE_BYTES - 1);
            final long part = Math.min(MOST_BOUNCED, lastWord - at);
            entry(entry, 0, within, part);
            entry(entry, PIECES, at, part);
            moveDirectly(false, pe, piece, piece + 1);
            final long from = Math.max(at, remote);
            Memory.copy(within + from - at, local + from - remote, Math.min(at + part, end) - from);
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
        return call.move(write, pids[pe], local, local + PIECES * PIECE_BYTES, count);
    }

    static long move(boolean write, int pid, long local, long remote, int count) {
        return write
                ? Libc.processVmWritev(pid, local, count, remote, count)
                : Libc.processVmReadv(pid, local, count, remote, count);
    }
}
