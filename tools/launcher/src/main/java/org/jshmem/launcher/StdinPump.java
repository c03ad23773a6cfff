package org.jshmem.launcher;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Copies the controlling terminal to PE 0, which cannot read it itself: it leads a process group of its own, and the
 * terminal stops readers outside its foreground group. The same holds for a launcher in the background, so this waits
 * for the foreground.
 */
final class StdinPump implements Runnable {
    private static final int BUFFER_BYTES = 4096;
    private static final long BACKGROUND_POLL_MILLIS = 500;

    private final OutputStream target;

    StdinPump(OutputStream target) {
        this.target = target;
    }

    void start() {
        final Thread thread = new Thread(this, "shmemrun-stdin");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void run() {
        final byte[] buffer = new byte[BUFFER_BYTES];
        try (OutputStream out = target;
                InputStream in = new FileInputStream(FileDescriptor.in)) {
            int count = read(in, buffer);
            while (count >= 0) {
                out.write(buffer, 0, count);
                out.flush();
                count = read(in, buffer);
            }
        } catch (IOException e) {
            // PE 0 reads no more, or the terminal is gone; neither is an error of the job.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int read(InputStream in, byte[] buffer) throws IOException, InterruptedException {
        while (true) {
            while (ProcFiles.inBackground()) {
                Thread.sleep(BACKGROUND_POLL_MILLIS);
            }
            try {
                return in.read(buffer);
            } catch (IOException e) {
                if (!ProcFiles.inBackground()) {
                    throw e;
                }
                // It was stopped and went on in the background while it waited here.
            }
        }
    }
}
