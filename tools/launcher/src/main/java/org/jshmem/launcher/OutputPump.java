package org.jshmem.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Copies one output stream of one PE, line by line as bytes, so that lines of different PEs do not mix, and neither do
 * stacks, whose lines come one soon after the other. A last line without newline gets one, unless the job has a single
 * PE: then every byte passes as it is.
 *
 * <p>A line longer than {@link #MAX_HELD_BYTES}, or for which {@link LineMemory} has no room, is passed on in pieces.
 * No pump waits for the end of another's line, since the PE that has begun it may wait for PEs that print: between two
 * pieces lines of others may come, and {@link LineWriter} then begins a new line.
 */
final class OutputPump implements Runnable {
    static final int MAX_HELD_BYTES = 16 << 20;
    private static final int INITIAL_BYTES = 16 << 10;
    private static final int STACK_BYTES = 128 << 10;

    /** How the lines of an exception's stack begin, and of the stacks that a JVM prints at SIGQUIT. */
    private static final Pattern OF_STACK =
            Pattern.compile("\t(at |\\.\\.\\. |Suppressed: )|Caused by: |Exception in thread"
                    + " |[\\w.$]+(Exception|Error)\\b|Full thread dump |\"|   java.lang.Thread.State: |\t- |\n");

    private static final int LINE_START_BYTES = 200;

    /** A JVM that prints a stack writes the next line within this time, though others may have its CPU before. */
    private static final long SOON_NS = 100_000_000;

    /** Between two looks for that line. */
    private static final long LOOK_NS = 500_000;

    private final Process process;
    private final InputStream in;
    private final LineWriter writer;
    private final LineMemory memory;
    private final byte[] tag;
    private final boolean endsLastLine;
    private final Consumer<JobEvent> events;
    private final Thread thread;

    /** Counts the beginnings and the ends of writes. */
    private final AtomicInteger writes = new AtomicInteger();

    private byte[] held = new byte[INITIAL_BYTES];
    private int heldBytes;

    /** Of the bytes held, those that are whole lines. */
    private int linesEnd;

    /**
     * @param tag written before every line; may be empty
     * @param endsLastLine whether a last line without newline gets one
     */
    OutputPump(
            Process process,
            InputStream in,
            LineWriter writer,
            LineMemory memory,
            byte[] tag,
            boolean endsLastLine,
            Consumer<JobEvent> events) {
        this.process = process;
        this.in = in;
        this.writer = writer;
        this.memory = memory;
        this.tag = tag;
        this.endsLastLine = endsLastLine;
        this.events = events;
        this.thread = new Thread(null, this, "shmemrun-output", STACK_BYTES);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Waits until the stream has ended and all of it is written; false when that takes longer. */
    boolean finish(long millis) throws InterruptedException {
        if (millis > 0) {
            thread.join(millis);
        }
        return !thread.isAlive();
    }

    /** A number that changes when a write begins or ends, and is odd in between. */
    int writes() {
        return writes.get();
    }

    @Override
    public void run() {
        try {
            copyAll();
            writeRest();
        } catch (Throwable t) {
            // Nobody would read this stream any more, and its PE would wait for ever.
            held = new byte[0];
            events.accept(job -> job.launcherFailed("its thread for the output of PEs", t));
        }
    }

    private void copyAll() {
        try {
            copy();
            // The JDK's reaper may have taken the last bytes out of the pipe; it hands them back once the process is
            // reaped.
            process.waitFor();
            copy();
        } catch (IOException e) {
            // The stream is closed under us when the process has ended but a child of it still holds the pipe.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void copy() throws IOException {
        while (true) {
            final int count = in.read(held, heldBytes, held.length - heldBytes);
            if (count < 0) {
                return;
            }
            heldBytes += count;
            linesEnd = Math.max(linesEnd, lastLineEnd(heldBytes - count));
            if (!endsWithinStack() || heldBytes == held.length || !continuesSoon()) {
                writeLines(linesEnd);
            }
        }
    }

    /** Whether what is held ends with a line of an exception's stack, so that more of it may come. */
    private boolean endsWithinStack() {
        int start = Math.max(0, linesEnd - 1);
        while (start > 0 && held[start - 1] != '\n') {
            start--;
        }
        final int length = Math.min(linesEnd - start, LINE_START_BYTES);
        return OF_STACK.matcher(new String(held, start, length, StandardCharsets.ISO_8859_1))
                .lookingAt();
    }

    private boolean continuesSoon() throws IOException {
        final long start = System.nanoTime();
        while (in.available() == 0) {
            if (System.nanoTime() - start > SOON_NS || !process.isAlive()) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
        return true;
    }

    private int lastLineEnd(int from) {
        for (int i = heldBytes - 1; i >= from; i--) {
            if (held[i] == '\n') {
                return i + 1;
            }
        }
        return 0;
    }

    private void writeLines(int end) {
        if (end > 0) {
            write(end);
            giveBack();
        }
        if (heldBytes == held.length) {
            makeRoom();
        }
    }

    private void makeRoom() {
        if (held.length < MAX_HELD_BYTES && memory.tryReserve(held.length)) {
            held = Arrays.copyOf(held, 2 * held.length);
        } else {
            write(heldBytes);
        }
    }

    /** After a long line: what is held fits into little memory again. */
    private void giveBack() {
        if (held.length > INITIAL_BYTES && heldBytes < INITIAL_BYTES) {
            memory.release(held.length - INITIAL_BYTES);
            held = Arrays.copyOf(held, INITIAL_BYTES);
        }
    }

    private void writeRest() {
        write(heldBytes);
        giveBack();
        if (endsLastLine) {
            writes.incrementAndGet();
            writer.endLine(this);
            writes.incrementAndGet();
        }
    }

    private void write(int end) {
        writes.incrementAndGet();
        writer.write(this, tag, held, end);
        writes.incrementAndGet();
        heldBytes -= end;
        linesEnd = Math.max(0, linesEnd - end);
        System.arraycopy(held, end, held, 0, heldBytes);
    }
}
