package org.jshmem.threads;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.NonblockingKernel;
import org.jshmem.spi.Reduction;
import org.jshmem.threads.job.Members;
import org.jshmem.threads.job.Memory;

/**
 * A team, as one of its PEs sees it.
 *
 * <p>In a collective all PEs meet, so that sources are there; each reads those of the others; and all meet again, so
 * that sources may change. A PE writes to its own memory only, where a result may be its source only after that.
 */
final class ThreadTeam extends ShmemTeam {
    private static final TeamConfig NOTHING_ASKED = new TeamConfig(0);

    private final ThreadProvider provider;
    private final Members members;
    private final int me;
    private final TeamConfig config;

    /** Of a predefined team; of others null. */
    private final String name;

    private boolean destroyed;

    private ThreadTeam(ThreadProvider provider, Members members, int me, TeamConfig config, String name) {
        this.provider = provider;
        this.members = members;
        this.me = me;
        this.config = config == null ? NOTHING_ASKED : config;
        this.name = name;
    }

    /** A predefined team. */
    ThreadTeam(ThreadProvider provider, Members members, int me, String name) {
        this(provider, members, me, null, name);
    }

    private ThreadTeam part(Members part, TeamConfig asked) {
        final int index = part.indexOf(provider.number());
        return index < 0 ? null : new ThreadTeam(provider, part, index, asked, null);
    }

    private void requireAlive() {
        provider.requireInitialized();
        if (destroyed) {
            throw new IllegalStateException("this team was destroyed; make a new one by a split");
        }
    }

    @Override
    public int myPe() {
        requireAlive();
        return me;
    }

    @Override
    public int nPes() {
        requireAlive();
        return members.size();
    }

    @Override
    public TeamConfig getConfig() {
        requireAlive();
        return config;
    }

    @Override
    public int translatePe(int srcPe, ShmemTeam destTeam) {
        requireAlive();
        if (destTeam == null || srcPe < 0 || srcPe >= members.size()) {
            return -1;
        }
        final ThreadTeam other = (ThreadTeam) destTeam;
        other.requireAlive();
        return other.members.indexOf(members.pe(srcPe));
    }

    @Override
    protected int worldPe(int teamPe) {
        requireAlive();
        if (teamPe < 0 || teamPe >= members.size()) {
            throw new IllegalArgumentException(
                    "pe=" + teamPe + " is not a PE of this team, whose PEs are 0 to " + (members.size() - 1));
        }
        return members.pe(teamPe);
    }

    @Override
    public ShmemTeam splitStrided(int start, int stride, int size, TeamConfig asked) {
        requireAlive();
        final long last = start + (size - 1L) * stride;
        if (start < 0
                || start >= members.size()
                || last < 0
                || last >= members.size()
                || size < 1
                || stride == 0 && size > 1) {
            throw new IllegalArgumentException("start=" + start + ", stride=" + stride + ", size=" + size
                    + " are not PEs of this team, which has " + members.size());
        }
        final Members made = me == start ? new Members(size, i -> members.pe(start + i * stride)) : null;
        return part((Members) gather(made)[start], asked);
    }

    /** A row's first PE makes it, and a column's first PE that. */
    @Override
    public TeamGrid split2d(int xrange, TeamConfig xConfig, TeamConfig yConfig) {
        requireAlive();
        if (xrange < 1) {
            throw new IllegalArgumentException("xrange=" + xrange + " must be 1 or more");
        }
        final int pes = members.size();
        final int x = Math.min(xrange, pes);
        final int row = me / x * x;
        final int column = me % x;
        final Members[] made = {
            me == row ? new Members(Math.min(x, pes - row), i -> members.pe(row + i)) : null,
            me == column ? new Members((pes - column + x - 1) / x, i -> members.pe(column + i * x)) : null
        };
        final Object[] all = gather(made);
        return new TeamGrid(part(((Members[]) all[row])[0], xConfig), part(((Members[]) all[column])[1], yConfig));
    }

    @Override
    public ShmemTeam splitByColor(int color, int key, TeamConfig asked) {
        throw ThreadProvider.beyond("a split by color");
    }

    @Override
    public ShmemTeam splitPes(int[] pes, TeamConfig asked) {
        throw ThreadProvider.beyond("a split by a list");
    }

    private Object[] gather(Object mine) {
        return members.gather().all(me, mine);
    }

    private void meet() {
        gather(null);
    }

    @Override
    public void sync() {
        requireAlive();
        meet();
    }

    @Override
    public void destroy() {
        if (name != null) {
            throw new IllegalStateException(name + " cannot be destroyed");
        }
        if (!destroyed) {
            meet();
            destroyed = true;
        }
    }

    @Override
    protected ShmemContext context(long options) {
        requireAlive();
        return new ThreadContext(this, provider);
    }

    @Override
    protected void reduceByElements(
            ElementKind type, Object operator, boolean isCommutative, long destOffset, long sourceOffset, long nelems) {
        throw ThreadProvider.beyond("reductions by operators of the program, and exact sums");
    }

    @Override
    protected void scanByElements(
            ElementKind type,
            Object operator,
            boolean inclusive,
            long identity,
            long destOffset,
            long sourceOffset,
            long nelems) {
        throw ThreadProvider.beyond("reductions by operators of the program, and exact sums");
    }

    @Override
    protected long reduceByValue(ElementKind type, Object operator, boolean isCommutative, long bits) {
        throw ThreadProvider.beyond("reductions by operators of the program, and exact sums");
    }

    @Override
    protected long scanByValue(ElementKind type, Object operator, boolean inclusive, long identity, long bits) {
        throw ThreadProvider.beyond("reductions by operators of the program, and exact sums");
    }

    @Override
    protected void gatherWords(long[] words, long[] all) {
        throw ThreadProvider.beyond("reductions by operators of the program, and exact sums");
    }

    @Override
    protected NonblockingKernel nonblocking() {
        throw ThreadProvider.beyond("non-blocking collectives");
    }

    @Override
    protected MessageKernel messages() {
        throw ThreadProvider.beyond("messages");
    }

    private long address(int member, long offset) {
        return provider.addressIn(offset, members.pe(member));
    }

    /** Copies from a member to this PE. */
    private void copy(int from, long sourceOffset, long destOffset, long bytes) {
        MemorySegment.copy(Memory.ALL, address(from, sourceOffset), Memory.ALL, address(me, destOffset), bytes);
    }

    @Override
    protected void broadcastBytes(long destOffset, long sourceOffset, long bytes, int root) {
        requireAlive();
        meet();
        copy(root, sourceOffset, destOffset, bytes);
        meet();
    }

    @Override
    protected void collectBytes(long destOffset, long destBytes, long sourceOffset, long bytes) {
        requireAlive();
        final Object[] lengths = gather(new long[] {sourceOffset, bytes});
        final long sum =
                Arrays.stream(lengths).mapToLong(one -> ((long[]) one)[1]).sum();
        if (sum > destBytes) {
            throw new IllegalArgumentException("dest has " + destBytes + " bytes, and all PEs together bring " + sum);
        }
        long to = destOffset;
        for (int pe = 0; pe < lengths.length; pe++) {
            final long[] theirs = (long[]) lengths[pe];
            copy(pe, theirs[0], to, theirs[1]);
            to += theirs[1];
        }
        meet();
    }

    @Override
    protected void fcollectBytes(long destOffset, long sourceOffset, long bytes) {
        requireAlive();
        meet();
        for (int pe = 0; pe < members.size(); pe++) {
            copy(pe, sourceOffset, destOffset + pe * bytes, bytes);
        }
        meet();
    }

    @Override
    protected void alltoallBytes(long destOffset, long sourceOffset, long bytes) {
        requireAlive();
        meet();
        for (int pe = 0; pe < members.size(); pe++) {
            copy(pe, sourceOffset + me * bytes, destOffset + pe * bytes, bytes);
        }
        meet();
    }

    @Override
    protected void alltoallsBytes(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems) {
        requireAlive();
        meet();
        for (int pe = 0; pe < members.size(); pe++) {
            for (long i = 0; i < nelems; i++) {
                copy(
                        pe,
                        sourceOffset + (me * nelems + i) * sourceStride,
                        destOffset + (pe * nelems + i) * destStride,
                        elementBytes);
            }
        }
        meet();
    }

    @Override
    protected void reduceElements(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        requireAlive();
        fold(operation, type, members.size(), destOffset, sourceOffset, nelems);
    }

    @Override
    protected void scanElements(boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        requireAlive();
        fold(Reduction.SUM, type, me + (inclusive ? 1 : 0), destOffset, sourceOffset, nelems);
    }

    /** Folds the elements of the first members; those of none are zeros. */
    private void fold(
            Reduction operation, ElementKind type, int count, long destOffset, long sourceOffset, long nelems) {
        final long bytes = nelems * type.bytes;
        final MemorySegment result =
                MemorySegment.ofArray(new long[Math.toIntExact((bytes + Long.BYTES - 1) / Long.BYTES)]);
        final Fold fold = new Fold(operation, type);
        meet();
        for (int pe = 0; pe < count; pe++) {
            final MemorySegment theirs = Memory.ALL.asSlice(address(pe, sourceOffset), bytes);
            if (pe == 0) {
                MemorySegment.copy(theirs, 0, result, 0, bytes);
            } else {
                fold.add(result, theirs, nelems);
            }
        }
        meet();
        MemorySegment.copy(result, 0, Memory.ALL, address(me, destOffset), bytes);
    }

    @Override
    protected long reduceValue(Reduction operation, ElementKind type, long bits) {
        requireAlive();
        return foldValues(operation, type, members.size(), gather(bits));
    }

    @Override
    protected long scanValue(boolean inclusive, ElementKind type, long bits) {
        requireAlive();
        return foldValues(Reduction.SUM, type, me + (inclusive ? 1 : 0), gather(bits));
    }

    private static long foldValues(Reduction operation, ElementKind type, int count, Object... all) {
        final MemorySegment result = MemorySegment.ofArray(new long[1]);
        final MemorySegment operand = MemorySegment.ofArray(new long[1]);
        final Fold fold = new Fold(operation, type);
        for (int pe = 0; pe < count; pe++) {
            (pe == 0 ? result : operand).set(Memory.LONG, 0, (long) all[pe]);
            if (pe > 0) {
                fold.add(result, operand, 1);
            }
        }
        return result.get(Memory.LONG, 0);
    }

    @Override
    protected long broadcastValue(ElementKind type, long bits, int root) {
        requireAlive();
        return (long) gather(bits)[root];
    }

    @Override
    protected boolean anyTrue(boolean value) {
        requireAlive();
        return Arrays.asList(gather(value)).contains(true);
    }

    @Override
    protected boolean allTrue(boolean value) {
        requireAlive();
        return !Arrays.asList(gather(value)).contains(false);
    }

    @Override
    public String toString() {
        if (destroyed) {
            return "ShmemTeam[destroyed]";
        }
        return (name == null ? "ShmemTeam" : name) + "[PE " + me + " of " + members.size() + ": PEs "
                + Arrays.toString(
                        IntStream.range(0, members.size()).map(members::pe).toArray()) + " of the job]";
    }
}
