package org.jshmem.libfabric.struct;

import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import java.util.List;

/** The attributes of a fabric: {@code struct fi_fabric_attr}; see {@code fi_getinfo(3)}. */
@SuppressWarnings("checkstyle:MemberName") // as C has them
public class FiFabricAttr extends Structure {
    private static final List<String> ORDER = List.of("fabric", "name", "prov_name", "prov_version", "api_version");

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

    /** Allocates memory, all zero. */
    public FiFabricAttr() {}

    /**
     * Wraps existing memory.
     *
     * @param memory its address
     */
    public FiFabricAttr(Pointer memory) {
        super(memory);
    }

    @Override
    protected List<String> getFieldOrder() {
        return ORDER;
    }

    /** For members that point to this structure. */
    public static final class ByReference extends FiFabricAttr implements Structure.ByReference {
        /** Called by JNA. */
        public ByReference() {}

        /**
         * Called by JNA.
         *
         * @param memory its address
         */
        public ByReference(Pointer memory) {
            super(memory);
        }
    }
}
