package org.jshmem.libfabric;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import org.jshmem.libfabric.struct.FiInfo;

/** An open network; see {@code fi_fabric(3)}. */
public final class Fabric extends Fid {
    private Fabric(Libfabric library, Pointer fid) {
        super(library, fid);
    }

    /**
     * Opens the fabric of an entry.
     *
     * @param info an entry of {@link Libfabric#getInfo}
     * @return the fabric
     */
    public static Fabric open(FiInfo info) {
        final Libfabric library = Libfabric.get();
        final PointerByReference result = new PointerByReference();
        library.check("fi_fabric", library.exports().fabric(info.fabric_attr.getPointer(), result, null));
        return new Fabric(library, result.getValue());
    }

    /**
     * Opens a domain; see {@code fi_domain(3)}.
     *
     * @param info the entry with which this fabric was opened
     * @return the domain
     */
    public Domain domain(FiInfo info) {
        return new Domain(
                library, open("fi_domain", ops(Offsets.FABRIC_OPS), Offsets.OPS_FABRIC_DOMAIN, info.getPointer()));
    }

    /**
     * Whether a thread may now wait on the file descriptors of these objects; see {@code fi_trywait} in
     * {@code fi_poll(3)}.
     *
     * @param objects completion queues and counters
     * @return false if one of them must be read first
     */
    public boolean mayWait(Fid... objects) {
        final Pointer[] fids = new Pointer[objects.length];
        for (int i = 0; i < fids.length; i++) {
            fids[i] = objects[i].pointer();
        }
        final int result =
                invoke("fi_trywait", ops(Offsets.FABRIC_OPS), Offsets.OPS_FABRIC_TRYWAIT, pointer(), fids, fids.length);
        if (result == -Fi.EAGAIN) {
            return false;
        }
        library.check("fi_trywait", result);
        return true;
    }
}
