package org.jshmem.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import jdk.jshell.JShell;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

/** The snippets of one job: compiled once, here, and run on the PEs. The thread of the prompt uses it. */
final class Session implements AutoCloseable {
    /** What programs of this shell see without imports of their own. */
    static final List<String> IMPORTS = List.of(
            "import static org.jshmem.Shmem.*;",
            "import org.jshmem.*;",
            "import org.jshmem.flow.*;",
            "import org.jshmem.flow.Flow;", // java.util.concurrent has one, too
            "import org.jshmem.messages.*;");

    /** Packages of java.base that the prompt imports, too. To import the module takes javac 8 ms for each snippet. */
    static final List<String> JAVA_PACKAGES = List.of(
            "java.io",
            "java.math",
            "java.nio.file",
            "java.util",
            "java.util.concurrent",
            "java.util.function",
            "java.util.regex",
            "java.util.stream");

    private final RemoteExecution execution;
    private final JShell shell;

    /**
     * The result of one snippet.
     *
     * @param events what JShell tells of it and of others that it has changed
     * @param outcomes its outcome on each PE; none if it was not run
     */
    record Evaluation(List<SnippetEvent> events, SortedMap<Integer, Outcome> outcomes) {}

    /** Gives JShell the PEs. */
    private static final class Provider implements ExecutionControlProvider {
        private final ExecutionControl control;

        Provider(ExecutionControl control) {
            this.control = control;
        }

        @Override
        public String name() {
            return "jshmem";
        }

        @Override
        public ExecutionControl generate(ExecutionEnv environment, Map<String, String> parameters) {
            return control;
        }
    }

    /**
     * Starts a session.
     *
     * @param classPath that of the PEs
     */
    Session(PeGroup pes, String classPath) {
        this.execution = new RemoteExecution(pes);
        this.shell = JShell.builder()
                .executionEngine(new Provider(execution), Map.of())
                .build();
        shell.addToClasspath(classPath);
        JAVA_PACKAGES.forEach(name -> shell.eval("import " + name + ".*;"));
        IMPORTS.forEach(shell::eval);
    }

    SourceCodeAnalysis analysis() {
        return shell.sourceCodeAnalysis();
    }

    JShell shell() {
        return shell;
    }

    /**
     * Runs the snippets of some source on some PEs, one after the other, until one of them fails.
     *
     * @throws PromptException if a PE cannot run them
     */
    List<Evaluation> eval(String source, SortedSet<Integer> selected) {
        final List<Evaluation> evaluations = new ArrayList<>();
        String remaining = source;
        boolean isFine = true;
        while (isFine && !remaining.isBlank()) {
            final CompletionInfo info = analysis().analyzeCompletion(remaining);
            final String snippet = info.completeness() == SourceCodeAnalysis.Completeness.EMPTY
                    ? ""
                    : info.source() == null ? remaining : info.source();
            remaining = info.source() == null ? "" : info.remaining();
            if (!snippet.isBlank()) {
                final Evaluation evaluation = evalOne(snippet, selected);
                evaluations.add(evaluation);
                isFine = EventText.isFine(evaluation);
            }
        }
        return evaluations;
    }

    private Evaluation evalOne(String snippet, SortedSet<Integer> selected) {
        execution.select(selected);
        final List<SnippetEvent> events = shell.eval(snippet);
        return new Evaluation(events, execution.outcomes());
    }

    /** The values of the variables of symmetric arrays on the first PE, as text, by the variables' names. */
    SortedMap<String, String> variables() {
        final SortedMap<String, String> values = new TreeMap<>();
        shell.variables()
                .filter(variable -> shell.status(variable) == Status.VALID)
                .filter(variable -> variable.typeName().startsWith("Symmetric"))
                .forEach(variable -> values.put(variable.name(), shell.varValue(variable)));
        return values;
    }

    @Override
    public void close() {
        shell.close();
    }
}
