package org.jshmem.tck.setup;

import static org.jshmem.Shmem.*;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemJob;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;
import org.jshmem.tck.misuse.Arguments;

/**
 * Sentences 68 to 75: start and end of the library and of the job. What other launchers than this project's make of a
 * status or say of a killed PE is their own.
 */
final class LifecycleCases {
    private static void exchange(Checks checks, String when) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(2);
        barrierAll();
        p(array, 1, 50 + myPe(), next);
        barrierAll();
        checks.equal(50 + previous, array.get(1), "an exchange " + when);
        barrierAll();
        free(array);
    }

    @Case(starts = true)
    void s68_shutdownIsForTheInitThread(Checks checks) throws InterruptedException {
        final ShmemJob job = Shmem.init(ThreadLevel.MULTIPLE);
        final Class<IllegalStateException> error = IllegalStateException.class;
        final Thread other = new Thread(
                () -> {
                    checks.thrown(error, "shutdown by another thread", Shmem::shutdown, "guest", "thread");
                    checks.thrown(error, "close by another thread", job::close, "guest", "thread");
                },
                "guest");
        other.start();
        other.join();
        checks.that(queryInitialized(), "still initialised");
        exchange(checks, "after a refused shutdown");
        job.close();
        checks.that(!queryInitialized(), "shut down by the init thread");
    }

    @Case(starts = true, pes = 3)
    void s69_initNests(Checks checks) {
        for (int i = 0; i < 3; i++) {
            Shmem.init();
            exchange(checks, "after init " + i);
        }
        final SymmetricLongs kept = callocLongs(5);
        for (int i = 0; i < 2; i++) {
            shutdown();
            checks.that(queryInitialized() && kept.isAlive(), "all lives after shutdown " + i);
            exchange(checks, "after shutdown " + i);
        }
        kept.set(4, 9);
        checks.equal(9, kept.get(4), "an array from before");
        shutdown();
        checks.that(!queryInitialized() && !kept.isAlive(), "nothing lives after the last shutdown");
    }

    @Case(starts = true)
    void s70_theProgramGoesOnAndMayStartAgain(Checks checks) throws java.io.IOException {
        for (int round = 0; round < 5; round++) {
            try (var _ = Shmem.init()) {
                checks.that(queryInitialized(), "initialised in round " + round);
                exchange(checks, "in round " + round);
                if (round == 2) {
                    mallocLongs(1000); // left over: ended by shutdown
                }
            }
            checks.that(!queryInitialized(), "ended in round " + round);
            final java.nio.file.Path file = java.nio.file.Files.createTempFile("jshmem-tck", ".txt");
            java.nio.file.Files.writeString(file, "written after shutdown");
            checks.equal("written after shutdown", java.nio.file.Files.readString(file), "normal input and output");
            java.nio.file.Files.delete(file);
            final SymmetricLongs[] none = new SymmetricLongs[1];
            checks.thrown(IllegalStateException.class, "malloc after shutdown", () -> none[0] = mallocLongs(1), "init");
        }
    }

    /** What is left by a program that starts and ends the library again and again would fill the machine. */
    @Case(
            starts = true,
            profile = Profile.JSHMEM,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void s70_shutdownLeavesNothing(Checks checks) throws java.io.IOException, InterruptedException {
        final Set<Thread> earlier = threads(); // of ids that a case before this one has made, for instance
        Shmem.init();
        exchange(checks, "before the end");
        shutdown();
        final List<String> maps = java.nio.file.Files.readAllLines(java.nio.file.Path.of("/proc/self/maps"));
        checks.equal(
                List.of(), maps.stream().filter(LifecycleCases::isOfTheLibrary).toList(), "mapped memory");
        checks.equal(
                List.of(), openFiles().filter(LifecycleCases::isOfTheLibrary).toList(), "open files");
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!earlier.containsAll(threads()) && System.nanoTime() < end) {
            Thread.sleep(10); // some may still be on their way out
        }
        final Set<Thread> left = threads();
        left.removeAll(earlier);
        checks.equal(List.of(), left.stream().map(Thread::getName).toList(), "threads");
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("jshmem"))
                .collect(Collectors.toSet());
    }

    private static boolean isOfTheLibrary(String name) {
        return name.contains("memfd:jshmem") || name.contains("/dev/shm/");
    }

    private static Stream<String> openFiles() throws java.io.IOException {
        try (Stream<java.nio.file.Path> files = java.nio.file.Files.list(java.nio.file.Path.of("/proc/self/fd"))) {
            return files.toList().stream().map(LifecycleCases::target);
        }
    }

    /** What a descriptor stands for; nothing if it is closed by now. */
    private static String target(java.nio.file.Path descriptor) {
        try {
            return java.nio.file.Files.readSymbolicLink(descriptor).toString();
        } catch (java.io.IOException e) {
            return "";
        }
    }

    @Case(starts = true, profile = Profile.JSHMEM)
    void s70_arraysOfAnEarlierRoundStayDead(Checks checks) {
        Shmem.init();
        final SymmetricLongs old = callocLongs(10);
        final java.lang.foreign.MemorySegment segment = old.segment();
        shutdown();
        Shmem.init();
        final SymmetricLongs array = callocLongs(100);
        checks.thrown(IllegalStateException.class, "put to an old array", () -> put(old, array, 10, myPe()), "dest=");
        checks.thrown(
                IllegalStateException.class, "put from an old array", () -> put(array, old, 10, myPe()), "source=");
        checks.thrown(IllegalStateException.class, "p to an old array", () -> p(old, 1L, myPe()), "dest=");
        checks.thrown(
                IllegalStateException.class,
                "put from an old segment",
                () -> put(array.at(50), segment, 10, myPe()),
                "");
        checks.thrown(IllegalStateException.class, "free of an old array", () -> free(old), "array=");
        checks.that(!addrAccessible(old, 0), "addrAccessible of an old array");
        exchange(checks, "after misuse of old arrays");
        shutdown();
    }

    @Case(starts = true)
    void s71_shutdownCompletesPendingPuts(Checks checks) {
        for (int round = 0; round < 20; round++) {
            Shmem.init();
            Shmem.init();
            final int next = (myPe() + 1) % nPes();
            final int previous = (myPe() + nPes() - 1) % nPes();
            final SymmetricLongs array = callocLongs(4000);
            barrierAll();
            final long[] values = new long[4000];
            Arrays.fill(values, round * 100L + myPe());
            final ShmemContext context = ctxCreate(0);
            putNbi(array, values, 2000, next);
            context.putNbi(array, 2000, values, 2000, 2000, next);
            shutdown();
            checks.equal(round * 100L + previous, array.get(1999), "a put pending at the first shutdown");
            if (checks.isStrict()) {
                checks.equal(round * 100L + previous, array.get(3999), "a put pending on a context at the first one");
            }
            shutdown();
        }
    }

    @Case(alone = true, pes = 4, status = 7, seconds = 30)
    void s72_globalExitEndsOthersInABarrier(Checks checks) throws InterruptedException {
        Shmem.init();
        checks.that(true, "initialised");
        checks.vote();
        barrierAll();
        if (myPe() == nPes() - 1) {
            Thread.sleep(200);
            globalExit(7);
            checks.fail("globalExit returned");
        } else if (myPe() == 0) {
            while (System.nanoTime() != 0) {
                Thread.sleep(1000);
            }
        } else {
            barrierAll();
            checks.fail("the barrier returned");
        }
        checks.vote();
    }

    @Case(alone = true, status = 0)
    void s72_globalExitWithZero(Checks checks) {
        Shmem.init();
        checks.that(true, "initialised");
        checks.vote();
        barrierAll();
        if (myPe() == 0) {
            globalExit(0);
        }
        barrierAll();
        if (nPes() > 1) {
            barrierAll();
        }
        checks.fail("globalExit or a barrier returned");
        checks.vote();
    }

    @Case(alone = true, pes = 3, status = 1, seconds = 30, says = "a deliberate end", profile = Profile.JSHMEM)
    void s73_anUncaughtExceptionEndsTheJob(Checks checks) {
        Shmem.init();
        checks.that(true, "initialised");
        checks.vote();
        barrierAll();
        if (myPe() == nPes() - 1) {
            throw new IllegalStateException("a deliberate end");
        }
        barrierAll();
        checks.fail("the barrier returned");
        checks.vote();
    }

    /** On the way an array is freed and the library shut down, for which the other PEs never come. */
    @Case(alone = true, pes = 3, status = 1, seconds = 30, says = "a deliberate end", profile = Profile.JSHMEM)
    void s73_anExceptionThatLeavesTheBlockEndsTheJob(Checks checks) throws InterruptedException {
        try (var _ = Shmem.init();
                SymmetricLongs array = callocLongs(1)) {
            checks.equal(0, array.get(0), "initialised");
            checks.vote();
            barrierAll();
            if (myPe() == nPes() - 1) {
                throw new IllegalStateException("a deliberate end");
            }
            while (System.nanoTime() != 0) {
                Thread.sleep(1000);
            }
        }
    }

    @Case(
            alone = true,
            pes = 3,
            status = 5,
            seconds = 30,
            on = {Transport.SHR, Transport.CMA, Transport.OFI},
            profile = Profile.JSHMEM)
    void s73_systemExitEndsTheJob(Checks checks) {
        Shmem.init();
        checks.that(true, "initialised");
        checks.vote();
        barrierAll();
        if (myPe() == 0) {
            System.exit(5);
        }
        barrierAll();
        checks.fail("the barrier returned");
        checks.vote();
    }

    @Case(
            alone = true,
            pes = 3,
            atLeast = 2,
            status = Case.FAILURE,
            seconds = 30,
            says = "shutdown",
            profile = Profile.JSHMEM)
    void aPeThatEndsWithoutShutdownEndsTheJob(Checks checks) {
        Shmem.init();
        checks.that(true, "initialised");
        checks.vote();
        barrierAll();
        if (myPe() == 1) {
            return;
        }
        barrierAll();
        checks.fail("the barrier returned");
        checks.vote();
    }

    @Case(
            alone = true,
            pes = 3,
            atLeast = 2,
            status = 128 + 9,
            seconds = 30,
            says = "PE 1",
            on = {Transport.SHR, Transport.CMA, Transport.OFI},
            profile = Profile.JSHMEM)
    void aKilledPeEndsTheJob(Checks checks) throws java.io.IOException, InterruptedException {
        Shmem.init();
        checks.that(true, "initialised");
        checks.vote();
        barrierAll();
        if (myPe() == 1) {
            new ProcessBuilder(
                            "sh", "-c", "kill -KILL " + ProcessHandle.current().pid())
                    .start()
                    .waitFor();
        }
        barrierAll();
        checks.fail("the barrier returned");
        checks.vote();
    }

    /** Every operation, by reflection: before init, and after shutdown. */
    @Case(alone = true, profile = Profile.JSHMEM)
    void s74_callsOutsideOfInitAndShutdownThrow(Checks checks) {
        final Set<String> anytime = Set.of(
                "init", "initThread", "uniqueId", "queryInitialized", "infoGetVersion", "infoGetName", "pcontrol");
        outside(checks, anytime, null, null, "before init");
        Shmem.init();
        final SymmetricDoubles array = callocDoubles(8);
        final ShmemContext context = ctxCreate(0);
        shutdown();
        outside(checks, anytime, array, context, "after shutdown");
        Shmem.init();
        exchange(checks, "after calls outside");
        shutdown();
    }

    private static void outside(
            Checks checks, Set<String> anytime, SymmetricDoubles array, ShmemContext context, String when) {
        for (Method method : Shmem.class.getMethods()) {
            if (Modifier.isStatic(method.getModifiers()) && !anytime.contains(method.getName())) {
                refuses(checks, method, null, array, when);
            }
        }
        if (context == null) {
            return;
        }
        for (Method method : ShmemContext.class.getMethods()) {
            final boolean ends =
                    method.getName().equals("destroy") || method.getName().equals("close");
            if (method.getDeclaringClass() == ShmemContext.class && !ends) {
                refuses(checks, method, context, array, when);
            }
        }
    }

    private static void refuses(Checks checks, Method method, Object target, SymmetricDoubles array, String when) {
        final Object[] arguments = Arguments.plausible(method, array);
        if (arguments == null) {
            return; // takes an array of another type, of which there is none
        }
        checks.thrown(
                IllegalStateException.class,
                method + " " + when,
                () -> Arguments.invoke(method, target, arguments),
                "");
    }

    /** Java has no symmetric static variables: arrays made right after init are alike on every PE instead. */
    @Case(starts = true, pes = 3)
    void s75_arraysMadeRightAfterInitAreAlike(Checks checks) {
        try (var _ = Shmem.init()) {
            final SymmetricLongs first = mallocLongs(10);
            final SymmetricDoubles second = mallocDoubles(20);
            final SymmetricLongs offsets = mallocLongs(2L * nPes());
            for (int pe = 0; pe < nPes(); pe++) {
                put(offsets, 2L * myPe(), new long[] {first.offset(), second.offset()}, 0, 2, pe);
            }
            barrierAll();
            for (int pe = 0; pe < nPes(); pe++) {
                checks.equal(first.offset(), offsets.get(2L * pe), "the first on PE " + pe);
                checks.equal(second.offset(), offsets.get(2L * pe + 1), "the second on PE " + pe);
            }
        }
    }

    @Case(starts = true, pes = 8, seconds = 90)
    void eightPesStartAndStop(Checks checks) {
        for (int round = 0; round < 3; round++) {
            Shmem.init();
            checks.equal(checks.nPes(), nPes(), "PEs");
            exchange(checks, "of eight in round " + round);
            for (int i = 0; i < 500; i++) {
                barrierAll();
            }
            shutdown();
        }
    }

    @Case(alone = true, pes = 1)
    void aJobOfOnePe(Checks checks) {
        try (var _ = Shmem.init()) {
            checks.equal(1, nPes(), "PEs");
            checks.equal(0, myPe(), "the only PE");
            exchange(checks, "with oneself");
        }
    }
}
