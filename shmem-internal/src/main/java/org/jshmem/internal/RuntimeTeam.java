package org.jshmem.internal;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.collective.Collectives;
import org.jshmem.internal.config.Warnings;
import org.jshmem.internal.nonblocking.TeamRequests;
import org.jshmem.internal.team.Members;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.Teams;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.NonblockingKernel;
import org.jshmem.spi.Reduction;

/**
 * The program's handle of a team. It refers to a {@link Team} as long as that exists: a predefined one from each first
 * init to the last shutdown, another until its destroy or the last shutdown.
 */
final class RuntimeTeam extends ShmemTeam {
    private static final TeamConfig NOTHING_ASKED = new TeamConfig(0);

    private final JshmemRuntime runtime;

    /** The name of a predefined team; null for a team made by a split. */
    private final String predefined;

    private final TeamConfig config;
    private Team team;
    private Collectives collectives;

    /** Null until they are first used. */
    private TeamRequests requests;

    private boolean destroyed;

    /**
     * A handle that has no team yet.
     *
     * @param runtime the runtime of this JVM
     * @param predefined the name of a predefined team; null for a team made by a split
     * @param config the requested configuration, or null
     */
    RuntimeTeam(JshmemRuntime runtime, String predefined, TeamConfig config) {
        this.runtime = runtime;
        this.predefined = predefined;
        this.config = config == null ? NOTHING_ASKED : config;
    }

    void attach(Team existing) {
        team = existing;
        collectives = new Collectives(existing);
    }

    /** Ends the team; to be called after the last barrier of the job or of the team. */
    void detach() {
        team.end();
        team = null;
        collectives = null;
        if (predefined != null) {
            requests = null; // a new session has new ones
        }
    }

    private Team alive() {
        final Team existing = team;
        if (existing == null) {
            throw gone();
        }
        return existing;
    }

    private Collectives collectives() {
        runtime.requireCollectiveThread("a collective");
        final Collectives existing = collectives;
        if (existing == null) {
            throw gone();
        }
        return existing;
    }

    private IllegalStateException gone() {
        runtime.requireInitialized();
        return new IllegalStateException(
                destroyed ? "this team was destroyed" : "this team ended with the last shutdown; make it again");
    }

    void requireAlive() {
        alive();
    }

    void requirePe(String name, int pe) {
        final int pes = nPes();
        if (pe < 0 || pe >= pes) {
            throw new IllegalArgumentException(name + "=" + pe + " is not a PE of this "
                    + (predefined != null && pes == runtime.nPes() ? "job" : "context's team") + ", whose PEs are 0 to "
                    + (pes - 1));
        }
    }

    @Override
    public int myPe() {
        return alive().members().me();
    }

    @Override
    public int nPes() {
        return alive().members().size();
    }

    @Override
    public TeamConfig getConfig() {
        requireAlive();
        return config;
    }

    @Override
    public int translatePe(int srcPe, ShmemTeam destTeam) {
        final Team from = alive();
        if (destTeam == null || srcPe < 0 || srcPe >= from.members().size()) {
            return -1;
        }
        return ((RuntimeTeam) destTeam).alive().members().indexOf(from.members().pe(srcPe));
    }

    @Override
    protected int worldPe(int pe) {
        requirePe("pe", pe);
        return alive().members().pe(pe);
    }

    @Override
    public ShmemTeam splitStrided(int start, int stride, int size, TeamConfig asked) {
        return runtime.adopt(runtime.teams().splitStrided(alive(), start, stride, size), asked);
    }

    @Override
    public ShmemTeam splitByColor(int color, int key, TeamConfig asked) {
        return runtime.adopt(runtime.teams().splitByColor(alive(), color, key), asked);
    }

    @Override
    public ShmemTeam splitPes(int[] pes, TeamConfig asked) {
        return runtime.adopt(runtime.teams().splitPes(alive(), pes), asked);
    }

    @Override
    public TeamGrid split2d(int xrange, TeamConfig xConfig, TeamConfig yConfig) {
        final Team parent = alive();
        if (xrange < 1) {
            throw new IllegalArgumentException("xrange=" + xrange + " must be 1 or more");
        }
        final int x = Math.min(xrange, nPes());
        final ShmemTeam row = runtime.adopt(runtime.teams().splitRow(parent, x), xConfig);
        try {
            return new TeamGrid(row, runtime.adopt(runtime.teams().splitColumn(parent, x), yConfig));
        } catch (RuntimeException e) {
            row.destroy();
            throw e;
        }
    }

    @Override
    public void sync() {
        runtime.requireCollectiveThread("teamSync()");
        alive().sync(CollectiveCall.TEAM_SYNC);
    }

    @Override
    public void destroy() {
        if (predefined != null) {
            throw new IllegalStateException(predefined + " cannot be destroyed; it ends with shutdown");
        }
        if (!destroyed) {
            final Team ending = alive();
            if (requests != null) {
                requests.requireOutside("teamDestroy()");
            }
            final Teams teams = runtime.teams(); // throws if this thread may not end the team; nothing has changed then
            reportOpen("teamDestroy()");
            runtime.quietContexts(this);
            if (teams.destroy(ending, () -> hasEnded(ending))) { // else, or if it throws, the team goes on
                destroyed = true;
                runtime.destroyContexts(this);
                runtime.endMessages(ending);
                runtime.forget(this);
            }
        }
    }

    @Override
    protected ShmemContext context(long options) {
        return runtime.createContext(this, alive(), options);
    }

    @Override
    protected MessageKernel messages() {
        return runtime.messages(alive());
    }

    @Override
    protected NonblockingKernel nonblocking() {
        final Team existing = alive();
        if (requests == null) {
            requests = runtime.openRequests(existing);
        }
        return requests;
    }

    private void hasEnded(Team ending) {
        runtime.forgetMessages(ending);
        if (requests != null) {
            runtime.endRequests(requests);
        }
    }

    /** Prints which non-blocking collectives are open, at a call that ends the team. */
    void reportOpen(String ending) {
        final String open = requests == null ? null : requests.open();
        if (open != null) {
            Warnings.say("PE " + runtime.myPe() + " calls " + ending + " with open requests of " + this + ": " + open
                    + "; they do not go on. Wait for each request before");
        }
    }

    @Override
    protected void broadcastBytes(long destOffset, long sourceOffset, long bytes, int root) {
        collectives().broadcast(destOffset, sourceOffset, bytes, root);
    }

    @Override
    protected void collectBytes(long destOffset, long destBytes, long sourceOffset, long bytes) {
        collectives().collect(destOffset, destBytes, sourceOffset, bytes);
    }

    @Override
    protected void fcollectBytes(long destOffset, long sourceOffset, long bytes) {
        collectives().fcollect(destOffset, sourceOffset, bytes);
    }

    @Override
    protected void alltoallBytes(long destOffset, long sourceOffset, long bytes) {
        collectives().alltoall(destOffset, sourceOffset, bytes);
    }

    @Override
    protected void alltoallsBytes(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems) {
        collectives().alltoalls(destOffset, destStride, sourceOffset, sourceStride, elementBytes, nelems);
    }

    @Override
    protected void reduceElements(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        collectives().reduce(operation, type, destOffset, sourceOffset, nelems);
    }

    @Override
    protected void scanElements(boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        collectives().scan(inclusive, type, destOffset, sourceOffset, nelems);
    }

    @Override
    protected long reduceValue(Reduction operation, ElementKind type, long bits) {
        return collectives().reduceValue(operation, type, bits);
    }

    @Override
    protected long scanValue(boolean inclusive, ElementKind type, long bits) {
        return collectives().scanValue(inclusive, type, bits);
    }

    @Override
    protected void reduceByElements(
            ElementKind type, Object operator, boolean isCommutative, long destOffset, long sourceOffset, long nelems) {
        collectives().reduceBy(type, operator, isCommutative, destOffset, sourceOffset, nelems);
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
        collectives().scanBy(inclusive, type, operator, identity, destOffset, sourceOffset, nelems);
    }

    @Override
    protected long reduceByValue(ElementKind type, Object operator, boolean isCommutative, long bits) {
        return collectives().reduceValueBy(type, operator, isCommutative, bits);
    }

    @Override
    protected long scanByValue(ElementKind type, Object operator, boolean inclusive, long identity, long bits) {
        return collectives().scanValueBy(inclusive, type, operator, identity, bits);
    }

    @Override
    protected void gatherWords(long[] words, long[] all) {
        collectives().gather(words, all);
    }

    @Override
    protected long broadcastValue(ElementKind type, long bits, int root) {
        return collectives().broadcastValue(type, bits, root);
    }

    @Override
    protected boolean anyTrue(boolean value) {
        return collectives().any(value);
    }

    @Override
    protected boolean allTrue(boolean value) {
        return collectives().all(value);
    }

    @Override
    protected boolean isMissed() {
        final Team own = alive();
        final Members members = own.members();
        return own.barrier().isMissed(CollectiveCall.ANY, _ -> true)
                || runtime.world().barrier().isMissed(CollectiveCall.ANY, pe -> members.indexOf(pe) >= 0);
    }

    @Override
    public String toString() {
        final Team existing = team;
        final String name = predefined == null ? "ShmemTeam" : predefined;
        if (existing == null) {
            return name + (destroyed ? "[destroyed]" : "[outside of init and shutdown]");
        }
        return name + "[" + existing.members() + "]";
    }
}
