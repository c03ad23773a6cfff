package org.jshmem.bootstrap;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;
import org.jshmem.posix.Platform;

/**
 * Makes the first call of C, so that what is in its way is one error. Where the JVM was not told to allow such calls,
 * it warns once and goes on, and so does the library; the JVM throws where it was told to deny them.
 */
final class NativeAccess {
    private static final String FLAG = "--enable-native-access=";

    /** The modules that call C; those of the network may be absent. */
    private static final List<String> MODULES = List.of(
            "org.jshmem.posix", "org.jshmem.heap", "org.jshmem.bootstrap", "org.jshmem.libfabric", "com.sun.jna");

    private NativeAccess() {}

    /** Throws if the library cannot call C here. */
    static void require() {
        require(MODULES);
    }

    /** Throws if the library cannot call C here, for which a C library of OpenSHMEM is used. */
    static void requireLibrary() {
        require(Stream.concat(MODULES.stream(), Stream.of("org.jshmem.oshmem")).toList());
    }

    private static void require(List<String> modules) {
        final String objection = Platform.objection();
        if (objection != null) {
            throw new ShmemException(objection);
        }
        try {
            Libc.geteuid();
        } catch (ExceptionInInitializerError e) {
            throw failure(e.getCause(), e, modules);
        }
    }

    private static RuntimeException failure(Throwable cause, Error error, List<String> modules) {
        return switch (cause) {
            case IllegalCallerException _ ->
                new ShmemException(
                        "the JVM of this PE denies JSHMEM its calls of C; give java " + FLAG + present(modules)
                                + ", or write Enable-Native-Access: ALL-UNNAMED in the manifest of the jar that java"
                                + " -jar starts",
                        cause);
            case UnsupportedOperationException _ -> new ShmemException(cause.getMessage(), cause);
            default -> throw error;
        };
    }

    private static String present(List<String> modules) {
        final Module module = Libc.class.getModule();
        return module.isNamed()
                ? modules.stream()
                        .map(module.getLayer()::findModule)
                        .flatMap(Optional::stream)
                        .map(Module::getName)
                        .collect(Collectors.joining(","))
                : "ALL-UNNAMED";
    }
}
