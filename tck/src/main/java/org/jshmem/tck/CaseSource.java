package org.jshmem.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.attribute.LineNumberInfo;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where a case is written: the sources are beside the classes, in {@code sources}, and the line numbers in the classes.
 *
 * @param file from the root of the sources
 * @param line the first line of its method's text, from 1
 * @param text the method, with what is said of it
 */
public record CaseSource(String file, int line, String text) {
    private static final String END = "    }";

    /** That of a case, one that is written. */
    public static CaseSource of(CaseRef reference) {
        final Method method = reference.method();
        final Class<?> owner = method.getDeclaringClass();
        final String path = owner.getName().replace('.', '/');
        final List<String> lines = new String(bytes(owner, "/sources/" + path + ".java"), StandardCharsets.UTF_8)
                .lines()
                .toList();
        int first = firstLine(bytes(owner, "/" + path + ".class"), method.getName()) - 1;
        int end = first;
        while (first > 0 && !lines.get(first - 1).isBlank()) {
            first--;
        }
        while (end < lines.size() && !lines.get(end).equals(END)) {
            end++;
        }
        return new CaseSource(
                path + ".java",
                first + 1,
                String.join("\n", lines.subList(first, Math.min(end + 1, lines.size())))
                        .stripIndent());
    }

    private static byte[] bytes(Class<?> owner, String name) {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the kit has no " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first line of the body of a method that takes a {@link Checks}. */
    private static int firstLine(byte[] classFile, String name) {
        final ClassModel model = ClassFile.of().parse(classFile);
        return model.methods().stream()
                .filter(method -> method.methodName().equalsString(name)
                        && method.methodType().stringValue().endsWith("/Checks;)V"))
                .flatMap(method -> method.code().stream())
                .flatMap(CaseSource::lines)
                .mapToInt(LineNumberInfo::lineNumber)
                .min()
                .orElseThrow();
    }

    private static Stream<LineNumberInfo> lines(CodeModel code) {
        return code.findAttribute(Attributes.lineNumberTable()).stream().flatMap(table -> table.lineNumbers().stream());
    }
}
