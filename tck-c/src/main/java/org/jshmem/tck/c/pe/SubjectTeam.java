package org.jshmem.tck.c.pe;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.MessageKernel;
import org.jshmem.spi.NonblockingKernel;
import org.jshmem.spi.Reduction;
import org.jshmem.tck.c.CType;
import org.jshmem.tck.c.Routine;

/** A team of the C library, and its collectives. */
final class SubjectTeam extends ShmemTeam {
    private static final String NUM_CONTEXTS = "SHMEM_TEAM_NUM_CONTEXTS";

    private final SubjectProvider provider;
    private final Functions functions;
    private final Choice choice;

    /** Of a predefined team its constant, of others null. */
    private final String name;

    private long handle;
    private boolean destroyed;

    /** A predefined team, whose handle is known after init. */
    SubjectTeam(SubjectProvider provider, String name) {
        this.provider = provider;
        this.functions = provider.functions();
        this.choice = new Choice(functions);
        this.name = name;
    }

    private SubjectTeam(SubjectProvider provider, long handle) {
        this(provider, (String) null);
        this.handle = handle;
    }

    long handle() {
        provider.requireInitialized();
        if (destroyed) {
            throw new IllegalStateException("this team was destroyed");
        }
        return name == null ? handle : provider.handle(name);
    }

    private int asInt(String function, long... arguments) {
        return (int) functions.call(function, arguments);
    }

    @Override
    public int myPe() {
        return asInt("shmem_team_my_pe", handle());
    }

    @Override
    public int nPes() {
        return asInt("shmem_team_n_pes", handle());
    }

    @Override
    public TeamConfig getConfig() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment config = arena.allocate(functions.constant("config_bytes"), Long.BYTES);
            final int status =
                    asInt("shmem_team_get_config", handle(), functions.constant(NUM_CONTEXTS), config.address());
            if (status != 0) {
                throw new ShmemException("shmem_team_get_config returned " + status);
            }
            return new TeamConfig(config.get(ValueLayout.JAVA_INT, functions.constant("config_num_contexts")));
        }
    }

    @Override
    public int translatePe(int srcPe, ShmemTeam destTeam) {
        final long dest = destTeam == null ? provider.handle("SHMEM_TEAM_INVALID") : ((SubjectTeam) destTeam).handle();
        return asInt("shmem_team_translate_pe", handle(), srcPe, dest);
    }

    @Override
    protected int worldPe(int teamPe) {
        provider.asksForPtr(this, teamPe);
        if (name != null && name.equals("SHMEM_TEAM_WORLD")) {
            return teamPe;
        }
        return translatePe(teamPe, provider.worldTeam());
    }

    private MemorySegment config(Arena arena, TeamConfig asked) {
        if (asked == null) {
            return MemorySegment.NULL;
        }
        final MemorySegment config = arena.allocate(functions.constant("config_bytes"), Long.BYTES);
        config.set(ValueLayout.JAVA_INT, functions.constant("config_num_contexts"), asked.numContexts());
        return config;
    }

    private long mask(TeamConfig asked) {
        return asked == null ? 0 : functions.constant(NUM_CONTEXTS);
    }

    private SubjectTeam made(MemorySegment at) {
        final long made = provider.read(at, "team_bytes");
        return made == provider.handle("SHMEM_TEAM_INVALID") ? null : new SubjectTeam(provider, made);
    }

    private static void requireDone(String function, int status) {
        if (status != 0) {
            throw new IllegalArgumentException(function + " returned " + status);
        }
    }

    @Override
    public ShmemTeam splitStrided(int start, int stride, int size, TeamConfig asked) {
        final String function = "shmem_team_split_strided";
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment at = arena.allocate(ValueLayout.JAVA_LONG);
            requireDone(
                    function,
                    asInt(
                            function,
                            handle(),
                            start,
                            stride,
                            size,
                            config(arena, asked).address(),
                            mask(asked),
                            at.address()));
            return made(at);
        }
    }

    @Override
    public TeamGrid split2d(int xrange, TeamConfig xConfig, TeamConfig yConfig) {
        final String function = "shmem_team_split_2d";
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment x = arena.allocate(ValueLayout.JAVA_LONG);
            final MemorySegment y = arena.allocate(ValueLayout.JAVA_LONG);
            requireDone(
                    function,
                    asInt(
                            function,
                            handle(),
                            xrange,
                            config(arena, xConfig).address(),
                            mask(xConfig),
                            x.address(),
                            config(arena, yConfig).address(),
                            mask(yConfig),
                            y.address()));
            return new TeamGrid(made(x), made(y));
        }
    }

    @Override
    public ShmemTeam splitByColor(int color, int key, TeamConfig asked) {
        throw SubjectProvider.beyond("a split by color");
    }

    @Override
    public ShmemTeam splitPes(int[] pes, TeamConfig asked) {
        throw SubjectProvider.beyond("a split by a list");
    }

    @Override
    public void sync() {
        final int status = asInt("shmem_team_sync", handle());
        if (status != 0) {
            throw new ShmemException("shmem_team_sync returned " + status);
        }
    }

    @Override
    public void destroy() {
        if (name != null) {
            throw new IllegalStateException(name + " cannot be destroyed");
        }
        if (!destroyed) {
            functions.call("shmem_team_destroy", handle);
            destroyed = true;
        }
    }

    @Override
    protected ShmemContext context(long options) {
        return provider.context(this, "shmem_team_create_ctx", options);
    }

    @Override
    protected void reduceByElements(
            ElementKind type, Object operator, boolean isCommutative, long destOffset, long sourceOffset, long nelems) {
        throw SubjectProvider.beyond("reductions by operators of the program, and exact sums");
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
        throw SubjectProvider.beyond("reductions by operators of the program, and exact sums");
    }

    @Override
    protected long reduceByValue(ElementKind type, Object operator, boolean isCommutative, long bits) {
        throw SubjectProvider.beyond("reductions by operators of the program, and exact sums");
    }

    @Override
    protected long scanByValue(ElementKind type, Object operator, boolean inclusive, long identity, long bits) {
        throw SubjectProvider.beyond("reductions by operators of the program, and exact sums");
    }

    @Override
    protected void gatherWords(long[] words, long[] all) {
        throw SubjectProvider.beyond("reductions by operators of the program, and exact sums");
    }

    @Override
    protected NonblockingKernel nonblocking() {
        throw SubjectProvider.beyond("non-blocking collectives");
    }

    @Override
    protected MessageKernel messages() {
        throw SubjectProvider.beyond("messages");
    }

    /** A collective with these arguments besides team, dest and source. */
    private void collective(
            Predicate<CType> type, String types, long destOffset, long sourceOffset, Map<String, Long> others) {
        final Call call = Call.current();
        final Routine routine =
                choice.next(call, false, choice.turn(), types, one -> one.type() == null || type.test(one.type()));
        final Map<String, Long> arguments = new HashMap<>(others);
        arguments.put("team", handle());
        arguments.put("dest", provider.localAddress(destOffset));
        arguments.put("source", provider.localAddress(sourceOffset));
        final long bytes = routine.type() == null ? 1 : routine.type().bytes;
        for (String inBytes : new String[] {"nelems", "nreduce", "dst", "sst"}) {
            arguments.computeIfPresent(inBytes, (_, value) -> value / bytes);
        }
        final int status = (int) functions.call(routine, arguments::get);
        if (status != 0) {
            throw new ShmemException(routine.name() + " returned " + status);
        }
    }

    private void collective(long destOffset, long sourceOffset, Map<String, Long> others) {
        collective(_ -> true, "", destOffset, sourceOffset, others);
    }

    @Override
    protected void broadcastBytes(long destOffset, long sourceOffset, long bytes, int root) {
        collective(destOffset, sourceOffset, Map.of("nelems", bytes, "PE_root", (long) root));
    }

    @Override
    protected void collectBytes(long destOffset, long destBytes, long sourceOffset, long bytes) {
        collective(destOffset, sourceOffset, Map.of("nelems", bytes));
    }

    @Override
    protected void fcollectBytes(long destOffset, long sourceOffset, long bytes) {
        collective(destOffset, sourceOffset, Map.of("nelems", bytes));
    }

    @Override
    protected void alltoallBytes(long destOffset, long sourceOffset, long bytes) {
        collective(destOffset, sourceOffset, Map.of("nelems", bytes));
    }

    @Override
    protected void alltoallsBytes(
            long destOffset, long destStride, long sourceOffset, long sourceStride, long elementBytes, long nelems) {
        collective(
                destOffset,
                sourceOffset,
                Map.of("dst", destStride, "sst", sourceStride, "nelems", nelems * elementBytes));
    }

    @Override
    protected void reduceElements(
            Reduction operation, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        final Map<String, Long> others = Map.of("nreduce", nelems * type.bytes);
        switch (operation) {
            case MAX, MIN -> collective(this::isSigned, "signed", destOffset, sourceOffset, others);
            case MAX_UNSIGNED, MIN_UNSIGNED ->
                collective(one -> !isSigned(one), "unsigned", destOffset, sourceOffset, others);
            default -> collective(destOffset, sourceOffset, others);
        }
    }

    /** Whether comparisons of a type are those of the signed type of Java. */
    private boolean isSigned(CType type) {
        return switch (type.kind) {
            case SIGNED, REAL, COMPLEX -> true;
            case UNSIGNED -> false;
            case CHARACTER -> functions.constant("CHAR_MIN") < 0;
        };
    }

    @Override
    protected void scanElements(boolean inclusive, ElementKind type, long destOffset, long sourceOffset, long nelems) {
        collective(destOffset, sourceOffset, Map.of("nelems", nelems * type.bytes));
    }

    @Override
    protected long reduceValue(Reduction operation, ElementKind type, long bits) {
        throw SubjectProvider.beyond("collectives on values");
    }

    @Override
    protected long scanValue(boolean inclusive, ElementKind type, long bits) {
        throw SubjectProvider.beyond("collectives on values");
    }

    @Override
    protected long broadcastValue(ElementKind type, long bits, int root) {
        throw SubjectProvider.beyond("collectives on values");
    }

    @Override
    protected boolean anyTrue(boolean value) {
        throw SubjectProvider.beyond("collectives on values");
    }

    @Override
    protected boolean allTrue(boolean value) {
        throw SubjectProvider.beyond("collectives on values");
    }

    @Override
    public String toString() {
        return name == null ? "team" : name;
    }
}
