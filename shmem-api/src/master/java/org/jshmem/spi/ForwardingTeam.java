package org.jshmem.spi;

import java.util.Arrays;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;

/**
 * For tools: a team that forwards every operation to another team, and calls {@link #before} and {@link #after} around
 * operations that communicate (see {@link ShmemTool}). A subclass wraps the teams that are split off from this one and
 * the contexts that are made on it. It overrides {@link #before} and {@link #after} to watch operations, or any method
 * to change what it does.
 *
 * <p>The arguments of collectives are already checked here. All element types of a collective share a kernel method.
 * Reductions and scans are reported by their own names, those of complex sums by the names of sums. Where a team is an
 * argument, the team behind it is passed on.
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

    private static final Operation GATHER = Operation.of("gather");

    private static final Operation[] REDUCTIONS = Arrays.stream(Reduction.values())
            .map(reduction -> Operation.of(reduction.operation))
            .toArray(Operation[]::new);

    private final ShmemTeam target;

    /**
     * Creates a team that forwards to another one.
     *
     * @param target the team that does the work
     */
    protected ForwardingTeam(ShmemTeam target) {
        this.target = target;
    }

    /**
     * Wraps a team that is split off from this one.
     *
     * @param team the new team
     * @return the team that the program gets, usually a ForwardingTeam
     */
    protected abstract ShmemTeam wrap(ShmemTeam team);

    /**
     * Wraps a context that is made on this team.
     *
     * @param context the new context
     * @return the context that the program gets, usually a {@link ForwardingContext} of this team
     */
    protected abstract ShmemContext wrap(ShmemContext context);

    /**
     * Wraps the messages of this team.
     *
     * @param messages the new matching space
     * @return the messages that the program gets: the same object, unless a subclass returns {@link ForwardingMessages}
     */
    protected MessageKernel wrap(MessageKernel messages) {
        return messages;
    }

    /**
     * Called before an operation, by the thread that issues it.
     *
     * @param operation the operation
     * @param bytes the size of a block or, in reductions and scans, of this PE's elements
     * @return any value; {@link #after} gets it as {@code token}
     */
    protected long before(Operation operation, long bytes) {
        return 0;
    }

    /**
     * Called after an operation, unless it threw.
     *
     * @param operation the operation
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
    protected boolean isMissed() {
        return target.isMissed();
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
    protected void gatherWords(long[] words, long[] all) {
        final long bytes = (long) words.length * Long.BYTES;
        final long token = before(GATHER, bytes);
        target.gatherWords(words, all);
        after(GATHER, bytes, token);
    }

    /** Those of the other team: a tool does not see non-blocking collectives. */
    @Override
    protected NonblockingKernel nonblocking() {
        return target.nonblocking();
    }

    @Override
    public String toString() {
        return target.toString();
    }

    // forwards: TeamKernel target
}
