package org.jshmem.bootstrap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;
import org.jshmem.oshmem.OpenShmem;

/**
 * Uses a C library of OpenSHMEM, whose launcher has started the PEs and whose barriers and transfers connect them.
 *
 * <p><b>Values.</b> Each PE has a board in its symmetric memory, on which it writes what it publishes: for each value
 * the length of its key, the key, its length, the value. A fence is a barrier. Others read the board of a PE when they
 * want one of its values. A board has two halves, of which one is written and the other is read after a fence, so that
 * values of one round last until the fence after the next.
 *
 * <p>The library is finalised when the JVM ends, as it cannot be initialised again.
 */
final class OpenShmemManager extends ProcessManager {
    private static final int HALF_BYTES = 1 << 20;
    private static final long ALIGNMENT = 4096;

    /** Key of eight random bytes and the {@link Locality} of a PE. The random bytes of PE 0 name the job. */
    private static final String PLACE = "";

    private final OpenShmem library;

    /** Two halves, each of which begins with the number of bytes that are written there. */
    private final MemorySegment board;

    /** Where values of other PEs arrive. */
    private final MemorySegment read;

    private final String job;
    private final int[] nodes;

    /** Of the half that is written now. */
    private int half;

    private int written = Integer.BYTES;

    /** What was read of others since the last fence. */
    private final Map<Integer, Map<String, byte[]>> boards = new HashMap<>();

    private OpenShmemManager(OpenShmem library) {
        this.library = library;
        board = library.memory(ALIGNMENT, 2L * HALF_BYTES);
        read = library.memory(ALIGNMENT, HALF_BYTES);
        final byte[] key = Locality.key();
        put(
                PLACE,
                ByteBuffer.allocate(Long.BYTES + key.length)
                        .put(RandomBytes.of(Long.BYTES))
                        .put(key)
                        .array());
        fence();
        nodes = new int[nPes()];
        final Map<ByteBuffer, Integer> numbers = new HashMap<>();
        String first = "";
        for (int other = 0; other < nodes.length; other++) {
            final ByteBuffer theirs = ByteBuffer.wrap(get(other, PLACE));
            first = other == 0 ? Long.toHexString(theirs.getLong(0)) : first;
            theirs.position(Long.BYTES);
            nodes[other] = numbers.computeIfAbsent(theirs.slice(), _ -> numbers.size());
        }
        job = first;
    }

    /**
     * Initialises the library with the other PEs.
     *
     * @throws ShmemException if it cannot be used
     */
    static OpenShmemManager connect(Map<String, String> environment, String path, long heapBytes) {
        if (PmixManager.isPresent(environment)) {
            PmixManager.claim(environment);
        }
        try {
            final OpenShmem library = OpenShmem.ofProcess(path, heapBytes);
            if (library.nPes() == 1) {
                LauncherVariables.requireOneTask(environment, library.name());
            }
            return new OpenShmemManager(library);
        } catch (IllegalStateException e) {
            throw new ShmemException(e.getMessage(), e);
        }
    }

    @Override
    int pe() {
        return library.pe();
    }

    @Override
    int nPes() {
        return library.nPes();
    }

    @Override
    Membership join() {
        final int[] neighbours = IntStream.range(0, nodes.length)
                .filter(other -> nodes[other] == nodes[pe()])
                .toArray();
        return new NodeMembership(job, pe(), nPes(), neighbours);
    }

    @Override
    int[] nodes() {
        return nodes.clone();
    }

    @Override
    void put(String key, byte[] value) {
        final byte[] name = key.getBytes(StandardCharsets.UTF_8);
        final int bytes = 2 * Integer.BYTES + name.length + value.length;
        if (bytes > HALF_BYTES - written) {
            throw new ShmemException("the value " + key + " has " + value.length + " bytes, more than the "
                    + (HALF_BYTES - written) + " for which there is room");
        }
        final ByteBuffer record = ByteBuffer.allocate(bytes);
        record.putInt(name.length).put(name).putInt(value.length).put(value);
        final long start = (long) half * HALF_BYTES;
        MemorySegment.copy(record.array(), 0, board, ValueLayout.JAVA_BYTE, start + written, bytes);
        written += bytes;
        board.set(ValueLayout.JAVA_INT, start, written);
    }

    @Override
    void fence() {
        board.set(ValueLayout.JAVA_INT, (long) half * HALF_BYTES, written);
        library.barrierAll();
        half = 1 - half;
        written = Integer.BYTES;
        boards.clear();
    }

    @Override
    void barrier() {
        library.barrierAll();
    }

    @Override
    byte[] get(int owner, String key) {
        final byte[] value = boards.computeIfAbsent(owner, this::boardOf).get(key);
        if (value == null) {
            throw new ShmemException(
                    "PE " + owner + " has published nothing as " + key + "; run all PEs with one version of JSHMEM");
        }
        return value;
    }

    /** What a PE wrote before the last fence. */
    private Map<String, byte[]> boardOf(int owner) {
        final long theirs = board.address() + (long) (1 - half) * HALF_BYTES;
        library.operations().getmem(read.address(), theirs, Integer.BYTES, owner);
        final int bytes = read.get(ValueLayout.JAVA_INT, 0);
        library.operations().getmem(read.address(), theirs, bytes, owner);
        final ByteBuffer records = ByteBuffer.wrap(read.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
        records.position(Integer.BYTES);
        final Map<String, byte[]> values = new HashMap<>();
        while (records.hasRemaining()) {
            final byte[] key = next(records);
            values.put(new String(key, StandardCharsets.UTF_8), next(records));
        }
        return values;
    }

    private static byte[] next(ByteBuffer records) {
        final byte[] bytes = new byte[records.getInt()];
        records.get(bytes);
        return bytes;
    }

    @Override
    void abort(int status, String reason) {
        library.globalExit(status);
    }

    @Override
    void finish() {
        library.shutdown();
    }

    @Override
    String describe() {
        return "OpenSHMEM library " + library.name();
    }
}
