package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import org.jshmem.Shmem;
import org.jshmem.flow.Flow;
import org.jshmem.messages.Messages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SessionImportsTest {
    /** Simple names of the public classes in the package of one of them. */
    private static List<String> classesBeside(Class<?> one) throws IOException, URISyntaxException {
        final Path place =
                Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
        final String directory = one.getPackageName().replace('.', '/');
        if (Files.isDirectory(place)) {
            return classesIn(place.resolve(directory), one);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return classesIn(jar.getPath(directory), one);
        }
    }

    private static List<String> classesIn(Path directory, Class<?> one) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("[A-Z]\\w*\\.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .filter(name -> isPublic(one.getPackageName() + "." + name))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isPublic(String name) {
        try {
            return java.lang.reflect.Modifier.isPublic(
                    Class.forName(name, false, Shmem.class.getClassLoader()).getModifiers());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(name, e);
        }
    }

    /** The JDK has classes of the same names. */
    @Test
    void shouldMakeEachClassOfTheLibraryUsableByItsName() throws Exception {
        final String names = Stream.of(
                        classesBeside(Shmem.class), classesBeside(Flow.class), classesBeside(Messages.class))
                .flatMap(List::stream)
                .map(name -> name + ".class")
                .collect(Collectors.joining(", "));
        assertTrue(names.contains("SymmetricLongs.class") && names.contains(" Flow.class"), names);
        try (JShell shell = JShell.builder().executionEngine("local").build()) {
            shell.addToClasspath(System.getProperty("java.class.path"));
            Session.JAVA_PACKAGES.forEach(name -> shell.eval("import " + name + ".*;"));
            Session.IMPORTS.forEach(text -> assertEquals(
                    Snippet.Status.VALID, shell.eval(text).getFirst().status(), text));
            final SnippetEvent event =
                    shell.eval("Class<?>[] all = {" + names + "};").getFirst();
            assertEquals(
                    List.of(),
                    shell.diagnostics(event.snippet())
                            .map(one -> one.getMessage(null))
                            .toList());
            assertEquals(Snippet.Status.VALID, event.status());
        }
    }
}
