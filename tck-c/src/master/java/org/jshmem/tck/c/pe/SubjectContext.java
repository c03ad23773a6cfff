package org.jshmem.tck.c.pe;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jshmem.IndexedBlocks;
import org.jshmem.SessionConfig;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.spi.FetchingAtomic;
import org.jshmem.tck.c.Routine;

/**
 * Transfers and atomic operations by functions of the C library, of which {@link Call} names the one that the program
 * means. Operands in the Java heap are copied to native memory and back; of an operation that completes later, which C
 * would let go on writing there, the form that completes at once is called if it writes to the Java heap.
 */
@SuppressWarnings("cast") // the master is for double
final class SubjectContext extends ShmemContext {
    /** The data of a put with signal, which the API calls in two parts; by thread. */
    private static final ThreadLocal<Part> PART = new ThreadLocal<>();

    private final SubjectProvider provider;
    private final Functions functions;
    private final Choice choice;
    private final SubjectTeam team;

    /** Copies of sources that the library may still read. */
    private final List<MemorySegment> held = Collections.synchronizedList(new ArrayList<>());

    /** The library's handle; that of the default context is asked for each time. */
    private final long handle;

    private boolean destroyed;

    private record Part(long destOffset, long sourceAddress, long bytes) {}

    SubjectContext(SubjectProvider provider, SubjectTeam team, long handle) {
        this.provider = provider;
        this.functions = provider.functions();
        this.choice = new Choice(functions);
        this.team = team;
        this.handle = handle;
    }

    private boolean isDefault() {
        return provider.defaultContext() == this;
    }

    private long handle() {
        return isDefault() ? provider.defaultHandle() : handle;
    }

    private void requireAlive() {
        provider.requireInitialized();
        if (destroyed) {
            throw new IllegalStateException("this context was destroyed");
        }
    }

    private long invoke(Call call, long turn, Map<String, Long> arguments) {
        requireAlive();
        final Routine routine = choice.next(call, !call.isFacade(), turn);
        return invoke(routine, arguments);
    }

    private long invoke(Routine routine, Map<String, Long> arguments) {
        final ToLongFunction<String> byName = name -> name.equals("ctx") ? handle() : arguments.get(name);
        return functions.call(routine, byName);
    }

    private static long bytesOf(Routine routine) {
        if (routine.type() != null) {
            return routine.type().bytes;
        }
        return routine.size().equals("mem") ? 1 : Integer.parseInt(routine.size()) / Byte.SIZE;
    }

    @Override
    public ShmemTeam getTeam() {
        requireAlive();
        return provider.teamOf(handle(), team);
    }

    @Override
    protected void startSession(long options, SessionConfig config) {
        requireAlive();
        provider.startSession(handle(), options, config);
    }

    @Override
    public void sessionStop() {
        requireAlive();
        functions.call("shmem_ctx_session_stop", handle());
    }

    @Override
    public void destroy() {
        if (isDefault()) {
            throw new IllegalStateException("the default context cannot be destroyed");
        }
        if (!destroyed) {
            requireAlive();
            functions.call("shmem_ctx_destroy", handle);
            destroyed = true;
            held.clear();
        }
    }

    @Override
    protected void orderDeliveries() {
        invoke(Call.current(), 0, Map.of());
    }

    @Override
    protected void completeAll() {
        invoke(Call.current(), 0, Map.of());
        held.clear();
    }

    @Override
    protected void completeTo(int[] pes) {
        if (pes == null) {
            throw new NullPointerException("pes=null");
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment list = arena.allocateFrom(ValueLayout.JAVA_INT, pes);
            invoke(Call.current(), 0, Map.of("target_pes", list.address(), "npes", (long) pes.length));
        }
    }

    // typed:begin byte short int long
    @Override
    protected void store64(long destOffset, double bits, int pe) {
        final long value = (long) bits;
        invoke(Call.current(), choice.turn(), Map.of("dest", at(destOffset), "value", value, "pe", (long) pe));
    }

    @Override
    protected double load64(long sourceOffset, int pe) {
        return (double) invoke(Call.current(), choice.turn(), Map.of("source", at(sourceOffset), "pe", (long) pe));
    }

    // typed:end
    private long at(long offset) {
        return provider.localAddress(offset);
    }

    @Override
    protected void copyTo(long destOffset, long sourceAddress, long bytes, int pe) {
        final Call call = Call.current();
        if (call.generic().startsWith("shmem_put_signal")) {
            PART.set(new Part(destOffset, sourceAddress, bytes));
        } else {
            copy(call, at(destOffset), sourceAddress, bytes, pe);
        }
    }

    private void copy(Call call, long dest, long source, long bytes, int pe) {
        requireAlive();
        final Routine routine = choice.next(call, !call.isFacade(), choice.turn());
        invoke(routine, Map.of("dest", dest, "source", source, "nelems", bytes / bytesOf(routine), "pe", (long) pe));
    }

    @Override
    protected void copyFrom(long destAddress, long sourceOffset, long bytes, int pe) {
        copy(Call.current(), destAddress, at(sourceOffset), bytes, pe);
    }

    @Override
    protected void copyToNbi(long destOffset, long sourceAddress, long bytes, int pe) {
        copyTo(destOffset, sourceAddress, bytes, pe);
    }

    @Override
    protected void copyFromNbi(long destAddress, long sourceOffset, long bytes, int pe) {
        copyFrom(destAddress, sourceOffset, bytes, pe);
    }

    @Override
    protected void copyToNbi(long destOffset, MemorySegment source, long start, long bytes, int pe) {
        copyTo(destOffset, source, start, bytes, pe);
    }

    @Override
    protected void copyFromNbi(MemorySegment dest, long start, long sourceOffset, long bytes, int pe) {
        copyFrom(dest, start, sourceOffset, bytes, pe);
    }

    @Override
    protected void copyTo(long destOffset, MemorySegment source, long start, long bytes, int pe) {
        copyTo(destOffset, staged(source.asSlice(start, bytes)), bytes, pe);
    }

    @Override
    protected void copyFrom(MemorySegment dest, long start, long sourceOffset, long bytes, int pe) {
        final MemorySegment part = dest.asSlice(start, bytes);
        if (part.isNative()) {
            copyFrom(part.address(), sourceOffset, bytes, pe);
        } else {
            final MemorySegment copy = Arena.ofAuto().allocate(bytes, 16);
            copy(Call.current().blocking(), copy.address(), at(sourceOffset), bytes, pe);
            part.copyFrom(copy);
        }
    }

    /** The address of memory, or of a copy that lives until quiet. */
    private long staged(MemorySegment source) {
        if (source.isNative()) {
            return source.address();
        }
        final MemorySegment copy = Arena.ofAuto().allocate(source.byteSize(), 16);
        copy.copyFrom(source);
        held.add(copy);
        return copy.address();
    }

    private void blocks(
            long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks, int pe) {
        requireAlive();
        final Call call = Call.current();
        final Routine routine = choice.next(call, !call.isFacade(), choice.turn());
        final long bytes = bytesOf(routine);
        invoke(
                routine,
                Map.of(
                        "dest",
                        dest,
                        "source",
                        source,
                        "dst",
                        destStride / bytes,
                        "sst",
                        sourceStride / bytes,
                        "bsize",
                        blockBytes / bytes,
                        "nblocks",
                        nblocks,
                        "nelems",
                        nblocks,
                        "pe",
                        (long) pe));
    }

    @Override
    protected void blocksTo(
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe) {
        blocks(at(destOffset), destStride, sourceAddress, sourceStride, blockBytes, nblocks, pe);
    }

    @Override
    protected void blocksFrom(
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe) {
        blocks(destAddress, destStride, at(sourceOffset), sourceStride, blockBytes, nblocks, pe);
    }

    private static long span(long stride, long blockBytes, long nblocks) {
        return (nblocks - 1) * stride + blockBytes;
    }

    @Override
    protected void blocksTo(
            long destOffset,
            long destStride,
            MemorySegment source,
            long start,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe) {
        final MemorySegment all = source.asSlice(start, span(sourceStride, blockBytes, nblocks));
        blocks(at(destOffset), destStride, staged(all), sourceStride, blockBytes, nblocks, pe);
    }

    @Override
    protected void blocksFrom(
            MemorySegment dest,
            long start,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe) {
        final MemorySegment all = dest.asSlice(start, span(destStride, blockBytes, nblocks));
        if (all.isNative()) {
            blocks(all.address(), destStride, at(sourceOffset), sourceStride, blockBytes, nblocks, pe);
        } else {
            final MemorySegment copy = Arena.ofAuto().allocate(all.byteSize(), 16);
            copy.copyFrom(all);
            blocks(copy.address(), destStride, at(sourceOffset), sourceStride, blockBytes, nblocks, pe);
            all.copyFrom(copy);
        }
    }

    // typed:begin
    @Override
    protected void copyTo(long destOffset, double[] source, int start, int nelems, int pe) {
        copyTo(
                destOffset,
                MemorySegment.ofArray(source),
                (long) start * Double.BYTES,
                (long) nelems * Double.BYTES,
                pe);
    }

    @Override
    protected void copyFrom(double[] dest, int start, long sourceOffset, int nelems, int pe) {
        copyFrom(
                MemorySegment.ofArray(dest),
                (long) start * Double.BYTES,
                sourceOffset,
                (long) nelems * Double.BYTES,
                pe);
    }

    @Override
    protected void blocksTo(
            long destOffset,
            long destStride,
            double[] source,
            int start,
            int sourceStride,
            int bsize,
            int nblocks,
            int pe) {
        blocksTo(
                destOffset,
                destStride,
                MemorySegment.ofArray(source),
                (long) start * Double.BYTES,
                (long) sourceStride * Double.BYTES,
                (long) bsize * Double.BYTES,
                nblocks,
                pe);
    }

    @Override
    protected void blocksFrom(
            double[] dest,
            int start,
            int destStride,
            long sourceOffset,
            long sourceStride,
            int bsize,
            int nblocks,
            int pe) {
        blocksFrom(
                MemorySegment.ofArray(dest),
                (long) start * Double.BYTES,
                (long) destStride * Double.BYTES,
                sourceOffset,
                sourceStride,
                (long) bsize * Double.BYTES,
                nblocks,
                pe);
    }

    // typed:end
    @Override
    protected void indexedTo(
            long destOffset,
            IndexedBlocks destBlocks,
            Object source,
            long start,
            IndexedBlocks sourceBlocks,
            int elementBytes,
            long bytes,
            int pe) {
        throw SubjectProvider.beyond("indexed blocks");
    }

    @Override
    protected void indexedFrom(
            Object dest,
            long start,
            IndexedBlocks destBlocks,
            long sourceOffset,
            IndexedBlocks sourceBlocks,
            int elementBytes,
            long bytes,
            int pe) {
        throw SubjectProvider.beyond("indexed blocks");
    }

    /** An atomic operation. */
    private long atomic(Call call, long offset, long value, long cond, int pe) {
        final long word = at(offset);
        return invoke(
                call,
                provider.turn(offset),
                Map.of(
                        "dest", word,
                        "source", word,
                        "sig_addr", word,
                        "value", value,
                        "signal", value,
                        "cond", cond,
                        "pe", (long) pe));
    }

    // typed:begin int long
    @Override
    protected double atomicLoad64(long offset, int pe) {
        return (double) atomic(Call.current().blocking(), offset, 0, 0, pe);
    }

    @Override
    protected double compareSwap64(long offset, double expected, double bits, int pe) {
        return (double) atomic(Call.current().blocking(), offset, (long) bits, (long) expected, pe);
    }

    // named:begin Add Set And Or Xor
    @Override
    protected double fetchAdd64(long offset, double value, int pe) {
        return (double) atomic(Call.current().blocking(), offset, (long) value, 0, pe);
    }

    @Override
    protected void updateAdd64(long offset, double value, int pe) {
        atomic(Call.current(), offset, (long) value, 0, pe);
    }

    // named:end
    // typed:end
    @Override
    protected void fetchNbi(
            FetchingAtomic operation, int bytes, long destAddress, long offset, long operand, long expected, int pe) {
        final long word = at(offset);
        invoke(
                Call.current(),
                provider.turn(offset),
                Map.of(
                        "fetch", destAddress,
                        "dest", word,
                        "source", word,
                        "value", operand,
                        "cond", expected,
                        "pe", (long) pe));
    }

    @Override
    protected void signal(long offset, long signal, SignalOp op, int pe) {
        requireAlive();
        final Call call = Call.current();
        final Part data = PART.get();
        PART.remove();
        final Routine routine = choice.next(call, !call.isFacade(), choice.turn());
        invoke(
                routine,
                Map.of(
                        "dest",
                        data == null ? 0 : at(data.destOffset),
                        "source",
                        data == null ? 0 : data.sourceAddress,
                        "nelems",
                        data == null ? 0 : data.bytes / bytesOf(routine),
                        "sig_addr",
                        at(offset),
                        "signal",
                        signal,
                        "sig_op",
                        functions.constant("SHMEM_SIGNAL_" + op),
                        "pe",
                        (long) pe));
    }
}
