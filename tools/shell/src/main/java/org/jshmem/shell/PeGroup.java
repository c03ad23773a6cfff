package org.jshmem.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jshmem.monitor.PeNumbers;

/**
 * The PEs of the job. A thread accepts their connections, and one thread for each PE reads its answers. The thread of
 * the prompt runs snippets, and another one may interrupt them meanwhile.
 */
final class PeGroup {
    private static final long LOOK_MS = 50;

    /** What a PE runs that has joined a collective; no number of a snippet. */
    private static final long JOINED = -1;

    private final ServerSocketChannel server;
    private final MergedOutput output;

    /** The PEs that have come, by their numbers. */
    private final SortedMap<Integer, PeLink> links = new TreeMap<>();

    /** What the request in progress has brought so far. */
    private final SortedMap<Integer, Outcome> outcomes = new TreeMap<>();

    private int nPes;
    private long number;
    private boolean hasEnded;
    private boolean isGivenUp;
    private boolean isInterrupting;

    /** The prompt waits for PEs that run a request. */
    private boolean isRunning;

    /** The prompt waits for PEs that start. */
    private boolean isStarting;

    /** An input of the terminal is compiled and run. */
    private boolean isEvaluating;

    /** The input is not to run any further. */
    private boolean isStopped;

    /** Which job the PEs are of: a reset makes a new one. */
    private int generation;

    PeGroup(Path socket, MergedOutput output) throws IOException {
        this.output = output;
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        start("shmem-shell-accept", this::accept);
    }

    private static void start(String name, Runnable work) {
        Thread.ofPlatform().daemon().name(name).start(work);
    }

    private void accept() {
        try {
            while (true) {
                final Wire wire = new Wire(server.accept());
                start("shmem-shell-pe", () -> serve(wire));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no PE can connect any more", e);
        }
    }

    private void serve(Wire wire) {
        PeLink link = null;
        try (wire) {
            final Answer.Hello hello = (Answer.Hello) wire.receive(Answer.class);
            link = new PeLink(hello, wire);
            final int job = add(link, hello.nPes());
            while (true) {
                handle(link, job, link.receive());
            }
        } catch (IOException e) {
            // The PE has ended.
        } finally {
            if (link != null) {
                gone(link);
            }
        }
    }

    private synchronized int add(PeLink link, int size) {
        nPes = size;
        links.put(link.pe, link);
        notifyAll();
        return generation;
    }

    private synchronized void gone(PeLink link) {
        link.isGone = true;
        if (link.running != 0) {
            finish(link, new Outcome.Failed("the PE has ended"));
        }
        notifyAll();
    }

    private void handle(PeLink link, int job, Answer answer) {
        switch (answer) {
            case Answer.Printed printed -> print(link, job, printed.text());
            case Answer.Finished finished -> finished(link, finished);
            case Answer.Doing doing -> said(link, doing);
            case Answer.Hello _ -> throw new IllegalStateException("PE " + link.pe + " has come twice");
        }
    }

    private void print(PeLink link, int job, String text) {
        if (isOf(job)) {
            output.add(link.pe, text);
            if (running(link) == 0 || !isAwaited()) {
                output.of(numbers());
                output.showAll();
            }
        }
    }

    private synchronized boolean isAwaited() {
        return isRunning;
    }

    private synchronized boolean isOf(int job) {
        return job == generation;
    }

    private synchronized SortedSet<Integer> numbers() {
        return new TreeSet<>(links.keySet());
    }

    private synchronized void finished(PeLink link, Answer.Finished finished) {
        if (finished.number() == link.running) {
            finish(link, finished.outcome());
        }
    }

    private void finish(PeLink link, Outcome outcome) {
        if (link.running == number) {
            outcomes.put(link.pe, outcome);
        }
        link.running = 0;
        notifyAll();
    }

    private synchronized void said(PeLink link, Answer.Doing doing) {
        link.doing = doing;
        notifyAll();
    }

    /**
     * Waits until all PEs have started the library.
     *
     * @return false if the job has ended before
     * @throws InterruptedException if the thread is interrupted
     */
    synchronized boolean awaitAll() throws InterruptedException {
        isStarting = true;
        while (!hasEnded && (nPes == 0 || links.size() < nPes)) {
            wait();
        }
        isStarting = false;
        return !hasEnded;
    }

    /** Has nobody wait for PEs that start; returns false if nobody does. */
    synchronized boolean giveUpStart() {
        hasEnded |= isStarting;
        notifyAll();
        return isStarting;
    }

    /** Whether all PEs are there and run nothing. */
    synchronized boolean isIdle() {
        return nPes > 0 && links.size() == nPes && busy().isEmpty();
    }

    /** The launcher says that the job has ended. */
    synchronized void ended() {
        hasEnded = true;
        notifyAll();
    }

    /** Forgets the PEs, because other ones will come. */
    synchronized void forget() {
        links.clear();
        output.clear();
        hasEnded = false;
        nPes = 0;
        generation++;
    }

    synchronized int size() {
        return nPes;
    }

    /** The processes of the PEs. */
    synchronized Set<Long> pids() {
        return links.values().stream().map(link -> link.pid).collect(Collectors.toSet());
    }

    /** Sends a request without an answer to all PEs that are there. */
    void tellAll(Request request) {
        links().stream().filter(link -> !isGone(link)).forEach(link -> link.send(request));
    }

    private synchronized List<PeLink> links() {
        return List.copyOf(links.values());
    }

    private synchronized boolean isGone(PeLink link) {
        return link.isGone;
    }

    /** The terminal has read an input: an interruption is for this one, also while it is compiled. */
    synchronized void beginInput() {
        isEvaluating = true;
        isStopped = false;
    }

    /** The input has ended. */
    synchronized void endInput() {
        isEvaluating = false;
        isStopped = false;
    }

    /** Whether the input was interrupted: nothing more of it is to run. */
    synchronized boolean isStopped() {
        return isStopped;
    }

    /**
     * Has PEs run something, and waits for them.
     *
     * @param pes their numbers
     * @param request the request, from its number
     * @return the outcome of each PE
     * @throws PromptException if one of the PEs cannot run it, or the input was interrupted
     */
    SortedMap<Integer, Outcome> run(SortedSet<Integer> pes, LongFunction<Request> request) {
        final Request made = begin(pes, request);
        output.of(pes);
        for (PeLink link : links()) {
            if (pes.contains(link.pe)) {
                link.send(made);
            }
        }
        final SortedMap<Integer, Outcome> result = await(pes);
        output.showAll();
        return result;
    }

    private synchronized Request begin(SortedSet<Integer> pes, LongFunction<Request> request) {
        awaitInterruption();
        final Request made = request.apply(number + 1);
        if (isStopped && made instanceof Request.Invoke) {
            throw new PromptException(PromptException.NOT_RUN);
        }
        requireIdle(pes);
        outcomes.clear();
        isGivenUp = false;
        isRunning = true;
        number++;
        pes.forEach(pe -> links.get(pe).running = number);
        return made;
    }

    /** One that is in progress is not for the next request. */
    private void awaitInterruption() {
        boolean wasInterrupted = false;
        while (isInterrupting) {
            try {
                wait();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireIdle(Collection<Integer> pes) {
        final List<Integer> ended = links.values().stream()
                .filter(link -> link.isGone)
                .map(link -> link.pe)
                .toList();
        if (!ended.isEmpty()) {
            throw new PromptException(PeNumbers.text(ended) + (ended.size() == 1 ? " has" : " have")
                    + " ended, and with that the job; /reset starts it again");
        }
        final List<Integer> busy =
                pes.stream().filter(pe -> links.get(pe).running != 0).toList();
        if (!busy.isEmpty()) {
            throw new PromptException(PeNumbers.text(busy) + (busy.size() == 1 ? " is" : " are")
                    + " still in an earlier snippet; select other PEs by @, or start the job again by /reset");
        }
    }

    private SortedMap<Integer, Outcome> await(SortedSet<Integer> pes) {
        try {
            while (!isFinished(pes)) {
                output.showOld();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            isRunning = false;
            final SortedMap<Integer, Outcome> result = new TreeMap<>(outcomes);
            pes.forEach(pe -> result.putIfAbsent(pe, new Outcome.Failed("not interrupted")));
            return result;
        }
    }

    /** Waits a moment unless all is done. */
    @SuppressWarnings("WaitNotInLoop") // the caller has the loop, and shows output between two waits
    private synchronized boolean isFinished(SortedSet<Integer> pes) throws InterruptedException {
        if (!isDone(pes)) {
            wait(LOOK_MS);
        }
        return isDone(pes);
    }

    /** An interruption goes on after that: it has other PEs join. */
    private boolean isDone(SortedSet<Integer> pes) {
        return (outcomes.size() == pes.size() || isGivenUp) && !isInterrupting;
    }

    /** The PEs that run something. */
    private synchronized List<PeLink> busy() {
        return links.values().stream()
                .filter(link -> link.running != 0 && !link.isGone)
                .toList();
    }

    /** The PEs that run the last request, or have joined a collective; not those that were given up before. */
    synchronized List<PeLink> current() {
        return busy().stream()
                .filter(link -> link.running == number || link.running == JOINED)
                .toList();
    }

    /**
     * An interruption begins: nothing more of the input will run. Returns false if one is in progress, or no PE runs a
     * request that the prompt waits for.
     */
    synchronized boolean beginInterrupt() {
        isStopped = isEvaluating;
        if (isInterrupting || !isRunning || current().isEmpty()) {
            return false;
        }
        isInterrupting = true;
        return true;
    }

    /** Interrupts the snippets that PEs run. */
    void interrupt(Collection<PeLink> busy) {
        for (PeLink link : busy) {
            final long snippet = running(link);
            if (snippet > 0) {
                link.send(new Request.Interrupt(snippet));
            }
        }
    }

    private synchronized long running(PeLink link) {
        return link.running;
    }

    /**
     * Asks PEs what they do.
     *
     * @param limitMs how long to wait for their answers
     * @throws InterruptedException if the thread is interrupted
     */
    void ask(Collection<PeLink> some, long limitMs) throws InterruptedException {
        synchronized (this) {
            some.forEach(link -> link.doing = null);
        }
        some.forEach(link -> link.send(new Request.Ask()));
        final long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        synchronized (this) {
            long leftMs = limitMs;
            while (leftMs > 0 && some.stream().anyMatch(link -> link.doing == null && !link.isGone)) {
                wait(leftMs);
                leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            }
        }
    }

    /** What a PE has said that it does, or null. */
    synchronized Answer.Doing doing(PeLink link) {
        return link.doing;
    }

    /**
     * Has PEs that run nothing join a collective in which others wait, if all PEs of the team can leave it then: those
     * that are neither idle nor in a collective of the team would leave the joining ones waiting, too.
     */
    void join(CollectiveLog.Call call) {
        if (!canComplete(call)) {
            return;
        }
        for (PeLink link : links()) {
            if (call.pes().contains(link.pe) && beginJoin(link)) {
                link.send(new Request.Join(running(link), call.team()));
            }
        }
    }

    private synchronized boolean canComplete(CollectiveLog.Call call) {
        return call.pes().stream().allMatch(pe -> canLeave(links.get(pe), call.team()));
    }

    private static boolean canLeave(PeLink link, String team) {
        return link != null && !link.isGone && (link.running == 0 || link.running == JOINED || isInTeam(link, team));
    }

    private static boolean isInTeam(PeLink link, String team) {
        return link.doing != null
                && link.doing.call() != null
                && link.doing.call().team().equals(team);
    }

    private synchronized boolean beginJoin(PeLink link) {
        final boolean isIdle = link.running == 0 && !link.isGone;
        if (isIdle) {
            link.running = JOINED;
        }
        return isIdle;
    }

    /** The interruption has ended: {@link #run} returns without the PEs that have not finished. */
    synchronized void endInterrupt() {
        isGivenUp = true;
        isInterrupting = false;
        notifyAll();
    }
}
