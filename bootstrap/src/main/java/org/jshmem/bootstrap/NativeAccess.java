package org.jshmem.bootstrap;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/** Whether the JVM lets the library call C, which it does for a flag on its command line. */
final class NativeAccess {
    private static final String FLAG = "--enable-native-access=";

    /** Those that call C, the network's only where it is there. */
    private static final List<String> MODULES = List.of(
            "org.jshmem.heap",
            "org.jshmem.internal",
            "org.jshmem.libfabric",
            "org.jshmem.transport.ofi",
            "com.sun.jna");

    private NativeAccess() {}

    /** One error in place of the JVM's warnings, of which every PE would print its own. */
    static void require() {
        final Module module = Libc.class.getModule();
        if (!module.isNamed()) {
            require(module.isNativeAccessEnabled(), "ALL-UNNAMED");
            return;
        }
        final List<Module> present = MODULES.stream()
                .map(module.getLayer()::findModule)
                .flatMap(Optional::stream)
                .toList();
        require(
                present.stream().allMatch(Module::isNativeAccessEnabled),
                present.stream().map(Module::getName).collect(Collectors.joining(",")));
    }

    private static void require(boolean isEnabled, String modules) {
        if (!isEnabled) {
            throw new ShmemException(
                    "the JVM of this PE was started without a flag that JSHMEM needs; give java " + FLAG + modules);
        }
    }
}
