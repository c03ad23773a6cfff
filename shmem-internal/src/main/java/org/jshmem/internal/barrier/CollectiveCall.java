package org.jshmem.internal.barrier;

import java.util.Locale;
import org.jshmem.heap.Block;
import org.jshmem.spi.AllocationCall;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/** The collective calls that PEs synchronize in, with a message format for their arguments. */
public enum CollectiveCall {
    /** The first barrier of a job. */
    INIT("init()"),
    /** The end of the library. */
    SHUTDOWN("shutdown()"),
    /** Barrier. */
    BARRIER_ALL("barrierAll()"),
    /** Sync. */
    SYNC_ALL("syncAll()"),
    /** Allocations; arguments are bytes, alignment, hints, and the type and the new block's offset in one. */
    MALLOC("malloc of %d bytes for %5$s elements%6$s"),
    /** Zeroed allocation. */
    CALLOC("calloc of %d bytes for %5$s elements%6$s"),
    /** Aligned allocation. */
    ALIGN("align of %d bytes for %5$s elements, alignment %2$d%6$s"),
    /** Allocation with hints. */
    MALLOC_WITH_HINTS("malloc with hints of %d bytes for %5$s elements, hints %3$d%6$s"),
    /** Reallocation; arguments are the new size in bytes, the block's offset and, as the fourth, the new place or 0. */
    REALLOC("realloc to %d bytes of the block at heap offset %d%6$s"),
    /** Release; the argument is the block's offset. */
    FREE("free of the block at heap offset %d"),
    /** Team split; arguments are start, stride and size. */
    TEAM_SPLIT_STRIDED("teamSplitStrided from PE %d with stride %d, %d PEs"),
    /** Team split; the argument is the length of a row. */
    TEAM_SPLIT_2D("teamSplit2d with xrange %d"),
    /** Team split. */
    TEAM_SPLIT_BY_COLOR("teamSplitByColor"),
    /** Team split; arguments are the length of the list and a hash of it. */
    TEAM_SPLIT_PES("teamSplitPes of %d PEs (list 0x%x)"),
    /** End of a team. */
    TEAM_DESTROY("teamDestroy()"),
    /** Sync of a team. */
    TEAM_SYNC("teamSync()"),
    /** Barrier of a team; only as a non-blocking call. */
    TEAM_BARRIER("teamBarrier()"),
    /** The non-blocking collectives of a team. */
    NONBLOCKING("NonblockingCollectives.on()"),
    /** A matching space for messages. */
    MESSAGES("Messages.on()"),
    /** Its end. */
    MESSAGES_CLOSE("Messages.close()"),
    /** Broadcast; arguments are bytes, the offsets of destination and source, and the root. */
    BROADCAST("broadcast of %d bytes from PE %4$d of the team, dest at heap offset %2$d, source at %3$d"),
    /** Collect; arguments are the offset and the size of the destination. */
    COLLECT("collect to the %2$d bytes at heap offset %1$d"),
    /** Collect of equal blocks; arguments are bytes and the offsets of destination and source. */
    FCOLLECT("fcollect of %d bytes from each PE, dest at heap offset %d, source at %d"),
    /** Exchange; arguments are bytes and the offsets of destination and source. */
    ALLTOALL("alltoall of %d bytes to each PE, dest at heap offset %d, source at %d"),
    /** Strided exchange; arguments are bytes, destination and source offsets, and both strides in one argument. */
    ALLTOALLS("alltoalls of %d bytes to each PE, dest at heap offset %d, source at %d, strides %5$s bytes"),
    /** Reduction; arguments are elements, destination and source offsets, and operation and type in one. */
    REDUCE("%5$s of %1$d elements, dest at heap offset %2$d, source at %3$d"),
    /** Scan; arguments are elements, the offsets of destination and source, and the type. */
    INSCAN("sumInscan of %d %5$s elements, dest at heap offset %2$d, source at %3$d"),
    /** Exclusive scan; arguments as of {@link #INSCAN}. */
    EXSCAN("sumExscan of %d %5$s elements, dest at heap offset %2$d, source at %3$d"),
    /** Reduction of one value; the fourth argument is operation and type in one. */
    REDUCE_VALUE("%5$s of one value"),
    /** Scan of one value; the fourth argument is the type. */
    INSCAN_VALUE("sumInscan of one %5$s"),
    /** Exclusive scan of one value; the fourth argument is the type. */
    EXSCAN_VALUE("sumExscan of one %5$s"),
    /**
     * Reduction by an operator; arguments are elements, destination and source offsets, and operator and type in one.
     */
    REDUCE_BY_OPERATOR("%5$s of %1$d elements, dest at heap offset %2$d, source at %3$d"),
    /** Scan by an operator; arguments are elements, the offsets of destination and source, and the type. */
    INSCAN_BY_OPERATOR("inscan by an operator of %d %5$s elements, dest at heap offset %2$d, source at %3$d"),
    /** Exclusive scan by an operator; arguments as of {@link #INSCAN_BY_OPERATOR}. */
    EXSCAN_BY_OPERATOR("exscan by an operator of %d %5$s elements, dest at heap offset %2$d, source at %3$d"),
    /** Reduction of one value by an operator; the fourth argument is operator and type in one. */
    REDUCE_VALUE_BY_OPERATOR("%5$s of one value"),
    /** Scan of one value by an operator; the fourth argument is the type. */
    INSCAN_VALUE_BY_OPERATOR("inscan by an operator of one %5$s"),
    /** Exclusive scan of one value by an operator; the fourth argument is the type. */
    EXSCAN_VALUE_BY_OPERATOR("exscan by an operator of one %5$s"),
    /** The words of all PEs; the argument is how many each has. */
    GATHER_WORDS("gather of %d words"),
    /** Broadcast of one value; arguments are the root and, as the fourth, the type. */
    BROADCAST_VALUE("broadcast of one %5$s from PE %1$d of the team"),
    /** Whether any PE brings true. */
    ANY("any()"),
    /** Whether all PEs bring true. */
    ALL("all()"),

    /** Exchange of call sites after a barrier that found different calls. */
    REPORT("the report of different calls");

    /** Bits for each of two strides in one argument. A stride that does not fit is wrong in messages only. */
    private static final int STRIDE_BITS = 32;

    private static final int TYPE_BITS = 8;

    private final String format;

    CollectiveCall(String format) {
        this.format = format;
    }

    private static final CollectiveCall[] CALLS = values();
    private static final Reduction[] REDUCTIONS = Reduction.values();
    private static final ElementKind[] TYPES = ElementKind.values();

    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    long code() {
        return ordinal();
    }

    static CollectiveCall of(long code) {
        return CALLS[(int) code];
    }

    /**
     * The collective call of an allocation.
     *
     * @param call the kind of allocation
     * @return the constant of the same name
     */
    public static CollectiveCall of(AllocationCall call) {
        return switch (call) {
            case MALLOC -> MALLOC;
            case CALLOC -> CALLOC;
            case ALIGN -> ALIGN;
            case MALLOC_WITH_HINTS -> MALLOC_WITH_HINTS;
        };
    }

    String format(long first, long second, long third, long fourth) {
        return String.format(format, first, second, third, fourth, detail(fourth), "");
    }

    /** The same with the place of the new block of an allocation. */
    String formatPlaced(long first, long second, long third, long fourth) {
        return String.format(format, first, second, third, fourth, detail(fourth), placeOf(fourth));
    }

    /** Where an allocation has its new block, if that is known. */
    private static String placeOf(long fourth) {
        final long place = fourth >> TYPE_BITS;
        return place == 0 ? "" : place < 0 ? ", no room" : ", new block at heap offset " + (place - 1);
    }

    private String detail(long fourth) {
        return switch (this) {
            case ALLTOALLS -> (fourth >>> STRIDE_BITS) + " and " + (int) fourth;
            case REDUCE, REDUCE_VALUE -> REDUCTIONS[(int) fourth >> TYPE_BITS].operation + " for " + type(fourth);
            case REDUCE_BY_OPERATOR, REDUCE_VALUE_BY_OPERATOR ->
                (fourth >>> TYPE_BITS == 0 ? "reduce" : "reduceCommutative") + " by an operator for " + type(fourth);
            case MALLOC, CALLOC, ALIGN, MALLOC_WITH_HINTS -> type(fourth);
            case INSCAN, EXSCAN, INSCAN_VALUE, EXSCAN_VALUE, BROADCAST_VALUE -> type(fourth);
            case INSCAN_BY_OPERATOR, EXSCAN_BY_OPERATOR, INSCAN_VALUE_BY_OPERATOR, EXSCAN_VALUE_BY_OPERATOR ->
                type(fourth);
            default -> "";
        };
    }

    private static String type(long fourth) {
        return TYPES[(int) fourth & (1 << TYPE_BITS) - 1].name().toLowerCase(Locale.ROOT);
    }

    /**
     * The place of a new block in the heap, which PEs whose allocators are in different states do not agree on.
     *
     * @param block null if there is no room
     * @return the argument, to which a type can be added
     */
    public static long place(Block block) {
        return (block == null ? -1 : block.offset() + 1) << TYPE_BITS;
    }

    /**
     * Two strides as one argument.
     *
     * @param dest bytes
     * @param source bytes
     * @return the argument
     */
    public static long strides(long dest, long source) {
        return dest << STRIDE_BITS ^ source;
    }

    /**
     * Operation and type of a reduction as one argument.
     *
     * @param operation the operation
     * @param type the element type
     * @return the argument
     */
    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    public static long reduction(Reduction operation, ElementKind type) {
        return (long) operation.ordinal() << TYPE_BITS | type.ordinal();
    }

    /**
     * Whether an operator is said to be commutative, and the element type, as one argument.
     *
     * @param isCommutative whether the program says so
     * @param type the element type
     * @return the argument
     */
    @SuppressWarnings("EnumOrdinal") // all PEs run the same version
    public static long operator(boolean isCommutative, ElementKind type) {
        return (isCommutative ? 1L << TYPE_BITS : 0) | type.ordinal();
    }
}
