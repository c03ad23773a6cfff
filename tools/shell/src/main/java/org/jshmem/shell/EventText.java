package org.jshmem.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.ExpressionSnippet;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;

/** What the user sees of a snippet that was run. */
final class EventText {
    private static final String BAR = "|  ";

    /** How JShell names the place of a snippet, in messages of the library. */
    private static final Pattern PLACE =
            Pattern.compile("\\$JShell\\$\\w+\\.\\w+\\$?\\(\\$JShell\\$\\w+\\.java:\\d+\\)");

    private final JShell shell;

    EventText(JShell shell) {
        this.shell = shell;
    }

    /** Whether a snippet was accepted and has ended without an exception on all PEs. */
    static boolean isFine(Session.Evaluation evaluation) {
        return evaluation.events().stream().noneMatch(event -> event.status() == Status.REJECTED)
                && evaluation.outcomes().values().stream().allMatch(Outcome.Value.class::isInstance);
    }

    /** The lines to show. */
    List<String> lines(Session.Evaluation evaluation) {
        final List<String> lines = new ArrayList<>();
        for (SnippetEvent event : evaluation.events()) {
            if (event.causeSnippet() == null) {
                addEvent(event, evaluation.outcomes(), lines);
            }
        }
        return lines;
    }

    private void addEvent(SnippetEvent event, SortedMap<Integer, Outcome> outcomes, List<String> lines) {
        if (event.status() == Status.REJECTED) {
            shell.diagnostics(event.snippet()).forEach(diag -> addDiagnostic(diag, event.snippet(), lines));
            return;
        }
        if (event.snippet() instanceof MethodSnippet || event.snippet() instanceof TypeDeclSnippet) {
            addDeclaration(event, lines);
        }
        if (outcomes.values().stream().allMatch(Outcome.Value.class::isInstance)) {
            addValues(event.snippet(), outcomes, lines);
        } else {
            addFailures(event.snippet(), outcomes, lines);
            addPlaces(event.exception(), lines);
        }
    }

    private void addDeclaration(SnippetEvent event, List<String> lines) {
        final String name = event.snippet() instanceof MethodSnippet method
                ? "method " + method.name() + "(" + method.parameterTypes() + ")"
                : "type " + ((DeclarationSnippet) event.snippet()).name();
        final String does = event.previousStatus() == Status.NONEXISTENT ? "created " : "replaced ";
        final List<String> missing =
                event.snippet() instanceof DeclarationSnippet declaration && event.status() != Status.VALID
                        ? shell.unresolvedDependencies(declaration).toList()
                        : List.of();
        lines.add(BAR
                + does
                + name
                + (missing.isEmpty() ? "" : ", which cannot be used until there is " + String.join(", ", missing)));
    }

    private static void addValues(Snippet snippet, SortedMap<Integer, Outcome> outcomes, List<String> lines) {
        final String name = name(snippet);
        if (name == null) {
            return;
        }
        final SortedMap<Integer, String> values = new TreeMap<>();
        outcomes.forEach((pe, outcome) -> {
            final String text = ((Outcome.Value) outcome).text();
            values.put(pe, text == null ? "" : text);
        });
        final List<String> shown = ByPe.lines(values);
        final boolean isSame = values.values().stream().distinct().count() == 1;
        if (isSame && !shown.isEmpty()) {
            lines.add(name + " ==> " + shown.getFirst());
            lines.addAll(shown.subList(1, shown.size()));
        } else if (!isSame) {
            lines.add(name + " ==>");
            shown.forEach(line -> lines.add("  " + line));
        }
    }

    /** The variable that has the value of a snippet; null for none. */
    private static String name(Snippet snippet) {
        return switch (snippet) {
            case VarSnippet variable -> variable.name();
            case ExpressionSnippet expression -> expression.name();
            default -> null;
        };
    }

    private static void addFailures(Snippet snippet, SortedMap<Integer, Outcome> outcomes, List<String> lines) {
        final SortedMap<Integer, String> texts = new TreeMap<>();
        outcomes.forEach((pe, outcome) -> texts.put(pe, text(snippet, outcome)));
        ByPe.lines(texts).forEach(line -> lines.add(BAR + line));
        outcomes.values().stream()
                .filter(outcome -> outcome instanceof Outcome.Interrupted interrupted && interrupted.flow() != null)
                .map(outcome -> ((Outcome.Interrupted) outcome).flow())
                .distinct()
                .forEach(flow -> lines.add(BAR + "The flow or distributed array of the interrupted " + flow
                        + " can no longer be used; make another one, or start the job again by /reset"));
    }

    private static String text(Snippet snippet, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Value value -> name(snippet) == null ? "done" : value.text();
            case Outcome.Thrown thrown ->
                "Exception " + thrown.className() + (thrown.message() == null ? "" : ": " + readable(thrown.message()));
            case Outcome.Unresolved _ -> "a declaration that this snippet uses is missing";
            case Outcome.Interrupted _ -> "interrupted";
            case Outcome.Failed failed -> failed.why();
        };
    }

    /** The message with the places of snippets as users know them. */
    static String readable(String message) {
        return PLACE.matcher(message).replaceAll("the prompt");
    }

    /** Where the exception of the first PE was thrown, as far as that is in snippets. */
    private static void addPlaces(JShellException exception, List<String> lines) {
        if (exception instanceof EvalException) {
            Arrays.stream(exception.getStackTrace())
                    .filter(frame ->
                            frame.getFileName() != null && frame.getFileName().startsWith("#"))
                    .filter(frame -> !frame.getMethodName().isEmpty() || frame.getLineNumber() > 1)
                    .map(frame -> "at " + frame.getMethodName() + " line " + frame.getLineNumber())
                    .forEach(place -> lines.add(BAR + "  " + place.replace("  ", " ")));
        }
    }

    private static void addDiagnostic(Diag diag, Snippet snippet, List<String> lines) {
        lines.add(BAR + (diag.isError() ? "Error:" : "Warning:"));
        diag.getMessage(Locale.ROOT)
                .lines()
                .filter(line -> !line.strip().equals("location: class"))
                .forEach(line -> lines.add(BAR + line));
        final String source = snippet.source();
        final int start = Math.clamp(diag.getStartPosition(), 0, source.length());
        final int end = Math.clamp(diag.getEndPosition(), start, source.length());
        final int lineStart = source.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
        final int nextLine = source.indexOf('\n', start);
        final int lineEnd = nextLine < 0 ? source.length() : nextLine;
        lines.add(BAR + source.substring(lineStart, lineEnd));
        lines.add(BAR + " ".repeat(start - lineStart) + "^".repeat(Math.max(1, Math.min(end, lineEnd) - start)));
    }
}
