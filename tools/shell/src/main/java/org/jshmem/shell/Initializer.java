package org.jshmem.shell;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import jdk.jshell.VarSnippet;

/** The initializer of a declared variable, as an expression that can be assigned. */
final class Initializer {
    private static final String BEFORE = "class C { ";
    private static final String AFTER = "}";

    private Initializer() {}

    /** A source in memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("string:///C.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoresErrors) {
            return text;
        }
    }

    /** The initializer, or null if there is none. */
    static String of(VarSnippet variable) {
        // In a class, "var" is no type; the initializer is the same with any.
        final String text = BEFORE + variable.source().replaceFirst("^\\s*(final\\s+)?var\\b", "Object") + ";" + AFTER;
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final JavaFileObject source = new Source(text);
        final JavacTask task =
                (JavacTask) compiler.getTask(Writer.nullWriter(), null, _ -> {}, List.of(), null, List.of(source));
        try {
            final CompilationUnitTree unit = task.parse().iterator().next();
            final SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (Tree member : ((ClassTree) unit.getTypeDecls().getFirst()).getMembers()) {
                if (member instanceof VariableTree found
                        && found.getName().contentEquals(variable.name())
                        && found.getInitializer() != null) {
                    final Tree value = found.getInitializer();
                    final String expression = text.substring(
                            (int) positions.getStartPosition(unit, value), (int) positions.getEndPosition(unit, value));
                    final boolean isBare = value instanceof NewArrayTree array && array.getType() == null;
                    return isBare ? "new " + variable.typeName() + expression : expression;
                }
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing is read from a file
        }
    }
}
