package org.jshmem.tck.twin;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.ForwardingTeam;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.Reduction;
import org.jshmem.spi.TeamKernel;

/** A team whose collectives are repeated on a second one with the same members. */
abstract class TwinTeam extends ForwardingTeam {
    private static final Intercepted<TwinTeam> KERNEL = new Intercepted<>(TwinTeam.class, TeamKernel.class);
    private static final Method CONTEXT = Twins.method(TeamKernel.class, "context", long.class);
    private static final Method MESSAGES = Twins.method(TeamKernel.class, "messages");
    private static final Method IS_MISSED = Twins.method(TeamKernel.class, "isMissed");
    private static final Method REDUCE_VALUE =
            Twins.method(TeamKernel.class, "reduceValue", Reduction.class, ElementKind.class, long.class);

    /**
     * Where the offset of the destination stands among the arguments; the source follows it, or is the last but one.
     */
    private static final Map<String, Integer> DESTINATIONS = Map.of(
            "broadcastBytes", 0,
            "collectBytes", 0,
            "fcollectBytes", 0,
            "alltoallBytes", 0,
            "alltoallsBytes", 0,
            "reduceElements", 2,
            "scanElements", 2,
            "reduceByElements", 3,
            "scanByElements", 4);

    /** What is passed on to the first. */
    private static final Set<String> PASSED = Set.of("nonblocking", "worldPe");

    private final ShmemTeam first;
    private final Supplier<ShmemTeam> twin;
    private final TwinProvider provider;

    /** The same on all PEs of the team. */
    private int collectives;

    private int contexts;
    private boolean isDestroyed;

    /** For the class that is made of this one. */
    TwinTeam(ShmemTeam first, Supplier<ShmemTeam> twin, TwinProvider provider) {
        super(first);
        this.first = first;
        this.twin = twin;
        this.provider = provider;
    }

    /**
     * Puts a twin beside a team.
     *
     * @param twin gives the second one; null as long as there is none
     */
    static TwinTeam of(ShmemTeam first, Supplier<ShmemTeam> twin, TwinProvider provider) {
        return KERNEL.create(first, twin, provider);
    }

    /** The twin; null if there is none. */
    ShmemTeam twin() {
        return twin.get();
    }

    @Override
    protected ShmemTeam wrap(ShmemTeam team) {
        throw new UnsupportedOperationException("a split without a twin");
    }

    @Override
    protected ShmemContext wrap(ShmemContext context) {
        throw new UnsupportedOperationException("a context without a twin");
    }

    private boolean isTwinFirst() {
        return (collectives++ & 1) != 0;
    }

    /** What the twin of something is made of: in turn the twin and the first. */
    private ShmemTeam parent(int number) {
        return (number & 2) != 0 ? first : twin();
    }

    @Override
    public ShmemTeam splitStrided(int start, int stride, int size, TeamConfig config) {
        return split("splitStrided", team -> List.of(new Split(team.splitStrided(start, stride, size, config))))[0];
    }

    @Override
    public ShmemTeam splitByColor(int color, int key, TeamConfig config) {
        return split("splitByColor", team -> List.of(new Split(team.splitByColor(color, key, config))))[0];
    }

    @Override
    public ShmemTeam splitPes(int[] pes, TeamConfig config) {
        return split("splitPes", team -> List.of(new Split(team.splitPes(pes, config))))[0];
    }

    @Override
    public TeamGrid split2d(int xrange, TeamConfig xConfig, TeamConfig yConfig) {
        final ShmemTeam[] grid = split("split2d", team -> {
            final TeamGrid made = team.split2d(xrange, xConfig, yConfig);
            return List.of(new Split(made.xTeam()), new Split(made.yTeam()));
        });
        return new TeamGrid(grid[0], grid[1]);
    }

    /** A new team; null on a PE that is no member. */
    private record Split(ShmemTeam team) {
        /** The members of the team, by their numbers in the job. */
        List<Integer> members() {
            final List<Integer> members = new ArrayList<>();
            for (int pe = 0; team != null && pe < team.nPes(); pe++) {
                members.add((Integer) Twins.invoke(WORLD_PE, team, pe));
            }
            return members;
        }

        private static final Method WORLD_PE = Twins.method(TeamKernel.class, "worldPe", int.class);
    }

    private ShmemTeam[] split(String call, Function<ShmemTeam, List<Split>> split) {
        final List<Split> teams = new ArrayList<>();
        final List<Split> twins = new ArrayList<>();
        final ShmemTeam parent = parent(collectives);
        Twins.inTurn(isTwinFirst(), () -> teams.addAll(split.apply(first)), () -> addTwins(twins, parent, split));
        final ShmemTeam[] results = new ShmemTeam[teams.size()];
        for (int i = 0; i < results.length; i++) {
            final ShmemTeam team = teams.get(i).team();
            final ShmemTeam other = twins.isEmpty() ? null : twins.get(i).team();
            if (!twins.isEmpty()) {
                Twins.requireSame(teams.get(i).members(), twins.get(i).members(), call);
            }
            results[i] = team == null ? null : of(team, () -> other, provider);
        }
        return results;
    }

    private static void addTwins(List<Split> twins, ShmemTeam parent, Function<ShmemTeam, List<Split>> split) {
        if (parent != null) {
            try {
                twins.addAll(split.apply(parent));
            } catch (ShmemOutOfMemoryException e) {
                twins.clear(); // on all PEs
            }
        }
    }

    @Override
    protected ShmemContext context(long options) {
        final ShmemTeam parent = parent(2 * contexts++);
        final ShmemContext context = (ShmemContext) Twins.invoke(CONTEXT, first, options);
        final ShmemContext other = parent == null ? null : (ShmemContext) Twins.invoke(CONTEXT, parent, options);
        return TwinContext.of(context, () -> other, this, provider.blocks());
    }

    @Override
    protected MessageKernel messages() {
        final MessageKernel[] made = new MessageKernel[2];
        final ShmemTeam parent = parent(collectives);
        Twins.inTurn(
                isTwinFirst(),
                () -> made[0] = (MessageKernel) Twins.invoke(MESSAGES, first),
                () -> made[1] = parent == null ? null : (MessageKernel) Twins.invoke(MESSAGES, parent));
        return made[1] == null ? made[0] : new TwinMessages(made[0], made[1], provider);
    }

    @Override
    public void sync() {
        final ShmemTeam other = twin();
        Twins.inTurn(isTwinFirst(), first::sync, () -> {
            if (other != null) {
                other.sync();
            }
        });
    }

    /** The end of the first must not end the twin. */
    @Override
    public void destroy() {
        first.destroy();
        if (twin() != null && !isDestroyed) {
            isDestroyed = true;
            twin().sync(); // throws if it has ended
            twin().destroy();
        }
    }

    @Override
    protected boolean isMissed() {
        return super.isMissed() || twin() != null && (Boolean) Twins.invoke(IS_MISSED, twin());
    }

    /** Called for each collective of the kernel, by its number. */
    Object call(int number, Object[] arguments) {
        final Method method = KERNEL.method(number);
        final ShmemTeam other = twin();
        if (other == null || PASSED.contains(method.getName())) {
            return Twins.invoke(method, first, arguments);
        }
        return DESTINATIONS.containsKey(method.getName())
                ? onArrays(method, other, arguments)
                : onValues(method, other, arguments);
    }

    private Object onValues(Method method, ShmemTeam other, Object[] arguments) {
        final Object[] again = arguments.clone();
        final Object[] results = new Object[2];
        final boolean isGather = method.getName().equals("gatherWords");
        if (isGather) {
            again[1] = ((long[]) arguments[1]).clone();
        }
        Twins.inTurn(
                isTwinFirst(),
                () -> results[0] = Twins.invoke(method, first, arguments),
                () -> results[1] = Twins.invoke(method, other, again));
        if (isGather) {
            Twins.requireSame(
                    MemorySegment.ofArray((long[]) arguments[1]),
                    MemorySegment.ofArray((long[]) again[1]),
                    "gatherWords");
        } else {
            Twins.requireSame(results[0], results[1], method.getName(), arguments);
        }
        return results[0];
    }

    private Object onArrays(Method method, ShmemTeam other, Object[] arguments) {
        final String name = method.getName();
        final int destPlace = DESTINATIONS.get(name);
        final int sourcePlace = destPlace + (name.equals("collectBytes") || name.equals("alltoallsBytes") ? 2 : 1);
        final long dest = (Long) arguments[destPlace];
        final long there = provider.blocks().twin(dest);
        if (there == TwinBlocks.NONE) {
            return Twins.invoke(method, first, arguments);
        }
        final Object[] again = arguments.clone();
        again[destPlace] = there;
        if (arguments[sourcePlace].equals(dest)) {
            final long bytes = sourceBytes(name, arguments);
            again[sourcePlace] = there;
            provider.blocks().own(there, bytes).copyFrom(provider.blocks().own(dest, bytes));
        }
        final long length = name.equals("collectBytes")
                ? (Long) Twins.invoke(REDUCE_VALUE, other, Reduction.SUM, ElementKind.LONG, arguments[3])
                : destBytes(name, arguments);
        Twins.inTurn(
                isTwinFirst(), () -> Twins.invoke(method, first, arguments), () -> Twins.invoke(method, other, again));
        if (name.equals("alltoallsBytes")) {
            final long stride = (Long) arguments[1];
            final long bytes = (Long) arguments[4];
            for (long i = 0; i < length; i++) {
                requireSame(dest + i * stride, there + i * stride, bytes, name, arguments);
            }
        } else {
            requireSame(dest, there, length, name, arguments);
        }
        return null;
    }

    private void requireSame(long dest, long there, long bytes, String call, Object[] arguments) {
        Twins.requireSame(provider.blocks().own(dest, bytes), provider.blocks().own(there, bytes), call, arguments);
    }

    private static long sourceBytes(String name, Object[] arguments) {
        return switch (name) {
            case "broadcastBytes" -> (Long) arguments[2];
            case "reduceElements", "scanElements" -> (Long) arguments[4] * ((ElementKind) arguments[1]).bytes;
            case "reduceByElements" -> (Long) arguments[5] * ((ElementKind) arguments[0]).bytes;
            case "scanByElements" -> (Long) arguments[6] * ((ElementKind) arguments[0]).bytes;
            default -> 0L; // cannot be in place
        };
    }

    /** What is written; of strided elements their number. */
    private long destBytes(String name, Object[] arguments) {
        return switch (name) {
            case "fcollectBytes", "alltoallBytes" -> (Long) arguments[2] * nPes();
            case "alltoallsBytes" -> (Long) arguments[5] * nPes();
            default -> sourceBytes(name, arguments);
        };
    }
}
