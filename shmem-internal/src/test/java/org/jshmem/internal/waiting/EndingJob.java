package org.jshmem.internal.waiting;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jshmem.bootstrap.Bootstrap;

/** A job that notes its status and the reason of its end, and goes on. */
final class EndingJob extends Bootstrap {
    /** Thrown in place of the end of the process. */
    static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    final CompletableFuture<String> end = new CompletableFuture<>();
    boolean isReporter = true;
    String missing = "";
    int delaySeconds;

    /** Called with each look at who has ended. */
    Runnable atLook = () -> {};

    private final int pe;
    private final int pes;

    /** What the first looks see; later ones see the last of it. */
    private final Deque<String> ended = new ArrayDeque<>(List.of(""));

    private final AtomicInteger looks = new AtomicInteger();
    private volatile Thread watcher;

    EndingJob(int pe, int pes, String... ended) {
        this.pe = pe;
        this.pes = pes;
        this.ended.addAll(List.of(ended));
    }

    int looks() {
        return looks.get();
    }

    /** The thread that has looked. */
    Thread watcher() {
        return watcher;
    }

    @Override
    public int pe() {
        return pe;
    }

    @Override
    public int nPes() {
        return pes;
    }

    @Override
    public String ended() {
        watcher = Thread.currentThread();
        looks.incrementAndGet();
        atLook.run();
        if (ended.size() > 1) {
            ended.remove();
        }
        return ended.peek();
    }

    @Override
    public boolean isReporter() {
        return isReporter;
    }

    @Override
    public String missing() {
        return missing;
    }

    @Override
    public int reportDelaySeconds() {
        return delaySeconds;
    }

    @Override
    public String describe() {
        return "a job that ends";
    }

    @Override
    public void abort(int status, String message) {
        final Thread thread = Thread.currentThread();
        if (thread.getName().startsWith("jshmem")) {
            thread.setUncaughtExceptionHandler((_, _) -> {});
        }
        end.complete(status + ": " + message);
        throw new EndedException();
    }

    @Override
    public byte[][] allgather(byte[] mine) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void finish() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void leaveEarly(Supplier<String> reason) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void globalExit(int status) {
        throw new UnsupportedOperationException();
    }
}
