package org.jshmem.bootstrap;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/** Checks that the JVM lets the library call C; a flag on its command line allows this. */
final class NativeAccess {
    private static final String FLAG = "--enable-native-access=";

    /** The modules that call C; those of the network may be absent. */
    private static final List<String> MODULES = List.of(
            "org.jshmem.heap",
            "org.jshmem.internal",
            "org.jshmem.libfabric",
            "org.jshmem.transport.ofi",
            "com.sun.jna");

    private NativeAccess() {}

    /** Throws one error in place of the JVM's warnings, which every PE would print. */
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
