package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** The entry of a failed operation in a completion queue: {@code struct fi_cq_err_entry}; see {@code fi_cq(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public final class FiCqErrEntry extends Structure {
    private static final List<String> ORDER = List.of(
            "op_context",
            "flags",
            "len",
            "buf",
            "data",
            "tag",
            "olen",
            "err",
            "prov_errno",
            "err_data",
            "err_data_size");

    /** {@code op_context}. */
    public Pointer op_context;

    /** {@code flags}. */
    public long flags;

    /** {@code len}. */
    public long len;

    /** {@code buf}. */
    public Pointer buf;

    /** {@code data}. */
    public long data;

    /** {@code tag}. */
    public long tag;

    /** {@code olen}. */
    public long olen;

    /** {@code err}. */
    public int err;

    /** {@code prov_errno}. */
    public int prov_errno;

    /** {@code err_data}. */
    public Pointer err_data;

    /** {@code err_data_size}. */
    public long err_data_size;

    /** Allocates memory, all zero. */
    public FiCqErrEntry() {}

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }
}
