package org.jshmem.libfabric;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.ptr.PointerByReference;
import org.jshmem.libfabric.struct.FiAvAttr;
import org.jshmem.libfabric.struct.FiCntrAttr;
import org.jshmem.libfabric.struct.FiCqAttr;
import org.jshmem.libfabric.struct.FiInfo;

/** Gives access to a network through one interface; see {@code fi_domain(3)}. */
public final class Domain extends Fid {
    Domain(Libfabric library, Pointer fid) {
        super(library, fid);
    }

    /**
     * Opens an address vector; see {@code fi_av_open(3)}.
     *
     * @param attributes its attributes
     * @return an empty address vector
     */
    public AddressVector addressVector(FiAvAttr attributes) {
        return new AddressVector(library, open("fi_av_open", Offsets.OPS_DOMAIN_AV_OPEN, attributes));
    }

    /**
     * Opens a completion queue; see {@code fi_cq_open(3)}.
     *
     * @param attributes its attributes; the provider fills in what they leave open
     * @return an empty queue
     */
    public CompletionQueue completionQueue(FiCqAttr attributes) {
        return new CompletionQueue(library, open("fi_cq_open", Offsets.OPS_DOMAIN_CQ_OPEN, attributes));
    }

    /**
     * Opens a counter; see {@code fi_cntr_open(3)}.
     *
     * @param attributes its attributes
     * @return a counter with the value 0
     */
    public Counter counter(FiCntrAttr attributes) {
        return new Counter(library, open("fi_cntr_open", Offsets.OPS_DOMAIN_CNTR_OPEN, attributes));
    }

    /**
     * Opens an endpoint; see {@code fi_endpoint(3)}.
     *
     * @param info the entry with which this domain was opened
     * @return an endpoint to bind and enable
     */
    public Endpoint endpoint(FiInfo info) {
        return new Endpoint(
                library, open("fi_endpoint", ops(Offsets.DOMAIN_OPS), Offsets.OPS_DOMAIN_ENDPOINT, info.getPointer()));
    }

    /**
     * Registers memory; see {@code fi_mr_reg(3)}.
     *
     * @param address start of the memory
     * @param bytes size of the memory
     * @param access permitted operations, for example {@link Fi#REMOTE_WRITE}
     * @param requestedKey the key; ignored if the provider chooses keys
     * @param flags 0, or flags of the manual
     * @return the registered region, until it is closed
     */
    public MemoryRegion register(long address, long bytes, long access, long requestedKey, long flags) {
        final PointerByReference result = new PointerByReference();
        call(
                "fi_mr_reg",
                ops(Offsets.DOMAIN_MR),
                Offsets.OPS_MR_REG,
                pointer(),
                new Pointer(address),
                bytes,
                access,
                0L,
                requestedKey,
                flags,
                result,
                null);
        return new MemoryRegion(library, result.getValue());
    }

    private Pointer open(String name, long entry, Structure attributes) {
        attributes.write();
        final Pointer opened = open(name, ops(Offsets.DOMAIN_OPS), entry, attributes.getPointer());
        attributes.read();
        return opened;
    }
}
