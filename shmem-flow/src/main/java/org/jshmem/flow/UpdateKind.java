package org.jshmem.flow;

/** What the owner of an element does with it; bytes of a record. */
final class UpdateKind {
    static final byte ADD = 0;
    static final byte PUT = 1;
    static final byte MAX = 2;
    static final byte MIN = 3;
    static final byte AND = 4;
    static final byte OR = 5;
    static final byte XOR = 6;

    private UpdateKind() {}

    static IllegalStateException unknown(byte kind) {
        return new IllegalStateException("no update has number " + kind);
    }
}
