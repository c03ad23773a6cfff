package org.jshmem.libfabric;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/** Maps the addresses of peers to the indices that operations use; see {@code fi_av(3)}. */
public final class AddressVector extends Fid {
    AddressVector(Libfabric library, Pointer fid) {
        super(library, fid);
    }

    /**
     * Adds an address.
     *
     * @param name the peer's {@link Endpoint#name()}
     * @return the index of the peer, for operations
     */
    public long insert(byte[] name) {
        try (Memory address = new Memory(name.length);
                Memory result = new Memory(Long.BYTES)) {
            address.write(0, name, 0, name.length);
            final int inserted = call(
                    "fi_av_insert",
                    ops(Offsets.AV_OPS),
                    Offsets.OPS_AV_INSERT,
                    pointer(),
                    address,
                    1L,
                    result,
                    0L,
                    null);
            if (inserted != 1) {
                throw new FabricException("fi_av_insert", Fi.EINVAL, "the address is not one of this provider's");
            }
            return result.getLong(0);
        }
    }

    /**
     * Formats an address for people; see {@code fi_av_straddr(3)}.
     *
     * @param name the {@link Endpoint#name()} of an endpoint
     * @return for example {@code fi_sockaddr_in://192.0.2.1:40000}; hexadecimal digits if the provider cannot format it
     */
    public String text(byte[] name) {
        try (Memory address = new Memory(name.length);
                Memory buffer = new Memory(256);
                Memory length = new Memory(Long.BYTES)) {
            address.write(0, name, 0, name.length);
            length.setLong(0, buffer.size());
            final Pointer ops = ops(Offsets.AV_OPS);
            if (!has(ops, Offsets.OPS_AV_STRADDR)) {
                return java.util.HexFormat.of().formatHex(name);
            }
            com.sun.jna.Function.getFunction(ops.getPointer(Offsets.OPS_AV_STRADDR))
                    .invokePointer(new Object[] {pointer(), address, buffer, length});
            return buffer.getString(0);
        }
    }
}
