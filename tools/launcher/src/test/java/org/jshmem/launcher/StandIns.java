package org.jshmem.launcher;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Programs of other modules that the launcher starts, as subclasses of programs of the tests. */
final class StandIns {
    private StandIns() {}

    /** The directory of the classes of the tests. */
    static Path classes() {
        try {
            return Path.of(StandIns.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Writes a class that inherits its main method. */
    static void make(Path directory, String name, Class<?> program) throws IOException {
        final Path file = directory.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(
                file,
                ClassFile.of()
                        .build(
                                ClassDesc.of(name),
                                built -> built.withFlags(ClassFile.ACC_PUBLIC)
                                        .withSuperclass(ClassDesc.of(program.getName()))));
    }
}
