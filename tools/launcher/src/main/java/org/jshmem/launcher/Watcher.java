package org.jshmem.launcher;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The process beside a job that serves its page and writes its report: {@code shmem-top}, to which the PEs send what
 * they do. It ends with this launcher, whatever ends that: then its standard input ends.
 */
final class Watcher {
    /** Where PEs send to; not on their command lines, since the token in it is not for everybody. */
    private static final String ADDRESS = "SHMEM_MONITOR";

    /** Time to write the report, also that of a large job on a busy machine. */
    private static final long LAST_SECONDS = 60;

    /**
     * A terminal's signals reach all processes of the job; the report is written after one that ends it. Nobody would
     * read what a JVM prints at QUIT.
     */
    private static final String OUTLIVE_SIGNALS = "trap '' INT TERM HUP QUIT; exec \"$@\"";

    private final Process process;
    private final String address;
    private final boolean hasReport;
    private final PrintStream messages;

    private Watcher(Process process, String address, boolean hasReport, PrintStream messages) {
        this.process = process;
        this.address = address;
        this.hasReport = hasReport;
        this.messages = messages;
    }

    /** Starts it, and says where the page is. */
    static Watcher start(LaunchOptions.Watching wanted, List<Path> classPath, PrintStream messages) {
        final List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", OUTLIVE_SIGNALS, "sh"));
        command.addAll(Installation.serialJavaCommand());
        command.addAll(List.of(
                "-Xrs",
                "-XX:TieredStopAtLevel=1",
                "-Xlog:disable", // options in the environment may log to the pipe that is read here
                "-Xlog:all=error:stderr",
                "-cp",
                classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "org.jshmem.monitor.ShmemTop",
                "--listen",
                "--until-input-ends"));
        if (wanted.port() >= 0) {
            command.add("--serve=" + wanted.port());
        }
        if (wanted.report() != null) {
            command.add("--report=" + wanted.report());
        }
        try {
            final Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            final BufferedReader said = process.inputReader();
            final String address = said.readLine();
            final String page = wanted.port() < 0 ? "" : said.readLine();
            if (address == null || page == null) {
                throw new UsageException("the job was not started, as it cannot be watched");
            }
            if (!page.isEmpty()) {
                messages.println("shmemrun: watch the job at " + page);
            }
            return new Watcher(process, address.substring(address.indexOf('=') + 1), wanted.report() != null, messages);
        } catch (IOException e) {
            throw new UsageException("the program that watches the job cannot be started: " + e.getMessage());
        }
    }

    /** The options with what the PEs need to send to it. */
    LaunchOptions in(LaunchOptions options) {
        return options.with(ToolNames.option(options, "monitor"), Map.of(ADDRESS, address));
    }

    /** Lets it write the report; returns false if one was wanted and is not complete. */
    boolean finish() {
        closePipe();
        return hasEndedWell() || !hasReport;
    }

    private boolean hasEndedWell() {
        try {
            if (!process.waitFor(LAST_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                messages.println("shmemrun: the program that watched the job did not end within " + LAST_SECONDS
                        + " seconds and was killed; a report may not be complete");
                return false;
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return false;
        }
        final int status = process.exitValue();
        if (status > ExitStatus.FAILURE) { // otherwise it has said itself what was wrong
            messages.println("shmemrun: the program that watched the job " + ExitStatus.describe(status)
                    + (hasReport ? "; there is no report" : ""));
        }
        return status == ExitStatus.SUCCESS;
    }

    private void closePipe() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended already.
        }
    }
}
