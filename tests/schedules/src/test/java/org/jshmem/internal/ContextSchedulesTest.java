package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.SignalOp;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.TeamMemory;
import org.jshmem.internal.team.ControlMemory;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.Teams;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.schedules.Schedules;
import org.jshmem.schedules.Steps;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Contexts of PEs that have mapped each other's heaps: stores stay in order if a fence is between them, also on a
 * processor with weaker memory than x86, and nobody sleeps on who waits for a word that is stored and completed.
 */
class ContextSchedulesTest {
    private static final int ROUNDS = 2;
    private static final int LOOKS = 6;
    private static final long HEAP_BYTES = 4096;
    private static final long DATA = 64;
    private static final long FLAG = 256;

    private static final JshmemRuntime RUNTIME = new JshmemRuntime();
    private static final WaitPolicy WAIT_POLICY = new WaitPolicy(1, null, null, null);

    private final Arena arena = Arena.ofAuto();

    @FunctionalInterface
    private interface Pe {
        void run(int pe, RuntimeContext context, WaitStrategy waits);
    }

    @FunctionalInterface
    private interface Order {
        void keep(RuntimeContext context);
    }

    @FunctionalInterface
    private interface Store {
        void flag(RuntimeContext context, long round, int pe);
    }

    /** What keeps stores to PE 1 apart. */
    @SuppressWarnings("ImmutableEnumChecker") // the calls have no state
    enum Ordering {
        FENCE(RuntimeContext::orderDeliveries),
        FENCE_TO_A_PE(context -> context.orderDeliveriesTo(1)),
        QUIET(RuntimeContext::completeAll);

        private final Order order;

        Ordering(Order order) {
            this.order = order;
        }
    }

    /** What stores the number of a round, one more than it was before. */
    @SuppressWarnings("ImmutableEnumChecker") // the calls have no state
    enum Storing {
        PUT_AND_QUIET((context, round, pe) -> context.store64(FLAG, round, pe), RuntimeContext::completeAll),
        PUT_AND_QUIET_OF_PES(
                (context, round, pe) -> context.store64(FLAG, round, pe),
                context -> context.completeTo(new int[] {1, 2})),
        COMPARE_SWAP((context, round, pe) -> context.compareSwap64(FLAG, round - 1, round, pe)),
        FETCH_ADD((context, _, pe) -> context.fetchAdd64(FLAG, 1, pe)),
        FETCH_SET((context, round, pe) -> context.fetchSet64(FLAG, round, pe)),
        ADD((context, _, pe) -> context.updateAdd64(FLAG, 1, pe)),
        SET((context, round, pe) -> context.updateSet64(FLAG, round, pe)),
        SIGNAL_ADD((context, _, pe) -> context.signal(FLAG, 1, SignalOp.ADD, pe)),
        SIGNAL_SET((context, round, pe) -> context.signal(FLAG, round, SignalOp.SET, pe));

        private final Store store;

        /** After the stores to all PEs; null for nothing. */
        private final Order completion;

        Storing(Store store) {
            this(store, null);
        }

        Storing(Store store, Order completion) {
            this.store = store;
            this.completion = completion;
        }
    }

    private void explore(int pes, Pe body) {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final long control = arena.allocate(layout.controlEnd(), 4096).address();
        final long memory = arena.allocate(HEAP_BYTES * pes, 4096).address();
        final long[] heaps = new long[pes];
        for (int pe = 0; pe < pes; pe++) {
            heaps[pe] = memory + HEAP_BYTES * pe;
        }
        Schedules.explore(pes, () -> {
            Memory.clear(control, layout.controlEnd());
            Memory.clear(memory, HEAP_BYTES * pes);
            final List<Schedules.Body> tasks = new ArrayList<>();
            for (int i = 0; i < pes; i++) {
                final int pe = i;
                final WaitPoints waitPoints = new WaitPoints(control, layout);
                final RuntimeContext context = context(pe, control, layout, waitPoints, heaps);
                final WaitStrategy waits = new WaitStrategy(waitPoints, waitPoints.of(pe), WAIT_POLICY);
                tasks.add(() -> body.run(pe, context, waits));
            }
            return tasks;
        });
    }

    private static RuntimeContext context(
            int pe, long control, NodeLayout layout, WaitPoints waitPoints, long[] heaps) {
        final Topology topology = Topology.oneNode(pe, heaps.length);
        final ControlMemory controlMemory = new ControlMemory(
                control,
                layout,
                new TeamMemory(control, NodeLayout.TEAM_BYTES_TAKEN_OFFSET, 0, 0, (_, _) -> false),
                topology,
                pe,
                false,
                waitPoints,
                WAIT_POLICY,
                null,
                null);
        final Team world = new Teams(controlMemory, heaps.clone(), Routes.of(topology, null, null)).world();
        final RuntimeTeam team = new RuntimeTeam(RUNTIME, null, null);
        team.attach(world);
        final RuntimeContext context = new RuntimeContext(RUNTIME, team, false, 0);
        context.attach(world, null, waitPoints, null);
        return context;
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepStoresInOrder(Ordering ordering) {
        explore(2, (pe, context, _) -> {
            if (pe == 0) {
                Steps.storeInAnyOrder();
                for (long round = 1; round <= ROUNDS; round++) {
                    context.store64(DATA, round, 1);
                    ordering.order.keep(context);
                    context.store64(FLAG, round, 1);
                }
            } else {
                for (int look = 0; look < LOOKS; look++) {
                    final long flag = context.load64(FLAG, 1);
                    final long data = context.load64(DATA, 1);
                    assertTrue(data >= flag, "the data of round " + data + " with the flag of round " + flag);
                }
            }
        });
    }

    /**
     * PE 0 does not wait itself, which would wake the others, too, and looks at its own memory in the end, while its
     * last stores may still be held back.
     */
    @ParameterizedTest
    @EnumSource
    void shouldWakeWhoeverSleeps(Storing storing) {
        explore(3, (pe, context, waits) -> {
            for (long round = 1; round <= ROUNDS; round++) {
                if (pe == 0) {
                    storeRound(storing, context, round);
                } else {
                    awaitRound(storing, context, waits, round, pe);
                }
            }
            for (int look = 0; look < LOOKS && pe == 0; look++) {
                context.load64(FLAG, pe);
            }
        });
    }

    private static void storeRound(Storing storing, RuntimeContext context, long round) {
        for (int pe = 1; pe <= 2; pe++) {
            context.store64(DATA, round, pe);
            storing.store.flag(context, round, pe);
        }
        if (storing.completion != null) {
            storing.completion.keep(context);
        }
    }

    private static void awaitRound(Storing storing, RuntimeContext context, WaitStrategy waits, long round, int pe) {
        long turn = 0;
        while (context.load64(FLAG, pe) < round) {
            turn = waits.pause(turn, _ -> "a round", 0);
        }
        if (storing.completion == null) {
            assertTrue(context.load64(DATA, pe) >= round, "an atomic comes after what was stored before it");
        }
    }
}
