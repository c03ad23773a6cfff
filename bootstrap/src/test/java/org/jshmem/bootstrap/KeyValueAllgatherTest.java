package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PEs are threads, and the process manager a map. */
@Timeout(60)
class KeyValueAllgatherTest {
    private static final int ROUNDS = 5;

    private final Map<String, byte[]> space = new ConcurrentHashMap<>();
    private final AtomicInteger gets = new AtomicInteger();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "0 0",
                "0 1",
                "0 0 0 0",
                "0 0 1 1",
                "0 1 0 1",
                "5 5 2 2 2",
                "1 0 0",
                "0 1 2 3",
                "0 1 1 2 0 1"
            })
    void shouldGiveAllToAll(String placing) throws Exception {
        final long seed = System.nanoTime();
        final int[] nodes =
                Arrays.stream(placing.split(" ")).mapToInt(Integer::parseInt).toArray();
        run(nodes, (exchange, pe) -> {
            for (int round = 0; round < ROUNDS; round++) {
                final byte[][] all = exchange.allgather(value(seed, round, pe));
                assertEquals(nodes.length, all.length);
                for (int other = 0; other < nodes.length; other++) {
                    assertArrayEquals(
                            value(seed, round, other), all[other], "seed " + seed + " round " + round + " PE " + other);
                }
            }
        });
    }

    /** Between exchanges of all; the numbers of nodes may be others than the launcher's. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "0 0 0 0", "0 1 0 1", "5 5 2 2 2", "0 1 2 3", "0 1 1 2 0 1"})
    void shouldExchangeWithinNodes(String placing) throws Exception {
        final long seed = System.nanoTime();
        final int[] nodes =
                Arrays.stream(placing.split(" ")).mapToInt(Integer::parseInt).toArray();
        final int[] neighboursOf0 = IntStream.range(0, nodes.length)
                .filter(pe -> nodes[pe] == nodes[0])
                .toArray();
        run(nodes, (exchange, pe) -> {
            exchange.allgather(new byte[0]);
            assertTrue(exchange.isPlacement(
                    Arrays.stream(nodes).map(node -> 7 - node).toArray()));
            final byte[][] here = exchange.allgatherOnNode(value(seed, 0, pe));
            for (int i = 0; i < neighboursOf0.length && nodes[pe] == nodes[0]; i++) {
                assertEquals(neighboursOf0.length, here.length);
                assertArrayEquals(value(seed, 0, neighboursOf0[i]), here[i], "seed " + seed);
            }
            exchange.allgather(new byte[0]);
        });
        assertTrue(space.keySet().stream().noneMatch(key -> key.contains("jshmem-2")), space.keySet()::toString);
    }

    /** Members get nothing, and nothing is lost of the exchanges before and after it. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "0 0 0 0", "0 1 0 1", "5 5 2 2 2", "0 1 2 3", "0 1 1 2 0 1"})
    void shouldGiveAllToLeaders(String placing) throws Exception {
        final long seed = System.nanoTime();
        final int[] nodes =
                Arrays.stream(placing.split(" ")).mapToInt(Integer::parseInt).toArray();
        run(nodes, (exchange, pe) -> {
            exchange.allgather(new byte[0]);
            final byte[][] all = exchange.allgatherToLeaders(value(seed, 0, pe));
            final boolean isLeader = IntStream.range(0, pe).allMatch(other -> nodes[other] != nodes[pe]);
            assertEquals(isLeader, all != null);
            for (int other = 0; isLeader && other < nodes.length; other++) {
                assertArrayEquals(value(seed, 0, other), all[other], "seed " + seed + " PE " + other);
            }
            exchange.allgather(new byte[0]);
        });
    }

    /** Members are not connected to their leader before. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBeginWithAnyExchange(boolean isToLeaders) throws Exception {
        run(new int[] {0, 1, 0, 1}, (exchange, pe) -> {
            assertEquals(2, exchange.nodeCount());
            final byte[] mine = {(byte) pe};
            final byte[][] got = isToLeaders ? exchange.allgatherToLeaders(mine) : exchange.allgatherOnNode(mine);
            final byte[][] expected = isToLeaders
                    ? pe < 2 ? new byte[][] {{0}, {1}, {2}, {3}} : null
                    : new byte[][] {{(byte) (pe % 2)}, {(byte) (pe % 2 + 2)}};
            assertArrayEquals(expected, got, "PE " + pe);
        });
    }

    /** What a PE of a job of a foreign launcher exchanges, where PEs are placed as the launcher says and otherwise. */
    @Test
    void shouldExchangeInTheNodesThatAreAskedFor() throws Exception {
        final var handler = Thread.getDefaultUncaughtExceptionHandler();
        try {
            run(new int[] {0, 0, 1, 1}, this::exchangeInNodes);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
    }

    private void exchangeInNodes(ProcessManager manager) {
        final ManagedBootstrap job = new ManagedBootstrap(manager);
        final int pe = job.pe();
        final byte[] mine = {(byte) pe};
        final int[] placed = {7, 7, 5, 5};
        final int[] others = {0, 1, 0, 1};
        final byte[][] all = {{0}, {1}, {2}, {3}};
        final int first = pe / 2 * 2;
        assertTrue(job.isSpread());
        job.barrier();
        assertArrayEquals(all, job.allgather(mine));
        assertArrayEquals(new byte[][] {all[first], all[first + 1]}, job.allgatherOnNodes(placed, mine));
        assertArrayEquals(new byte[][] {all[pe % 2], all[pe % 2 + 2]}, job.allgatherOnNodes(others, mine));
        assertArrayEquals(pe % 2 == 0 ? all : null, job.allgatherToLeaders(placed, mine));
        assertArrayEquals(pe < 2 ? all : null, job.allgatherToLeaders(others, mine));
        assertEquals("a map, 2 nodes", job.describe());
        job.finish();
    }

    @Test
    void shouldKnowTheLaunchersPlacementFromAnother() throws Exception {
        run(new int[] {0, 1, 0, 1}, (exchange, pe) -> {
            assertTrue(exchange.isPlacement(new int[] {1, 0, 1, 0}));
            assertFalse(exchange.isPlacement(new int[] {0, 1, 2, 1}));
            assertFalse(exchange.isPlacement(new int[] {0, 0, 0, 0}));
        });
    }

    @Test
    void shouldSendEqualValuesOfANodeOnce() throws Exception {
        final int ppn = 8;
        final int bytes = 1000;
        final int[] nodes = new int[2 * ppn];
        Arrays.setAll(nodes, pe -> pe / ppn);
        run(nodes, (exchange, pe) -> {
            final byte[][] all = exchange.allgather(new byte[bytes]);
            for (byte[] one : all) {
                assertArrayEquals(new byte[bytes], one);
            }
        });
        final int mostBytes = 100;
        space.forEach((key, value) -> assertTrue(value.length <= mostBytes, key + " has " + value.length + " bytes"));
    }

    @Test
    void shouldNotAskForEachPeOnEachPe() throws Exception {
        final int ppn = 8;
        final int[] nodes = new int[2 * ppn];
        Arrays.setAll(nodes, pe -> pe / ppn);
        run(nodes, (exchange, pe) -> exchange.allgather(new byte[] {(byte) pe}));
        assertEquals(2 * (ppn - 1) + 2, gets.get(), "a ticket for each member, and each leader one of the other's");
    }

    /** As PEs of another version may: no run, one that is too long or too short, and nothing at all. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, -1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void shouldRejectARecordOfOtherPes(int run) throws Exception {
        final ByteBuffer record = ByteBuffer.allocate(run == Integer.MIN_VALUE ? 0 : 2 * Integer.BYTES);
        if (record.hasRemaining()) {
            record.putInt(run).putInt(0);
        }
        space.put("jshmem-0@2", Compression.compressed(record.array()));
        final int[] nodes = {0, 1, 2, 2};
        final ProcessManager manager = new InMemory(0, nodes, new CyclicBarrier(1)) {
            @Override
            byte[] get(int owner, String key) {
                final ByteBuffer ofOne = ByteBuffer.allocate(2 * Integer.BYTES).putInt(1);
                return owner == 1 ? Compression.compressed(ofOne.array()) : super.get(owner, key);
            }
        };
        final var error =
                assertThrows(ShmemException.class, () -> new KeyValueAllgather(manager).allgather(new byte[0]));
        assertTrue(error.getMessage().contains("run all PEs with one version of JSHMEM"), error.getMessage());
    }

    private static byte[] value(long seed, int round, int pe) {
        final Random random = new Random(seed + 31L * round + 1009L * pe);
        final byte[] value = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(200_000)];
        random.nextBytes(value);
        return value;
    }

    private interface Body {
        void run(KeyValueAllgather exchange, int pe) throws Exception;
    }

    private interface ManagerBody {
        void run(ProcessManager manager) throws Exception;
    }

    private void run(int[] nodes, Body body) throws Exception {
        run(nodes, manager -> body.run(new KeyValueAllgather(manager), manager.pe()));
    }

    private void run(int[] nodes, ManagerBody body) throws Exception {
        final CyclicBarrier barrier = new CyclicBarrier(nodes.length);
        final List<Callable<Void>> pes = new ArrayList<>();
        for (int pe = 0; pe < nodes.length; pe++) {
            final ProcessManager manager = new InMemory(pe, nodes, barrier);
            pes.add(() -> {
                body.run(manager);
                return null;
            });
        }
        final ExecutorService threads = Executors.newFixedThreadPool(nodes.length);
        try {
            for (Future<Void> pe : threads.invokeAll(pes, 30, TimeUnit.SECONDS)) {
                pe.get();
            }
        } finally {
            threads.shutdownNow();
            assertTrue(threads.awaitTermination(10, TimeUnit.SECONDS));
        }
    }

    /** As of a launcher that has no other. */
    @Test
    void shouldHaveABarrierThatWaits() throws Exception {
        final CyclicBarrier barrier = new CyclicBarrier(2);
        final ProcessManager manager = new InMemory(0, new int[2], barrier);
        final Thread waiting = new Thread(manager::barrier);
        waiting.start();
        new InMemory(1, new int[2], barrier).fence();
        waiting.join();
        assertEquals(0, barrier.getNumberWaiting());
    }

    private class InMemory extends ProcessManager {
        private final int pe;
        private final int[] nodes;
        private final CyclicBarrier barrier;

        private InMemory(int pe, int[] nodes, CyclicBarrier barrier) {
            this.pe = pe;
            this.nodes = nodes;
            this.barrier = barrier;
        }

        @Override
        int pe() {
            return pe;
        }

        @Override
        int nPes() {
            return nodes.length;
        }

        @Override
        Membership join() {
            return null; // an exchange asks for nobody
        }

        @Override
        int[] nodes() {
            return nodes.clone();
        }

        @Override
        void put(String key, byte[] value) {
            assertEquals(null, space.put(key + "@" + pe, value), key);
        }

        @Override
        void fence() {
            try {
                barrier.await(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("PE " + pe + " waits alone", e);
            }
        }

        @Override
        byte[] get(int owner, String key) {
            gets.incrementAndGet();
            return space.get(key + "@" + owner).clone();
        }

        @Override
        void abort(int status, String reason) {}

        @Override
        void finish() {}

        @Override
        String describe() {
            return "a map";
        }
    }
}
