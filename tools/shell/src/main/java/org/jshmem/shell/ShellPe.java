package org.jshmem.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import jdk.jshell.spi.ExecutionControl.ExecutionControlException;
import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.ThreadLevel;

/**
 * Main class of each PE of {@code shmemrun --shell}. The thread that has started the library runs the snippets, one
 * after the other. A daemon thread reads the requests of the shell, so that it hears an interruption meanwhile.
 */
public final class ShellPe {
    /** The variable with the socket of the shell. */
    private static final String SOCKET = "JSHMEM_SHELL";

    private static final String LIBRARY = "org.jshmem.internal.";

    private final Wire wire;
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final Thread thread = Thread.currentThread();
    private final PeEngine engine = new PeEngine();

    private ShellPe(Wire wire) {
        this.wire = wire;
    }

    /**
     * Runs snippets until the shell ends.
     *
     * @param arguments none
     * @throws IOException if the shell cannot be reached
     */
    public static void main(String[] arguments) throws IOException {
        final String socket = System.getenv(SOCKET);
        if (socket == null) {
            throw new IllegalStateException(SOCKET + " is not set; start the shell by shmemrun -np 4 --shell");
        }
        CollectiveLog.OF_PE.follow(Thread.currentThread());
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(Path.of(socket)));
                Wire wire = new Wire(channel);
                var _ = Shmem.init(ThreadLevel.MULTIPLE)) {
            PeOutput.redirect(wire);
            wire.send(new Answer.Hello(
                    Shmem.myPe(), Shmem.nPes(), ProcessHandle.current().pid()));
            new ShellPe(wire).run();
        }
        System.exit(0); // threads of snippets may be left
    }

    private void run() {
        Thread.ofPlatform().daemon().name("jshmem-shell-requests").start(this::read);
        try {
            Request request = next();
            while (!(request instanceof Request.Exit)) {
                answer(request);
                request = next();
            }
        } catch (IOException | UncheckedIOException e) {
            // The shell has ended meanwhile.
        }
    }

    private void answer(Request request) throws IOException {
        switch (request) {
            case Request.Load load -> load(load);
            case Request.Invoke invoke -> finish(invoke.number(), engine.run(invoke));
            case Request.Read read -> finish(read.number(), engine.read(read));
            case Request.Join join -> finish(join.number(), join(join.team()));
            default -> throw new IllegalStateException("heard by the reader: " + request);
        }
    }

    private Request next() {
        while (true) {
            try {
                return requests.take();
            } catch (InterruptedException e) {
                // A thread of a snippet has interrupted this one; there is nothing to end here.
            }
        }
    }

    /** Runs in a thread of its own. The end of the shell is the end of this PE. */
    private void read() {
        try {
            while (true) {
                switch (wire.receive(Request.class)) {
                    case Request.Interrupt interrupt -> Interruption.request(interrupt.number());
                    case Request.Ask _ -> wire.send(doing());
                    case Request other -> requests.add(other);
                }
            }
        } catch (IOException e) {
            requests.add(new Request.Exit());
        }
    }

    private Answer.Doing doing() {
        final boolean isInLibrary = Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith(LIBRARY));
        return new Answer.Doing(isInLibrary, isInLibrary ? CollectiveLog.OF_PE.call() : null);
    }

    private void load(Request.Load load) throws IOException {
        try {
            engine.load(load.classes());
        } catch (ExecutionControlException | LinkageError e) {
            wire.send(new Answer.Printed("a class of the snippet cannot be loaded: " + e + System.lineSeparator()));
        }
    }

    /**
     * Sends the outcome. The monitor regards a call that threw as in progress until the next one has ended, so there is
     * a next one.
     */
    private void finish(long number, Outcome outcome) throws IOException {
        if (!(outcome instanceof Outcome.Value) && Shmem.queryInitialized()) {
            Shmem.quiet();
        }
        System.out.flush(); // an unfinished line is of this snippet
        wire.send(new Answer.Finished(number, outcome));
    }

    /** Other PEs wait in a collective of the team: it ends for all, by an exception if they have called another one. */
    private static Outcome join(String name) {
        final ShmemTeam team = CollectiveLog.OF_PE.team(name);
        try {
            if (team != null) {
                team.sync();
            }
            return new Outcome.Value(null);
        } catch (ShmemException | IllegalStateException e) {
            return new Outcome.Failed(e.getMessage());
        }
    }
}
