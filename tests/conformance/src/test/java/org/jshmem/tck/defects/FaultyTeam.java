package org.jshmem.tck.defects;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.Reduction;
import org.jshmem.spi.ShmemProvider;

/** A team that goes wrong as is planted; its PEs all do the same, so that collectives still meet. */
final class FaultyTeam extends ForwardingTeam {
    private final ShmemProvider provider;

    FaultyTeam(ShmemTeam target, ShmemProvider provider) {
        super(target);
        this.provider = provider;
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        return new FaultyTeam(team, provider);
    }

    @Override
    protected ShmemContext wrap(ShmemContext context) {
        return new FaultyContext(context, this);
    }

    @Override
    protected MessageKernel wrap(MessageKernel messages) {
        return new FaultyMessages(messages);
    }

    /** This PE's own copy of symmetric memory. */
    private MemorySegment own(long offset, long bytes) {
        return provider.memory().asSlice(provider.addressOf(offset, Shmem.myPe()), bytes);
    }

    @Override
    public int myPe() {
        final int pe = super.myPe();
        return Planted.is(Defect.TEAM_MY_PE_IS_THE_JOBS) ? worldPe(pe) : pe;
    }

    @Override
    public TeamConfig getConfig() {
        final TeamConfig config = super.getConfig();
        return Planted.is(Defect.TEAMS_FORGET_THEIR_CONFIG) ? new TeamConfig(0) : config;
    }

    @Override
    public int translatePe(int srcPe, ShmemTeam destTeam) {
        return Planted.is(Defect.TRANSLATE_IS_THE_IDENTITY) ? srcPe : super.translatePe(srcPe, destTeam);
    }

    @Override
    public ShmemTeam splitStrided(int start, int stride, int size, TeamConfig config) {
        return Planted.is(Defect.SPLIT_STRIDED_DROPS_THE_SIGN_OF_THE_STRIDE) && stride < 0
                ? super.splitStrided(start + (size - 1) * stride, -stride, size, config)
                : super.splitStrided(start, stride, size, config);
    }

    @Override
    public ShmemTeam splitByColor(int color, int key, TeamConfig config) {
        return super.splitByColor(color, Planted.is(Defect.SPLIT_BY_COLOR_FORGETS_THE_KEYS) ? 0 : key, config);
    }

    @Override
    public ShmemTeam splitPes(int[] pes, TeamConfig config) {
        return super.splitPes(
                Planted.is(Defect.SPLIT_PES_SORTS_THE_LIST)
                        ? IntStream.of(pes).sorted().toArray()
                        : pes,
                config);
    }

    @Override
    public TeamGrid split2d(int xrange, TeamConfig xConfig, TeamConfig yConfig) {
        final TeamGrid grid = super.split2d(xrange, xConfig, yConfig);
        return Planted.is(Defect.SPLIT_2D_SWAPS_THE_AXES) ? new TeamGrid(grid.yTeam(), grid.xTeam()) : grid;
    }

    @Override
    public void sync() {
        if (!Planted.is(Defect.TEAM_SYNC_DOES_NOT_WAIT)) {
            super.sync();
        }
    }

    @Override
    public void destroy() {
        if (!Planted.is(Defect.TEAM_DESTROY_ENDS_NOTHING)) {
            super.destroy();
        }
    }

    @Override
    protected ShmemContext context(long options) {
        return Planted.is(Defect.TEAM_CONTEXTS_USE_NUMBERS_OF_THE_JOB)
                ? wrap(Shmem.ctxCreate(options))
                : super.context(options);
    }

    @Override
    protected void broadcastBytes(long destOffset, long sourceOffset, long bytes, int root) {
        final boolean skips = Planted.is(Defect.BROADCAST_SKIPS_THE_ROOTS_DEST) && root == myPe();
        final byte[] before = skips ? own(destOffset, bytes).toArray(JAVA_BYTE) : new byte[0];
        super.broadcastBytes(
                destOffset, sourceOffset, bytes, Planted.is(Defect.BROADCAST_IS_ALWAYS_FROM_PE_0) ? 0 : root);
        if (skips) {
            own(destOffset, bytes).copyFrom(MemorySegment.ofArray(before));
        }
    }

    /** As much as it would be if all brought as much as this PE. */
    @Override
    protected void collectBytes(long destOffset, long destBytes, long sourceOffset, long bytes) {
        final long all = Math.min(bytes * nPes(), destBytes);
        final boolean stops = Planted.is(Defect.COLLECT_TAKES_ALL_BLOCKS_TO_BE_EQUAL);
        final byte[] before = stops ? own(destOffset + all, destBytes - all).toArray(JAVA_BYTE) : new byte[0];
        super.collectBytes(destOffset, destBytes, sourceOffset, bytes);
        if (stops) {
            own(destOffset + all, destBytes - all).copyFrom(MemorySegment.ofArray(before));
        }
    }

    @Override
    protected void fcollectBytes(long destOffset, long sourceOffset, long bytes) {
        super.fcollectBytes(destOffset, sourceOffset, bytes);
        if (Planted.is(Defect.FCOLLECT_IN_REVERSE_ORDER)) {
            final MemorySegment dest = own(destOffset, bytes * nPes());
            final MemorySegment right = MemorySegment.ofArray(dest.toArray(JAVA_BYTE));
            for (int pe = 0; pe < nPes(); pe++) {
                MemorySegment.copy(right, pe * bytes, dest, (nPes() - 1 - pe) * bytes, bytes);
            }
        }
    }

    @Override
    protected void alltoallBytes(long destOffset, long sourceOffset, long bytes) {
        super.alltoallBytes(destOffset, sourceOffset, bytes);
        if (Planted.is(Defect.ALLTOALL_IS_TRANSPOSED)) {
            own(destOffset, bytes * nPes()).copyFrom(own(sourceOffset, bytes * nPes()));
        }
    }

    @Override
    protected void alltoallsBytes(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems) {
        final long stride = Planted.is(Defect.ALLTOALLS_IGNORES_THE_STRIDE_OF_DEST) ? elementBytes : destStride;
        super.alltoallsBytes(destOffset, stride, sourceOffset, sourceStride, elementBytes, nelems);
    }

    @Override
    protected void reduceElements(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        final Reduction done = switch (operation) {
            case MAX_UNSIGNED -> Planted.is(Defect.UNSIGNED_MAX_COMPARES_WITH_SIGN) ? Reduction.MAX : operation;
            case PROD_COMPLEX -> Planted.is(Defect.COMPLEX_PRODUCT_MULTIPLIES_PARTS) ? Reduction.PROD : operation;
            default -> operation;
        };
        if (Planted.is(Defect.SUM_LEAVES_OUT_THE_LAST_PE) && operation == Reduction.SUM && myPe() == nPes() - 1) {
            final MemorySegment source = own(sourceOffset, nelems * type.bytes);
            final byte[] before = source.toArray(JAVA_BYTE);
            source.fill((byte) 0);
            super.reduceElements(done, type, destOffset, sourceOffset, nelems);
            if (sourceOffset != destOffset) {
                source.copyFrom(MemorySegment.ofArray(before));
            }
        } else {
            super.reduceElements(done, type, destOffset, sourceOffset, nelems);
        }
    }

    @Override
    protected void scanElements(boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        super.scanElements(
                inclusive || Planted.is(Defect.EXSCAN_INCLUDES_THIS_PE), type, destOffset, sourceOffset, nelems);
    }

    @Override
    protected long reduceValue(Reduction operation, ElementKind type, long bits) {
        final boolean isLeftOut = Planted.is(Defect.SUM_OF_VALUES_LEAVES_OUT_THE_LAST_PE)
                && operation == Reduction.SUM
                && myPe() == nPes() - 1;
        return super.reduceValue(operation, type, isLeftOut ? 0 : bits);
    }

    @Override
    protected boolean anyTrue(boolean value) {
        return super.anyTrue(Planted.is(Defect.ANY_ASKS_PE_0_ONLY) ? value && myPe() == 0 : value);
    }
}
