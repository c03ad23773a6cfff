package org.jshmem.bootstrap;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;

/**
 * The launcher Hydra of MPICH and its relatives, and {@code srun --mpi=pmi2}, by the wire protocol PMI-1.
 *
 * <p><b>Protocol.</b> A line per message, {@code cmd=<name>} and more words {@code key=value}; every request but
 * {@code abort} has one reply. The connection is an inherited socket ({@code PMI_FD}; {@code PMI_RANK} and
 * {@code PMI_SIZE} say who we are), or a port ({@code PMI_PORT}, {@code PMI_ID}), which says that itself. Values hold
 * no blank, and their length is bounded, as is that of a request: ours are base64url, cut into pieces whose keys end in
 * {@code .0}, {@code .1}, …; the first piece begins with their number and a dot.
 *
 * <p><b>Ending.</b> A process that has said {@code init} and ends without {@code finalize} is a failure to Hydra, which
 * then ends the others; after {@code finalize} it may not say {@code init} again. So finalize is said when the JVM
 * ends, not when the library is shut down.
 */
final class Pmi1Manager extends ProcessManager {
    static final String FD = "PMI_FD";
    static final String PORT = "PMI_PORT";
    private static final String ID = "PMI_ID";
    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";
    private static final String MAPPING = "PMI_process_mapping";
    private static final int CHARACTERS_PER_GROUP = 4;

    /** The number of pieces, a dot and the end of a C string. */
    private static final int RESERVED_CHARACTERS = 12;

    /** Slurm reads no more of a request. */
    private static final int LONGEST_LINE = 1023;

    /** Those of a put request that are not the name space, the key or the value, and the line's end. */
    private static final int PUT_CHARACTERS = "cmd=put kvsname= key= value=".length() + 1;

    private static final long OUTPUT_NS = 100_000_000L;

    private final LineChannel channel;
    private final int pe;
    private final int nPes;
    private final String space;
    private final int pieceCharacters;
    private int[] nodes;

    private Pmi1Manager(LineChannel channel, int pe, int nPes) {
        this.channel = channel;
        this.pe = pe;
        this.nPes = nPes;
        request("init pmi_version=1 pmi_subversion=1", "response_to_init");
        final Map<String, String> maxes = request("get_maxes", "maxes");
        this.space = word(request("get_my_kvsname", "my_kvsname"), "kvsname");
        final int inValue = number(maxes, "vallen_max") - RESERVED_CHARACTERS;
        final int inLine =
                LONGEST_LINE - PUT_CHARACTERS - space.length() - number(maxes, "keylen_max") - RESERVED_CHARACTERS;
        this.pieceCharacters = Math.min(inValue, inLine) / CHARACTERS_PER_GROUP * CHARACTERS_PER_GROUP;
        if (pieceCharacters <= 0) {
            throw new ShmemException("the launcher's PMI-1 takes values too short for anything: " + maxes);
        }
    }

    static boolean isPresent(Map<String, String> environment) {
        return environment.containsKey(FD) || environment.containsKey(PORT);
    }

    /** Connects this process to its launcher. */
    static Pmi1Manager connect(Map<String, String> environment) {
        final String fd = environment.get(FD);
        if (fd != null) {
            final int size = JobNumbers.size(SIZE, word(environment, SIZE));
            final int rank = JobNumbers.rank(RANK, word(environment, RANK), SIZE, size);
            return new Pmi1Manager(FdChannel.of(FD, fd), rank, size);
        }
        ProcessClaim.take(word(environment, PORT) + " " + word(environment, ID), PORT);
        final LineChannel channel = TcpChannel.of(PORT, word(environment, PORT));
        channel.send("cmd=initack pmiid=" + word(environment, ID));
        final Map<String, String> set = new HashMap<>(parse(channel.receive()));
        // What follows the acknowledgement: size, rank and debug, a line each.
        while (!set.containsKey("debug")) {
            set.putAll(parse(channel.receive()));
        }
        final int size = JobNumbers.size("size", word(set, "size"));
        return new Pmi1Manager(channel, JobNumbers.rank("rank", word(set, "rank"), "size", size), size);
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
    String job() {
        return space;
    }

    @Override
    int[] neighbours() {
        final int[] placed = nodes();
        return IntStream.range(0, nPes)
                .filter(other -> placed[other] == placed[pe])
                .toArray();
    }

    @Override
    int[] nodes() {
        if (nodes == null) {
            nodes = askNodes();
        }
        return nodes;
    }

    private int[] askNodes() {
        channel.send("cmd=get kvsname=" + space + " key=" + MAPPING);
        final Map<String, String> words = parse(channel.receive());
        final String mapping = words.get("value"); // where there is none, Hydra says "unknown", and so by its result
        return mapping == null || !isGood(words) ? Nodes.unknown(nPes) : Nodes.ofMapping(mapping, nPes);
    }

    @Override
    void put(String key, byte[] value) {
        final String text = Base64.getUrlEncoder().withoutPadding().encodeToString(value);
        final int pieces = Math.max(1, Math.ceilDiv(text.length(), pieceCharacters));
        for (int i = 0; i < pieces; i++) {
            final String piece =
                    text.substring(i * pieceCharacters, Math.min(text.length(), (i + 1) * pieceCharacters));
            request(
                    "put kvsname=" + space + " key=" + keyOf(pe, key, i) + " value=" + (i == 0 ? pieces + "." : "")
                            + piece,
                    "put_result");
        }
    }

    @Override
    void fence() {
        request("barrier_in", "barrier_out");
    }

    @Override
    byte[] get(int owner, String key) {
        final String first = getPiece(owner, key, 0);
        try {
            final int dot = first.indexOf('.');
            final int pieces = Integer.parseUnsignedInt(first.substring(0, dot));
            final ByteArrayOutputStream value = new ByteArrayOutputStream();
            value.writeBytes(Base64.getUrlDecoder().decode(first.substring(dot + 1)));
            for (int i = 1; i < pieces; i++) {
                value.writeBytes(Base64.getUrlDecoder().decode(getPiece(owner, key, i)));
            }
            return value.toByteArray();
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new ShmemException(
                    "the launcher has for " + keyOf(owner, key, 0) + " \"" + shortened(first)
                            + "\", which is not what PE " + owner
                            + " gives it; run all PEs with one version of JSHMEM",
                    e);
        }
    }

    private String getPiece(int owner, String key, int piece) {
        return word(request("get kvsname=" + space + " key=" + keyOf(owner, key, piece), "get_result"), "value");
    }

    private static String keyOf(int owner, String key, int piece) {
        return key + "-" + owner + "." + piece;
    }

    /** Hydra kills at once, and does not read what is still in the pipes: it gets a moment for that before. */
    @Override
    void abort(int status, String message) {
        LockSupport.parkNanos(OUTPUT_NS);
        channel.send("cmd=abort exitcode=" + status);
    }

    @Override
    void finish() {
        request("finalize", "finalize_ack");
    }

    @Override
    String describe() {
        return "PMI-1 (" + channel.describe() + ")";
    }

    private Map<String, String> request(String request, String reply) {
        channel.send("cmd=" + request);
        final String line = channel.receive();
        final Map<String, String> words = parse(line);
        if (!reply.equals(words.get("cmd")) || !isGood(words)) {
            throw new ShmemException(
                    "the launcher answers \"" + shortened(line) + "\" to PMI-1's \"" + shortened(request) + "\"");
        }
        return words;
    }

    private static boolean isGood(Map<String, String> words) {
        return "0".equals(words.getOrDefault("rc", "0"));
    }

    private static String shortened(String line) {
        final int most = 100;
        return line.length() <= most ? line : line.substring(0, most) + "…";
    }

    private static Map<String, String> parse(String line) {
        final Map<String, String> words = new HashMap<>();
        for (String word : line.split(" ", -1)) {
            final int equals = word.indexOf('=');
            if (equals > 0) {
                words.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return words;
    }

    private static String word(Map<String, String> words, String name) {
        final String value = words.get(name);
        if (value == null) {
            throw new ShmemException("the launcher speaks PMI-1 and does not say " + name
                    + "; start PEs by mpiexec.hydra or srun --mpi=pmi2");
        }
        return value;
    }

    private static int number(Map<String, String> words, String name) {
        try {
            return Integer.parseInt(word(words, name));
        } catch (NumberFormatException e) {
            throw new ShmemException(name + "=" + words.get(name) + ", said by the launcher, is not a number", e);
        }
    }
}
