package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the shell does with the PEs of its job, which this test plays. */
@Timeout(60)
class PeGroupTest {
    private static final int SIZE = 3;
    private static final int LIMIT_MS = 30_000;

    /** A thread for each task, as all of them wait. */
    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    @TempDir
    private Path directory;

    private final List<String> shown = Collections.synchronizedList(new ArrayList<>());
    private final List<FakePe> pes = new ArrayList<>();
    private PeGroup group;

    @BeforeEach
    void start() throws Exception {
        group = new PeGroup(directory.resolve("pes"), new MergedOutput(shown::add));
        come(SIZE);
        assertTrue(group.awaitAll(), "all have come");
    }

    private void come(int size) throws IOException {
        for (int pe = 0; pe < size; pe++) {
            pes.add(new FakePe(directory.resolve("pes"), pe, size));
        }
    }

    @AfterEach
    void end() throws Exception {
        for (FakePe pe : pes) {
            pe.close();
        }
    }

    private CompletableFuture<SortedMap<Integer, Outcome>> run(Integer... selected) {
        return run(number -> new Request.Invoke(number, "C", "method"), selected);
    }

    private CompletableFuture<SortedMap<Integer, Outcome>> run(LongFunction<Request> request, Integer... selected) {
        return CompletableFuture.supplyAsync(() -> group.run(new TreeSet<>(List.of(selected)), request), THREADS);
    }

    private static Outcome value(String text) {
        return new Outcome.Value(text);
    }

    /** Interrupts the snippet that runs, whatever the PEs do. */
    private void giveUp() throws InterruptedException {
        while (!group.beginInterrupt()) {
            Thread.sleep(5);
        }
        group.interrupt(group.current());
        group.endInterrupt();
    }

    private static String refused(CompletableFuture<?> run) {
        return assertInstanceOf(
                        PromptException.class,
                        assertThrows(CompletionException.class, run::join).getCause())
                .getMessage();
    }

    private void awaitIdle() throws InterruptedException {
        while (!group.isIdle()) {
            Thread.sleep(5);
        }
    }

    @Test
    void shouldKnowThePesOfTheJob() {
        assertEquals(SIZE, group.size());
        assertEquals(Set.of(1000L, 1001L, 1002L), group.pids());
        assertTrue(group.isIdle(), "nothing runs");
        assertFalse(group.giveUpStart(), "nobody waits for PEs that start");
    }

    @Test
    void shouldRunASnippetOnTheSelectedPes() throws Exception {
        final var some = run(0, 2);
        final long number = pes.get(2).finish("two");
        assertFalse(group.isIdle(), "PE 0 runs it");
        assertEquals(number, pes.get(0).finish("zero"));
        assertEquals(Map.of(0, value("zero"), 2, value("two")), some.join());
        assertFalse(pes.get(1).hasRequest(), "it was not asked");
        assertTrue(group.isIdle(), "it has ended");
        final var next = run(1);
        assertTrue(pes.get(1).finish("one") > number, "a number of its own");
        assertEquals(Map.of(1, value("one")), next.join());
    }

    @Test
    void shouldTellAllPes() throws Exception {
        group.tellAll(new Request.Load(List.of()));
        for (FakePe pe : pes) {
            pe.next(Request.Load.class);
        }
    }

    /** Equal output of a snippet is shown once, when all have ended; what comes when nothing runs is shown at once. */
    @Test
    void shouldShowOutput() throws Exception {
        final var all = run(0, 1, 2);
        for (FakePe pe : pes) {
            pe.finish("same\n", "");
        }
        all.join();
        assertEquals(List.of("same"), shown);
        pes.get(1).say(new Answer.Printed("late\n"));
        while (shown.size() < 2) {
            Thread.sleep(5);
        }
        assertEquals(List.of("same", "PE 1: late"), shown);
    }

    @Test
    void shouldGoOnWithoutAPeThatIsGivenUp() throws Exception {
        final var both = run(0, 1);
        pes.get(1).finish("one");
        final long number = pes.get(0).next(Request.Invoke.class).number();
        while (group.current().size() > 1) {
            Thread.sleep(5);
        }
        giveUp();
        assertEquals(number, pes.get(0).next(Request.Interrupt.class).number());
        assertEquals(Map.of(0, new Outcome.Failed("not interrupted"), 1, value("one")), both.join());
        assertFalse(group.isIdle(), "PE 0 still runs it");
        assertEquals(
                "PE 0 is still in an earlier snippet; select other PEs by @, or start the job again by /reset",
                refused(run(0, 1)));
        final var other = run(1, 2);
        pes.get(1).finish("1");
        pes.get(2).finish("2");
        assertEquals(Map.of(1, value("1"), 2, value("2")), other.join());
        assertFalse(pes.get(1).hasRequest(), "nothing of what was refused");
        pes.get(0).say(new Answer.Finished(number, value("late")));
        awaitIdle();
        final var again = run(0);
        pes.get(0).finish("in time");
        assertEquals(Map.of(0, value("in time")), again.join());
    }

    /** What has another number is not the end of the snippet that runs. */
    @Test
    void shouldWaitForTheOutcomeOfTheSnippetThatRuns() throws Exception {
        final var run = run(0);
        final long number = pes.get(0).next(Request.Invoke.class).number();
        pes.get(0).say(new Answer.Finished(number - 1, value("old")));
        pes.get(0).say(new Answer.Finished(number, value("new")));
        assertEquals(Map.of(0, value("new")), run.join());
    }

    @Test
    void shouldInterruptOneSnippetAtATime() throws Exception {
        assertFalse(group.beginInterrupt(), "nothing runs");
        final var run = run(0);
        pes.get(0).next(Request.Invoke.class);
        while (!group.beginInterrupt()) {
            Thread.sleep(5);
        }
        assertFalse(group.beginInterrupt(), "an interruption is in progress");
        assertFalse(run.isDone(), "it goes on until that has ended");
        group.endInterrupt();
        assertEquals(Map.of(0, new Outcome.Failed("not interrupted")), run.join());
    }

    /** Ctrl-C was pressed after Enter, while the input was compiled. */
    @Test
    void shouldNotRunAnInputThatWasInterrupted() throws Exception {
        group.beginInput();
        assertFalse(group.isStopped(), "not yet");
        assertFalse(group.beginInterrupt(), "nothing runs");
        assertTrue(group.isStopped(), "nothing more of it");
        assertEquals(PromptException.NOT_RUN, refused(run(0)));
        final var read = run(number -> new Request.Read(number, "C", "field"), 0);
        pes.get(0).say(new Answer.Finished(pes.get(0).next(Request.Read.class).number(), value("5")));
        assertEquals(Map.of(0, value("5")), read.join());
        group.endInput();
        assertFalse(group.isStopped(), "the next one");
        assertFalse(group.beginInterrupt(), "nothing runs");
        assertFalse(group.isStopped(), "there is no input");
    }

    @Test
    void shouldSayThatAPeHasEnded() throws Exception {
        final var run = run(0, 1);
        pes.get(0).finish("zero");
        pes.get(1).next(Request.Invoke.class);
        pes.get(1).close();
        assertEquals(Map.of(0, value("zero"), 1, new Outcome.Failed("the PE has ended")), run.join());
        final String rest = " ended, and with that the job; /reset starts it again";
        assertEquals("PE 1 has" + rest, refused(run(0)));
        pes.get(2).close();
        while (!refused(run(0)).equals("PEs 1, 2 have" + rest)) {
            Thread.sleep(5);
        }
        group.tellAll(new Request.Exit());
        pes.get(0).next(Request.Exit.class);
    }

    @Test
    void shouldForgetThePesOfTheLastJob() throws Exception {
        final List<FakePe> old = List.copyOf(pes);
        group.ended();
        assertFalse(group.awaitAll(), "the job has ended");
        group.forget();
        assertEquals(0, group.size());
        assertEquals(Set.of(), group.pids());
        assertFalse(group.isIdle(), "there are no PEs");
        pes.clear();
        come(2);
        assertTrue(group.awaitAll(), "the others have come");
        assertEquals(2, group.size());
        old.getFirst().say(new Answer.Printed("of the last job\n"));
        final var run = run(0, 1);
        pes.get(0).finish("0");
        pes.get(1).finish("1");
        assertEquals(Map.of(0, value("0"), 1, value("1")), run.join());
        assertEquals(List.of(), shown);
        for (FakePe pe : old) {
            pe.close();
        }
    }

    /** Ctrl-C while PEs start. */
    @Test
    void shouldGiveUpPesThatDoNotCome() throws Exception {
        group.forget();
        final CompletableFuture<Boolean> start = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return group.awaitAll();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                THREADS);
        while (!group.giveUpStart()) {
            Thread.sleep(5);
        }
        assertFalse(start.join());
    }

    /** Waits for the answers of PEs, but not of one that has ended. */
    @Test
    void shouldAskPesWhatTheyDo() throws Exception {
        final CollectiveLog.Call call = new CollectiveLog.Call(4, "barrierAll", "world", List.of(0, 1, 2));
        final var run = run(0, 1);
        pes.get(0).next(Request.Invoke.class);
        pes.get(1).next(Request.Invoke.class);
        while (group.current().size() < 2) {
            Thread.sleep(5);
        }
        final List<PeLink> busy = group.current();
        final CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> ask(busy), THREADS);
        pes.get(0).next(Request.Ask.class);
        pes.get(1).next(Request.Ask.class);
        pes.get(0).say(new Answer.Doing(true, call));
        pes.get(1).close();
        asking.join();
        assertEquals(new Answer.Doing(true, call), group.doing(busy.getFirst()));
        assertNull(group.doing(busy.getLast()));
        giveUp();
        run.join();
    }

    private void ask(List<PeLink> some) {
        try {
            group.ask(some, LIMIT_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void say(List<PeLink> busy, CollectiveLog.Call... calls) throws Exception {
        final CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> ask(busy), THREADS);
        for (int i = 0; i < calls.length; i++) {
            pes.get(i).next(Request.Ask.class);
            pes.get(i).say(new Answer.Doing(calls[i] != null, calls[i]));
        }
        asking.join();
    }

    /** PEs that are idle join a collective if all others of its team are in one. */
    @Test
    void shouldHaveIdlePesJoinACollective() throws Exception {
        final CollectiveLog.Call world = new CollectiveLog.Call(4, "barrierAll", "world", List.of(0, 1, 2));
        final CollectiveLog.Call pair = new CollectiveLog.Call(5, "sync", "pair", List.of(0, 1));
        final var run = run(0, 1);
        final long number = pes.get(0).next(Request.Invoke.class).number();
        pes.get(1).next(Request.Invoke.class);
        while (group.current().size() < 2) {
            Thread.sleep(5);
        }
        final List<PeLink> busy = group.current();
        say(busy, world, null);
        group.join(world); // PE 1 is elsewhere
        say(busy, world, pair);
        group.join(world); // in one of another team
        say(busy, world, world);
        group.join(world);
        final Request.Join join = pes.get(2).next(Request.Join.class);
        assertEquals("world", join.team());
        assertEquals(3, group.current().size());
        group.join(world); // it has joined already
        pes.get(2).say(new Answer.Finished(join.number(), value(null)));
        pes.get(0).say(new Answer.Finished(number, value("zero")));
        pes.get(1).say(new Answer.Finished(number, value("one")));
        assertEquals(Map.of(0, value("zero"), 1, value("one")), run.join());
        awaitIdle();
        assertFalse(pes.get(2).hasRequest() || pes.get(0).hasRequest(), "nothing else was asked");
        group.join(pair);
        assertEquals("pair", pes.get(0).next(Request.Join.class).team());
        assertEquals("pair", pes.get(1).next(Request.Join.class).team());
        assertFalse(pes.get(2).hasRequest(), "it is not of the team");
    }

    /** An interruption is for the snippet that ran when it began; the prompt may have left that one. */
    @Test
    void shouldBeginNothingDuringAnInterruption() throws Exception {
        final List<SortedMap<Integer, Outcome>> results = new CopyOnWriteArrayList<>();
        final List<Boolean> interrupted = new CopyOnWriteArrayList<>();
        final Thread prompt = Thread.ofPlatform().daemon().start(() -> {
            for (int pe = 0; pe < 2; pe++) {
                results.add(group.run(new TreeSet<>(List.of(pe)), next -> new Request.Invoke(next, "C", "method")));
                interrupted.add(Thread.interrupted());
            }
        });
        final long number = pes.get(0).next(Request.Invoke.class).number();
        while (!group.beginInterrupt()) {
            Thread.sleep(5);
        }
        prompt.interrupt();
        while (interrupted.isEmpty() || prompt.getState() != Thread.State.WAITING) {
            Thread.sleep(5);
        }
        assertFalse(pes.get(1).hasRequest(), "it waits");
        prompt.interrupt();
        group.endInterrupt();
        assertEquals(number + 1, pes.get(1).next(Request.Invoke.class).number());
        prompt.join();
        final Outcome left = new Outcome.Failed("not interrupted");
        assertEquals(List.of(Map.of(0, left), Map.of(1, left)), results);
        assertEquals(List.of(true, true), interrupted);
    }

    @Test
    void shouldShowWhatIsPrintedMeanwhile() throws Exception {
        final var run = run(0);
        final long number = pes.get(0).next(Request.Invoke.class).number();
        pes.get(0).say(new Answer.Printed("begins\n"));
        while (shown.isEmpty()) {
            Thread.sleep(5);
        }
        assertFalse(run.isDone(), "it runs");
        pes.get(0).say(new Answer.Finished(number, value("zero")));
        run.join();
        assertEquals(List.of("begins"), shown);
    }
}
