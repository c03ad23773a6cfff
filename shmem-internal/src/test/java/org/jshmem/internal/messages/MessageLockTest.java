package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jshmem.messages.Request;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of several threads of a PE, which sends to itself. */
@Timeout(60)
class MessageLockTest {
    private static final int TAG = 3;

    private final MessageJob job = new MessageJob(true, 0);
    private final MessageSpace space;

    MessageLockTest() throws Exception {
        space = job.open()[0];
    }

    @AfterEach
    void end() {
        job.close();
    }

    interface Call {
        void of(MessageLockTest test);
    }

    private void send() {
        space.send(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG, false);
    }

    private Request receive() {
        return space.irecv(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG);
    }

    private void give() {
        space.give(job.blocks[0].allocate(ElementKind.BYTE, 8, 0), 0, TAG);
    }

    private void handle(boolean isThrowing) {
        space.handle(TAG, _ -> {
            if (isThrowing) {
                throw new UnsupportedOperationException("of the handler");
            }
        });
        send();
    }

    /** The calls, each with what comes before it. */
    private static Stream<Arguments> calls() {
        final Request[] request = new Request[1];
        return Stream.of(
                arguments("send", _ -> {}, MessageLockTest::send),
                arguments(
                        "isend",
                        _ -> {},
                        test -> test.space
                                .isend(new byte[1000], 0, 1000, ElementKind.BYTE, 0, TAG)
                                .await()),
                arguments("recv", MessageLockTest::send, test -> {
                    assertEquals(8, test.space.recv(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG, null));
                }),
                arguments("irecv", _ -> {}, MessageLockTest::receive),
                arguments("give", _ -> {}, MessageLockTest::give),
                arguments("take", MessageLockTest::give, test -> test.space.take(ElementKind.BYTE, 0, TAG, null)),
                arguments(
                        "take of what was sent",
                        MessageLockTest::send,
                        test -> test.space.take(ElementKind.BYTE, 0, TAG, null)),
                arguments("visit", MessageLockTest::send, test -> test.space.visit(0, TAG, _ -> {})),
                arguments(
                        "visit of a large message",
                        test -> test.space.isend(new byte[20_000], 0, 20_000, ElementKind.BYTE, 0, TAG),
                        test -> test.space.visit(0, TAG, _ -> {})),
                arguments("probe", MessageLockTest::send, test -> assertTrue(test.space.probe(0, TAG, null, false))),
                arguments("handle", _ -> {}, test -> test.handle(false)),
                arguments("progress", test -> test.handle(false), test -> test.space.progress()),
                arguments(
                        "progress with a handler that throws",
                        test -> test.handle(true),
                        test -> assertThrows(UnsupportedOperationException.class, test.space::progress)),
                arguments("descriptor", _ -> {}, test -> test.space.descriptor()),
                arguments("cancel", test -> request[0] = test.receive(), _ -> assertTrue(request[0].cancel())),
                arguments("test", test -> request[0] = test.receive(), _ -> assertFalse(request[0].test())),
                arguments("use", _ -> {}, test -> test.job.engines[0].use().spaces()));
    }

    private static Arguments arguments(String name, Call before, Call call) {
        return Arguments.of(Named.of(name, call), before);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void shouldWaitForAnotherThreadThatIsInTheMessages(Call call, Call before) throws Exception {
        before.of(this);
        final MessageLock lock = job.engines[0].lock;
        lock.enter();
        final FutureTask<Void> result = new FutureTask<>(() -> call.of(this), null);
        final Thread caller = Thread.ofPlatform().daemon().start(result);
        while (caller.isAlive() && caller.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertTrue(caller.isAlive(), "has not waited");
        lock.leave();
        result.get();
        assertOthersMayCall();
    }

    private void assertOthersMayCall() throws InterruptedException {
        final Thread other = Thread.ofPlatform().daemon().start(job.engines[0]::use);
        assertTrue(other.join(Duration.ofSeconds(20)), "another thread waits for one that has ended");
    }

    private static MemorySegment closed() {
        try (Arena arena = Arena.ofShared()) {
            return arena.allocate(8);
        }
    }

    /** Calls that throw, each with what comes before it. */
    private static Stream<Arguments> failingCalls() {
        return Stream.of(
                arguments("send", _ -> {}, test -> test.space.send(new byte[8], 1, 8, ElementKind.BYTE, 0, TAG, false)),
                arguments("recv", MessageLockTest::send, test -> test.space.recv(closed(), 0, 8, null, 0, TAG, null)),
                arguments(
                        "isend",
                        test -> MessageFailuresTest.fill(test.job, 0),
                        test -> test.space.isend(new byte[200_000], 0, 200_000, ElementKind.BYTE, 0, TAG)),
                arguments(
                        "visit",
                        MessageLockTest::send,
                        test -> test.space.visit(0, TAG, _ -> {
                            throw new UnsupportedOperationException("of the visitor");
                        })),
                arguments(
                        "visit while a handler throws",
                        test -> {
                            test.send();
                            test.space.handle(TAG + 1, _ -> {
                                throw new UnsupportedOperationException("of the handler");
                            });
                            test.space.send(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG + 1, false);
                            test.job.progress(0);
                        },
                        test -> test.space.visit(0, TAG, _ -> {})),
                arguments(
                        "take",
                        test -> {
                            test.space.isend(new byte[20_000], 0, 20_000, ElementKind.BYTE, 0, TAG);
                            MessageFailuresTest.fill(test.job, 0);
                        },
                        test -> test.space.take(ElementKind.BYTE, 0, TAG, null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failingCalls")
    void shouldLetOtherThreadsInAfterACallThatThrows(Call call, Call before) throws Exception {
        before.of(this);
        assertThrows(RuntimeException.class, () -> call.of(this));
        assertOthersMayCall();
    }

    private static boolean canOtherEnter(MessageLock lock) throws Exception {
        final FutureTask<Boolean> result = new FutureTask<>(() -> {
            final boolean hasEntered = lock.tryEnter();
            if (hasEntered) {
                lock.leave();
            }
            return hasEntered;
        });
        Thread.ofPlatform().daemon().start(result);
        return result.get();
    }

    @Test
    void shouldLetOtherThreadsInWhenTheyMayCall() throws Exception {
        final MessageLock lock = new MessageLock(false);
        assertFalse(lock.isThreaded());
        assertTrue(lock.tryEnter());
        lock.leave();
        assertFalse(canOtherEnter(lock));
        lock.enter();
        lock.allowThreads();
        lock.leave(); // it was entered before there was a lock
        assertTrue(lock.isThreaded());
        assertTrue(canOtherEnter(lock));
        lock.enter();
        assertFalse(canOtherEnter(lock));
        lock.leave();
        assertTrue(lock.tryEnter());
        assertFalse(canOtherEnter(lock));
        lock.leave();
        assertTrue(canOtherEnter(lock));
    }

    /** Requests of one thread are completed by another. */
    @Test
    void shouldLetOneThreadEndWhatAnotherHasBegun() throws InterruptedException {
        final Request[] requests = new Request[2];
        final Thread first = Thread.ofPlatform().daemon().start(() -> {
            requests[0] = receive();
            requests[1] = space.isend(new byte[8], 0, 8, ElementKind.BYTE, 0, TAG);
        });
        first.join();
        requests[0].await();
        requests[1].await();
        assertOthersMayCall();
    }
}
