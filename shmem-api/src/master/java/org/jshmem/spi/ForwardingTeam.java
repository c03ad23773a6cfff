package org.jshmem.spi;

import java.util.Arrays;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;

/**
 * For tools: a team that hands every operation on to another, and tells of those that communicate before and after (see
 * {@link ShmemTool}). A subclass says what stands before teams split off from this one and before contexts made on it;
 * it overrides {@link #before} and {@link #after} to watch, or any method to change what it does.
 *
 * <p>Collectives arrive here validated. All element types of one share a kernel; reductions and scans are told by their
 * own names, those of complex sums by that of sums. Where a team is an argument, the one behind it is handed on.
 */
public abstract class ForwardingTeam extends ShmemTeam {
    private static final Operation SYNC = Operation.of("teamSync");
    private static final Operation SPLIT_STRIDED = Operation.of("teamSplitStrided");
    private static final Operation SPLIT_2D = Operation.of("teamSplit2d");
    private static final Operation SPLIT_BY_COLOR = Operation.of("teamSplitByColor");
    private static final Operation SPLIT_PES = Operation.of("teamSplitPes");
    private static final Operation MESSAGES = Operation.of("messages");
    private static final Operation DESTROY = Operation.of("teamDestroy");
    private static final Operation INSCAN = Operation.of("sumInscan");
    private static final Operation EXSCAN = Operation.of("sumExscan");

    private static final Operation[] REDUCTIONS = Arrays.stream(Reduction.values())
            .map(reduction -> Operation.of(reduction.operation))
            .toArray(Operation[]::new);

    private final ShmemTeam target;

    /**
     * Stands before another team.
     *
     * @param target what does the work
     */
    protected ForwardingTeam(ShmemTeam target) {
        this.target = target;
    }

    /**
     * What stands before a team that is split off from this one.
     *
     * @param team the new team
     * @return what the program gets, as a rule a ForwardingTeam
     */
    protected abstract ShmemTeam wrap(ShmemTeam team);

    /**
     * What stands before a context that is made on this team.
     *
     * @param context the new context
     * @return what the program gets, as a rule a {@link ForwardingContext} of this team
     */
    protected abstract ShmemContext wrap(ShmemContext context);

    /**
     * What stands before messages of this team.
     *
     * @param messages the new matching space
     * @return what the program gets: the same, unless a subclass has {@link ForwardingMessages}
     */
    protected MessageKernel wrap(MessageKernel messages) {
        return messages;
    }

    /**
     * Called before an operation, by the thread that makes it.
     *
     * @param operation which
     * @param bytes of a block or, in reductions and scans, of this PE's elements
     * @return anything, for {@link #after}
     */
    protected long before(Operation operation, long bytes) {
        return 0;
    }

    /**
     * Called after an operation, unless it threw.
     *
     * @param operation which
     * @param bytes as for {@link #before}
     * @param token what {@link #before} returned
     */
    protected void after(Operation operation, long bytes, long token) {}

    private static Operation operationOf(Reduction reduction) {
        return REDUCTIONS[reduction.ordinal()];
    }

    private static Operation operationOf(boolean inclusive) {
        return inclusive ? INSCAN : EXSCAN;
    }

    @Override
    public int myPe() {
        return target.myPe();
    }

    @Override
    public int nPes() {
        return target.nPes();
    }

    @Override
    public TeamConfig getConfig() {
        return target.getConfig();
    }

    @Override
    public int translatePe(int srcPe, ShmemTeam destTeam) {
        return target.translatePe(srcPe, destTeam instanceof ForwardingTeam dest ? dest.target : destTeam);
    }

    @Override
    public ShmemTeam splitStrided(int start, int stride, int size, TeamConfig config) {
        final long token = before(SPLIT_STRIDED, 0);
        final ShmemTeam team = target.splitStrided(start, stride, size, config);
        after(SPLIT_STRIDED, 0, token);
        return team == null ? null : wrap(team);
    }

    @Override
    public ShmemTeam splitByColor(int color, int key, TeamConfig config) {
        final long token = before(SPLIT_BY_COLOR, 0);
        final ShmemTeam team = target.splitByColor(color, key, config);
        after(SPLIT_BY_COLOR, 0, token);
        return team == null ? null : wrap(team);
    }

    @Override
    public ShmemTeam splitPes(int[] pes, TeamConfig config) {
        final long token = before(SPLIT_PES, 0);
        final ShmemTeam team = target.splitPes(pes, config);
        after(SPLIT_PES, 0, token);
        return team == null ? null : wrap(team);
    }

    @Override
    public TeamGrid split2d(int xrange, TeamConfig xConfig, TeamConfig yConfig) {
        final long token = before(SPLIT_2D, 0);
        final TeamGrid grid = target.split2d(xrange, xConfig, yConfig);
        after(SPLIT_2D, 0, token);
        return new TeamGrid(wrap(grid.xTeam()), wrap(grid.yTeam()));
    }

    @Override
    public void sync() {
        final long token = before(SYNC, 0);
        target.sync();
        after(SYNC, 0, token);
    }

    @Override
    public void destroy() {
        final long token = before(DESTROY, 0);
        target.destroy();
        after(DESTROY, 0, token);
    }

    @Override
    protected int worldPe(int pe) {
        return target.worldPe(pe);
    }

    @Override
    protected ShmemContext context(long options) {
        return wrap(target.context(options));
    }

    @Override
    protected MessageKernel messages() {
        final long token = before(MESSAGES, 0);
        final MessageKernel messages = target.messages();
        after(MESSAGES, 0, token);
        return wrap(messages);
    }

    @Override
    public String toString() {
        return target.toString();
    }

    // forwards: TeamKernel target
}
