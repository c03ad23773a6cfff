package org.jshmem.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jnr.constants.platform.Signal;

/**
 * The process of {@code --shell} that owns the terminal and talks with the PEs. It asks for a job, and for another one
 * when the user resets it; its end is the end of the job.
 *
 * <pre>
 * shell to launcher   J  start a job        E  end the job
 * launcher to shell   D  the job has ended
 * </pre>
 */
final class ShellPrompt implements AutoCloseable {
    private static final String SHELL = "org.jshmem.shell.Shell";
    private static final String SHELL_PE = "org.jshmem.shell.ShellPe";

    /** Where PEs connect; the directory of the socket is for this user only. */
    private static final String SOCKET = "JSHMEM_SHELL";

    private static final byte START = 'J';
    private static final byte ENDED = 'D';
    private static final long LAST_SECONDS = 5;
    private static final long LOOK_MS = 5;

    private final Process process;
    private final Path directory;
    private final SocketChannel channel;

    /** Whether the shell waits for a job. */
    private boolean isJobWanted;

    private boolean hasEnded;

    /** The job in progress, or null. */
    private Job job;

    /** Whether the shell has asked to end a job that it wants and that is being started. */
    private boolean isEndWanted;

    private ShellPrompt(Process process, Path directory, SocketChannel channel) {
        this.process = process;
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Starts the process.
     *
     * @param classPath its class path
     * @param ofPes the class path of the PEs, for which it compiles
     */
    static ShellPrompt start(List<Path> classPath, List<Path> ofPes) throws InterruptedException {
        final Path directory = TemporaryDirectory.make("the sockets of the shell");
        try {
            final List<String> command = new ArrayList<>(Installation.serialJavaCommand());
            command.addAll(List.of(
                    "-XX:-UsePerfData",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    ProgramFinder.joined(classPath),
                    SHELL,
                    directory.toString(),
                    ProgramFinder.joined(ofPes)));
            final Process process = new ProcessBuilder(command)
                    .redirectInput(Redirect.INHERIT)
                    .redirectOutput(Redirect.INHERIT)
                    .redirectError(Redirect.INHERIT)
                    .start();
            final ShellPrompt prompt =
                    new ShellPrompt(process, directory, connect(process, directory.resolve("launcher")));
            Thread.ofPlatform().daemon().name("shmemrun-shell").start(prompt::read);
            return prompt;
        } catch (IOException e) {
            TemporaryDirectory.delete(directory);
            throw new UsageException("the shell cannot be started: " + e.getMessage() + Capacity.remedy(e));
        }
    }

    private static SocketChannel connect(Process process, Path socket) throws IOException, InterruptedException {
        while (process.isAlive()) {
            if (Files.exists(socket)) {
                try {
                    return SocketChannel.open(UnixDomainSocketAddress.of(socket));
                } catch (ConnectException e) {
                    // It has bound the socket, and does not listen yet.
                }
            }
            Thread.sleep(LOOK_MS);
        }
        throw new IOException("it has ended");
    }

    /** The options with what the PEs need to talk with it. */
    LaunchOptions in(LaunchOptions options, List<Path> ofShell) {
        final String path = Stream.concat(ProgramFinder.classPath(options.classPath()).stream(), ofShell.stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        return options.withProgram(List.of(SHELL_PE), path)
                .with(
                        ToolNames.option(options, "monitor", "shell"),
                        Map.of(SOCKET, directory.resolve("pes").toString()));
    }

    private void read() {
        final ByteBuffer request = ByteBuffer.allocate(1);
        try {
            while (channel.read(request.clear()) > 0) {
                handle(request.get(0) == START);
            }
        } catch (IOException e) {
            // As if it had ended.
        }
        over();
    }

    private synchronized void handle(boolean wantsJob) {
        if (wantsJob) {
            isJobWanted = true;
            isEndWanted = false;
            notifyAll();
        } else {
            isEndWanted = job == null;
            stopJob();
        }
    }

    private synchronized void over() {
        hasEnded = true;
        stopJob();
        notifyAll();
    }

    private void stopJob() {
        if (job != null) {
            job.stop();
        }
    }

    /** Waits until the shell wants a job; returns false if it has ended. */
    synchronized boolean awaitWish() throws InterruptedException {
        // The supervisor of a job stops the launcher with its PEs. Between jobs, Ctrl-Z has stopped only the shell.
        LauncherSignals.handle(Signal.SIGTSTP, () -> new Posix().stopThisProcess());
        while (!isJobWanted && !hasEnded) {
            wait();
        }
        isJobWanted = false;
        return !hasEnded;
    }

    /** Has the shell end this job when it wants to. */
    synchronized void follow(Job started) {
        job = started;
        if (hasEnded || isEndWanted) {
            isEndWanted = false;
            stopJob();
        }
    }

    /**
     * Tells the shell that the job has ended, or ends the shell, too, if a signal for the launcher has ended the job.
     *
     * @return false if it ends
     */
    synchronized boolean jobEnded() {
        final boolean isOver = job.wasSignalled();
        job = null;
        if (isOver) {
            process.destroy();
            return false;
        }
        try {
            channel.write(ByteBuffer.wrap(new byte[] {ENDED}));
        } catch (IOException e) {
            // It has ended itself.
        }
        return true;
    }

    /** Waits for the end of the shell, which it has begun; returns its exit status, or a failure if it does not end. */
    int awaitEnd() throws InterruptedException {
        return process.waitFor(LAST_SECONDS, TimeUnit.SECONDS) ? process.exitValue() : ExitStatus.FAILURE;
    }

    @Override
    public void close() {
        try (channel) {
            if (!process.waitFor(LAST_SECONDS, TimeUnit.SECONDS)) {
                process.destroy();
            }
        } catch (IOException e) {
            process.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            TemporaryDirectory.delete(directory);
        }
    }
}
