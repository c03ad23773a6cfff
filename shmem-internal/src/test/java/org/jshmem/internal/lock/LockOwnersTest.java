package org.jshmem.internal.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LockOwnersTest {
    private final LockOwners owners = new LockOwners();

    private Claim hold(long offset) {
        final Claim claim = owners.enter(offset, true);
        claim.held = true;
        return claim;
    }

    @Test
    void shouldRefuseAThreadThatHasTheLock() {
        hold(8);
        for (Executable call : new Executable[] {() -> owners.enter(8, true), () -> owners.tryEnter(8, true)}) {
            assertEquals(
                    "this PE holds the lock at heap offset 8 already; locks are not re-entrant: clear it before setting"
                            + " it again",
                    assertThrows(IllegalStateException.class, call).getMessage());
        }
        assertNotNull(owners.tryEnter(16, true), "another lock");
    }

    @Test
    void shouldRefuseAnyThreadWhereOnlyOneMayCall() throws InterruptedException {
        hold(8);
        final List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
        final Thread other = new Thread(() -> {
            assertNull(owners.tryEnter(8, true));
            try {
                owners.enter(8, false);
            } catch (IllegalStateException e) {
                thrown.add(e);
            }
        });
        other.start();
        other.join();
        assertEquals(1, thrown.size());
    }

    @Test
    void shouldLetALockBeClearedOnce() {
        assertEquals(
                "this PE does not hold the lock at heap offset 8; only the PE that set a lock clears it, and once",
                assertThrows(IllegalStateException.class, () -> owners.beginLeave(8, true))
                        .getMessage());
        final Claim acquiring = owners.enter(8, true);
        assertThrows(IllegalStateException.class, () -> owners.beginLeave(8, true), "not yet held");
        acquiring.held = true;
        owners.beginLeave(8, true);
        assertThrows(IllegalStateException.class, () -> owners.beginLeave(8, true), "on its way");
        owners.leave(acquiring, true);
        assertThrows(IllegalStateException.class, () -> owners.beginLeave(8, true), "gone");
    }

    @Test
    void shouldKnowWhatPartsOfTheHeapHaveLocks() {
        final Claim claim = hold(1024);
        assertTrue(owners.anyIn(1024, 8));
        assertTrue(owners.anyIn(0, 1032));
        assertFalse(owners.anyIn(0, 1024));
        assertFalse(owners.anyIn(1032, 1024));
        owners.beginLeave(1024, true);
        owners.leave(claim, true);
        assertFalse(owners.anyIn(0, 4096));
    }

    @Test
    void shouldKeepManyLocksApart() {
        final List<Claim> claims = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            claims.add(hold(i * 8L));
        }
        for (int i = 0; i < 100; i += 2) {
            assertEquals(claims.get(i), owners.beginLeave(i * 8L, true));
            owners.leave(claims.get(i), true);
        }
        for (int i = 100; i < 200; i++) {
            hold(i * 8L);
        }
        for (int i = 0; i < 200; i++) {
            assertEquals(i >= 100 || i % 2 == 1, owners.anyIn(i * 8L, 8), "lock " + i);
        }
    }

    @Test
    void shouldServeThreadsInTheOrderOfComing() throws InterruptedException {
        final Claim first = hold(8);
        final List<Integer> order = new ArrayList<>();
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            final int number = i;
            final Runnable body = () -> {
                hold(8);
                assertThrows(IllegalStateException.class, () -> owners.enter(8, true), "it has the lock now");
                order.add(number);
                owners.leave(owners.beginLeave(8, true), true);
            };
            final Thread thread =
                    i % 2 == 0 ? new Thread(body) : Thread.ofVirtual().unstarted(body);
            thread.start();
            while (thread.getState() != Thread.State.WAITING) {
                Thread.yield();
            }
            threads.add(thread);
        }
        owners.beginLeave(8, true);
        owners.leave(first, true);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(0, 1, 2, 3, 4, 5), order);
        assertFalse(owners.anyIn(8, 8));
    }
}
