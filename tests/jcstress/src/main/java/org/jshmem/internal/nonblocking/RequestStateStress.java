package org.jshmem.internal.nonblocking;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** One thread executes the collective of a request, while another one asks for it. */
final class RequestStateStress {
    private RequestStateStress() {}

    /** A request whose result is a plain field, as in {@link PooledRequest}. */
    static class Request {
        final RequestState state = new RequestState();
        int result;

        Request() {
            state.prepare();
            state.open();
        }

        final void execute(int value) {
            result = value;
            state.done();
            VarHandle.fullFence();
            state.completeFuture();
        }
    }

    /** The future is completed once, and by the result. */
    @JCStressTest
    @Outcome(id = "1, 7", expect = Expect.ACCEPTABLE, desc = "completed once")
    @State
    public static class Future extends Request {
        private int completions;
        private int seen;

        private void complete() {
            if (state.take(1)) {
                seen = result;
                completions++;
                state.free();
            }
        }

        @Actor
        public void execute() {
            execute(7);
        }

        @Actor
        public void ask() {
            state.completeBy(this::complete);
            if (!state.isOpen()) {
                complete();
            }
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 = completions;
            result.r2 = seen;
        }
    }

    /**
     * A request that is awaited and started again has the result of its turn, also if a future was asked for before.
     */
    @JCStressTest
    @Outcome(id = "1, 7, 8", expect = Expect.ACCEPTABLE, desc = "each result in its turn")
    @State
    public static class Reuse extends Request {
        private volatile int turn;
        private int completions;

        private void complete(II_Result first) {
            if (state.take(1)) {
                first.r1 = result;
                completions++;
                state.free();
            }
        }

        @Actor
        public void execute() {
            execute(7);
            while (turn == 0) {
                Thread.onSpinWait();
            }
            execute(8);
        }

        @Actor
        public void use(III_Result result) {
            final II_Result first = new II_Result();
            state.completeBy(() -> complete(first));
            if (!state.isOpen()) {
                complete(first);
            }
            while (!state.isFree()) {
                Thread.onSpinWait();
            }
            result.r2 = first.r1;
            state.prepare();
            state.open();
            turn = 1;
            while (!state.isDone()) {
                Thread.onSpinWait();
            }
            result.r3 = this.result;
            state.free();
            result.r1 = completions;
        }
    }
}
