package org.jshmem.mutation.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The class files of the product's modules, as a distribution has them. */
public final class ProductClasses {
    private static final String PACKAGE = "org/jshmem/";
    private static final String CLASS = ".class";

    /** By the path of the jar below {@code lib}. */
    private static final Map<String, String> MODULES = Map.ofEntries(
            Map.entry("pe/bootstrap.jar", "bootstrap"),
            Map.entry("pe/libfabric.jar", "libfabric"),
            Map.entry("pe/oshmem.jar", "oshmem"),
            Map.entry("pe/posix.jar", "posix"),
            Map.entry("pe/shmem-api.jar", "shmem-api"),
            Map.entry("pe/shmem-flow.jar", "shmem-flow"),
            Map.entry("pe/shmem-internal.jar", "shmem-internal"),
            Map.entry("pe/symmetric-heap.jar", "symmetric-heap"),
            Map.entry("pe/transport-none.jar", "transport-none"),
            Map.entry("pe/transport-ofi.jar", "transport-ofi"),
            Map.entry("pe/transport-shmem.jar", "transport-shmem"),
            Map.entry("pe/transport-shr.jar", "transport-shr"),
            Map.entry("launcher/launcher.jar", "tools/launcher"),
            Map.entry("shell/shell.jar", "tools/shell"),
            Map.entry("tools/monitor.jar", "tools/monitor"),
            Map.entry("tools/trace.jar", "tools/trace"),
            Map.entry("tools/profiler.jar", "tools/profiler"),
            Map.entry("info/shmem-info.jar", "tools/shmem-info"));

    /** A module that is published by itself, and is not in a distribution. */
    private static final String PUBLISHED = "tools/junit";

    private static final Pattern PUBLISHED_JAR = Pattern.compile("jshmem-junit-[\\d.]+(-SNAPSHOT)?\\.jar");

    /**
     * Modules with sources that are not drawn from: the kit, which is what judges, and in which faults are planted by
     * its own tests; what lays out the distribution; and examples.
     */
    static final Set<String> NOT_DRAWN = Set.of("tck", "tck-c", "build/distribution", "examples");

    /** A class file, and the module that it is of. */
    private static final class ClassFileOf {
        final String module;
        final byte[] bytes;

        ClassFileOf(String module, byte[] bytes) {
            this.module = module;
            this.bytes = bytes;
        }
    }

    private final SortedMap<String, ClassFileOf> classes = new TreeMap<>();
    private final ClassLoader loader;

    /** No classes yet; a class loader finds those that they refer to. */
    ProductClasses(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Reads the jars of a distribution, and that of the module which is published beside it.
     *
     * @param root the project's
     * @param lib the distribution's directory of jars
     * @return the classes
     * @throws IOException if a jar is missing or cannot be read
     */
    public static ProductClasses of(Path root, Path lib) throws IOException {
        final List<URL> jars = new ArrayList<>();
        try (Stream<Path> files = Files.walk(lib)) {
            for (Path file : files.filter(one -> one.toString().endsWith(".jar"))
                    .sorted()
                    .toList()) {
                jars.add(file.toUri().toURL());
            }
        }
        final Path published = publishedJar(root)
                .orElseThrow(() -> new IOException("there is no jar in " + root.resolve(PUBLISHED) + "/target"));
        jars.add(published.toUri().toURL());
        final ProductClasses classes =
                new ProductClasses(new URLClassLoader(jars.toArray(new URL[0]), ClassLoader.getPlatformClassLoader()));
        for (Map.Entry<String, String> module : new TreeMap<>(MODULES).entrySet()) {
            classes.addJar(lib.resolve(module.getKey()), module.getValue());
        }
        classes.addJar(published, PUBLISHED);
        return classes;
    }

    /**
     * Finds the jar of the module that is published beside the distribution.
     *
     * @param root the project's
     * @return the jar; empty if the module has not been built
     * @throws IOException if its directory cannot be read
     */
    public static Optional<Path> publishedJar(Path root) throws IOException {
        final Path target = root.resolve(PUBLISHED).resolve("target");
        if (!Files.isDirectory(target)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file ->
                            PUBLISHED_JAR.matcher(file.getFileName().toString()).matches())
                    .findFirst();
        }
    }

    /** The directories of all modules that are drawn from. */
    static Set<String> drawnModules() {
        return Stream.concat(MODULES.values().stream(), Stream.of(PUBLISHED)).collect(Collectors.toSet());
    }

    /**
     * Takes class files as they are, which refer to classes of this JVM.
     *
     * @param names the names under which they are to be found
     * @param files the class files, in the same order
     * @return the classes, all of one module
     */
    public static ProductClasses ofClassFiles(List<String> names, List<byte[]> files) {
        final ProductClasses classes = new ProductClasses(ProductClasses.class.getClassLoader());
        for (int i = 0; i < names.size(); i++) {
            classes.add(names.get(i), "module", files.get(i));
        }
        return classes;
    }

    private void addJar(Path jar, String module) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                final JarEntry entry = entries.nextElement();
                final String name = entry.getName();
                if (name.startsWith(PACKAGE) && name.endsWith(CLASS)) {
                    try (InputStream in = file.getInputStream(entry)) {
                        add(name.substring(0, name.length() - CLASS.length()), module, in.readAllBytes());
                    }
                }
            }
        }
    }

    /** The first of a name counts. */
    void add(String name, String module, byte[] bytes) {
        classes.putIfAbsent(name, new ClassFileOf(module, bytes));
    }

    /**
     * Lists them.
     *
     * @return the internal names, in their order
     */
    public List<String> names() {
        return List.copyOf(classes.keySet());
    }

    /**
     * Lists the modules.
     *
     * @return their directories, from the project's root
     */
    public List<String> modules() {
        return classes.values().stream()
                .map(file -> file.module)
                .distinct()
                .sorted()
                .toList();
    }

    /**
     * Tells where a class comes from.
     *
     * @param name its internal name
     * @return the directory of its module, from the project's root
     */
    public String module(String name) {
        return classes.get(name).module;
    }

    /**
     * Reads a class.
     *
     * @param name its internal name
     * @return the class file
     */
    public byte[] bytes(String name) {
        return classes.get(name).bytes.clone();
    }

    ClassLoader loader() {
        return loader;
    }

    /**
     * Tells builds apart.
     *
     * @return a checksum of all class files
     */
    public String checksum() {
        final CRC32 sum = new CRC32();
        classes.values().forEach(one -> sum.update(one.bytes));
        return Long.toHexString(sum.getValue());
    }
}
