package org.jshmem.tck.shared;

import static org.jshmem.Shmem.*;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.Cmp;
import org.jshmem.SharedBytes;
import org.jshmem.SharedInts;
import org.jshmem.SharedLongs;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.messages.Messages;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;
import org.jshmem.tck.data.Values;

/** Shared memory of other nodes: handles, atomic operations, errors, and many blocks and threads. */
final class RemoteSharedCases {
    private static final int TAG = 3;
    private static final int ROUNDS = 200;
    private static final int THREADS = 3;

    /** A handle of each PE, on every PE. */
    private static SymmetricLongs gathered(long handle) {
        final SymmetricLongs handles = mallocLongs(nPes());
        for (int pe = 0; pe < nPes(); pe++) {
            p(handles, myPe(), handle, pe);
        }
        barrierAll();
        return handles;
    }

    /** Atomic operations of other nodes agree with one another and with the owner's instructions. */
    @Case(
            pes = {2, 4},
            on = {Transport.OFI, Transport.NODES})
    void atomicsElsewhere(Checks checks) {
        final SharedLongs longs = SharedLongs.allocate(4);
        final SharedInts ints = SharedInts.allocate(5);
        longs.fill(0);
        ints.fill(0);
        final SymmetricLongs handles = gathered(longs.handle());
        final SymmetricLongs intHandles = gathered(ints.handle());
        final VarHandle word = ValueLayout.JAVA_LONG.varHandle();
        long users = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            if (!checks.isMapped(pe)) {
                count(checks, SharedLongs.of(handles.get(pe)), SharedInts.of(intHandles.get(pe)), pe);
                users++;
            }
            for (int i = 0; i < ROUNDS; i++) {
                final long before = (long) word.getAndAdd(longs.segment(), 8L, 1L);
                checks.that(before >= i, "the count grows");
            }
        }
        barrierAll();
        checks.equal((nPes() + users) * ROUNDS, longs.get(1), "the sum");
        checks.equal(users * ROUNDS, ints.get(4), "the sum of int");
        checks.equal(0, longs.get(0) | longs.get(2) | longs.get(3) | ints.get(3), "the words beside");
        barrierAll();
        longs.close();
        ints.close();
        free(intHandles);
        free(handles);
    }

    private static void count(Checks checks, SharedLongs longs, SharedInts ints, int pe) {
        for (int i = 0; i < ROUNDS; i++) {
            atomicAdd(longs, 1, 1L, pe);
            checks.that(atomicFetchAdd(ints, 4, 1, pe) >= i, "the count of int grows");
        }
        quiet();
        final SymmetricLongs lock = longs.at(2);
        final long mine = 1L + myPe();
        while (atomicCompareSwap(lock, 0, 0L, mine, pe) != 0) {
            Thread.onSpinWait();
        }
        checks.equal(mine, atomicFetch(lock, 0, pe), "the word that is locked");
        atomicXor(lock, 0, 0x100L, pe);
        atomicOr(lock, 0, 0x200L, pe);
        checks.equal(mine | 0x300, atomicFetchAnd(lock, 0, mine, pe), "xor and or");
        checks.equal(mine, atomicSwap(lock, 0, 0L, pe), "and");
    }

    /** A word in a block of bytes of another node. */
    @Case(
            pes = {2, 4},
            on = {Transport.OFI, Transport.NODES})
    void viewsElsewhere(Checks checks) {
        final SharedBytes block = SharedBytes.allocate(32);
        block.fill((byte) 0);
        final SymmetricLongs handles = gathered(block.handle());
        long users = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            if (!checks.isMapped(pe)) {
                final SharedBytes there = SharedBytes.of(handles.get(pe));
                atomicAdd(there.slice(8, 16).asLongs(), 1, 5L, pe);
                checks.thrown(
                        IllegalArgumentException.class,
                        "bytes at 4 as longs",
                        () -> there.slice(4, 8).asLongs(),
                        "multiple of 8");
                users++;
            }
        }
        barrierAll();
        checks.equal(5 * users, block.asLongs().get(2), "the sum");
        checks.equal(0, block.asLongs().get(1) | block.asLongs().get(3), "the words beside");
        barrierAll();
        block.close();
        free(handles);
    }

    /** A message brings a handle; operations on its array take one PE alone. */
    @Case(
            pes = {2, 3},
            on = {Transport.OFI, Transport.NODES})
    void ownerElsewhere(Checks checks) {
        final SharedLongs own = SharedLongs.allocate(2);
        own.fill(50L + myPe());
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final long[] handle = new long[1];
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            messages.sendrecv(new long[] {own.handle()}, next, TAG, handle, previous, TAG);
        }
        final SharedLongs theirs = SharedLongs.of(handle[0]);
        checks.equal(previous, theirs.owner(), "the owner");
        if (!checks.isMapped(previous)) {
            checks.equal(50L + previous, g(theirs, 1, previous), "what its owner has stored");
            for (int pe = 0; pe < nPes(); pe++) {
                if (pe != previous) {
                    refused(checks, theirs, pe, "pe=" + pe, "PE " + previous);
                }
            }
            refused(checks, theirs, nPes(), "pe=" + nPes());
            refused(checks, theirs, -1, "pe=-1");
        }
        barrierAll();
        own.close();
    }

    private static void refused(Checks checks, SharedLongs array, int pe, String... texts) {
        final long[] local = {1, 2};
        final Class<IllegalArgumentException> type = IllegalArgumentException.class;
        checks.thrown(type, "p", () -> p(array, 0, 1L, pe), texts);
        checks.thrown(type, "g", () -> g(array, 0, pe), texts);
        checks.thrown(type, "put", () -> put(array, local, 2, pe), texts);
        checks.thrown(type, "get", () -> get(local, array, 2, pe), texts);
        checks.thrown(type, "iput", () -> iput(array, local, 1, 1, 2, pe), texts);
        checks.thrown(type, "atomicAdd", () -> atomicAdd(array, 0, 1L, pe), texts);
        checks.thrown(type, "atomicFetch", () -> atomicFetch(array, 0, pe), texts);
    }

    /** A context of a team knows the owner by its number in the team. */
    @Case(
            pes = 3,
            atLeast = 3,
            on = {Transport.OFI, Transport.NODES})
    void teamsElsewhere(Checks checks) {
        final SharedLongs own = SharedLongs.allocate(1);
        own.set(0, 70L + myPe());
        final SymmetricLongs handles = gathered(own.handle());
        final ShmemTeam team = teamSplitStrided(TEAM_WORLD, 1, 1, nPes() - 1);
        checks.that(team == null == (myPe() == 0), "a member");
        if (team != null) {
            try (ShmemContext context = teamCreateCtx(team, 0)) {
                for (int member = 0; member < team.nPes(); member++) {
                    final int pe = member + 1;
                    if (!checks.isMapped(pe)) {
                        final SharedLongs theirs = SharedLongs.of(handles.get(pe));
                        checks.equal(70L + pe, context.g(theirs, 0, member), "the word of member " + member);
                        final int other = (member + 1) % team.nPes();
                        checks.thrown(
                                IllegalArgumentException.class,
                                "another member",
                                () -> context.g(theirs, 0, other),
                                "pe=" + other,
                                "PE " + pe);
                    }
                }
            }
            team.destroy();
        }
        barrierAll();
        own.close();
        free(handles);
    }

    /** Whatever needs loads and stores, or an address that all PEs have, refuses memory of another node. */
    @Case(
            atLeast = 2,
            on = {Transport.OFI, Transport.NODES})
    void onlyOperationsReachElsewhere(Checks checks) {
        final SharedLongs own = SharedLongs.allocate(8);
        own.fill(9);
        final SymmetricLongs handles = gathered(own.handle());
        final SymmetricLongs mine = callocLongs(8);
        try (Messages messages = Messages.on(TEAM_WORLD)) {
            for (int pe = 0; pe < nPes(); pe++) {
                final long handle = handles.get(pe);
                if (!checks.isMapped(pe)) {
                    checks.thrown(
                            IllegalArgumentException.class, "another type", () -> SharedInts.of(handle), "long", "int");
                    accesses(checks, SharedLongs.of(handle), mine);
                    calls(checks, SharedLongs.of(handle), mine, messages, pe);
                }
            }
        }
        barrierAll();
        for (int i = 0; i < own.length(); i++) {
            checks.equal(9, own.get(i), "element " + i);
        }
        own.close();
        free(mine);
        free(handles);
    }

    private static void refused(Checks checks, String what, SharedLongs array, Checks.Call call) {
        checks.thrown(IllegalArgumentException.class, what, call, "of PE " + array.owner());
    }

    private static void accesses(Checks checks, SharedLongs array, SymmetricLongs mine) {
        checks.that(array.isAlive(), "alive");
        checks.equal(-1, array.offset(), "no heap offset");
        refused(checks, "get", array, () -> array.get(0));
        refused(checks, "set", array, () -> array.set(0, 1));
        refused(checks, "getVolatile", array, () -> array.getVolatile(7));
        refused(checks, "setRelease", array, () -> array.setRelease(7, 1));
        refused(checks, "get of a part", array, () -> array.slice(1, 2).get(0));
        refused(checks, "fill", array, () -> array.fill(1));
        refused(checks, "toArray", array, array::toArray);
        refused(checks, "segment", array, array::segment);
        refused(checks, "close", array, array::close);
        refused(checks, "realloc", array, () -> array.realloc(20));
        refused(checks, "source of a put", array, () -> put(mine, array, 8, array.owner()));
        refused(checks, "dest of a get", array, () -> get(array, mine, 8, array.owner()));
        refused(checks, "close of a part", array, () -> array.at(1).close());
        checks.thrown(IllegalArgumentException.class, "free", () -> free(array), "close()");
        checks.thrown(IllegalArgumentException.class, "realloc of the heap", () -> realloc(array, 9), "realloc()");
        checks.that(array.isAlive(), "still alive");
    }

    private static void calls(Checks checks, SharedLongs array, SymmetricLongs mine, Messages messages, int pe) {
        final long[] local = new long[9];
        checks.thrown(IndexOutOfBoundsException.class, "put past the end", () -> put(array, local, 9, pe), "9");
        checks.thrown(IndexOutOfBoundsException.class, "g past the end", () -> g(array, 8, pe), "index 8");
        checks.thrown(IndexOutOfBoundsException.class, "a part past the end", () -> array.slice(7, 2), "7");
        refused(checks, "signal", array, () -> signalSet(array, 0, 1, pe));
        refused(checks, "signal of a put", array, () -> putSignal(mine, 0, local, 0, 8, array, 0, 1, SignalOp.SET, pe));
        refused(checks, "wait", array, () -> waitUntil(array, 0, Cmp.EQ, 9L));
        refused(checks, "test", array, () -> test(array, 0, Cmp.EQ, 9L));
        refused(checks, "lock", array, () -> setLock(array, 0));
        refused(checks, "ptr", array, () -> ptr(array, pe));
        refused(checks, "dest of a collective", array, () -> TEAM_WORLD.fcollect(array, mine, 1));
        refused(checks, "source of a collective", array, () -> TEAM_WORLD.sumReduce(mine, array, 1));
        refused(checks, "broadcastmem", array, () -> TEAM_WORLD.broadcastmem(array, mine, 8, 0));
        refused(checks, "send", array, () -> messages.send(array, 8, pe, TAG));
        refused(checks, "give", array, () -> messages.give(array, pe, TAG));
        checks.that(!addrAccessible(array, pe), "no symmetric memory");
    }

    /** A handle of what was freed or reallocated is refused, and so is the array of it from then on. */
    @Case(
            atLeast = 2,
            on = {Transport.OFI, Transport.NODES})
    void staleHandlesElsewhere(Checks checks) {
        final SharedBytes first = SharedBytes.allocate(1);
        final SymmetricLongs none = gathered(first.handle() | 0x3fff_ff00_0000L);
        for (int pe = 0; pe < nPes(); pe++) {
            final long handle = none.get(pe);
            checks.thrown(IllegalStateException.class, "a block that never was", () -> SharedBytes.of(handle));
        }
        first.close();
        free(none);
        SharedLongs own = SharedLongs.allocate(4);
        own.fill(myPe());
        for (int round = 0; round < 6; round++) {
            final SymmetricLongs handles = gathered(own.handle());
            final List<SharedLongs> seen = new ArrayList<>();
            for (int pe = 0; pe < nPes(); pe++) {
                seen.add(SharedLongs.of(handles.get(pe)));
                checks.equal(4L + round, seen.get(pe).length(), "length");
                checks.that(checks.isMapped(pe) || g(seen.get(pe), 3, pe) == pe, "an element");
            }
            barrierAll();
            own = round % 2 == 0 ? own.realloc(5L + round) : replaced(own, 5L + round);
            barrierAll();
            for (int pe = 0; pe < nPes(); pe++) {
                final SharedLongs array = seen.get(pe);
                final long handle = handles.get(pe);
                checks.thrown(IllegalStateException.class, "stale handle", () -> SharedLongs.of(handle), "freed");
                checks.that(!array.isAlive(), "an array of a handle that was found to be stale");
                checks.thrown(IllegalStateException.class, "its handle", array::handle, "no longer allocated");
                checks.thrown(
                        checks.isMapped(array.owner()) ? IllegalArgumentException.class : IllegalStateException.class,
                        "p to it",
                        () -> p(array, 0, 1L, array.owner()));
            }
            barrierAll();
            free(handles);
        }
        own.close();
    }

    private static SharedLongs replaced(SharedLongs old, long length) {
        old.close();
        final SharedLongs array = SharedLongs.allocate(length);
        array.fill(myPe());
        return array;
    }

    /** Threads of all PEs fill many blocks of all other nodes at the same time. */
    @Case(
            pes = {2, 4},
            threads = ThreadLevel.MULTIPLE,
            on = {Transport.OFI, Transport.NODES})
    void manyBlocksElsewhere(Checks checks) throws InterruptedException {
        final int each = 40;
        final SplittableRandom random = new SplittableRandom(myPe());
        final SharedLongs[] own = new SharedLongs[nPes() * THREADS * each];
        final SymmetricLongs handles = callocLongs((long) nPes() * THREADS * each);
        for (int i = 0; i < own.length; i++) {
            own[i] = SharedLongs.allocate(1 + random.nextInt(random.nextInt(20) == 0 ? 100_000 : 1000));
            own[i].fill(-1);
            final int user = i / (THREADS * each);
            p(handles, (long) myPe() * THREADS * each + i % (THREADS * each), own[i].handle(), user);
        }
        barrierAll();
        final List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            final int first = thread * each;
            threads.add(new Thread(() -> fill(checks, handles, first, each)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        barrierAll();
        for (int i = 0; i < own.length; i++) {
            final boolean isUsed = !checks.isMapped(i / (THREADS * each));
            long wrong = 0;
            for (long k = 0; k < own[i].length(); k++) {
                wrong += own[i].get(k) == (isUsed ? Values.mix(own[i].handle() + k) : -1) ? 0 : 1;
            }
            checks.equal(0, wrong, "wrong elements of " + own[i]);
            own[i].close();
        }
        free(handles);
    }

    private static void fill(Checks checks, SymmetricLongs handles, int first, int count) {
        for (int owner = 0; owner < nPes(); owner++) {
            for (int i = first; i < first + count && !checks.isMapped(owner); i++) {
                final SharedLongs block = SharedLongs.of(handles.get((long) owner * THREADS * count + i));
                final long[] content = new long[(int) block.length()];
                for (int k = 0; k < content.length; k++) {
                    content[k] = Values.mix(block.handle() + k);
                }
                put(block, content, content.length, owner);
                quiet();
                checks.equal(content[content.length - 1], g(block, content.length - 1L, owner), "the last element");
            }
        }
    }

    @Case(
            alone = true,
            atLeast = 2,
            on = {Transport.OFI})
    void theEndElsewhere(Checks checks) {
        final SharedLongs theirs;
        final int next = (checks.pe() + 1) % checks.nPes();
        try (var _ = Shmem.init()) {
            final SharedLongs own = SharedLongs.allocate(1);
            final SymmetricLongs handles = gathered(own.handle());
            theirs = SharedLongs.of(handles.get(next));
            checks.that(theirs.isAlive(), "before the end");
            free(handles);
            own.close();
        }
        checks.that(!theirs.isAlive(), "after the end");
        checks.thrown(IllegalStateException.class, "p after the end", () -> p(theirs, 0, 1L, next));
        try (var _ = Shmem.init()) {
            checks.thrown(IllegalStateException.class, "p in another job", () -> p(theirs, 0, 1L, next), "shutdown");
            checks.thrown(IllegalStateException.class, "handle in another job", theirs::handle, "shutdown");
        }
    }

    @Case(alone = true, atLeast = 2, environment = "SHMEM_SHARED_SIZE=0", on = Transport.OFI)
    void noSharedHeapElsewhere(Checks checks) {
        try (var _ = Shmem.init()) {
            final long handle = (long) ((myPe() + 1) % nPes()) << 46 | 1;
            checks.thrown(IllegalArgumentException.class, "a handle", () -> SharedBytes.of(handle), "no handle");
        }
    }
}
