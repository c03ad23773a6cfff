package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jshmem.spi.Awaited;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class HangReportTest {
    private static final Awaited BARRIER = where -> "barrier " + where;
    private static final String[] WAIT = {
        "java.lang.Thread.yield", WaitStrategy.class.getName() + ".pause", "org.jshmem.internal.RuntimeTeam.sync"
    };

    private static StackTraceElement frame(String name) {
        final int dot = name.lastIndexOf('.');
        return new StackTraceElement(name.substring(0, dot), name.substring(dot + 1), "A.java", 1);
    }

    private static List<String> lines(HangWatch.Waiter waiter, String... names) {
        final StringBuilder text = new StringBuilder();
        HangReport.describe(
                "main",
                Thread.State.RUNNABLE,
                Stream.of(names).map(HangReportTest::frame).toArray(StackTraceElement[]::new),
                waiter,
                text);
        return text.toString().lines().toList();
    }

    private static String[] with(String[] some, String... more) {
        final List<String> all = new ArrayList<>(List.of(some));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    /** From the call of the library to the program's first method; who has started that is left out. */
    @Test
    void shouldShowWhatTheProgramHasCalled() {
        assertEquals(
                List.of(
                        "  thread \"main\" waits for barrier 3, at Heat.step(A.java:1)",
                        "    at org.jshmem.Shmem.barrierAll(A.java:1)",
                        "    at Heat.step(A.java:1)",
                        "    at java.util.ArrayList.forEach(A.java:1)",
                        "    at Heat.main(A.java:1)"),
                lines(
                        new HangWatch.Waiter(BARRIER, 3, 0),
                        with(
                                WAIT,
                                "org.jshmem.Shmem.barrierAll",
                                "Heat.step",
                                "java.util.ArrayList.forEach",
                                "Heat.main",
                                "jdk.internal.reflect.DirectMethodHandleAccessor.invoke",
                                "org.jshmem.bootstrap.PeMain.main")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trace.TracingProvider.barrierAll",
                "monitor.CountingProvider.barrierAll",
                "profiler.ProfilingProvider.barrierAll",
                "flow.Flow.drain",
                "messages.Messages.recv"
            })
    void shouldNotTakeToolsForTheProgram(String tool) {
        final List<String> lines = lines(
                null, with(WAIT, "org.jshmem." + tool, "org.jshmem.Shmem.barrierAll", "org.jshmem.examples.Heat.main"));
        assertEquals("  thread \"main\" waits, at org.jshmem.examples.Heat.main(A.java:1)", lines.getFirst());
        assertEquals("    at org.jshmem.Shmem.barrierAll(A.java:1)", lines.get(1));
        assertEquals(3, lines.size());
    }

    @Test
    void shouldShowAllOfAStackWithoutAProgram() {
        assertEquals(
                List.of(
                        "  thread \"main\" waits for barrier 0",
                        "    at java.lang.Thread.yield(A.java:1)",
                        "    at org.jshmem.internal.waiting.WaitStrategy.pause(A.java:1)",
                        "    at org.jshmem.internal.RuntimeTeam.sync(A.java:1)"),
                lines(new HangWatch.Waiter(BARRIER, 0, 0), WAIT));
    }

    /** It may be in a call of a library of its own. */
    @Test
    void shouldShowWhereAProgramThatDoesNotWaitIs() {
        assertEquals(
                List.of(
                        "  thread \"main\" is outside of the library's waits (RUNNABLE), at Heat.read(A.java:1)",
                        "    at java.io.InputStream.read(A.java:1)",
                        "    at Heat.read(A.java:1)"),
                lines(null, "java.io.InputStream.read", "Heat.read", "java.lang.Thread.run"));
    }

    @Test
    void shouldShowTheFirstFortyFrames() {
        final List<String> deep = new ArrayList<>(List.of(WAIT));
        for (int i = 0; i < 100; i++) {
            deep.add("Heat.level" + i);
        }
        final List<String> lines = lines(null, deep.toArray(String[]::new));
        assertEquals(41, lines.size());
        assertEquals("    at org.jshmem.internal.RuntimeTeam.sync(A.java:1)", lines.get(1));
        assertEquals("    at Heat.level38(A.java:1)", lines.getLast());
    }

    @Test
    void shouldLeaveOutAThreadThatHasEnded() {
        assertEquals(List.of(), lines(null));
    }

    /** The program's, in the order of their start, and those that wait; not those of the JVM or of the library. */
    @Test
    void shouldListTheThreadsOfTheProgram() throws InterruptedException {
        final CountDownLatch isOver = new CountDownLatch(1);
        final List<Thread> threads = new ArrayList<>();
        for (String name : new String[] {"first", "second", "jshmem-third"}) {
            threads.add(Thread.ofPlatform().daemon().name(name).start(() -> await(isOver)));
        }
        threads.add(Thread.ofVirtual().name("fourth").start(() -> await(isOver)));
        threads.add(Thread.ofVirtual().name("not started").unstarted(() -> {}));
        for (Thread thread : threads.subList(0, 4)) {
            while (thread.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        final HangWatch.Waiter waiter = new HangWatch.Waiter(BARRIER, 0, 0);
        final String text = HangReport.of(7, Map.of(threads.get(3), waiter, threads.get(4), waiter));
        isOver.countDown();
        for (Thread thread : threads.subList(0, 4)) {
            thread.join();
        }
        final List<String> lines = text.lines().toList();
        assertEquals("jshmem: PE 7, pid " + ProcessHandle.current().pid(), lines.getFirst());
        final String of = " is outside of the library's waits (WAITING)";
        final List<Integer> places = Stream.of("first", "second", "fourth")
                .map(name -> text.indexOf("  thread \"" + name + "\"" + of))
                .toList();
        assertTrue(places.getFirst() > 0, text);
        assertEquals(places.stream().sorted().toList(), places, text);
        for (String name : List.of("jshmem-third", "not started", "Reference Handler", "Finalizer", "Common-Cleaner")) {
            assertFalse(text.contains("\"" + name + "\""), text);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
