package org.jshmem.internal.boot;

import org.jshmem.ShmemException;
import org.jshmem.heap.ffm.Libc;

/** Whether the JVM lets the library call C, which it does for a flag on its command line. */
final class NativeAccess {
    private static final String FLAG = "--enable-native-access=";

    private NativeAccess() {}

    /** One error in place of the JVM's warnings, of which every PE would print its own. */
    static void require() {
        final Module module = Libc.class.getModule();
        if (!module.isNativeAccessEnabled()) {
            throw new ShmemException("the JVM of this PE was started without a flag that JSHMEM needs; give java "
                    + (module.isNamed() ? FLAG + module.getName() + ",org.jshmem.internal" : FLAG + "ALL-UNNAMED"));
        }
    }
}
