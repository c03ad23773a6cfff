package org.jshmem.tck.defects;

import org.jshmem.tck.Transport;

/**
 * The defects that can be planted, each with a case of the kit that catches it. {@code docs/conformance-coverage.md}
 * lists them, and a test compares the page with this list.
 */
public enum Defect {
    /** None, for the run in which every case has to pass. */
    NONE("nothing", Transport.SHR, "", ""),
    /** None, but transfers are late; every case has to pass with that, too. */
    NONE_BUT_LATE("nothing, while transfers leave late", Transport.SHR, "", ""),

    PUT_LOSES_THE_LAST_ELEMENT(
            "put moves an element less", Transport.NONE, "put:Longs", "CONTIGUOUS by Shmem as PE 0 has it"),
    PUT_OF_SOME_LENGTHS_LOSES_THE_LAST_ELEMENT(
            "put of a Java array of longs of 4 KiB to 64 KiB moves an element less",
            Transport.SHR,
            "randomPrograms@3",
            "seed \\d+, 3 PEs, after phase \\d: byte \\d+ of array \\d is"),
    GET_READS_ITS_OWN_PE(
            "get reads this PE's memory, whichever it is asked for",
            Transport.SHR,
            "get:Longs",
            "CONTIGUOUS by Shmem to Java array"),
    P_OF_THE_WRONG_WIDTH("p of a short writes four bytes", Transport.NONE, "p:Shorts", "p by Shmem"),
    P_CHANGES_NANS("p of a float changes the bits of what is no number", Transport.NONE, "p:Floats", "p by Shmem"),
    G_LOSES_THE_SIGN("g of a byte loses its sign", Transport.NONE, "g:Bytes", "g of element"),
    IPUT_IGNORES_THE_STRIDE_OF_DEST(
            "iput writes its elements side by side", Transport.NONE, "iput:Longs", "STRIDED by Shmem as PE 0 has it"),
    IGET_STARTS_ONE_TOO_FAR(
            "iget reads from one element further on", Transport.NONE, "iget:Longs", "STRIDED by Shmem to Java array"),
    IBPUT_IGNORES_THE_BLOCK_SIZE(
            "ibput moves one element of each block", Transport.NONE, "ibput:Longs", "BLOCKS by Shmem as PE 0 has it"),
    INDEXED_PUT_SWAPS_THE_SIDES(
            "a put of indexed blocks takes the blocks of dest for those of source",
            Transport.NONE,
            "indexedBlocks:Longs",
            "put of kind 0"),
    IBGET_IGNORES_THE_STRIDE_OF_DEST(
            "ibget writes its blocks side by side", Transport.NONE, "ibget:Longs", "BLOCKS by Shmem to Java array"),

    FENCE_ORDERS_NOTHING(
            "fence does nothing",
            Transport.SHR,
            "s1_flagAfterFenceShowsTheData#1",
            "words older than the flag, streamed by put",
            true),
    QUIET_COMPLETES_NOTHING("quiet does nothing", Transport.SHR, "s12_aGetReturnsTheData", "what a get returned", true),
    QUIET_COMPLETES_THE_DEFAULT_CONTEXT_ONLY(
            "quiet of another context does nothing",
            Transport.SHR,
            "s4_quietOfAContextCompletesItsOperations",
            "own put on another context",
            true),
    PE_QUIET_COMPLETES_THE_FIRST_PE_ONLY(
            "peQuiet looks at the first PE only",
            Transport.SHR,
            "peQuiet",
            "words older than the flag, streamed by iput",
            true),
    DESTROY_DROPS_WHAT_IS_PENDING(
            "destroy of a context does not quiet", Transport.SHR, "destroy", "destroy quiets", true),
    SHUTDOWN_DROPS_WHAT_IS_PENDING(
            "shutdown does not complete puts",
            Transport.SHR,
            "s71_shutdownCompletesPendingPuts",
            "a put pending at the first shutdown",
            true),
    BARRIER_IS_A_SYNC(
            "barrierAll does not complete puts",
            Transport.SHR,
            "barrierAll",
            "puts not complete after barrierAll",
            true),
    SYNC_ALL_DOES_NOT_WAIT("syncAll returns at once", Transport.SHR, "syncAll", "arrived before this one left"),

    ADD_IS_NOT_ATOMIC("atomic add loads, pauses and stores", Transport.SHR, "atomicFetchAdd:Longs", "the sum"),
    ADD_OF_32_BITS_CARRIES_INTO_ITS_NEIGHBOUR(
            "atomic add of an int adds to 64 bits", Transport.SHR, "atomicFetchAdd:Ints", "neighbour"),
    XOR_IS_OR("atomic xor is or", Transport.NONE, "atomicFetchXor:Ints", "after: 1, not 0"),
    COMPARE_SWAP_ALWAYS_STORES(
            "compare-and-swap stores always", Transport.NONE, "atomicCompareSwap:Longs", "after: 1, not 0"),
    COMPARE_SWAP_RETURNS_THE_NEW_VALUE(
            "compare-and-swap returns what it stored",
            Transport.NONE,
            "atomicCompareSwapNbi:Longs",
            "before: 1, not 0"),
    SWAP_RETURNS_THE_NEW_VALUE("swap returns what it stored", Transport.NONE, "atomicSwap:Longs", "on PE 0"),

    SIGNAL_COMES_BEFORE_THE_DATA(
            "the signal of a put overtakes its data",
            Transport.SHR,
            "putSignal:Longs",
            "s14: signals whose data was not there|data of form",
            true),
    SIGNAL_SET_ADDS(
            "a signal that is to be set is added", Transport.NONE, "putSignalNbi:Ints", "signal of form 0: 3, not 2"),

    TEST_IS_ALWAYS_TRUE("test answers yes", Transport.NONE, "test:Longs", "0 NE 0"),
    UNSIGNED_COMPARISON_HAS_A_SIGN(
            "an unsigned comparator compares with sign", Transport.NONE, "test:Ints", "0 GT_UNSIGNED -1"),
    TEST_ANY_IGNORES_THE_STATUS(
            "test_any and wait_until_any find masked elements", Transport.NONE, "testAny:Longs", "all were found: "),
    TEST_SOME_IGNORES_THE_STATUS(
            "test_some and wait_until_some find masked elements",
            Transport.NONE,
            "testSome:Longs",
            "all were found: 8, not 0"),
    WAIT_UNTIL_ANY_STARTS_AT_THE_FIRST(
            "wait_until_any always finds the first that holds",
            Transport.NONE,
            "waitUntilAny:Longs",
            "s38: element 1 found 0 times"),
    TEST_ALL_LEAVES_OUT_THE_LAST(
            "test_all and wait_until_all leave out the last element",
            Transport.NONE,
            "testAll:Longs",
            "all but element 8"),

    TRANSLATE_IS_THE_IDENTITY(
            "translatePe returns its argument", Transport.SHR, "teamTranslatePe", "to the reverse: 0, not 4"),
    TEAM_MY_PE_IS_THE_JOBS("myPe of a team is that of the job", Transport.SHR, "teamMyPe", "my number, translated"),
    TEAMS_FORGET_THEIR_CONFIG(
            "a team forgets what was asked for", Transport.NONE, "teamGetConfig", "of one that asks: 0, not 4"),
    SPLIT_STRIDED_DROPS_THE_SIGN_OF_THE_STRIDE(
            "a split with a negative stride keeps the order",
            Transport.SHR,
            "teamSplitStrided",
            "start 1, stride -1, size 2"),
    SPLIT_2D_SWAPS_THE_AXES("split_2d takes rows for columns", Transport.SHR, "teamSplit2d", "row of 2"),
    SPLIT_BY_COLOR_FORGETS_THE_KEYS(
            "a split by color keeps the parent's order", Transport.SHR, "teamSplitByColor", "1 colors, key -1: number"),
    SPLIT_PES_SORTS_THE_LIST(
            "a split by a list of PEs ignores its order", Transport.SHR, "teamSplitPes", "PEs \\[4, 0, 3\\]: number"),
    TEAM_SYNC_DOES_NOT_WAIT(
            "sync of a team returns at once", Transport.SHR, "teamSync", "not those stored before the sync"),
    TEAM_DESTROY_ENDS_NOTHING(
            "a destroyed team and its contexts go on", Transport.SHR, "teamDestroy", "its context: nothing was thrown"),
    TEAM_CONTEXTS_USE_NUMBERS_OF_THE_JOB(
            "a context on a team takes PE numbers of the job",
            Transport.SHR,
            "teamCreateCtx",
            "from the PE before in the team"),
    CONTEXTS_FORGET_THEIR_TEAM(
            "every context is of the world team", Transport.NONE, "ctxGetTeam", "of a context on a team"),

    BROADCAST_SKIPS_THE_ROOTS_DEST(
            "broadcast leaves the root's dest as it is",
            Transport.SHR,
            "broadcast:Longs",
            "broadcast from 0 on a team of 3, its PE 0"),
    BROADCAST_IS_ALWAYS_FROM_PE_0(
            "broadcast sends PE 0's data, whatever the root",
            Transport.SHR,
            "broadcast:Ints",
            "broadcast from 1 on a team of 3"),
    COLLECT_TAKES_ALL_BLOCKS_TO_BE_EQUAL(
            "collect moves as if all blocks were as long as one's own",
            Transport.SHR,
            "collect:Longs",
            "collect on a team of 3"),
    FCOLLECT_IN_REVERSE_ORDER(
            "fcollect puts the last PE's block first", Transport.SHR, "fcollect:Longs", "fcollect on a team of 3"),
    ALLTOALL_IS_TRANSPOSED(
            "alltoall returns each PE its own blocks", Transport.SHR, "alltoall:Longs", "alltoall on a team of 3"),
    ALLTOALLS_IGNORES_THE_STRIDE_OF_DEST(
            "alltoalls writes its elements side by side",
            Transport.SHR,
            "alltoalls:Longs",
            "alltoalls 2, 3 on a team of 3"),
    SUM_LEAVES_OUT_THE_LAST_PE(
            "a sum is that of all PEs but the last", Transport.SHR, "sumReduce:Longs", "sumReduce on a team of 3"),
    SUM_OF_VALUES_LEAVES_OUT_THE_LAST_PE(
            "a sum of values is that of all PEs but the last",
            Transport.SHR,
            "sumReduceValue:Longs",
            "sumReduce of round \\d+ on a team of 3"),
    ANY_ASKS_PE_0_ONLY("any is what PE 0 answers", Transport.SHR, "any", "PE 1 alone brings true to a team of 3"),
    UNSIGNED_MAX_COMPARES_WITH_SIGN(
            "the unsigned maximum is the signed one",
            Transport.SHR,
            "maxReduceUnsigned:Longs",
            "element 0 of 1 on a team of 3"),
    COMPLEX_PRODUCT_MULTIPLIES_PARTS(
            "a complex product multiplies real and imaginary parts",
            Transport.SHR,
            "prodReduceComplex:Doubles",
            "number 0 of 1 on a team of 3"),
    EXSCAN_INCLUDES_THIS_PE(
            "an exclusive scan is an inclusive one", Transport.SHR, "sumExscan:Longs", "sumExscan on a team of 3"),

    CALLOC_DOES_NOT_CLEAR("calloc does not clear", Transport.NONE, "calloc:Longs", "calloc of 1"),
    REALLOC_LOSES_THE_CONTENT(
            "realloc does not keep the content", Transport.NONE, "realloc:Longs", "elements after realloc to 5000"),
    ALIGN_IGNORES_THE_ALIGNMENT("align aligns as malloc does", Transport.NONE, "align:Longs", "address modulo 256"),
    ALLOCATIONS_COMPLETE_NOTHING(
            "malloc, calloc and align do not complete puts",
            Transport.SHR,
            "allocationsCompleteTheDefaultContext",
            "putNbi before allocation",
            true),
    FREE_KEEPS_THE_MEMORY("free does not give memory back", Transport.NONE, "free", "freed memory is used again"),
    PTR_SHOWS_THE_NEXT_PE("ptr shows the memory of the next PE", Transport.SHR, "ptr:Longs", "what ptr shows of PE 0"),
    ONE_PE_TOO_MANY_IS_ACCESSIBLE(
            "peAccessible counts PEs from 1", Transport.NONE, "peAccessible", "PE 1 is not accessible"),
    PRIVATE_MEMORY_IS_ACCESSIBLE(
            "addrAccessible takes private memory for symmetric",
            Transport.NONE,
            "addrAccessible",
            "native memory is private"),

    SHARED_CLOSE_KEEPS_THE_MEMORY(
            "close of a shared array ends the view and frees nothing",
            Transport.SHR,
            "sharedHandles",
            "the end of one view is that of all|a stale handle: nothing was thrown"),
    SHARED_REALLOC_LOSES_THE_CONTENT(
            "realloc of a shared array does not keep the content",
            Transport.NONE,
            "sharedRealloc:Longs",
            "the first elements after realloc to 101"),
    SHARED_TYPES_ARE_NOT_CHECKED(
            "a handle is taken for that of any type", Transport.NONE, "sharedHandles", "another type"),

    SEND_LOSES_THE_LAST_ELEMENT(
            "send leaves out the last element", Transport.NONE, "messages:Longs", "elements symmetric to symmetric"),
    RECV_IGNORES_THE_TAG("recv takes the next message, whatever its tag", Transport.NONE, "messageMatching", "tag 2"),
    SSEND_DOES_NOT_WAIT("ssend returns before the match", Transport.SHR, "synchronousSend", "the receiver had come"),
    GIVE_LEAVES_THE_ARRAY_ALIVE(
            "an array that was given can still be used", Transport.NONE, "givenMemory", "element after give"),
    IPROBE_SEES_NOTHING(
            "iprobe says that there is no message", Transport.NONE, "messageMatching", "a probe leaves the message"),

    LOCKS_DO_NOT_EXCLUDE(
            "setLock does nothing",
            Transport.SHR,
            "s76_onePeAtATime",
            "rounds counted under locks|a word beside another"),
    LOCKS_ARE_UNFAIR(
            "setLock asks again and again, some PEs oftener",
            Transport.SHR,
            "s77_firstComeFirstServed",
            "round 1: holder number"),
    TEST_LOCK_IS_A_TRY_LOCK(
            "testLock's result is not inverted",
            Transport.SHR,
            "s78_testIsZeroWhenItGotTheLock",
            "test of a free lock: 1, not 0"),
    LOCKS_ARE_REENTRANT(
            "setLock by the holder returns",
            Transport.SHR,
            "s80_locksAreNotReentrant",
            "setLock of a lock that this PE holds: nothing was thrown"),
    CLEAR_LOCK_DOES_NOT_QUIET(
            "clearLock does not complete puts", Transport.SHR, "s76_onePeAtATime", "rounds counted under locks", true),

    GLOBAL_EXIT_LOSES_THE_STATUS(
            "globalExit ends the job with status 0",
            Transport.SHR,
            "s72_globalExitEndsOthersInABarrier",
            "the status is to be 7"),
    THREAD_LEVEL_IS_SINGLE(
            "initThread gives SINGLE, whatever is asked for",
            Transport.NONE,
            "initThread",
            "initThread.MULTIPLE. gave SINGLE"),
    UNIQUE_ID_IS_ALWAYS_THE_SAME(
            "uniqueId gives one id for all jobs", Transport.NONE, "uniqueId", "another id each time"),
    ALWAYS_INITIALIZED(
            "queryInitialized answers yes",
            Transport.NONE,
            "queryInitialized",
            "queryInitialized before, between and after"),
    VERSION_IS_ANOTHER(
            "infoGetVersion is 1.5", Transport.NONE, "infoGetVersion", "minor version, before init: 5, not 6"),
    CONTEXT_OPTIONS_ARE_NOT_CHECKED(
            "ctxCreate takes options that do not exist", Transport.NONE, "ctxCreate", "options 8: nothing was thrown"),
    RANGES_END_ONE_TOO_FAR(
            "an index one past the end is accepted", Transport.NONE, "elementAccess:Longs", "nothing was thrown"),

    // This ends its job, and so comes last in it.
    SIGNAL_ADD_SETS("a signal that is to be added is set", Transport.NONE, "putSignal:Ints", "SHMEM_TIMEOUT");

    private final String what;
    private final Transport transport;
    private final String caseId;
    private final String reason;
    private final boolean late;

    Defect(String what, Transport transport, String caseId, String reason) {
        this(what, transport, caseId, reason, false);
    }

    Defect(String what, Transport transport, String caseId, String reason, boolean late) {
        this.what = what;
        this.transport = transport;
        this.caseId = caseId;
        this.reason = reason;
        this.late = late;
    }

    /** What goes wrong. */
    public String what() {
        return what;
    }

    /** Where the case runs. */
    public Transport transport() {
        return transport;
    }

    /** The case that catches it. */
    public String caseId() {
        return caseId;
    }

    /** What the case says then, a regular expression for a part of it. */
    public String reason() {
        return reason;
    }

    /** Whether it shows only where transfers are late. */
    public boolean isLate() {
        return late || this == NONE_BUT_LATE;
    }

    /** Whether something is to go wrong. */
    public boolean isReal() {
        return this != NONE && this != NONE_BUT_LATE;
    }
}
