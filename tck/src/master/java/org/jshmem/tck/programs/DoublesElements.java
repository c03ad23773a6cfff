package org.jshmem.tck.programs;

import java.lang.foreign.MemorySegment;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/** {@code double}. */
final class DoublesElements implements Elements {
    @Override
    public int bytes() {
        return Double.BYTES;
    }

    @Override
    public String name() {
        return "Doubles";
    }

    @Override
    public String toString() {
        return name();
    }

    @Override
    public Object array(byte[] content) {
        final double[] array = new double[content.length / Double.BYTES];
        MemorySegment.ofArray(array).copyFrom(MemorySegment.ofArray(content));
        return array;
    }

    @Override
    public byte[] content(Object array) {
        final double[] elements = (double[]) array;
        final byte[] content = new byte[elements.length * Double.BYTES];
        MemorySegment.ofArray(content).copyFrom(MemorySegment.ofArray(elements));
        return content;
    }

    private static SymmetricDoubles view(Object bytes) {
        return ((SymmetricBytes) bytes).asDoubles();
    }

    @Override
    public void transfer(
            ShmemContext context,
            Form form,
            SymmetricBytes remote,
            long at,
            Object local,
            long localAt,
            Shape shape,
            int pe) {
        if (local instanceof double[] array) {
            transfer(context, form, view(remote), at, array, localAt, shape, pe);
        } else if (local instanceof MemorySegment segment) {
            transfer(context, form, view(remote), at, segment, localAt, shape, pe);
        } else {
            transfer(context, form, view(remote), at, view(local), localAt, shape, pe);
        }
    }

    // sides:begin source
    private static void transfer(
            ShmemContext context,
            Form form,
            SymmetricDoubles remote,
            long at,
            SymmetricDoubles source,
            long localAt,
            Shape shape,
            int pe) {
        final long dst = shape.dst();
        final long sst = shape.sst();
        final long block = shape.block();
        final long count = shape.count();
        switch (form) {
            case PUT -> context.put(remote, at, source, localAt, block, pe);
            case PUT_NBI -> context.putNbi(remote, at, source, localAt, block, pe);
            case IPUT -> context.iput(remote, at, source, localAt, dst, sst, count, pe);
            case IBPUT -> context.ibput(remote, at, source, localAt, dst, sst, block, count, pe);
            case GET -> context.get(source, localAt, remote, at, block, pe);
            case GET_NBI -> context.getNbi(source, localAt, remote, at, block, pe);
            case IGET -> context.iget(source, localAt, remote, at, dst, sst, count, pe);
            case IBGET -> context.ibget(source, localAt, remote, at, dst, sst, block, count, pe);
        }
    }
    // sides:end

    @Override
    public void p(ShmemContext context, SymmetricBytes dest, long index, byte[] content, int pe) {
        context.p(view(dest), index, ((double[]) array(content))[0], pe);
    }

    @Override
    public byte[] g(ShmemContext context, SymmetricBytes source, long index, int pe) {
        return content(new double[] {context.g(view(source), index, pe)});
    }

    @Override
    public void putSignal(
            ShmemContext context,
            SymmetricBytes dest,
            long at,
            Object source,
            long sourceAt,
            long nelems,
            Notice notice,
            int pe) {
        if (source instanceof double[] array) {
            putSignal(context, view(dest), at, array, sourceAt, nelems, notice, pe);
        } else if (source instanceof MemorySegment segment) {
            putSignal(context, view(dest), at, segment, sourceAt, nelems, notice, pe);
        } else {
            putSignal(context, view(dest), at, view(source), sourceAt, nelems, notice, pe);
        }
    }

    // sides:begin source
    private static void putSignal(
            ShmemContext context,
            SymmetricDoubles dest,
            long at,
            SymmetricDoubles source,
            long sourceAt,
            long nelems,
            Notice notice,
            int pe) {
        final SymmetricLongs words = notice.words();
        final long index = notice.index();
        final long signal = notice.signal();
        if (notice.waits()) {
            context.putSignal(dest, at, source, sourceAt, nelems, words, index, signal, notice.operation(), pe);
        } else {
            context.putSignalNbi(dest, at, source, sourceAt, nelems, words, index, signal, notice.operation(), pe);
        }
    }
    // sides:end

    @Override
    public void collective(
            ShmemTeam team,
            Collective.Kind kind,
            SymmetricBytes destBytes,
            SymmetricBytes sourceBytes,
            long nelems,
            Shape strides,
            int root) {
        final SymmetricDoubles dest = view(destBytes);
        final SymmetricDoubles source = view(sourceBytes);
        switch (kind) {
            case BROADCAST -> team.broadcast(dest, source, nelems, root);
            case COLLECT -> team.collect(dest, source, nelems);
            case FCOLLECT -> team.fcollect(dest, source, nelems);
            case ALLTOALL -> team.alltoall(dest, source, nelems);
            case ALLTOALLS -> team.alltoalls(dest, source, strides.dst(), strides.sst(), nelems);
            case SUM -> team.sumReduce(dest, source, nelems);
            case PROD -> team.prodReduce(dest, source, nelems);
            case MIN -> team.minReduce(dest, source, nelems);
            case MAX -> team.maxReduce(dest, source, nelems);
            case INSCAN -> team.sumInscan(dest, source, nelems);
            case EXSCAN -> team.sumExscan(dest, source, nelems);
        }
    }
}
