package org.jshmem.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import jnr.constants.platform.Signal;
import org.jshmem.bootstrap.LauncherProtocol;
import org.jshmem.launcher.LaunchOptions.Action;

/**
 * Supervises one job from the start of its PEs to its exit status.
 *
 * <p><b>Protocol.</b> One thread, the one that calls {@link #run}, owns all state; everything that happens reaches it
 * as a {@link JobEvent}. A PE is judged once its process is reaped <em>and</em> everything it had sent is read, so the
 * reason it gave always comes before the status that it left.
 *
 * <p><b>Failure.</b> The first thing that goes wrong decides status and message. All other PEs are then asked to end,
 * and killed after {@link #GRACE_NS}.
 */
final class Job implements JobEvent.Handler {
    private static final long GRACE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long QUIET_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long OUTPUT_GRACE_MILLIS = 1000;
    private static final long NEVER = Long.MAX_VALUE;

    private final LaunchOptions options;
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final List<PeProcess> pes = new ArrayList<>();
    private final PeSignals signals = new PeSignals(pes);
    private final JobIdentity identity;
    private final PrintStream messages;
    private final ControlServer server;
    private final WireUp wireUp;
    private final TurnedAway turnedAway = new TurnedAway();

    /**
     * What PEs have said of their failure while another PE, of which that may be a consequence, was coming to its end.
     */
    private final List<Runnable> consequences = new ArrayList<>();

    private PeStarter starter;
    private long startNs;
    private long killAtNs = NEVER;
    private boolean prepared;
    private boolean signalled;
    private EndReason end;

    Job(LaunchOptions options, JobIdentity identity, PrintStream messages) {
        this.options = options;
        this.identity = identity;
        this.messages = messages;
        server = new ControlServer(identity, options.npes(), events::add, turnedAway);
        wireUp = new WireUp(pes, server);
    }

    /** Starts to serve the control socket, ahead of {@link #run}. */
    void serveControl() {
        server.start();
    }

    /** Ends with the process that has started this launcher, if that is {@link Launch}. */
    void followParent() {
        final Long parent = Long.getLong(Launch.PARENT_PROPERTY);
        if (parent == null) {
            return;
        }
        final var _ = ProcessHandle.of(parent)
                .map(ProcessHandle::onExit)
                .orElseGet(() -> CompletableFuture.completedFuture(null))
                .thenRun(() -> events.add(job -> job.signalled(Signal.SIGTERM.intValue())));
    }

    int run(PeCommand command) throws InterruptedException {
        startNs = System.nanoTime();
        starter = new PeStarter(command, options, events::add);
        startPes();
        LauncherSignals.forwardTo(events::add, options.action() == Action.SHELL);
        while (!allSettled()) {
            final JobEvent event = events.poll(waitNs(), TimeUnit.NANOSECONDS);
            if (event != null) {
                event.tell(this);
            } else if (!prepared) {
                prepared = true;
                signals.prepare(events::add);
            }
            checkDeadlines();
        }
        return finish();
    }

    private void startPes() {
        for (int pe = 0; pe < options.npes() && end == null; pe++) {
            try {
                final PeProcess started = starter.start(pe);
                server.expect(started.pid());
                pes.add(started);
            } catch (IOException | OutOfMemoryError e) {
                end(ExitStatus.FAILURE, "PE " + pe + " cannot be started: " + e.getMessage() + Capacity.remedy(e));
            }
        }
    }

    private boolean allSettled() {
        return pes.stream().allMatch(PeProcess::isSettled);
    }

    private long waitNs() {
        final long now = System.nanoTime();
        if (killAtNs != NEVER) {
            return Math.max(0, killAtNs - now);
        }
        final long quiet = prepared ? NEVER : QUIET_NS;
        return options.timeoutSeconds() == 0 ? quiet : Math.max(0, Math.min(quiet, timeoutAtNs() - now));
    }

    private long timeoutAtNs() {
        return startNs + TimeUnit.SECONDS.toNanos(options.timeoutSeconds());
    }

    /** After every event, because PEs that cause one after the other must not keep the job alive. */
    private void checkDeadlines() {
        final long now = System.nanoTime();
        if (killAtNs != NEVER) {
            if (now - killAtNs >= 0) {
                signals.kill();
                killAtNs = now + GRACE_NS;
            }
        } else if (options.timeoutSeconds() != 0 && now - timeoutAtNs() >= 0) {
            end(
                    ExitStatus.TIMED_OUT,
                    "the job ran longer than --timeout=" + options.timeoutSeconds() + " seconds; " + running());
        }
    }

    private String running() {
        final List<PeProcess> running =
                pes.stream().filter(pe -> !pe.hasExited()).toList();
        return running.isEmpty()
                ? "its PEs have ended, but something still holds their output"
                : "still running: " + numbers(running);
    }

    private static String numbers(List<PeProcess> some) {
        return some.stream()
                .map(pe -> Integer.toString(pe.pe()))
                .collect(Collectors.joining(", ", some.size() == 1 ? "PE " : "PEs ", ""));
    }

    @Override
    public void exited(int pe, int status) {
        pes.get(pe).exited(status);
        server.drain(pe);
    }

    @Override
    public void drained(int pe) {
        settle(pes.get(pe));
    }

    @Override
    public void launcherFailed(String what, Throwable cause) {
        end(ExitStatus.FAILURE, "the launcher cannot go on: " + what + " failed: " + cause + Capacity.remedy(cause));
    }

    @Override
    public void outputFailed(StandardStream stream, IOException cause) {
        if (stream.hasReader()) {
            end(ExitStatus.ofSignal(Signal.SIGPIPE.intValue()), null);
        } else {
            end(
                    ExitStatus.NO_OUTPUT,
                    "the job was ended, as its " + stream + " cannot be written: " + cause.getMessage());
        }
    }

    @Override
    public void signalled(int number) {
        signalled = true;
        if (end == null) {
            end(ExitStatus.ofSignal(number), "the job was ended by signal " + ExitStatus.signalText(number));
        } else {
            signals.kill();
        }
    }

    /** Ends the job without a message, as if it had succeeded; any thread may call. */
    void stop() {
        events.add(JobEvent.Handler::stopWanted);
    }

    @Override
    public void stopWanted() {
        end(ExitStatus.SUCCESS, null);
    }

    /** Whether a signal has ended the job; for the thread that has run it. */
    boolean wasSignalled() {
        return signalled;
    }

    @Override
    public void stopped() {
        signals.stop();
    }

    @Override
    public void stacksWanted() {
        signals.dumpThreads(pes);
    }

    @Override
    public void warned() {
        signals.pass(Signal.SIGUSR1);
    }

    private void settle(PeProcess pe) {
        pe.drained();
        if (pe.hasAnnouncedItsEnd() && !consequences.isEmpty()) {
            // It is heard below, once it is known how the others have ended.
            pe.shutDown();
        } else if (pe.status() != ExitStatus.SUCCESS) {
            end(pe.status(), pe.title() + " " + ExitStatus.describe(pe.status()) + advice(pe));
        } else if (pe.isInitialised()) {
            end(
                    ExitStatus.FAILURE,
                    pe.title() + " ended without shutdown(): it called init() and then its program ended");
        }
        if (!consequences.isEmpty() && pes.stream().noneMatch(PeProcess::isEnding)) {
            consequences.forEach(Runnable::run);
            consequences.clear();
        }
        checkWireUp();
    }

    private static String advice(PeProcess pe) {
        if (pe.status() == ExitStatus.ofSignal(Signal.SIGABRT.intValue())) {
            return "; if its JVM crashed, hs_err_pid" + pe.pid() + ".log says why";
        }
        if (pe.status() == ExitStatus.ofSignal(Signal.SIGKILL.intValue())) {
            return "; if nobody did that by hand, memory ran out (see dmesg)";
        }
        return "";
    }

    private void checkWireUp() {
        final PeProcess missing = wireUp.missing();
        if (missing != null && consequences.isEmpty()) {
            end(ExitStatus.FAILURE, missing.title() + " ended without init(), for which the other PEs wait");
        }
    }

    @Override
    public void received(ControlConnection connection, byte type, ByteBuffer payload) {
        try {
            if (connection.pe() == ControlConnection.NO_PE) {
                admit(connection, type, payload);
            } else {
                handleFrame(pes.get(connection.pe()), type, payload);
            }
        } catch (BufferUnderflowException e) {
            reject(connection, "frame type=" + type + " is too short");
        }
        server.handled(connection);
    }

    private void handleFrame(PeProcess pe, byte type, ByteBuffer payload) {
        switch (type) {
            case LauncherProtocol.GATHER -> gather(pe, payload);
            case LauncherProtocol.FINISHED -> pe.shutDown();
            case LauncherProtocol.GLOBAL_EXIT -> globalExit(pe, payload.getInt(), text(payload));
            case LauncherProtocol.ABORT -> abort(pe, payload.getInt(), text(payload));
            default -> reject(pe.connection(), "frame type=" + type + " is unknown");
        }
    }

    private void gather(PeProcess pe, ByteBuffer payload) {
        if (end != null) {
            // The PE will be ended; an answer could only make it complain.
            return;
        }
        if (!wireUp.contribute(pe, payload)) {
            reject(pe.connection(), "PE " + pe.pe() + " contributed twice to one round");
        }
        checkWireUp();
    }

    private static String text(ByteBuffer payload) {
        return StandardCharsets.UTF_8.decode(payload).toString();
    }

    private void globalExit(PeProcess pe, int status, String message) {
        pe.announceEnd();
        end(status, status == ExitStatus.SUCCESS ? null : pe.title() + " " + message);
    }

    /**
     * If another PE is coming to its end, this one may have noticed that before its launcher has; then that one's end
     * counts.
     */
    private void abort(PeProcess pe, int status, String message) {
        pe.announceEnd();
        if (pes.stream().anyMatch(other -> !other.equals(pe) && other.isEnding())) {
            consequences.add(() -> failed(pe, status, message));
        } else {
            failed(pe, status, message);
        }
    }

    private void failed(PeProcess pe, int status, String message) {
        final List<PeProcess> awaited = wireUp.awaited();
        if (status == ExitStatus.TIMED_OUT) {
            signals.dumpThreads(awaited);
        }
        end(
                status == ExitStatus.SUCCESS ? ExitStatus.FAILURE : status,
                pe.title() + " failed: " + message + (awaited.isEmpty() ? "" : "; not there: " + numbers(awaited)));
    }

    private void admit(ControlConnection connection, byte type, ByteBuffer payload) {
        final String objection = objection(connection, type, payload);
        if (objection != null) {
            reject(connection, objection);
        }
    }

    /** Why this HELLO is not one of our PE's; null when it is, and then the PE is connected. */
    private String objection(ControlConnection connection, byte type, ByteBuffer payload) {
        if (type != LauncherProtocol.HELLO || payload.remaining() != LauncherProtocol.HELLO_PAYLOAD_BYTES) {
            return "its first frame is no HELLO";
        }
        final int version = payload.getInt();
        final int number = payload.getInt();
        payload.getLong();
        final byte[] secret = new byte[LauncherProtocol.SECRET_BYTES];
        payload.get(secret);
        if (!identity.isSecret(secret)) {
            return "wrong secret";
        }
        if (number < 0 || number >= pes.size()) {
            return "pe=" + number + " is not in this job";
        }
        final PeProcess pe = pes.get(number);
        if (pe.pid() != connection.peerPid()) { // a program that the PE has started knows the secret too
            return "pe=" + number + " is another process" + TurnedAway.REMEDY;
        }
        if (pe.connection() != null && pe.connection().isOpen()) {
            return "pe=" + number + " is already connected";
        }
        connection.admit(number);
        pe.connected(connection);
        if (version != LauncherProtocol.VERSION) {
            failed(
                    pe,
                    ExitStatus.FAILURE,
                    "its library speaks version " + version + " of the protocol with shmemrun, this"
                            + " shmemrun version " + LauncherProtocol.VERSION + "; use both of one release of JSHMEM");
        }
        return null;
    }

    private void reject(ControlConnection connection, String reason) {
        server.reject(connection, reason);
    }

    /** Records the first reason to end; later ones are its consequences. */
    private void end(int status, String message) {
        if (end == null) {
            end = new EndReason(status, message);
            signals.terminate();
            killAtNs = System.nanoTime() + GRACE_NS;
        }
    }

    private int finish() throws InterruptedException {
        server.close();
        if (end != null) {
            signals.killLeftovers();
        }
        // A slow reader of the output does not delay the end of a job that a limit or a signal has ended.
        final boolean isPatient = !signalled && (end == null || end.status() != ExitStatus.TIMED_OUT);
        if (!starter.finishOutput(OUTPUT_GRACE_MILLIS, isPatient)) {
            signals.killLeftovers();
            starter.finishOutput(OUTPUT_GRACE_MILLIS, isPatient);
        }
        tellLate();
        if (isPatient) {
            sayLastWords();
        } else {
            final CountDownLatch said = LauncherSignals.limitLastWords(end.status());
            sayLastWords();
            said.countDown();
        }
        return end == null ? ExitStatus.SUCCESS : end.status();
    }

    private void sayLastWords() {
        final String strangers = turnedAway.describe();
        if (strangers != null) {
            say(strangers);
        }
        if (end != null && end.message() != null) {
            say(end.message());
        }
    }

    /** The last output may have failed since all PEs have ended. */
    private void tellLate() {
        for (JobEvent event = events.poll(); event != null; event = events.poll()) {
            event.tell(this);
        }
    }

    private void say(String message) {
        messages.println("shmemrun: " + message);
        messages.flush();
    }
}
