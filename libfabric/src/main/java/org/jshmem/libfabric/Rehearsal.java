package org.jshmem.libfabric;

import com.sun.jna.Memory;
import com.sun.jna.Structure;
import org.jshmem.libfabric.struct.FiDomainAttr;
import org.jshmem.libfabric.struct.FiEpAttr;
import org.jshmem.libfabric.struct.FiFabricAttr;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.libfabric.struct.FiRxAttr;
import org.jshmem.libfabric.struct.FiTxAttr;

/**
 * Makes JNA read the structures once while the library is being loaded; the first time takes tens of milliseconds.
 *
 * <p>Constructors of libraries that libfabric may be linked with sleep for 0.2 s. Meanwhile the dynamic loader lets no
 * other thread load a library or link a native method for the first time. Therefore {@link #begin} first loads JNA's
 * library and calls the functions that reading needs.
 */
final class Rehearsal {
    private static final int BYTES = 1024;

    private Rehearsal() {}

    /** Links the native methods, and starts a thread for the rest; called before the library is loaded. */
    static void begin() {
        final Memory zeros = new Memory(BYTES);
        zeros.clear();
        zeros.setLong(0, zeros.getLong(0));
        zeros.setInt(0, zeros.getInt(0));
        zeros.setPointer(0, zeros.getPointer(0));
        final Thread thread = new Thread(() -> run(zeros), "jshmem-jna");
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(Memory zeros) {
        try (zeros) {
            rehearse(new FiInfo(zeros));
            rehearse(new FiTxAttr.ByReference(zeros));
            rehearse(new FiRxAttr.ByReference(zeros));
            rehearse(new FiEpAttr.ByReference(zeros));
            rehearse(new FiDomainAttr.ByReference(zeros));
            rehearse(new FiFabricAttr.ByReference(zeros));
        }
    }

    private static void rehearse(Structure structure) {
        structure.read();
        structure.write();
    }
}
