package org.jshmem.internal.barrier;

/** What becomes of the payloads of a barrier in a team on several nodes. */
enum PayloadKind {
    /** There are none. */
    NONE,
    /** All PEs get the payload of one of them. */
    PICK,
    /** Each node combines the payloads of its PEs, and then what all nodes have combined. */
    COMBINE,
    /** Each node combines the payloads of its PEs, and each gets what the nodes before it have combined. */
    SCAN,
    /** All PEs get the payloads of all. */
    GATHER;

    private static final PayloadKind[] KINDS = values();

    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    byte code() {
        return (byte) ordinal();
    }

    /** The kind with a code; throws if there is none. */
    static PayloadKind of(byte code) {
        return KINDS[code];
    }
}
