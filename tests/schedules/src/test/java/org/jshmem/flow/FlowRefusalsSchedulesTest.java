package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.junit.jupiter.api.Test;

/** Which calls each state of a flow refuses, and why. */
class FlowRefusalsSchedulesTest {
    private record Call(String name, Consumer<Flows> body) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final List<Call> CALLS = List.of(
            new Call("send", flows -> flows.longs.send(0, 1)),
            new Call("progress()", flows -> flows.longs.progress()),
            new Call("flush()", flows -> flows.group.flush()),
            new Call("done()", flows -> flows.longs.done()),
            new Call("drain()", flows -> flows.longs.drain()),
            new Call("drain(idle)", flows -> flows.group.drain(() -> false)),
            new Call("a flow is added", flows -> flows.group.ints((from, value) -> {})),
            new Call("a flow is made", flows -> FlowGroup.on(flows.team)),
            new Call("close()", flows -> flows.group.close()));

    /** A group with one flow, whose handler makes calls. */
    private static final class Flows {
        final ShmemTeam team;
        final FlowGroup group;
        final LongFlow longs;
        Runnable inHandler = () -> {};

        Flows(ShmemTeam team) {
            this.team = team;
            this.group = FlowGroup.on(team);
            this.longs = group.longs((from, value) -> inHandler.run());
        }

        void handle(Runnable body) {
            inHandler = body;
            longs.send(0, 1);
            longs.flush();
            try {
                longs.progress();
            } finally {
                inHandler = () -> {};
            }
        }

        /** All calls but those named have to be refused with a text; the others are not made. */
        void requireRefused(String text, String... allowed) {
            for (Call call : CALLS) {
                if (!Set.of(allowed).contains(call.name)) {
                    final String message = assertThrows(
                                    IllegalStateException.class, () -> call.body.accept(this), call.name)
                            .getMessage();
                    assertTrue(message.contains(text), call + ": " + message);
                }
            }
        }
    }

    private static void explore(Consumer<Flows> body) {
        ScheduledFlows.explore(new int[1], Long.BYTES, () -> (_, team) -> body.accept(new Flows(team)));
    }

    @Test
    void shouldRefuseInAHandler() {
        explore(flows -> {
            flows.handle(() -> flows.requireRefused("in a handler of a flow", "send", "flush()"));
            flows.longs.drain(() -> {
                flows.requireRefused("in the idle work of a flow", "send", "flush()", "a flow is made");
                return false;
            });
            flows.group.close();
        });
    }

    @Test
    void shouldRefuseAfterDone() {
        explore(flows -> {
            final int[] handled = new int[1];
            flows.inHandler = () -> handled[0]++;
            flows.longs.done();
            assertTrue(assertThrows(IllegalStateException.class, () -> flows.longs.send(0, 1))
                    .getMessage()
                    .contains("after done()"));
            flows.longs.drain();
            flows.longs.send(0, 1);
            flows.group.close();
            assertEquals(1, handled[0]);
        });
    }

    @Test
    void shouldRefuseAfterTheEnd() {
        explore(flows -> {
            flows.group.close();
            flows.requireRefused("that was closed", "a flow is made", "close()");
            flows.group.close();
        });
    }

    @Test
    void shouldRefuseAfterAHandlerHasThrown() {
        explore(flows -> {
            final RuntimeException mistake = new IllegalArgumentException("a mistake");
            final Throwable thrown = assertThrows(
                    ShmemException.class,
                    () -> flows.handle(() -> {
                        throw mistake;
                    }));
            assertEquals(mistake, thrown.getCause());
            flows.requireRefused("one of whose handlers has thrown", "a flow is made", "close()");
            flows.group.close();
            flows.requireRefused("that was closed", "a flow is made", "close()");
        });
    }

    @Test
    void shouldRefuseAfterAnExceptionHasLeftTheDrain() {
        explore(flows -> {
            final LongFlow failing = LongFlow.of(flows.team, (_, _) -> {
                throw new IllegalArgumentException("a mistake");
            });
            failing.send(0, 1);
            assertThrows(ShmemException.class, flows.longs::drain);
            flows.requireRefused("whose drain() or close() an exception has left", "a flow is made", "close()");
            flows.group.close();
            flows.requireRefused("that was closed", "a flow is made", "close()");
            failing.close();
        });
    }

    @Test
    void shouldRefuseOtherThreads() {
        explore(flows -> {
            final List<Throwable> failures = new ArrayList<>();
            final Thread other = new Thread(
                    () -> flows.requireRefused("only the thread that made the flow", "send", "a flow is made"));
            other.setUncaughtExceptionHandler((_, failure) -> failures.add(failure));
            other.start();
            try {
                other.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            assertEquals(List.of(), failures);
            flows.group.close();
        });
    }
}
