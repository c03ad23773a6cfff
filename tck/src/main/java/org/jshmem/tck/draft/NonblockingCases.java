package org.jshmem.tck.draft;

import static org.jshmem.Shmem.*;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.CollectiveRequest;
import org.jshmem.NonblockingCollectives;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricFloats;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.SymmetricShorts;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** What {@link NonblockingCollectives} and {@link CollectiveRequest} promise. */
final class NonblockingCases {
    private static final int BLOCK = 7;

    /** Bytes of each array of the forms: for 8 PEs, the longest element and stride 3. */
    private static final long FORM_BYTES = 8L * BLOCK * Long.BYTES * 3;

    /** What dest holds before, which is the result of no form. */
    private static final byte UNTOUCHED = 0x5a;

    private static final int LARGE = 1 << 17;
    private static final int DEFAULT_LIMIT = 16;
    private static final int SECONDS = 20;

    private static ShmemTeam all() {
        return TEAM_WORLD.splitStrided(0, 1, nPes());
    }

    /** Each form of each collective gives what the blocking one gives, from the same sources. */
    @Case(pes = {1, 2, 3})
    void formsAreAsBlockingOnes(Checks checks) throws ReflectiveOperationException {
        final SymmetricBytes[] blocks = {
            callocBytes(FORM_BYTES), callocBytes(FORM_BYTES), callocBytes(FORM_BYTES),
        };
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            for (Method form : forms()) {
                for (SymmetricBytes block : blocks) {
                    block.fill(UNTOUCHED);
                }
                fill(blocks[2], form);
                barrierAll();
                final String name = form.getName().substring(0, form.getName().length() - 2);
                final Method blocking = ShmemTeam.class.getMethod(name, form.getParameterTypes());
                final Object expected = blocking.invoke(team, arguments(form, blocks[0], blocks[2]));
                final CollectiveRequest request =
                        (CollectiveRequest) form.invoke(nonblocking, arguments(form, blocks[1], blocks[2]));
                if (expected == null) {
                    request.await();
                    checks.same(blocks[0].segment(), blocks[1].segment(), form.toString());
                } else {
                    checks.equal(expected, result(request, expected), form.toString());
                }
            }
            nonblocking.syncNb().await();
            nonblocking.barrierNb().close();
        }
        for (SymmetricBytes block : blocks) {
            free(block);
        }
    }

    /** In the same order on all PEs; {@link Class#getMethods()} has one that differs. */
    private static List<Method> forms() {
        return Arrays.stream(NonblockingCollectives.class.getMethods())
                .filter(method -> method.getName().endsWith("Nb") && method.getParameterCount() > 0)
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    /** With small numbers of the form's type other than 0, so that products are none either. */
    private static void fill(SymmetricBytes block, Method form) {
        final Class<?> type = Arrays.stream(form.getParameterTypes())
                .filter(SymmetricArray.class::isAssignableFrom)
                .findFirst()
                .orElse(SymmetricBytes.class);
        final Object array = as(type, block);
        final int elements = (int) (block.length() / Long.BYTES);
        for (int i = 0; i < elements; i++) {
            final int number = 1 + (i * 31 + (myPe() + 1) * 7) % 5;
            switch (array) {
                case SymmetricFloats floats -> floats.set(i, number * 0.5f);
                case SymmetricDoubles doubles -> doubles.set(i, number * 0.5);
                case SymmetricShorts shorts -> shorts.set(i, (short) number);
                case SymmetricInts ints -> ints.set(i, number);
                case SymmetricLongs longs -> longs.set(i, number);
                default -> block.set(i, (byte) number);
            }
        }
    }

    private static Object[] arguments(Method form, SymmetricBytes dest, SymmetricBytes source) {
        final Class<?>[] types = form.getParameterTypes();
        final Object[] arguments = new Object[types.length];
        int arrays = 0;
        int longs = 0;
        for (int i = 0; i < types.length; i++) {
            if (SymmetricArray.class.isAssignableFrom(types[i])) {
                arguments[i] = as(types[i], arrays++ == 0 ? dest : source);
            } else if (types.length == 1 || i == 0) {
                arguments[i] = value(types[i]);
            } else if (types[i] == int.class) {
                arguments[i] = nPes() - 1;
            } else {
                final boolean isStride = types.length == 5 && longs++ < 2;
                arguments[i] = isStride ? 1L + longs : types.length == 3 && isComplex(form) ? BLOCK / 2 : (long) BLOCK;
            }
        }
        return arguments;
    }

    private static boolean isComplex(Method form) {
        return form.getName().contains("Complex");
    }

    private static Object value(Class<?> type) {
        return switch (type.getName()) {
            case "int" -> myPe() + 5;
            case "long" -> myPe() - 3L;
            case "float" -> myPe() + 0.5f;
            default -> 1 + myPe() * 0.25;
        };
    }

    private static Object as(Class<?> type, SymmetricBytes block) {
        return switch (type.getSimpleName()) {
            case "SymmetricShorts" -> block.asShorts();
            case "SymmetricInts" -> block.asInts();
            case "SymmetricLongs" -> block.asLongs();
            case "SymmetricFloats" -> block.asFloats();
            case "SymmetricDoubles" -> block.asDoubles();
            default -> block;
        };
    }

    private static Object result(CollectiveRequest request, Object like) {
        return switch (like) {
            case Integer _ -> request.intResult();
            case Long _ -> request.longResult();
            case Float _ -> request.floatResult();
            default -> request.doubleResult();
        };
    }

    /**
     * A PE that computes, and makes no call until the others have ended, does not keep them waiting: with large and
     * small arrays and with values, one and several at a time, also if nothing was open for a while before.
     */
    @Case(
            atLeast = 2,
            pes = {2, 4})
    void othersDoNotWaitForAPeThatComputes(Checks checks) throws InterruptedException {
        final SymmetricLongs source = mallocLongs(LARGE);
        final SymmetricLongs dest = mallocLongs(LARGE);
        final SymmetricLongs told = callocLongs(nPes());
        source.fill(myPe() + 1L);
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            for (int size : new int[] {0, 1, 100, LARGE}) {
                for (int computing = 0; computing < nPes(); computing++) {
                    Thread.sleep(computing == 0 ? 50 : 0);
                    final CollectiveRequest[] requests = {
                        size == 0 ? null : nonblocking.sumReduceNb(dest, source, size),
                        size > 1 ? null : nonblocking.maxReduceNb(myPe()),
                        size == 0 ? nonblocking.sumInscanNb(1) : null,
                    };
                    if (myPe() == computing) {
                        computeUntilTold(checks, told, computing);
                        CollectiveRequest.awaitAll(requests);
                    } else {
                        CollectiveRequest.awaitAll(requests);
                        atomicInc(told, computing, computing);
                        quiet();
                    }
                    checks.that(size == 0 || dest.get(size - 1) == nPes() * (nPes() + 1L) / 2, "the sum of " + size);
                    barrierAll();
                    told.set(computing, 0);
                    barrierAll();
                }
            }
        }
        free(told);
        free(dest);
        free(source);
    }

    private static void computeUntilTold(Checks checks, SymmetricLongs told, int index) {
        final long start = System.nanoTime();
        long x = 1;
        while (told.getAcquire(index) != nPes() - 1) {
            for (int i = 0; i < 10_000; i++) {
                x = x * 31 + i;
            }
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(SECONDS)) {
                checks.fail("the other PEs wait for a PE that computes " + x);
                return;
            }
        }
    }

    /** One more than may be open is refused; the others end, and then there is room again. */
    @Case(pes = {1, 2})
    void requestsAreLimited(Checks checks) throws InterruptedException {
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            final CollectiveRequest[] requests = new CollectiveRequest[DEFAULT_LIMIT];
            for (int i = 0; i < DEFAULT_LIMIT; i++) {
                requests[i] = nonblocking.sumReduceNb((long) i);
            }
            Thread.sleep(50); // they have ended, and are open still
            checks.refused(
                    IllegalStateException.class,
                    "one too many",
                    () -> nonblocking.sumReduceNb(1L),
                    "16",
                    "SHMEM_NB_REQUESTS",
                    "await",
                    "sumReduceNb at NonblockingCases.requestsAreLimited");
            for (int i = 0; i < DEFAULT_LIMIT; i++) {
                checks.equal((long) i * nPes(), requests[i].longResult(), "sum " + i);
            }
            checks.equal(nPes(), nonblocking.sumReduceNb(1).intResult(), "afterwards");
        }
    }

    /** A request that leaves its block is complete, even if a PE starts the collective much later. */
    @Case(atLeast = 2, pes = 2)
    void closeWaitsForLatePes(Checks checks) throws InterruptedException {
        final SymmetricLongs array = callocLongs(2000);
        array.slice(0, 1000).fill(1);
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            Thread.sleep(myPe() == 0 ? 0 : 500);
            try (CollectiveRequest sum = nonblocking.sumReduceNb(array.at(1000), array, 1000)) {
                checks.that(sum != null, "started");
            }
            checks.equal(nPes(), array.get(1999), "the sum after the block");
        }
        free(array);
    }

    /** A request that is complete has filled its destination, however it was waited for, round after round. */
    @Case(
            pes = {2, 5},
            atLeast = 2,
            each = {"syncNb", "broadcastNb", "fcollectNb", "alltoallNb", "sumReduceNb", "sumInscanNb"})
    void completeRequestsShowTheirResults(Checks checks) {
        final NonblockingCollectives nonblocking = NonblockingCollectives.on(TEAM_WORLD);
        for (int nelems : new int[] {1, 20_000}) {
            final SymmetricLongs source = callocLongs((long) nelems * nPes());
            final SymmetricLongs dest = callocLongs((long) nelems * nPes());
            final SplittableRandom random = new SplittableRandom(31L * nelems + myPe());
            barrierAll();
            long stale = 0;
            for (int round = 1; round <= (nelems == 1 ? 300 : 15); round++) {
                for (int k = random.nextInt(100); k > 0; k--) {
                    Thread.onSpinWait();
                }
                source.fill(round);
                final int root = round % nPes();
                awaitInAWay(start(nonblocking, checks.each(), dest, source, nelems, root), random.nextInt(3));
                final boolean isSync = checks.each().equals("syncNb");
                if (isSync) {
                    for (int pe = 0; pe < nPes(); pe++) {
                        stale += g(source, pe) == round ? 0 : 1;
                    }
                } else {
                    source.fill(-1);
                }
                final long whole = round
                        * switch (checks.each()) {
                            case "sumReduceNb" -> nPes();
                            case "sumInscanNb" -> myPe() + 1L;
                            default -> 1L;
                        };
                final long blocks = checks.each().matches("fcollect.*|alltoall.*") ? nPes() : 1;
                for (long i = 0; i < blocks * nelems && !isSync; i++) {
                    stale += dest.get(i) == whole ? 0 : 1;
                }
                barrierAll();
            }
            checks.equal(0, stale, "elements that are not the round's, of " + nelems);
            free(dest);
            free(source);
        }
    }

    private static void awaitInAWay(CollectiveRequest request, int way) {
        switch (way) {
            case 0 -> request.await();
            case 1 -> {
                while (!request.test()) {
                    Thread.onSpinWait();
                }
            }
            default -> request.toFuture().join();
        }
    }

    private static CollectiveRequest start(
            NonblockingCollectives on, String name, SymmetricLongs dest, SymmetricLongs source, int nelems, int root) {
        return switch (name) {
            case "syncNb" -> on.syncNb();
            case "broadcastNb" -> on.broadcastNb(dest, source, nelems, root);
            case "fcollectNb" -> on.fcollectNb(dest, source, nelems);
            case "alltoallNb" -> on.alltoallNb(dest, source, nelems);
            case "sumReduceNb" -> on.sumReduceNb(dest, source, nelems);
            case "sumInscanNb" -> on.sumInscanNb(dest, source, nelems);
            default -> throw new IllegalArgumentException("each=" + name);
        };
    }

    /** What depends on a future must not end the team, or the library, whose thread it is run by. */
    @Case(pes = {1, 2})
    void futuresDoNotEndTheirTeam(Checks checks) throws Exception {
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            final String library = "jshmem-nonblocking";
            int refused = 0;
            for (int i = 0; i < 20; i++) {
                final CompletableFuture<String> ofDestroy =
                        nonblocking.sumReduceNb(1L).toFuture().handle((_, _) -> ending(team::destroy, library));
                final CompletableFuture<String> ofShutdown =
                        nonblocking.sumReduceNb(2L).toFuture().handle((_, _) -> ending(Shmem::shutdown, library));
                for (CompletableFuture<String> ending : List.of(ofDestroy, ofShutdown)) {
                    final String text = ending.get(SECONDS, TimeUnit.SECONDS);
                    checks.that(text.matches(".*depends on a future.*|.*must be the thread that called init.*|"), text);
                    refused += text.isEmpty() ? 0 : 1;
                }
                barrierAll();
            }
            checks.that(refused > 0, "no future was completed by the library's thread");
            checks.equal(nPes(), nonblocking.sumReduceNb(1).intResult(), "afterwards");
        }
    }

    /** What a call says in the library's thread; nothing in another one, where it is not called. */
    private static String ending(Runnable call, String library) {
        if (!Thread.currentThread().getName().startsWith(library)) {
            return "";
        }
        try {
            call.run();
            return "no exception";
        } catch (RuntimeException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Results of other types, and of arrays, are refused and stay. */
    @Case
    void resultsHaveTheirType(Checks checks) {
        final SymmetricLongs array = callocLongs(2);
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            final CollectiveRequest value = nonblocking.sumReduceNb(2.5);
            checks.refused(IllegalStateException.class, "another type", value::longResult, "sumReduceNb", "long");
            checks.equal(2.5 * nPes(), value.doubleResult(), "the right type");
            checks.equal(2.5 * nPes(), value.doubleResult(), "again");
            final CollectiveRequest ofArray = nonblocking.sumReduceNb(array.at(1), array, 1);
            checks.refused(IllegalStateException.class, "an array", ofArray::longResult, "not on single values");
            ofArray.await();
            ofArray.await();
            checks.that(ofArray.test(), "a complete request");
        }
        free(array);
    }

    /** All PEs are told what each has started and where; the library works afterwards. */
    @Case(
            atLeast = 2,
            pes = {2, 3})
    void differentRequests(Checks checks) {
        final SymmetricLongs array = callocLongs(2 * LARGE);
        final boolean isLast = myPe() == nPes() - 1;
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            for (int before : new int[] {0, 1, 5, 12}) {
                final List<CollectiveRequest> earlier = new ArrayList<>();
                for (int i = 0; i < before; i++) {
                    earlier.add(nonblocking.sumReduceNb(1));
                }
                differ(checks, isLast ? nonblocking.sumReduceNb(1L) : nonblocking.maxReduceNb(1L), earlier);
                differ(
                        checks,
                        isLast ? nonblocking.sumReduceNb(1L) : nonblocking.sumReduceNb(array.at(LARGE), array, LARGE),
                        List.of());
                differ(
                        checks,
                        isLast ? nonblocking.fcollectNb(array.at(100), array, 3) : nonblocking.syncNb(),
                        List.of());
                checks.equal(nPes(), nonblocking.sumReduceNb(1).intResult(), "afterwards");
            }
        }
        free(array);
    }

    /** The PE that does not wait for its request hears of the difference nevertheless, however long it was idle. */
    @Case(
            atLeast = 2,
            pes = {2, 3})
    void differentRequestsAfterAPause(Checks checks) throws InterruptedException {
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            for (long pauseMs : new long[] {0, 100, 1500}) {
                checks.equal(nPes(), nonblocking.sumReduceNb(1).intResult(), "before");
                Thread.sleep(pauseMs);
                final boolean isLast = myPe() == nPes() - 1;
                final CollectiveRequest request = isLast ? nonblocking.maxReduceNb(1L) : nonblocking.sumReduceNb(1L);
                if (!isLast) {
                    barrierAll();
                }
                checks.thrown(ShmemException.class, "different requests", request::await, "PE " + (nPes() - 1));
                if (isLast) {
                    barrierAll();
                }
            }
            checks.equal(nPes(), nonblocking.sumReduceNb(1).intResult(), "afterwards");
        }
    }

    private static void differ(Checks checks, CollectiveRequest request, List<CollectiveRequest> earlier) {
        checks.thrown(
                ShmemException.class,
                "different requests",
                request::await,
                "PE 0",
                "PE " + (nPes() - 1),
                "at NonblockingCases.differentRequests(NonblockingCases.java:");
        earlier.forEach(one -> checks.equal(nPes(), one.intResult(), "a request before"));
    }

    /** Arguments are checked by the call, and a refused call leaves nothing open. */
    @Case
    void argumentsAreChecked(Checks checks) {
        final SymmetricLongs array = callocLongs(64);
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            for (int i = 0; i < 2 * DEFAULT_LIMIT; i++) {
                checks.refused(
                        IllegalArgumentException.class,
                        "a root",
                        () -> nonblocking.broadcastNb(array, array.at(32), 1, nPes()),
                        "root=" + nPes());
                checks.refused(
                        IndexOutOfBoundsException.class,
                        "too many",
                        () -> nonblocking.sumReduceNb(array, array, 65),
                        "65");
                checks.refused(
                        IllegalArgumentException.class,
                        "overlap",
                        () -> nonblocking.broadcastNb(array, array.at(1), 2, 0),
                        "overlap");
            }
            checks.equal(nPes(), nonblocking.sumReduceNb(1).intResult(), "afterwards");
        }
        checks.refused(NullPointerException.class, "no team", () -> NonblockingCollectives.on(null), "team=null");
        free(array);
    }

    /** Of several requests, each way to complete them; futures of some at a time. */
    @Case(pes = {1, 2, 4})
    void everyWayToComplete(Checks checks) throws ExecutionException, InterruptedException, TimeoutException {
        final SymmetricLongs array = callocLongs(3 * 1000);
        array.slice(0, 1000).fill(myPe());
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            for (int round = 0; round < 100; round++) {
                final CollectiveRequest[] requests = {
                    null,
                    nonblocking.sumReduceNb(1L),
                    nonblocking.sumReduceNb(array.at(1000), array, 1000),
                    nonblocking.syncNb(),
                    nonblocking.broadcastNb(array.at(2000), array, 10, nPes() - 1),
                };
                final AtomicInteger results = new AtomicInteger();
                final CompletableFuture<Long> future = nonblocking
                        .sumReduceNb((long) round)
                        .toFuture(request -> request.longResult() + results.getAndIncrement());
                final CompletableFuture<Void> arrays =
                        nonblocking.minReduceNb(array.at(2500), array, 100).toFuture();
                final int any = CollectiveRequest.awaitAny(requests);
                checks.that(any > 0 && requests[any] == null, "any");
                final int[] some = new int[requests.length];
                for (int left = 3; left > 0; ) {
                    final int count = CollectiveRequest.awaitSome(some, requests);
                    checks.that(count > 0 && requests[some[0]] == null, "some");
                    left -= count;
                }
                checks.equal(-1, CollectiveRequest.awaitAny(requests), "none is left");
                checks.equal(0, CollectiveRequest.awaitSome(some, requests), "none is left");
                checks.equal((long) round * nPes(), (long) future.get(SECONDS, TimeUnit.SECONDS), "a future");
                arrays.get(SECONDS, TimeUnit.SECONDS);
                checks.equal(1, results.get(), "calls of the function of a future");
                checks.equal(nPes() * (nPes() - 1L) / 2, array.get(1999), "the sum");
                checks.equal(nPes() - 1, array.get(2009), "the broadcast");
                checks.equal(0, array.get(2599), "the minimum");
                nonblocking.syncNb().await();
            }
            checks.refused(
                    IllegalArgumentException.class,
                    "no room",
                    () -> CollectiveRequest.awaitSome(new int[1], null, null),
                    "indices.length=1");
        }
        free(array);
    }

    /** A barrier completes puts; those of a blocking collective and of others may be mixed in different orders. */
    @Case(
            atLeast = 2,
            pes = {2, 3})
    void barrierCompletesPuts(Checks checks) {
        final SymmetricLongs array = callocLongs(1000);
        try (ShmemTeam team = all()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(team);
            for (int round = 1; round < 100; round++) {
                final SymmetricLongs source = array.at(500);
                source.slice(0, 400).fill(round);
                putNbi(array, source, 400, (myPe() + 1) % nPes());
                final CollectiveRequest barrier = nonblocking.barrierNb();
                final boolean isMixed = round % 2 == 0;
                if (isMixed && myPe() % 2 == 0) {
                    team.sync();
                }
                barrier.await();
                checks.equal(round, array.get(399), "a put before the barrier");
                if (isMixed && myPe() % 2 != 0) {
                    team.sync();
                }
                team.sync();
            }
        }
        free(array);
    }

    /** A request that is open for long, while all PEs compute, is no hang. */
    @Case(alone = true, atLeast = 2, pes = 2, environment = "SHMEM_TIMEOUT=5")
    void anOpenRequestIsNoHang(Checks checks) throws InterruptedException {
        Shmem.init();
        final NonblockingCollectives nonblocking = NonblockingCollectives.on(TEAM_WORLD);
        final SymmetricLongs array = callocLongs(2 * LARGE);
        CollectiveRequest first = null;
        if (myPe() == 0) {
            first = nonblocking.sumReduceNb(array.at(LARGE), array, LARGE);
        }
        Thread.sleep(9000);
        if (first == null) {
            first = nonblocking.sumReduceNb(array.at(LARGE), array, LARGE);
        }
        first.await();
        checks.equal(0, array.get(2 * LARGE - 1), "the sum");
        free(array);
        shutdown();
    }

    /** What is still open at the end of its team, or of the library, is reported and does not go on. */
    @Case(
            alone = true,
            atLeast = 2,
            pes = 2,
            says = {"teamDestroy() with open requests", "shutdown() with open requests", "NonblockingCases.java:"})
    void openRequestsAreReported(Checks checks) {
        Shmem.init();
        final ShmemTeam team = all();
        final NonblockingCollectives ofTeam = NonblockingCollectives.on(team);
        final NonblockingCollectives ofWorld = NonblockingCollectives.on(TEAM_WORLD);
        final boolean starts = myPe() == 0; // and the other PE does not
        final CollectiveRequest open = starts ? ofTeam.sumReduceNb(1L) : null;
        final CollectiveRequest other = starts ? ofWorld.syncNb() : null;
        team.destroy();
        checks.refused(
                IllegalStateException.class, "of a team that has ended", () -> ofTeam.sumReduceNb(1L), "has ended");
        if (starts) {
            checks.refused(IllegalStateException.class, "its request", open::await, "has ended");
        }
        shutdown();
        if (starts) {
            checks.refused(IllegalStateException.class, "after the end", other::await, "has ended");
        }
    }

    /** An exception leaves a block with a request that no other PE starts: the job ends. */
    @Case(alone = true, atLeast = 2, pes = 3, status = 1, seconds = 30, says = "a deliberate end")
    void anExceptionWithOpenRequestsEndsTheJob(Checks checks) {
        try (var _ = Shmem.init()) {
            final NonblockingCollectives nonblocking = NonblockingCollectives.on(TEAM_WORLD);
            checks.equal(nPes(), nonblocking.sumReduceNb(1).intResult(), "a sum");
            checks.vote();
            if (myPe() == 1) {
                try (CollectiveRequest open = nonblocking.sumReduceNb(2)) {
                    throw new IllegalStateException("a deliberate end of " + open);
                }
            }
            barrierAll();
        }
    }

    /** So does a PE that is killed while the others wait for a request. */
    @Case(alone = true, atLeast = 2, pes = 3, status = Case.FAILURE, seconds = 30)
    void aKilledPeWithOpenRequestsEndsTheJob(Checks checks) {
        Shmem.init();
        final NonblockingCollectives nonblocking = NonblockingCollectives.on(TEAM_WORLD);
        checks.equal(nPes(), nonblocking.sumReduceNb(1).intResult(), "a sum");
        checks.vote();
        barrierAll();
        if (myPe() == 2) {
            Runtime.getRuntime().halt(137);
        }
        nonblocking.sumReduceNb(1).await();
    }
}
