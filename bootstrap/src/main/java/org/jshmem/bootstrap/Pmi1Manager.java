package org.jshmem.bootstrap;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;

/**
 * Speaks the wire protocol PMI-1 with Hydra (the launcher of MPICH and related libraries) and {@code srun --mpi=pmi2}.
 *
 * <p><b>Protocol.</b> A message is a line {@code cmd=<name>} with further words {@code key=value}; every request except
 * {@code abort} has one reply.
 *
 * <table>
 *   <caption>Connections</caption>
 *   <tr><th>connection</th><th>variables</th><th>rank and size</th></tr>
 *   <tr><td>inherited socket</td><td>{@code PMI_FD}</td><td>{@code PMI_RANK}, {@code PMI_SIZE}</td></tr>
 *   <tr><td>TCP port</td><td>{@code PMI_PORT}, {@code PMI_ID}</td><td>the launcher's reply to {@code initack}</td></tr>
 * </table>
 *
 * <p><b>Values</b> hold no blanks. Their length is limited, as is the length of a request. Therefore values are encoded
 * in base64url and divided into pieces, whose keys end in {@code .0}, {@code .1}, …; the first piece begins with the
 * number of pieces and a dot.
 *
 * <p><b>Ending.</b> For Hydra, a process that ends after {@code init} without {@code finalize} has failed, and Hydra
 * ends the others. After {@code finalize} a process may not send {@code init} again. Therefore finalize is sent when
 * the JVM ends, not when the library is shut down.
 */
final class Pmi1Manager extends ProcessManager {
    static final String FD = "PMI_FD";
    static final String PORT = "PMI_PORT";
    private static final String ID = "PMI_ID";
    private static final String RANK = "PMI_RANK";
    private static final String SIZE = "PMI_SIZE";
    private static final String MAPPING = "PMI_process_mapping";

    /** A group of base64; pieces consist of whole groups, so each can be decoded alone. */
    private static final int CHARACTERS_PER_GROUP = 4;

    /** Room for the number of pieces, a dot and the end of a C string. */
    private static final int RESERVED_CHARACTERS = 12;

    /** Slurm reads at most this much of a request. */
    private static final int LONGEST_LINE = 1023;

    /** Characters of a put request besides the name space, the key and the value; with the line's end. */
    private static final int PUT_CHARACTERS = "cmd=put kvsname= key= value=".length() + 1;

    /** How long Hydra gets to read the output of the PEs before an abort. */
    private static final long OUTPUT_NS = 100_000_000L;

    private final LineChannel channel;
    private final int pe;
    private final int nPes;

    /** Name of the key-value space. */
    private final String space;

    /** Longest piece of a value. */
    private final int pieceCharacters;

    /** Cache of {@link #nodes()}. */
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
        // The acknowledgement is followed by one line each for size, rank and debug.
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
    Membership join() {
        final int[] placed = nodes();
        final int[] neighbours = IntStream.range(0, nPes)
                .filter(other -> placed[other] == placed[pe])
                .toArray();
        return new NodeMembership(space, pe, nPes, neighbours);
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
        // If there is none, Hydra answers "unknown" with a bad rc, and Flux nothing with a good one.
        final String mapping = isGood(words) ? words.getOrDefault("value", "") : "";
        return mapping.isEmpty() ? Nodes.unknown(nPes) : Nodes.ofMapping(mapping, nPes);
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

    /**
     * Asks for the end of the job. Hydra then kills the PEs at once without reading what is left in their pipes, so it
     * gets a moment to read before.
     */
    @Override
    void abort(int status, String reason) {
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
