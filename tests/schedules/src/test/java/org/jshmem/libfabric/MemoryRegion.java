package org.jshmem.libfabric;

/** Stands in for the library's class of this name. */
public final class MemoryRegion extends Fid {
    private final long address;
    private final long bytes;
    private final long access;
    private final long key;

    MemoryRegion(long address, long bytes, long access, long key) {
        this.address = address;
        this.bytes = bytes;
        this.access = access;
        this.key = key;
    }

    public long key() {
        return key;
    }

    /** Another number than the key. */
    public long descriptor() {
        return -1 - key;
    }

    public long address() {
        return address;
    }

    public long bytes() {
        return bytes;
    }

    /** The permitted operations. */
    public long access() {
        return access;
    }
}
