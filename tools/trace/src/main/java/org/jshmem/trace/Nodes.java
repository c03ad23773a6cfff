package org.jshmem.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jshmem.Shmem;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Messages;
import org.jshmem.spi.ShmemProvider;

/**
 * The work that a trace needs if the job has several nodes: it compares the clocks of the nodes by messages, and sends
 * PE 0 the files of PEs whose file system it does not share. All PEs call its methods at the same time.
 */
final class Nodes {
    private static final int ROUNDS = 40;
    private static final int TAG = 1;
    private static final int CHUNK = 1 << 20;

    private final ShmemProvider provider;

    Nodes(ShmemProvider provider) {
        this.provider = provider;
    }

    private boolean areSeveral() {
        return IntStream.range(0, provider.nPes()).anyMatch(pe -> provider.nodeOf(pe) != provider.nodeOf(0));
    }

    /** The first PE of each node but that of PE 0. */
    private List<Integer> leaders() {
        return IntStream.range(1, provider.nPes())
                .filter(pe -> provider.nodeOf(pe) != provider.nodeOf(0)
                        && IntStream.range(0, pe).noneMatch(other -> provider.nodeOf(other) == provider.nodeOf(pe)))
                .boxed()
                .toList();
    }

    /** Tells how the clock of this node differs from that of PE 0's node. */
    void compareClocks(Names names) {
        if (!areSeveral()) {
            return;
        }
        final int me = provider.myPe();
        try (Messages messages = Messages.on(Shmem.TEAM_WORLD)) {
            for (int leader : leaders()) {
                if (me == 0) {
                    answer(messages, leader);
                } else if (me == leader) {
                    ask(messages, names);
                }
            }
        }
    }

    private static void answer(Messages messages, int leader) {
        final long[] word = new long[1];
        for (int round = 0; round < ROUNDS; round++) {
            messages.recv(word, leader, TAG);
            word[0] = System.nanoTime();
            messages.send(word, leader, TAG);
        }
    }

    /** The answer of the shortest round is the best: it was made half of the time after the question, or nearly so. */
    private static void ask(Messages messages, Names names) {
        final long[] word = new long[1];
        long shortest = Long.MAX_VALUE;
        long time = 0;
        long offset = 0;
        for (int round = 0; round < ROUNDS; round++) {
            final long before = System.nanoTime();
            messages.send(word, 0, TAG);
            messages.recv(word, 0, TAG);
            final long after = System.nanoTime();
            if (after - before < shortest) {
                shortest = after - before;
                time = before + shortest / 2;
                offset = word[0] - time;
            }
        }
        names.tell("clock", time, offset, (shortest + 1) / 2);
    }

    /** Has PE 0 get the files of PEs that it does not see. */
    void gather(Path directory) throws IOException {
        if (!areSeveral()) {
            return;
        }
        final int me = provider.myPe();
        IOException failure = null;
        try (Messages messages = Messages.on(Shmem.TEAM_WORLD)) {
            for (int pe = 1; pe < provider.nPes(); pe++) {
                if (provider.nodeOf(pe) != provider.nodeOf(0)) {
                    if (me == 0) {
                        final long[] sees = {Files.exists(directory.resolve("pe-" + pe + ".names")) ? 1 : 0};
                        messages.send(sees, pe, TAG);
                        if (sees[0] == 0) {
                            failure = received(messages, pe, directory, failure);
                        }
                    } else if (me == pe) {
                        final long[] sees = new long[1];
                        messages.recv(sees, 0, TAG);
                        if (sees[0] == 0) {
                            send(messages, directory);
                        }
                    }
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static IOException received(Messages messages, int pe, Path directory, IOException before) {
        try {
            receive(messages, pe, directory);
            return before;
        } catch (IOException e) {
            return e;
        }
    }

    /** Files, each of a name, its bytes and an empty message; an empty name comes last, whatever happens. */
    private void send(Messages messages, Path directory) throws IOException {
        final byte[] bytes = new byte[CHUNK];
        try {
            for (Path file : ownFiles(directory)) {
                messages.send(file.getFileName().toString().getBytes(StandardCharsets.UTF_8), 0, TAG);
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                    int count = channel.read(ByteBuffer.wrap(bytes));
                    while (count > 0) {
                        messages.send(bytes, 0, count, 0, TAG);
                        count = channel.read(ByteBuffer.wrap(bytes));
                    }
                } finally {
                    messages.send(bytes, 0, 0, 0, TAG);
                }
                Files.delete(file);
            }
        } finally {
            messages.send(bytes, 0, 0, 0, TAG);
        }
        Parts.remove(directory);
    }

    private List<Path> ownFiles(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.getFileName().toString().startsWith("pe-" + provider.myPe() + "."))
                    .toList();
        }
    }

    /** Receives all that is sent, also if it cannot be written; then throws. */
    private static void receive(Messages messages, int pe, Path directory) throws IOException {
        final byte[] bytes = new byte[CHUNK];
        final Envelope envelope = new Envelope();
        IOException failure = null;
        int length = next(messages, pe, bytes, envelope);
        while (length > 0) {
            final Path file = directory.resolve(new String(bytes, 0, length, StandardCharsets.UTF_8));
            length = next(messages, pe, bytes, envelope);
            while (length > 0) {
                try {
                    if (failure == null) {
                        Files.write(
                                file,
                                Arrays.copyOf(bytes, length),
                                StandardOpenOption.CREATE,
                                StandardOpenOption.APPEND);
                    }
                } catch (IOException e) {
                    failure = e;
                }
                length = next(messages, pe, bytes, envelope);
            }
            length = next(messages, pe, bytes, envelope);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static int next(Messages messages, int pe, byte[] bytes, Envelope envelope) {
        messages.recv(bytes, pe, TAG, envelope);
        return (int) envelope.bytes();
    }
}
