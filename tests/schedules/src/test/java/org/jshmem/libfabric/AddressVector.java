package org.jshmem.libfabric;

/** Stands in for the library's class of this name: an endpoint's name is its index. */
public final class AddressVector extends Fid {
    public long insert(byte[] name) {
        if (name.length == 0) {
            throw new FabricException("this is no address", null);
        }
        return name[0];
    }
}
