package org.jshmem.bootstrap;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;

/**
 * Uses libpmix with Open MPI's {@code mpirun}, PRRTE, and {@code srun --mpi=pmix}.
 *
 * <p>A fence collects all values, so a get only asks the server of this node. As with {@link Pmi1Manager}, a process
 * that initializes the library and ends without finalizing it has failed for the launcher, and not every version can be
 * initialized again. Therefore it is finalized when the JVM ends.
 */
final class PmixManager extends ProcessManager {
    static final String NAMESPACE = "PMIX_NAMESPACE";
    private static final String RANK = "PMIX_RANK";
    private static final String SERVER = "PMIX_SERVER_URI2";
    static final String JOB_SIZE = "pmix.job.size";
    static final String LOCAL_SIZE = "pmix.local.size";
    static final String LOCAL_PEERS = "pmix.lpeers";
    static final String COLLECT = "pmix.collect";

    /** Key of the PEs of a node. */
    private static final String PLACE = "jshmem-place";

    private final Pmix pmix = new Pmix();

    /** {@code pmix_proc_t} of this process. */
    private final MemorySegment proc = Arena.global().allocate(Pmix.PROC_BYTES, Long.BYTES);

    private final String job;
    private final int pe;
    private final int nPes;
    private final int[] neighbours;

    private PmixManager(String job, String environment) {
        this.job = job;
        require("PMIx_Init, by " + environment + ",", pmix.init(proc.address()));
        final int rank = proc.get(JAVA_INT_UNALIGNED, Pmix.PROC_RANK_OFFSET);
        final int size = number(Pmix.RANK_WILDCARD, JOB_SIZE);
        nPes = JobNumbers.size(JOB_SIZE, Integer.toUnsignedString(size));
        pe = JobNumbers.rank(RANK, Integer.toUnsignedString(rank), JOB_SIZE, nPes);
        neighbours = number(Pmix.RANK_WILDCARD, LOCAL_SIZE) == nPes
                ? IntStream.range(0, nPes).toArray()
                : Arrays.stream(localPeers().split(",", -1))
                        .mapToInt(peer -> JobNumbers.rank(LOCAL_PEERS, peer, JOB_SIZE, nPes))
                        .sorted()
                        .toArray();
    }

    static boolean isPresent(Map<String, String> environment) {
        return environment.containsKey(NAMESPACE);
    }

    /** Connects this process to its launcher. */
    static PmixManager connect(Map<String, String> environment) {
        // With an invalid rank the library may wait for ever.
        JobNumbers.rank(RANK, environment.getOrDefault(RANK, ""));
        final String job = environment.get(NAMESPACE) + " " + environment.get(SERVER);
        claim(environment);
        return new PmixManager(
                job, NAMESPACE + "=" + environment.get(NAMESPACE) + " " + RANK + "=" + environment.get(RANK));
    }

    /**
     * Claims the environment of the launcher for this process, so that a program that it starts does not use it, too.
     */
    static void claim(Map<String, String> environment) {
        ProcessClaim.take(
                environment.get(NAMESPACE) + " " + environment.get(SERVER) + " " + environment.get(RANK), NAMESPACE);
    }

    @Override
    int pe() {
        return pe;
    }

    @Override
    int nPes() {
        return nPes;
    }

    @Override
    Membership join() {
        return new NodeMembership(job, pe, nPes, neighbours);
    }

    /**
     * A server knows the places of its own processes only, so the lowest PE of each node publishes the PEs of its node.
     * The lowest PE that is in no list yet is one that has published one.
     */
    @Override
    int[] nodes() {
        final int[] nodes = new int[nPes];
        if (neighbours.length != nPes) {
            if (pe == neighbours[0]) {
                put(PLACE, PeRanges.encode(neighbours));
            }
            fence();
            Arrays.fill(nodes, -1);
            for (int i = 0; i < nPes; i++) {
                if (nodes[i] < 0) {
                    final int lowest = i;
                    PeRanges.decode(get(i, PLACE)).forEach(other -> nodes[other] = lowest);
                }
            }
        }
        return nodes;
    }

    private String localPeers() {
        final MemorySegment value = value(Pmix.RANK_WILDCARD, LOCAL_PEERS, Pmix.STRING);
        final long text = value.get(JAVA_LONG, Pmix.VALUE_DATA_OFFSET);
        final String peers = Pmix.string(text);
        pmix.free(text);
        pmix.free(value.address());
        return peers;
    }

    @Override
    void put(String key, byte[] value) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment bytes = arena.allocate(Math.max(1, value.length));
            MemorySegment.copy(value, 0, bytes, JAVA_BYTE, 0, value.length);
            final MemorySegment object = arena.allocate(Pmix.VALUE_BYTES, Long.BYTES);
            object.set(JAVA_SHORT, 0, Pmix.BYTE_OBJECT);
            object.set(JAVA_LONG, Pmix.VALUE_DATA_OFFSET, bytes.address());
            object.set(JAVA_LONG, Pmix.VALUE_SIZE_OFFSET, value.length);
            require("PMIx_Put", pmix.put(Pmix.GLOBAL, arena.allocateFrom(key).address(), object.address()));
        }
        require("PMIx_Commit", pmix.commit());
    }

    /** Without the values of all processes, which a server would send again. */
    @Override
    void barrier() {
        require("PMIx_Fence", pmix.fence(0, 0));
    }

    @Override
    void fence() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment info = arena.allocate(Pmix.INFO_BYTES, Long.BYTES);
            info.setString(0, COLLECT);
            info.set(JAVA_SHORT, Pmix.INFO_VALUE_OFFSET, Pmix.BOOL);
            info.set(JAVA_BYTE, Pmix.INFO_VALUE_OFFSET + Pmix.VALUE_DATA_OFFSET, (byte) 1);
            require("PMIx_Fence", pmix.fence(info.address(), 1));
        }
    }

    @Override
    byte[] get(int owner, String key) {
        final MemorySegment value = value(owner, key, Pmix.BYTE_OBJECT);
        final long data = value.get(JAVA_LONG, Pmix.VALUE_DATA_OFFSET);
        final byte[] bytes =
                Pmix.memory(data, value.get(JAVA_LONG, Pmix.VALUE_SIZE_OFFSET)).toArray(JAVA_BYTE);
        pmix.free(data);
        pmix.free(value.address());
        return bytes;
    }

    private int number(int owner, String key) {
        final MemorySegment value = value(owner, key, Pmix.UINT32);
        final int number = value.get(JAVA_INT_UNALIGNED, Pmix.VALUE_DATA_OFFSET);
        pmix.free(value.address());
        return number;
    }

    private MemorySegment value(int owner, String key, short type) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment whose =
                    arena.allocate(Pmix.PROC_BYTES, Long.BYTES).copyFrom(proc);
            whose.set(JAVA_INT_UNALIGNED, Pmix.PROC_RANK_OFFSET, owner);
            final MemorySegment address = arena.allocate(JAVA_LONG);
            final String call = "PMIx_Get(" + owner + ", " + key + ")";
            require(call, pmix.get(whose.address(), arena.allocateFrom(key).address(), address.address()));
            final MemorySegment value = Pmix.memory(address.get(JAVA_LONG, 0), Pmix.VALUE_BYTES);
            if (value.get(JAVA_SHORT, 0) != type) {
                throw new ShmemException(
                        call + " gives a value of type " + value.get(JAVA_SHORT, 0) + " and not " + type);
            }
            return value;
        }
    }

    @Override
    void abort(int status, String reason) {
        try (Arena arena = Arena.ofConfined()) {
            require("PMIx_Abort", pmix.abort(status, arena.allocateFrom("").address()));
        }
    }

    @Override
    void finish() {
        require("PMIx_Finalize", pmix.finish());
    }

    @Override
    boolean namesProcesses() {
        return true;
    }

    @Override
    String describe() {
        final String version = pmix.version();
        final int details = version.indexOf(" (");
        return "PMIx (" + (details < 0 ? version : version.substring(0, details)) + ")";
    }

    private void require(String call, int status) {
        if (status != Pmix.SUCCESS) {
            throw new ShmemException("the launcher's PMIx: " + call + " failed (" + pmix.errorString(status) + ")");
        }
    }
}
