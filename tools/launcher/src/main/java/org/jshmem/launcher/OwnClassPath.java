package org.jshmem.launcher;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The class path of this launcher as what PEs have: that of a program or test which depends on the launcher as on any
 * other library. It has no start cache.
 */
record OwnClassPath() implements Installation {
    @Override
    public List<Path> peClassPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .toList();
    }

    @Override
    public List<Path> toolClassPath() {
        return List.of();
    }

    @Override
    public List<Path> watcherClassPath() {
        if (OwnClassPath.class.getResource("/org/jshmem/monitor/ShmemTop.class") == null) {
            throw new UsageException(
                    "--monitor and --report need the artifact org.jshmem:monitor, which is not on the class path");
        }
        return peClassPath();
    }

    @Override
    public List<Path> traceClassPath() {
        if (OwnClassPath.class.getResource("/org/jshmem/trace/TraceEnd.class") == null) {
            throw new UsageException("--trace needs the artifact org.jshmem:trace, which is not on the class path");
        }
        return peClassPath();
    }

    @Override
    public List<Path> shellClassPath() {
        throw new UsageException("--shell needs a distribution of JSHMEM; run bin/shmemrun");
    }

    @Override
    public Path examplesJar() {
        return null;
    }

    @Override
    public Path nativeLibraries() {
        return null;
    }

    @Override
    public StartCache peCache() {
        return null;
    }
}
