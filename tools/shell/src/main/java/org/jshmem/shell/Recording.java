package org.jshmem.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.stream.Collectors;
import jdk.jshell.ExpressionSnippet;
import jdk.jshell.ImportSnippet;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.StatementSnippet;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;

/**
 * The snippets that have succeeded, and the program that repeats them. Imports, types and methods stand before
 * {@code main}. Variables are fields, because methods may use them; {@code main} assigns them. The program prints the
 * values of expressions, as the prompt does.
 */
final class Recording {
    private static final String INDENT = "        ";

    private final List<Entry> entries = new ArrayList<>();

    /** A snippet, and the PEs that have run it; null for all. */
    private record Entry(Snippet snippet, SortedSet<Integer> pes) {}

    void add(Snippet snippet, SortedSet<Integer> pes) {
        entries.add(new Entry(snippet, pes));
    }

    void clear() {
        entries.clear();
    }

    /** The program. */
    String program(JShell shell) {
        final StringBuilder head = new StringBuilder();
        Session.IMPORTS.forEach(line -> head.append(line).append('\n'));
        final StringBuilder declarations = new StringBuilder();
        final StringBuilder body = new StringBuilder();
        final Map<String, String> fields = fields(shell);
        for (Entry entry : entries) {
            final Snippet snippet = entry.snippet();
            final boolean isReplaced = shell.status(snippet) == Status.OVERWRITTEN;
            switch (snippet) {
                case ImportSnippet _ -> head.append(snippet.source().strip()).append('\n');
                case MethodSnippet _, TypeDeclSnippet _ -> {
                    if (!isReplaced) {
                        declarations
                                .append('\n')
                                .append(snippet.source().strip())
                                .append('\n');
                    }
                }
                case VarSnippet variable -> {
                    if (variable.typeName().equals(fields.get(variable.name()))) {
                        append(body, entry, assignment(variable));
                    }
                }
                case ExpressionSnippet expression -> append(body, entry, statement(expression));
                case StatementSnippet _ -> append(body, entry, withEnd(snippet.source()));
                default -> {}
            }
        }
        final StringBuilder text = new StringBuilder(head).append('\n');
        fields.forEach(
                (name, type) -> text.append(type).append(' ').append(name).append(";\n"));
        return text.append(declarations)
                .append("\nvoid main() throws Throwable {\n    try (var _ = init(ThreadLevel.MULTIPLE)) {\n")
                .append(body)
                .append("    }\n}\n")
                .toString();
    }

    /** The types of the variables as they were declared last, by their names. */
    private Map<String, String> fields(JShell shell) {
        final Map<String, String> fields = new LinkedHashMap<>();
        for (Entry entry : entries) {
            if (entry.snippet() instanceof VarSnippet variable && shell.status(variable) != Status.DROPPED) {
                fields.put(variable.name(), variable.typeName());
            }
        }
        return fields;
    }

    private static void append(StringBuilder body, Entry entry, String statement) {
        if (statement.isEmpty()) {
            return;
        }
        final String indented = statement.lines().collect(Collectors.joining("\n" + INDENT));
        if (entry.pes() == null) {
            body.append(INDENT).append(indented).append('\n');
        } else {
            body.append(INDENT)
                    .append("if (")
                    .append(entry.pes().stream().map(pe -> "myPe() == " + pe).collect(Collectors.joining(" || ")))
                    .append(") {\n" + INDENT + "    ")
                    .append(indented.replace("\n", "\n    "))
                    .append("\n" + INDENT + "}\n");
        }
    }

    private static String assignment(VarSnippet variable) {
        if (variable.subKind() == SubKind.TEMP_VAR_EXPRESSION_SUBKIND) {
            return variable.name() + " = " + withoutEnd(variable.source()) + ";\n" + print(variable.name());
        }
        final String initializer = Initializer.of(variable);
        return initializer == null ? "" : variable.name() + " = " + initializer + ";";
    }

    private static String statement(ExpressionSnippet expression) {
        final String source = withoutEnd(expression.source());
        return expression.subKind() == SubKind.VAR_VALUE_SUBKIND ? print(source) : source + ";";
    }

    private static String print(String name) {
        return "IO.println(\"PE \" + myPe() + \": " + name + " ==> \" + " + name + ");";
    }

    private static String withEnd(String source) {
        final String text = source.strip();
        return text.endsWith(";") || text.endsWith("}") ? text : text + ";";
    }

    private static String withoutEnd(String source) {
        final String text = source.strip();
        return text.endsWith(";") ? text.substring(0, text.length() - 1) : text;
    }
}
