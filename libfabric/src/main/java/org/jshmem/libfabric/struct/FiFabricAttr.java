package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;

/** Which fabric, and whose. {@code struct fi_fabric_attr}; see {@code fi_getinfo(3)}. */
@Structure.FieldOrder({"fabric", "name", "prov_name", "prov_version", "api_version"})
@SuppressWarnings("checkstyle:MemberName") // as C has them
public class FiFabricAttr extends Structure {
    /** {@code fabric}. */
    public Pointer fabric;

    /** {@code name}. */
    public Pointer name;

    /** {@code prov_name}. */
    public Pointer prov_name;

    /** {@code prov_version}. */
    public int prov_version;

    /** {@code api_version}. */
    public int api_version;

    /** New memory, all zero. */
    public FiFabricAttr() {}

    /**
     * Memory that exists.
     *
     * @param memory where
     */
    public FiFabricAttr(Pointer memory) {
        super(memory);
    }

    /** Where a structure points to one. */
    public static final class ByReference extends FiFabricAttr implements Structure.ByReference {
        /** Called by JNA. */
        public ByReference() {}

        /**
         * Called by JNA.
         *
         * @param memory where
         */
        public ByReference(Pointer memory) {
            super(memory);
        }
    }
}
