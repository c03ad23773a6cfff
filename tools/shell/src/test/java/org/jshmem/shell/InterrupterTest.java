package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How Ctrl-C brings PEs back to the prompt, which this test plays. */
@Timeout(60)
class InterrupterTest {
    private static final int SIZE = 3;
    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);
    private static final CollectiveLog.Call BARRIER =
            new CollectiveLog.Call(4, "barrierAll", "world", List.of(0, 1, 2));

    @TempDir
    private Path directory;

    private final List<String> shown = Collections.synchronizedList(new ArrayList<>());
    private final List<FakePe> pes = new ArrayList<>();
    private final Map<Integer, Answer.Doing> doing = new ConcurrentHashMap<>();
    private final Map<Integer, Long> running = new ConcurrentHashMap<>();

    /** PEs that end their snippet when they are interrupted. */
    private final List<Integer> obedient = Collections.synchronizedList(new ArrayList<>());

    private final List<Integer> joined = Collections.synchronizedList(new ArrayList<>());
    private PeGroup group;
    private Interrupter interrupter;

    @BeforeEach
    void start() throws Exception {
        group = new PeGroup(directory.resolve("pes"), new MergedOutput(shown::add));
        interrupter = new Interrupter(group, shown::add);
        for (int pe = 0; pe < SIZE; pe++) {
            final int number = pe;
            pes.add(new FakePe(directory.resolve("pes"), pe, SIZE));
            THREADS.execute(() -> play(number));
        }
        assertTrue(group.awaitAll(), "all have come");
    }

    @AfterEach
    void end() throws Exception {
        for (FakePe pe : pes) {
            pe.close();
        }
    }

    /** Answers requests until the connection ends. */
    private void play(int pe) {
        try {
            Request request = pes.get(pe).next();
            while (!(request instanceof Request.Exit)) {
                answer(pe, request);
                request = pes.get(pe).next();
            }
        } catch (IOException | InterruptedException e) {
            shown.add("PE " + pe + ": " + e);
        }
    }

    private void answer(int pe, Request request) throws IOException {
        switch (request) {
            case Request.Invoke invoke -> running.put(pe, invoke.number());
            case Request.Ask _ -> {
                if (doing.containsKey(pe)) {
                    pes.get(pe).say(doing.get(pe));
                }
            }
            case Request.Interrupt _ -> {
                if (obedient.contains(pe)) {
                    finish(pe, running.get(pe));
                }
            }
            case Request.Join join -> {
                joined.add(pe);
                finish(pe, join.number());
                for (Map.Entry<Integer, Long> other : running.entrySet()) {
                    finish(other.getKey(), other.getValue()); // as the collective is complete
                }
            }
            default -> throw new IOException("asked for " + request);
        }
    }

    private void finish(int pe, long number) throws IOException {
        pes.get(pe).say(new Answer.Finished(number, new Outcome.Value("ended")));
    }

    /** Interrupts a snippet of some PEs, and waits for the prompt. */
    private SortedMap<Integer, Outcome> interrupt(Integer... selected) throws InterruptedException {
        final var run = CompletableFuture.supplyAsync(
                () -> group.run(new TreeSet<>(List.of(selected)), number -> new Request.Invoke(number, "C", "m")),
                THREADS);
        while (running.size() < selected.length) {
            Thread.sleep(5);
        }
        interrupter.interrupt();
        interrupter.interrupt(); // which does nothing
        return run.join();
    }

    @Test
    void shouldSayWhoIsOutsideOfTheLibrary() throws Exception {
        doing.put(0, new Answer.Doing(false, null));
        doing.put(1, new Answer.Doing(true, null));
        doing.put(2, new Answer.Doing(false, null));
        obedient.addAll(List.of(0, 1, 2));
        try (PublishedPe _ = new PublishedPe(directory, 1, 1001, "waits x >= 3", "waitsSince 5")) {
            assertEquals(3, interrupt(0, 1, 2).size());
        }
        assertEquals(List.of("PE 1 waits for x >= 3", "PEs 0, 2 are outside of the library"), shown);
        running.clear();
        shown.clear();
        while (!group.isIdle()) {
            Thread.sleep(5);
        }
        interrupt(2);
        assertEquals(List.of("PE 2 is outside of the library"), shown);
    }

    /** PE 0 has just left another collective when it is asked for the first time. */
    @Test
    void shouldHaveIdlePesJoinACollectiveOfOthers() throws Exception {
        doing.put(0, new Answer.Doing(true, new CollectiveLog.Call(3, "sync", "world", List.of(0, 1, 2))));
        doing.put(1, new Answer.Doing(true, BARRIER));
        THREADS.execute(() -> {
            while (!joined.isEmpty() || running.size() < 2) {
                Thread.onSpinWait();
            }
            doing.put(0, new Answer.Doing(true, BARRIER));
        });
        final SortedMap<Integer, Outcome> outcomes = interrupt(0, 1);
        assertEquals(List.of(2), joined);
        assertEquals(2, outcomes.size());
        assertEquals(List.of(), shown);
    }

    /** After five seconds, in which they are asked again and again. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldNameWhoCannotBeInterrupted() throws Exception {
        doing.put(0, new Answer.Doing(true, null));
        doing.put(2, new Answer.Doing(true, BARRIER));
        final SortedMap<Integer, Outcome> outcomes = interrupt(0, 1, 2);
        assertEquals(
                List.of(
                        "PE 0 cannot be interrupted: it is in a wait of the library; /reset starts the job again",
                        "PE 1 cannot be interrupted: it is at a standstill; /reset starts the job again",
                        "PE 2 cannot be interrupted: it is in barrierAll; /reset starts the job again"),
                shown);
        assertEquals(List.of(), joined);
        for (Outcome outcome : outcomes.values()) {
            assertEquals(new Outcome.Failed("not interrupted"), outcome);
        }
    }
}
