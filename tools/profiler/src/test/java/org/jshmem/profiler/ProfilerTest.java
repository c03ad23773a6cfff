package org.jshmem.profiler;

import static org.jshmem.Shmem.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.jshmem.TeamGrid;
import org.jshmem.flow.Flow;
import org.jshmem.flow.LongFlow;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.RuntimeListener;
import org.jshmem.spi.ShmemProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs programs of one PE with the profiler chosen by property. */
class ProfilerTest {
    @BeforeAll
    static void chooseTheProfiler() {
        System.setProperty("jshmem.tool", "profile");
    }

    private static String profileOf(Runnable program) {
        final PrintStream out = System.out;
        final ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            init();
            program.run();
            Shmem.shutdown();
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static void assertCounted(String profile, String operation, long calls, long bytes) {
        final List<String> lines = profile.lines()
                .filter(line -> line.matches(" +" + operation + " .*"))
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
        assertEquals(1, lines.size(), () -> operation + " in " + profile);
        final String expected = operation + " " + calls + " " + bytes + " ";
        assertTrue(lines.getFirst().startsWith(expected), () -> expected + "in " + profile);
    }

    @Test
    void shouldCountCallsAndBytesByOperation() throws IOException {
        final String profile = profileOf(() -> {
            final SymmetricLongs array = callocLongs(100);
            put(array, new long[50], 50, 0);
            putNbi(array, new long[10], 10, 0);
            p(array, 7L, 0);
            g(array, 0);
            g(array, 1, 0);
            atomicFetchAdd(array, 1L, 0);
            atomicInc(array, 0);
            iget(new long[6], array, 1, 2, 6, 0);
            quiet();
            try (ShmemContext context = ctxCreate(0)) {
                context.get(new long[3], array, 3, 0);
            }
            setLock(array, 99);
            clearLock(array, 99);
            barrierAll();
            free(array);
        });
        assertTrue(profile.startsWith("profile of 1 PEs"), profile);
        assertCounted(profile, "put", 2, 480);
        assertCounted(profile, "p", 1, 8);
        assertCounted(profile, "g", 2, 16);
        assertCounted(profile, "atomicFetchAdd", 1, 8);
        assertCounted(profile, "atomicAdd", 1, 8);
        assertCounted(profile, "iget", 1, 48);
        assertCounted(profile, "get", 1, 24);
        assertCounted(profile, "malloc", 1, 800);
        assertCounted(profile, "free", 1, 800);
        assertCounted(profile, "setLock", 1, 0);
        assertCounted(profile, "clearLock", 1, 0);
        assertCounted(profile, "barrierAll", 1, 0);
        assertCounted(profile, "quiet", 1, 0);
        final String svg = Files.readString(Path.of("communication.svg"));
        assertTrue(svg.contains("<svg") && svg.contains("</svg>"), "a picture");
    }

    @Test
    void shouldCountCollectivesByName() {
        final String profile = profileOf(() -> {
            final SymmetricLongs source = callocLongs(10);
            final SymmetricLongs dest = callocLongs(10);
            broadcast(TEAM_WORLD, dest, source, 10, 0);
            TEAM_SHARED.maxReduce(dest, source, 3);
            sumReduce(TEAM_WORLD, dest, source, 2);
            TEAM_WORLD.maxReduce(dest, source, 1);
            TEAM_WORLD.sumExscan(dest, source, 5);
            TEAM_WORLD.alltoalls(dest, source, 2, 2, 4);
            teamSync(TEAM_WORLD);
            TEAM_WORLD.sync();
            free(source);
            free(dest);
        });
        assertCounted(profile, "broadcast", 1, 80);
        assertCounted(profile, "maxReduce", 2, 32);
        assertCounted(profile, "sumReduce", 1, 16);
        assertCounted(profile, "sumExscan", 1, 40);
        assertCounted(profile, "alltoalls", 1, 32);
        assertCounted(profile, "teamSync", 2, 0);
    }

    @Test
    void shouldCountCollectivesOnValuesByName() {
        final String profile = profileOf(() -> {
            broadcast(TEAM_WORLD, 1, 0);
            sumReduce(TEAM_WORLD, 1L);
            TEAM_WORLD.maxReduce(1f);
            sumExscan(TEAM_WORLD, 1d);
            assertTrue(CTX_DEFAULT.toString().equals("CTX_DEFAULT[" + TEAM_WORLD + "]"), CTX_DEFAULT.toString());
            any(TEAM_WORLD, true);
            all(TEAM_WORLD, true);
        });
        assertCounted(profile, "broadcast", 1, 4);
        assertCounted(profile, "sumReduce", 1, 8);
        assertCounted(profile, "maxReduce", 1, 4);
        assertCounted(profile, "sumExscan", 1, 8);
        assertCounted(profile, "any", 1, 0);
        assertCounted(profile, "all", 1, 0);
    }

    @Test
    void shouldCountOnTeamsThatAreSplitOffAndOnTheirContexts() {
        final String profile = profileOf(() -> {
            final SymmetricLongs array = callocLongs(2);
            try (ShmemTeam half = TEAM_WORLD.splitStrided(0, 1, 1)) {
                final TeamGrid grid = half.split2d(1);
                grid.xTeam().fcollect(array.at(1), array, 1);
                grid.yTeam().collect(array.at(1), array, 1);
                try (ShmemContext context = half.createCtx(0)) {
                    context.p(array, 5L, 0);
                }
                grid.xTeam().destroy();
            }
            free(array);
        });
        assertCounted(profile, "teamSplitStrided", 1, 0);
        assertCounted(profile, "teamSplit2d", 1, 0);
        assertCounted(profile, "fcollect", 1, 8);
        assertCounted(profile, "collect", 1, 8);
        assertCounted(profile, "p", 1, 8);
        assertCounted(profile, "teamDestroy", 2, 0);
    }

    @Test
    void shouldCountMessages() {
        final String profile = profileOf(() -> {
            try (Messages messages = Messages.on(TEAM_WORLD)) {
                messages.send(new long[5], 0, 1);
                final Request in = messages.irecv(new long[2], 0, 2);
                messages.isend(new long[2], 0, 2).await();
                in.await();
                messages.recv(new long[9], 0, 1);
            }
        });
        assertCounted(profile, "messages", 1, 0);
        assertCounted(profile, "send", 1, 40);
        assertCounted(profile, "isend", 1, 16);
        assertCounted(profile, "recv", 1, 40);
        assertCounted(profile, "irecv", 1, 0);
        assertCounted(profile, "await", 2, 16); // what was received
    }

    /** The program sees its own teams, the runtime its own. */
    @Test
    void shouldKeepTeamsApart() {
        profileOf(() -> {
            assertSame(TEAM_WORLD, CTX_DEFAULT.getTeam());
            assertEquals(0, TEAM_WORLD.translatePe(0, TEAM_SHARED));
            try (ShmemTeam alone = teamSplitStrided(TEAM_SHARED, 0, 1, 1);
                    ShmemContext onTeam = alone.createCtx(0);
                    ShmemContext onWorld = ctxCreate(0)) {
                assertSame(alone, onTeam.getTeam());
                assertSame(TEAM_WORLD, ctxGetTeam(onWorld));
                assertEquals(0, teamTranslatePe(alone, 0, TEAM_WORLD));
                assertEquals(0, TEAM_WORLD.translatePe(0, alone));
                assertEquals(-1, TEAM_WORLD.translatePe(0, null));
                alone.destroy();
                assertThrows(IllegalStateException.class, onTeam::getTeam);
                assertThrows(IllegalStateException.class, () -> TEAM_WORLD.translatePe(0, alone));
            }
        });
    }

    @Test
    void shouldObeyPcontrol() {
        final String profile = profileOf(() -> {
            final SymmetricLongs array = callocLongs(1);
            p(array, 1L, 0);
            pcontrol(0);
            p(array, 2L, 0);
            pcontrol(1);
            p(array, 3L, 0);
            pcontrol(2, "more", 5);
            p(array, 4L, 0);
            pcontrol(1);
            free(array);
        });
        final int end = profile.indexOf("profile of 1 PEs");
        assertTrue(profile.startsWith("profile of PE 0 so far"), profile);
        assertCounted(profile.substring(0, end), "p", 2, 16);
        assertCounted(profile.substring(end), "p", 3, 24);
    }

    private record Edge(int from, int to) {}

    /** 10,000 numbers of 8 bytes fill nine buffers of 8 KiB, and the tenth in part. */
    @Test
    void shouldCountWhatFlowsDo() {
        final long[] sum = {0};
        final String profile = profileOf(() -> {
            try (LongFlow flow = LongFlow.of(TEAM_WORLD, (from, value) -> sum[0] += value)) {
                for (int i = 0; i < 10_000; i++) {
                    flow.send(0, i);
                }
                flow.drain();
            }
            try (Flow<Edge> flow = Flow.of(TEAM_WORLD, Edge.class, (from, edge) -> sum[0] += edge.to())) {
                flow.send(0, new Edge(1, 2));
                pcontrol(0);
                flow.send(0, new Edge(1, 3));
                flow.drain();
                pcontrol(1);
                flow.send(0, new Edge(1, 4));
                flow.send(0, new Edge(1, 5));
            }
        });
        assertEquals(10_000L * 9_999 / 2 + 14, sum[0]);
        assertCounted(profile, "flowDrain", 1, 0);
        assertCounted(profile, "flowClose", 2, 0);
        assertFlow(profile, "long 10000 10000 \\S+ 10 1 97\\.7% 0 0\\.000");
        assertFlow(profile, "Edge 2 2 \\S+ 1 1 0\\.2% 0 0\\.000");
        assertFalse(profile.contains("waitUntil"), profile);
    }

    private static void assertFlow(String profile, String line) {
        assertTrue(
                profile.lines().map(each -> each.strip().replaceAll(" +", " ")).anyMatch(each -> each.matches(line)),
                line + " in " + profile);
    }

    @Test
    void shouldShowNoFlowsIfThereAreNone() {
        assertFalse(profileOf(() -> {}).contains("flow of"));
    }

    @Test
    void shouldStartAnewWithEachInit() {
        final Runnable program = () -> {
            final SymmetricLongs array = callocLongs(1);
            p(array, 1L, 0);
            free(array);
        };
        assertCounted(profileOf(program), "p", 1, 8);
        assertCounted(profileOf(program), "p", 1, 8);
    }

    /** Shutdown is for the thread that called init. */
    @Test
    void shouldGoOnAfterAShutdownThatIsRefused() {
        final String profile = profileOf(() -> {
            final SymmetricLongs array = callocLongs(1);
            p(array, 1L, 0);
            final CompletableFuture<Void> other = CompletableFuture.runAsync(Shmem::shutdown);
            assertInstanceOf(
                    IllegalStateException.class,
                    assertThrows(CompletionException.class, other::join).getCause());
            p(array, 2L, 0);
            free(array);
        });
        assertCounted(profile, "p", 2, 16);
        assertThrows(IllegalStateException.class, Shmem::shutdown);
    }

    @Test
    void shouldCountUntilTheLastShutdown() {
        final String profile = profileOf(() -> {
            final SymmetricLongs array = callocLongs(1);
            init();
            p(array, 1L, 0);
            Shmem.shutdown();
            p(array, 2L, 0);
            free(array);
        });
        assertCounted(profile, "p", 2, 16);
    }

    @Test
    void shouldReadWhatItWrites() {
        final List<Entry> entries = List.of(new Entry("put", 0, 3, 1, 2, 3), new Entry("quiet", 5, -1, 4, 0, 6));
        assertEquals(entries, Entry.read(Entry.write(entries)));
        assertEquals(List.of(), Entry.read(Entry.write(List.of())));
    }

    @Test
    void shouldDrawWhoTalksToWhom(@TempDir Path directory) throws IOException {
        final List<Entry> entries = List.of(
                new Entry("put", 0, 1, 1, 1000, 3), new Entry("g", 2, 0, 4, 32, 6), new Entry("quiet", 1, -1, 4, 0, 6));
        final Path svg = directory.resolve("matrix.svg");
        CommunicationMatrix.of(entries, 3).write(svg);
        assertEquals(
                CommunicationMatrixTest.svg(new long[][] {{0, 1000, 0}, {0, 0, 0}, {32, 0, 0}}), Files.readString(svg));
    }

    @Test
    void shouldWriteNumbersWithUnitsForFewPes() {
        final String svg = CommunicationMatrixTest.svg(new long[][] {{0, 1536}, {3 << 20, 7}});
        for (String text :
                List.of(">1.5 KiB</text>", ">3.0 MiB</text>", ">7 B</text>", "PE 0, PE 1: 1.5 KiB</title>")) {
            assertTrue(svg.contains(text), text);
        }
        assertFalse(svg.contains(">0 B</text>"), "nothing has no number");
    }

    @Test
    void shouldLabelWhatFits() {
        final String svg = CommunicationMatrixTest.svg(new long[100][100]);
        assertTrue(svg.contains(">96</text>") && !svg.contains(">97</text>"), "every eighth PE");
    }

    @Test
    void shouldGatherManyPesInACell() {
        final long[][] bytes = new long[1022][1022];
        bytes[4][1021] = 100;
        bytes[7][1020] = 23;
        final String svg = CommunicationMatrixTest.svg(bytes);
        assertTrue(svg.contains("a cell for 4 x 4 PEs"), "what a cell is");
        assertTrue(svg.contains("PEs 4 to 7, PEs 1020 to 1021: 123 B</title>"), "the sum");
        assertTrue(svg.length() < 1 << 20, "the size of the picture: " + svg.length());
    }

    /** A wait is many pauses, of which the first is counted. */
    @Test
    void shouldCountWaits() {
        final String profile = profileOf(() -> {
            final ShmemProvider provider = ShmemProvider.current();
            long turn = 0;
            for (int i = 0; i < 5; i++) {
                turn = provider.pause(turn, where -> "a word", 0);
            }
            provider.pause(0, where -> "another", 0);
            pcontrol(0);
            provider.pause(0, where -> "a third", 0);
            pcontrol(1);
        });
        assertCounted(profile, "waitUntil", 2, 0);
    }

    /** The picture has the place of a directory. */
    @Test
    void shouldSayThatItCannotDraw() throws IOException {
        final Path picture = Path.of("communication.svg");
        Files.deleteIfExists(picture);
        Files.createDirectory(picture);
        try {
            final String profile = profileOf(() -> barrierAll());
            assertCounted(profile, "barrierAll", 1, 0);
            assertTrue(
                    profile.contains("communication matrix not written: java.nio.file.FileSystemException"), profile);
            assertFalse(profile.contains("communication matrix in"), profile);
        } finally {
            Files.delete(picture);
        }
        assertTrue(profileOf(() -> {}).endsWith("communication matrix in communication.svg" + System.lineSeparator()));
    }

    /** The profile is gathered in symmetric memory; the program ends well without it. */
    @Test
    void shouldDoWithoutAProfileIfNoMemoryIsLeft() {
        final List<String> problems = new ArrayList<>();
        RuntimeEvents.ALL.listen(new RuntimeListener() {
            @Override
            public void problem(String text) {
                problems.add(text);
            }
        });
        final String profile = profileOf(() -> {
            for (long bytes = 1L << 40; bytes >= 1; bytes /= 2) {
                try {
                    while (true) {
                        mallocBytes(bytes);
                    }
                } catch (ShmemOutOfMemoryException e) {
                    // Less may be left.
                }
            }
        });
        assertEquals("", profile);
        assertTrue(
                problems.contains("there is no profile, as no symmetric memory is left to gather it; free some before"
                        + " shutdown(), or set SHMEM_SYMMETRIC_SIZE to more"),
                problems.toString());
        assertCounted(profileOf(() -> barrierAll()), "barrierAll", 1, 0);
    }

    @Test
    void shouldBeChosenAsAToolByItsName() {
        assertEquals("profile", new Profiler().name());
    }
}
