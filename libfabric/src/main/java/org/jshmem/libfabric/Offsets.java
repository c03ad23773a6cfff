package org.jshmem.libfabric;

/**
 * Offsets of members in libfabric's objects and operation tables, in bytes: {@code OPS_CQ_READ} is member {@code read}
 * of {@code struct fi_ops_cq}, {@code CQ_OPS} is member {@code ops} of {@code struct fid_cq}. A test compares them with
 * the headers.
 */
final class Offsets {
    /* struct fid */
    static final long FID_OPS = 16;

    /* struct fi_ops */
    static final long OPS_CLOSE = 8;
    static final long OPS_BIND = 16;
    static final long OPS_CONTROL = 24;

    /* struct fid_fabric */
    static final long FABRIC_OPS = 24;

    /* struct fi_ops_fabric */
    static final long OPS_FABRIC_DOMAIN = 8;
    static final long OPS_FABRIC_TRYWAIT = 40;

    /* struct fid_domain */
    static final long DOMAIN_OPS = 24;
    static final long DOMAIN_MR = 32;

    /* struct fi_ops_domain */
    static final long OPS_DOMAIN_AV_OPEN = 8;
    static final long OPS_DOMAIN_CQ_OPEN = 16;
    static final long OPS_DOMAIN_ENDPOINT = 24;
    static final long OPS_DOMAIN_CNTR_OPEN = 40;

    /* struct fi_ops_mr */
    static final long OPS_MR_REG = 8;

    /* struct fid_mr */
    static final long MR_MEM_DESC = 24;
    static final long MR_KEY = 32;

    /* struct fid_av */
    static final long AV_OPS = 24;

    /* struct fi_ops_av */
    static final long OPS_AV_INSERT = 8;
    static final long OPS_AV_REMOVE = 32;
    static final long OPS_AV_STRADDR = 48;

    /* struct fid_cq */
    static final long CQ_OPS = 24;

    /* struct fi_ops_cq */
    static final long OPS_CQ_READ = 8;
    static final long OPS_CQ_READFROM = 16;
    static final long OPS_CQ_READERR = 24;
    static final long OPS_CQ_SREAD = 32;
    static final long OPS_CQ_SIGNAL = 48;
    static final long OPS_CQ_STRERROR = 56;

    /* struct fid_cntr */
    static final long CNTR_OPS = 24;

    /* struct fi_ops_cntr */
    static final long OPS_CNTR_READ = 8;
    static final long OPS_CNTR_READERR = 16;
    static final long OPS_CNTR_ADD = 24;
    static final long OPS_CNTR_SET = 32;
    static final long OPS_CNTR_WAIT = 40;

    /* struct fid_ep */
    static final long EP_OPS = 24;
    static final long EP_CM = 32;
    static final long EP_MSG = 40;
    static final long EP_RMA = 48;
    static final long EP_ATOMIC = 64;

    /* struct fi_ops_cm */
    static final long OPS_CM_GETNAME = 16;

    /* struct fi_ops_msg */
    static final long OPS_MSG_RECV = 8;
    static final long OPS_MSG_SEND = 32;
    static final long OPS_MSG_INJECT = 56;

    /* struct fi_ops_rma */
    static final long OPS_RMA_READ = 8;
    static final long OPS_RMA_READMSG = 24;
    static final long OPS_RMA_WRITE = 32;
    static final long OPS_RMA_WRITEMSG = 48;
    static final long OPS_RMA_INJECT = 56;

    /* struct fi_ops_atomic */
    static final long OPS_ATOMIC_WRITE = 8;
    static final long OPS_ATOMIC_INJECT = 32;
    static final long OPS_ATOMIC_READWRITE = 40;
    static final long OPS_ATOMIC_COMPWRITE = 64;
    static final long OPS_ATOMIC_WRITEVALID = 88;
    static final long OPS_ATOMIC_READWRITEVALID = 96;
    static final long OPS_ATOMIC_COMPWRITEVALID = 104;

    private Offsets() {}
}
