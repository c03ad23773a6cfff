package org.jshmem.launcher;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which start cache the PEs of a job use: the one asked for, else that of the distribution, and none that does not fit.
 */
final class CacheUse {
    /** {@code off} where {@code bin/shmemrun} has said already why it is not used. */
    private static final String OWN_PROPERTY = "jshmem.pe.cache";

    private final Path file;
    private final boolean users;

    private CacheUse(Path file, boolean users) {
        this.file = file;
        this.users = users;
    }

    /**
     * Chooses.
     *
     * @param requested the file that {@code --cache} names, or null
     * @param own that of the installation, or null
     * @param messages where it is said, once for a job, that a cache does not fit
     */
    static CacheUse choose(String requested, StartCache own, PeJvm jvm, PrintStream messages) {
        final String archiveOption = jvm.archiveOption();
        if (requested != null && archiveOption != null) {
            throw new UsageException(
                    "--cache " + requested + " and " + archiveOption + " both name a cache; leave one out");
        }
        if (archiveOption != null) {
            return new CacheUse(null, false);
        }
        if (jvm.program().module() != null) {
            if (requested != null) {
                throw new UsageException("--cache " + requested + " holds classes of a class path, and -m runs modules;"
                        + " leave it out, or write -cp and the class");
            }
            return new CacheUse(null, false);
        }
        if (requested != null) {
            final StartCache cache = existing(requested);
            if (fits(cache, jvm.jars(), messages, "train it again by --train " + requested)) {
                return new CacheUse(cache.file(), true);
            }
        }
        final boolean useOwn = own != null
                && !"off".equals(System.getProperty(OWN_PROPERTY))
                && Files.isRegularFile(own.file())
                && fits(own, jvm.classPath(), messages, "make it again by bin/shmem-prepare");
        return new CacheUse(useOwn ? own.file() : null, false);
    }

    private static StartCache existing(String requested) {
        final StartCache cache = StartCache.named("--cache", requested);
        if (!Files.isRegularFile(cache.file()) || !Files.isReadable(cache.file())) {
            throw new UsageException(
                    "--cache " + requested + " is not a file that can be read; make it by --train " + requested);
        }
        return cache;
    }

    private static boolean fits(StartCache cache, List<Path> jars, PrintStream messages, String remedy) {
        final String objection = cache.objection(jars);
        if (objection != null) {
            messages.println(
                    "shmemrun: the start cache " + cache.file() + " is not used: " + objection + "; " + remedy);
        }
        return objection == null;
    }

    /** Options of one PE's JVM. */
    List<String> options(int pe) {
        final List<String> options = new ArrayList<>();
        if (file == null) {
            return options;
        }
        options.add("-XX:AOTCache=" + file);
        // Mapped where it was laid out for, it needs no patching and its pages are shared by all PEs.
        options.add("-XX:+UnlockDiagnosticVMOptions");
        options.add("-XX:ArchiveRelocationMode=0");
        // A cache that does not fit the user's options is left out by the JVM; that is nobody's error, unless they
        // asked for it.
        options.add("-Xlog:aot=off,cds=off");
        if (users && pe == 0) {
            options.add("-Xlog:aot=warning,cds=warning:stderr");
        }
        return options;
    }
}
