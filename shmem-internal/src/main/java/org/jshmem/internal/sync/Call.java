package org.jshmem.internal.sync;

import org.jshmem.spi.AllocationCall;

/** The collective calls that PEs meet in, and how their arguments are shown. */
public enum Call {
    /** The first meeting of a job. */
    INIT("init()"),
    /** The end of a started library. */
    SHUTDOWN("shutdown()"),
    /** Barrier. */
    BARRIER_ALL("barrierAll()"),
    /** Sync. */
    SYNC_ALL("syncAll()"),
    /** Allocations; arguments are bytes, alignment and hints. */
    MALLOC("malloc of %d bytes"),
    /** Zeroed allocation. */
    CALLOC("calloc of %d bytes"),
    /** Aligned allocation. */
    ALIGN("align of %d bytes, alignment %d"),
    /** Allocation with hints. */
    MALLOC_WITH_HINTS("malloc with hints of %d bytes, hints %3$d"),
    /** Reallocation; arguments are the new size in bytes and the block's offset. */
    REALLOC("realloc to %d bytes of the block at heap offset %d"),
    /** Release; the argument is the block's offset. */
    FREE("free of the block at heap offset %d");

    private final String format;

    Call(String format) {
        this.format = format;
    }

    private static final Call[] ALL = values();

    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    long code() {
        return ordinal();
    }

    static Call of(long code) {
        return ALL[(int) code];
    }

    /**
     * The meeting of an allocation.
     *
     * @param call which of the calls it is
     * @return its name here
     */
    public static Call of(AllocationCall call) {
        return switch (call) {
            case MALLOC -> MALLOC;
            case CALLOC -> CALLOC;
            case ALIGN -> ALIGN;
            case MALLOC_WITH_HINTS -> MALLOC_WITH_HINTS;
        };
    }

    String format(long first, long second, long third) {
        return String.format(format, first, second, third);
    }
}
