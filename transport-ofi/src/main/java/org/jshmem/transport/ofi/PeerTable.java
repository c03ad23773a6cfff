package org.jshmem.transport.ofi;

import java.lang.foreign.MemorySegment;
import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.PublishedTable;

/**
 * How each PE of the job is reached, as it has told ({@link PeerAddress}). The table is in memory that the PEs of a
 * node share: at 100,000 PEs it has some megabytes.
 *
 * <p>Before the first entry are the size of an entry, which depends on the provider's addresses, and the job's secret.
 * Threads: the lowest PE of the node writes at wire-up, before an exchange within the node; after that any thread of
 * any PE of the node reads. Who is told of a PE's entry, and when, is in {@link WireUp}.
 */
final class PeerTable {
    private static final long ENTRY_BYTES = 0;
    private static final long JOB_SECRET = 8;
    private static final long ENTRIES = 16;

    /** Offsets in an entry. */
    private static final long BASE = 0;

    private static final long KEY = 8;
    private static final long SHARED_BASE = 16;
    private static final long HEARTBEAT_BASE = 24;
    private static final long HEARTBEAT_KEY = 32;
    private static final long HAS_PROGRESS_AGENT = 40;
    private static final long NAME_BYTES = 44;
    private static final long NAME = 48;

    private final long address;

    PeerTable(long address) {
        this.address = address;
    }

    /**
     * Begins the table, in memory that is claimed for it.
     *
     * @param memory where it is
     * @param pes the number of PEs
     * @param longest bytes of the longest name of an endpoint
     * @param secret the job's secret
     */
    static void begin(PublishedTable memory, int pes, int longest, long secret) {
        final long entryBytes = Math.ceilDiv(NAME + longest, Long.BYTES) * Long.BYTES;
        final long bytes = ENTRIES + entryBytes * pes;
        if (bytes > memory.bytes()) {
            throw new ShmemException("the provider's addresses have " + longest + " bytes, too many for a table of "
                    + memory.bytes() + " bytes; choose another by SHMEM_OFI_PROVIDER");
        }
        if (!memory.claim().test(bytes)) {
            throw new ShmemException("no memory for the addresses of the job's PEs, " + bytes
                    + " bytes, as /dev/shm or the machine is full; make room there");
        }
        Memory.put64(memory.address() + ENTRY_BYTES, entryBytes);
        Memory.put64(memory.address() + JOB_SECRET, secret);
    }

    /** Writes the entry of a PE. */
    void put(int pe, PeerAddress peer) {
        final long entry = entry(pe);
        Memory.put64(entry + BASE, peer.base());
        Memory.put64(entry + KEY, peer.key());
        Memory.put64(entry + SHARED_BASE, peer.sharedBase());
        Memory.put64(entry + HEARTBEAT_BASE, peer.heartbeatBase());
        Memory.put64(entry + HEARTBEAT_KEY, peer.heartbeatKey());
        Memory.put8(entry + HAS_PROGRESS_AGENT, (byte) (peer.hasProgressAgent() ? 1 : 0));
        Memory.put32(entry + NAME_BYTES, peer.name().length);
        Memory.copy(MemorySegment.ofArray(peer.name()), 0, entry + NAME, peer.name().length);
    }

    /** The size of an entry, the same on all nodes; a multiple of 8. */
    long entryBytes() {
        return Memory.get64(address + ENTRY_BYTES);
    }

    /** Copies the entry of a PE to other memory. */
    void copyEntryTo(int pe, long target) {
        Memory.copy(entry(pe), target, entryBytes());
    }

    /** Takes the entry of a PE from the table of another node. */
    void copyEntryFrom(long source, int pe) {
        Memory.copy(source, entry(pe), entryBytes());
    }

    private long entry(int pe) {
        return address + ENTRIES + entryBytes() * pe;
    }

    /** The job's secret, to which all nodes contribute. */
    long secret() {
        return Memory.get64(address + JOB_SECRET);
    }

    /** The name of a PE's endpoint. */
    byte[] name(int pe) {
        final long entry = entry(pe);
        final byte[] name = new byte[Memory.get32(entry + NAME_BYTES)];
        Memory.copy(entry + NAME, MemorySegment.ofArray(name), 0, name.length);
        return name;
    }

    /** Added to an offset in the heap of a PE; 0 if the provider addresses by offset. */
    long base(int pe) {
        return Memory.get64(entry(pe) + BASE);
    }

    /** The key of the heap of a PE. */
    long key(int pe) {
        return Memory.get64(entry(pe) + KEY);
    }

    /** Added to an offset in the shared heap of a PE's node; 0 if the provider addresses by offset. */
    long sharedBase(int pe) {
        return Memory.get64(entry(pe) + SHARED_BASE);
    }

    /** The address of a PE's heartbeat word; 0 if the provider addresses by offset. */
    long heartbeatBase(int pe) {
        return Memory.get64(entry(pe) + HEARTBEAT_BASE);
    }

    /** The key of a PE's heartbeat word. */
    long heartbeatKey(int pe) {
        return Memory.get64(entry(pe) + HEARTBEAT_KEY);
    }

    /** Whether a PE has a progress agent. */
    boolean hasProgressAgent(int pe) {
        return Memory.get8(entry(pe) + HAS_PROGRESS_AGENT) != 0;
    }
}
