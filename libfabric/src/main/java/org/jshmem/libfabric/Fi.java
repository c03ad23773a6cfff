package org.jshmem.libfabric;

/** The constants of libfabric's headers, without the prefix {@code FI_}. A test compares them with the headers. */
@SuppressWarnings("checkstyle:DeclarationOrder") // grouped by meaning
public final class Fi {
    /** {@code FI_MSG}: the first of the capabilities and operation flags; see {@code fi_getinfo(3)}. */
    public static final long MSG = 1L << 1;

    /** {@code FI_RMA}. */
    public static final long RMA = 1L << 2;

    /** {@code FI_TAGGED}. */
    public static final long TAGGED = 1L << 3;

    /** {@code FI_ATOMIC}. */
    public static final long ATOMIC = 1L << 4;

    /** {@code FI_READ}. */
    public static final long READ = 1L << 8;

    /** {@code FI_WRITE}. */
    public static final long WRITE = 1L << 9;

    /** {@code FI_RECV}. */
    public static final long RECV = 1L << 10;

    /** {@code FI_SEND}. */
    public static final long SEND = 1L << 11;

    /** {@code FI_TRANSMIT}. */
    public static final long TRANSMIT = 1L << 11;

    /** {@code FI_REMOTE_READ}. */
    public static final long REMOTE_READ = 1L << 12;

    /** {@code FI_REMOTE_WRITE}. */
    public static final long REMOTE_WRITE = 1L << 13;

    /** {@code FI_FENCE}. */
    public static final long FENCE = 1L << 21;

    /** {@code FI_COMPLETION}. */
    public static final long COMPLETION = 1L << 24;

    /** {@code FI_INJECT}. */
    public static final long INJECT = 1L << 25;

    /** {@code FI_INJECT_COMPLETE}. */
    public static final long INJECT_COMPLETE = 1L << 26;

    /** {@code FI_TRANSMIT_COMPLETE}. */
    public static final long TRANSMIT_COMPLETE = 1L << 27;

    /** {@code FI_DELIVERY_COMPLETE}. */
    public static final long DELIVERY_COMPLETE = 1L << 28;

    /** {@code FI_LOCAL_COMM}. */
    public static final long LOCAL_COMM = 1L << 51;

    /** {@code FI_REMOTE_COMM}. */
    public static final long REMOTE_COMM = 1L << 52;

    /** {@code FI_SHARED_AV}. */
    public static final long SHARED_AV = 1L << 53;

    /** {@code FI_PROV_ATTR_ONLY}. */
    public static final long PROV_ATTR_ONLY = 1L << 54;

    /** {@code FI_NUMERICHOST}. */
    public static final long NUMERICHOST = 1L << 55;

    /** {@code FI_SOURCE}. */
    public static final long SOURCE = 1L << 57;

    /** {@code FI_RMA_EVENT}. */
    public static final long RMA_EVENT = 1L << 56;

    /** {@code FI_CONTEXT}: the first of the mode bits, which are requirements of the provider to its user. */
    public static final long CONTEXT = 1L << 59;

    /** {@code FI_CONTEXT2}. */
    public static final long CONTEXT2 = 1L << 52;

    /** {@code FI_RX_CQ_DATA}. */
    public static final long RX_CQ_DATA = 1L << 56;

    /** {@code FI_MR_LOCAL}: the first of the modes of memory registration; see {@code fi_mr(3)}. */
    public static final int MR_LOCAL = 1 << 2;

    /** {@code FI_MR_RAW}. */
    public static final int MR_RAW = 1 << 3;

    /** {@code FI_MR_VIRT_ADDR}. */
    public static final int MR_VIRT_ADDR = 1 << 4;

    /** {@code FI_MR_ALLOCATED}. */
    public static final int MR_ALLOCATED = 1 << 5;

    /** {@code FI_MR_PROV_KEY}. */
    public static final int MR_PROV_KEY = 1 << 6;

    /** {@code FI_MR_MMU_NOTIFY}. */
    public static final int MR_MMU_NOTIFY = 1 << 7;

    /** {@code FI_MR_RMA_EVENT}. */
    public static final int MR_RMA_EVENT = 1 << 8;

    /** {@code FI_MR_ENDPOINT}. */
    public static final int MR_ENDPOINT = 1 << 9;

    /** {@code FI_MR_HMEM}. */
    public static final int MR_HMEM = 1 << 10;

    /** {@code FI_ORDER_NONE}: the first of the message orders; see {@code fi_endpoint(3)}. */
    public static final long ORDER_NONE = 0;

    /** {@code FI_ORDER_RAR}. */
    public static final long ORDER_RAR = 1L << 0;

    /** {@code FI_ORDER_RAW}. */
    public static final long ORDER_RAW = 1L << 1;

    /** {@code FI_ORDER_WAR}. */
    public static final long ORDER_WAR = 1L << 3;

    /** {@code FI_ORDER_WAW}. */
    public static final long ORDER_WAW = 1L << 4;

    /** {@code FI_ORDER_SAW}. */
    public static final long ORDER_SAW = 1L << 7;

    /** {@code FI_ORDER_SAS}. */
    public static final long ORDER_SAS = 1L << 8;

    /** {@code FI_ORDER_RMA_WAW}. */
    public static final long ORDER_RMA_WAW = 1L << 35;

    /** {@code FI_ORDER_ATOMIC_WAW}. */
    public static final long ORDER_ATOMIC_WAW = 1L << 39;

    /** {@code FI_AV_UNSPEC}: the first of the address vector types. */
    public static final int AV_UNSPEC = 0;

    /** {@code FI_AV_MAP}. */
    public static final int AV_MAP = 1;

    /** {@code FI_AV_TABLE}. */
    public static final int AV_TABLE = 2;

    /** {@code FI_PROGRESS_UNSPEC}: the first of the progress models; see {@code fi_domain(3)}. */
    public static final int PROGRESS_UNSPEC = 0;

    /** {@code FI_PROGRESS_AUTO}. */
    public static final int PROGRESS_AUTO = 1;

    /** {@code FI_PROGRESS_MANUAL}. */
    public static final int PROGRESS_MANUAL = 2;

    /** {@code FI_THREAD_UNSPEC}: the first of the threading models, which say which objects threads may share. */
    public static final int THREAD_UNSPEC = 0;

    /** {@code FI_THREAD_SAFE}. */
    public static final int THREAD_SAFE = 1;

    /** {@code FI_THREAD_FID}. */
    public static final int THREAD_FID = 2;

    /** {@code FI_THREAD_DOMAIN}. */
    public static final int THREAD_DOMAIN = 3;

    /** {@code FI_THREAD_COMPLETION}. */
    public static final int THREAD_COMPLETION = 4;

    /** {@code FI_THREAD_ENDPOINT}. */
    public static final int THREAD_ENDPOINT = 5;

    /** {@code FI_RM_UNSPEC}: the first of the values that say whether queues may overrun. */
    public static final int RM_UNSPEC = 0;

    /** {@code FI_RM_DISABLED}. */
    public static final int RM_DISABLED = 1;

    /** {@code FI_RM_ENABLED}. */
    public static final int RM_ENABLED = 2;

    /** {@code FI_EP_UNSPEC}: the first of the endpoint types. */
    public static final int EP_UNSPEC = 0;

    /** {@code FI_EP_MSG}. */
    public static final int EP_MSG = 1;

    /** {@code FI_EP_DGRAM}. */
    public static final int EP_DGRAM = 2;

    /** {@code FI_EP_RDM}. */
    public static final int EP_RDM = 3;

    /** {@code FI_WAIT_NONE}: the first of the wait objects; see {@code fi_cq(3)}. */
    public static final int WAIT_NONE = 0;

    /** {@code FI_WAIT_UNSPEC}. */
    public static final int WAIT_UNSPEC = 1;

    /** {@code FI_WAIT_FD}. */
    public static final int WAIT_FD = 3;

    /** {@code FI_CQ_FORMAT_CONTEXT}: the first of the formats of completion queue entries. */
    public static final int CQ_FORMAT_CONTEXT = 1;

    /** {@code FI_CQ_FORMAT_MSG}. */
    public static final int CQ_FORMAT_MSG = 2;

    /** {@code FI_CQ_FORMAT_DATA}. */
    public static final int CQ_FORMAT_DATA = 3;

    /** {@code FI_FORMAT_UNSPEC}: the first of the address formats. */
    public static final int FORMAT_UNSPEC = 0;

    /** {@code FI_SOCKADDR}. */
    public static final int SOCKADDR = 1;

    /** {@code FI_SOCKADDR_IN}. */
    public static final int SOCKADDR_IN = 2;

    /** {@code FI_SOCKADDR_IN6}. */
    public static final int SOCKADDR_IN6 = 3;

    /** {@code FI_ADDR_STR}. */
    public static final int ADDR_STR = 9;

    /** {@code FI_INT8}: the first of the data types of atomics; see {@code fi_atomic(3)}. */
    public static final int INT8 = 0;

    /** {@code FI_UINT8}. */
    public static final int UINT8 = 1;

    /** {@code FI_INT16}. */
    public static final int INT16 = 2;

    /** {@code FI_UINT16}. */
    public static final int UINT16 = 3;

    /** {@code FI_INT32}. */
    public static final int INT32 = 4;

    /** {@code FI_UINT32}. */
    public static final int UINT32 = 5;

    /** {@code FI_INT64}. */
    public static final int INT64 = 6;

    /** {@code FI_UINT64}. */
    public static final int UINT64 = 7;

    /** {@code FI_FLOAT}. */
    public static final int FLOAT = 8;

    /** {@code FI_DOUBLE}. */
    public static final int DOUBLE = 9;

    /** {@code FI_MIN}: the first of the operations of atomics. */
    public static final int MIN = 0;

    /** {@code FI_MAX}. */
    public static final int MAX = 1;

    /** {@code FI_SUM}. */
    public static final int SUM = 2;

    /** {@code FI_PROD}. */
    public static final int PROD = 3;

    /** {@code FI_BOR}. */
    public static final int BOR = 6;

    /** {@code FI_BAND}. */
    public static final int BAND = 7;

    /** {@code FI_BXOR}. */
    public static final int BXOR = 9;

    /** {@code FI_ATOMIC_READ}. */
    public static final int ATOMIC_READ = 10;

    /** {@code FI_ATOMIC_WRITE}. */
    public static final int ATOMIC_WRITE = 11;

    /** {@code FI_CSWAP}. */
    public static final int CSWAP = 12;

    /** {@code FI_GETWAIT}: the first of the commands; see {@code fi_control(3)}. */
    public static final int GETWAIT = 5;

    /** {@code FI_ENABLE}. */
    public static final int ENABLE = 6;

    /** {@code FI_SELECTIVE_COMPLETION}: binds a completion queue for operations that request it. */
    public static final long SELECTIVE_COMPLETION = 1L << 59;

    /** {@code FI_ENODATA}: the first of the error numbers; see {@code fi_errno(3)}. */
    public static final int ENODATA = 61;

    /** {@code FI_EAGAIN}. */
    public static final int EAGAIN = 11;

    /** {@code FI_ENOMEM}. */
    public static final int ENOMEM = 12;

    /** {@code FI_ENOSYS}. */
    public static final int ENOSYS = 38;

    /** {@code FI_EINVAL}. */
    public static final int EINVAL = 22;

    /** {@code FI_EAVAIL}. */
    public static final int EAVAIL = 259;

    /** {@code FI_ETOOSMALL}. */
    public static final int ETOOSMALL = 257;

    /** {@code FI_ENOKEY}. */
    public static final int ENOKEY = 266;

    /** {@code FI_ENOAV}. */
    public static final int ENOAV = 267;

    /** {@code FI_ECANCELED}. */
    public static final int ECANCELED = 125;

    /** {@code FI_ETRUNC}. */
    public static final int ETRUNC = 265;

    /** {@code FI_EOVERRUN}. */
    public static final int EOVERRUN = 268;

    private Fi() {}

    /**
     * Encodes a version as libfabric does.
     *
     * @param major the first number
     * @param minor the second number
     * @return a number to compare, and to pass to {@code fi_getinfo}
     */
    public static int version(int major, int minor) {
        return major << Short.SIZE | minor;
    }
}
