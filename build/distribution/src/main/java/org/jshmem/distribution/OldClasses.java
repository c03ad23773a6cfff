package org.jshmem.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites class files of the Java 5 format in the one of Java 8. An AOT cache takes no class of the old format, and
 * the JVM verifies it by the slow verifier of that time; picocli and ASM are such libraries, and their classes make up
 * most of the launcher's start.
 */
final class OldClasses {
    private static final int MAJOR_VERSION_OFFSET = 6;
    private static final String SUFFIX = ".class";

    private final List<Path> jars;

    OldClasses(List<Path> jars) {
        this.jars = jars;
    }

    void rewrite() throws IOException {
        try (URLClassLoader loader = new URLClassLoader(urls(), null)) {
            for (Path jar : jars) {
                rewrite(jar, loader);
            }
        }
    }

    private URL[] urls() throws MalformedURLException {
        final List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.add(jar.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private static void rewrite(Path jar, ClassLoader loader) throws IOException {
        final Path rewritten = jar.resolveSibling(jar.getFileName() + ".new");
        boolean changed = false;
        try (ZipFile in = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(rewritten);
                ZipOutputStream out = new ZipOutputStream(file)) {
            for (ZipEntry entry : Collections.list(in.entries())) {
                changed |= copy(in, entry, out, loader);
            }
        }
        if (changed) {
            final FileTime time = Files.getLastModifiedTime(jar);
            Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
            // The layout of the next build then sees a jar that is up to date.
            Files.setLastModifiedTime(jar, time);
        } else {
            Files.delete(rewritten);
        }
    }

    private static boolean copy(ZipFile in, ZipEntry entry, ZipOutputStream out, ClassLoader loader)
            throws IOException {
        try (InputStream content = in.getInputStream(entry)) {
            final byte[] bytes = content.readAllBytes();
            final boolean old = entry.getName().endsWith(SUFFIX) && isOld(bytes);
            final ZipEntry copy = new ZipEntry(entry.getName());
            copy.setTime(entry.getTime());
            out.putNextEntry(copy);
            out.write(old ? modern(bytes, loader) : bytes);
            out.closeEntry();
            return old;
        }
    }

    private static boolean isOld(byte[] bytes) {
        return ((bytes[MAJOR_VERSION_OFFSET] & 0xff) << 8 | bytes[MAJOR_VERSION_OFFSET + 1] & 0xff) < Opcodes.V1_6;
    }

    private static byte[] modern(byte[] bytes, ClassLoader loader) {
        final ClassReader reader = new ClassReader(bytes);
        final ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES) {
            @Override
            protected ClassLoader getClassLoader() {
                return loader;
            }
        };
        reader.accept(new Renewal(writer), 0);
        return writer.toByteArray();
    }

    /** Passes everything on but the version of the format. */
    private static final class Renewal extends org.objectweb.asm.ClassVisitor {
        Renewal(ClassWriter writer) {
            super(Opcodes.ASM9, writer);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            super.visit(Opcodes.V1_8, access, name, signature, superName, interfaces);
        }
    }
}
