package org.jshmem.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.ShmemException;

/** The files of this PE, and the recorders of its threads, from an init to a shutdown. */
final class PeTrace {
    /** Files of this PE; threads that find no more share one. One file is that of the samples. */
    private static final int MOST_FILES = 16;

    /** For the samples of 20 numbers in a day. */
    private static final long SMALL_BYTES = 4L << 20;

    final int pe;
    final Names names;
    final Sequences sent = new Sequences();
    final Sequences received = new Sequences();
    final long thresholdNs;

    private final Set<String> uncounted = ConcurrentHashMap.newKeySet();
    private final int nPes;
    private final Path directory;
    private final long bufferBytes;
    private final AtomicInteger files = new AtomicInteger();
    private final List<Recorder> recorders = new CopyOnWriteArrayList<>();

    @SuppressWarnings("ThreadLocalUsage") // a trace has its own; there may be another after it
    private final ThreadLocal<Recorder> ofThread = new ThreadLocal<>();

    /** Bytes moved by threads that have no file of their own. */
    private final long[] movedByOthers;

    /** Of threads that have no file of their own; null before the first. */
    private TraceFile shared;

    /** The recorder that was asked for last; a thread that sees an old one looks for its own. */
    private Recorder last;

    PeTrace(TraceSettings settings, int pe, int nPes, long thresholdNs) {
        this.pe = pe;
        this.nPes = nPes;
        this.movedByOthers = new long[nPes];
        this.directory = settings.parts();
        this.bufferBytes = settings.bufferBytes();
        this.thresholdNs = thresholdNs;
        try {
            Parts.make(directory);
            names = new Names(directory.resolve("pe-" + pe + ".names"));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private ShmemException failed(IOException e) {
        return new ShmemException(
                "the trace of PE " + pe + " cannot be written to " + directory + " (" + e
                        + "); if another job has left it, make a trace of it by shmem-trace " + directory
                        + ", or remove it; otherwise make room, or name another file by SHMEM_TRACE",
                e);
    }

    /** The recorder of the calling thread. */
    Recorder recorder() {
        final Recorder recent = last;
        final Thread thread = Thread.currentThread();
        return recent != null && recent.thread == thread ? recent : find(thread);
    }

    private Recorder find(Thread thread) {
        Recorder recorder = ofThread.get();
        if (recorder == null) {
            recorder = make(thread);
            ofThread.set(recorder);
        }
        last = recorder;
        return recorder;
    }

    private Recorder make(Thread thread) {
        if (thread.isVirtual() || files.get() >= MOST_FILES) {
            return new Recorder(thread, shared(), names, movedByOthers, thresholdNs);
        }
        final Recorder recorder = new Recorder(thread, file(thread.getName(), bufferBytes), names, nPes, thresholdNs);
        recorders.add(recorder);
        return recorder;
    }

    private synchronized TraceFile shared() {
        if (shared == null) {
            shared = file("other threads", bufferBytes);
        }
        return shared;
    }

    /** A file for a thread of the tool. */
    TraceFile small(String name) {
        return file(name, SMALL_BYTES);
    }

    private TraceFile file(String name, long bytes) {
        final int number = files.getAndIncrement();
        try {
            return new TraceFile(directory.resolve("pe-" + pe + "." + number), pe, number, name, bytes);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** How many deliveries without an event there were so far. */
    long shortOperations() {
        return recorders.stream().mapToLong(Recorder::shortOperations).sum();
    }

    /** The end of the trace: writes what is buffered; the threads of the program record no more. */
    void flush() {
        recorders.forEach(Recorder::flush);
    }

    /** Messages to or from a PE, or −1 for all, with a tag, or −1 for all, are not all told: they cannot be counted. */
    void tellUncounted(int peer, int team, int tag, boolean isSend) {
        final String way = isSend ? "to" : "from";
        if (uncounted.add(way + " " + team + " " + peer + " " + tag)) {
            names.tell("uncounted", way, team, peer, tag);
        }
    }

    /** The bytes moved to and from a PE so far. */
    long moved(int peer) {
        long sum = movedByOthers[peer];
        for (Recorder recorder : recorders) {
            sum += recorder.moved[peer];
        }
        return sum;
    }
}
