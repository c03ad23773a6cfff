package org.jshmem.tck.command;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.tck.Case;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.CaseSource;
import org.jshmem.tck.Family;
import org.jshmem.tck.Sentence;
import org.jshmem.tck.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tck show}. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Says what cases check: routines, sentences and sections of the specification, where they run,"
                + " and their source.")
final class ShowCommand implements Callable<Integer> {
    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Override
    public Integer call() {
        final List<CaseRef> cases = selection.part(selection.matching());
        final List<CaseRef> firsts = cases.stream()
                .collect(Collectors.toMap(CaseRef::base, one -> one, (one, other) -> one, java.util.LinkedHashMap::new))
                .values()
                .stream()
                .toList();
        firsts.forEach(first -> show(
                first,
                cases.stream().filter(one -> one.base().equals(first.base())).toList()));
        return Tck.PASSED;
    }

    /** Variants of a case differ in the number of PEs, or in a value that they run with. */
    private static void show(CaseRef reference, List<CaseRef> variants) {
        final Case settings = reference.method().getAnnotation(Case.class);
        System.out.println(reference.base());
        if (variants.size() > 1) {
            line("variants", variants.stream().map(CaseRef::id).collect(Collectors.joining(", ")));
        }
        reference.row().ifPresent(row -> line("routine", row.operation() + " (in C: " + row.routine() + ")"));
        line("family", Family.of(reference).toString());
        line("profile", reference.profile().toString());
        final String section = Family.of(reference).section();
        line("specification", section.isEmpty() ? "beyond OpenSHMEM" : section);
        for (Sentence sentence : Sentence.of(reference)) {
            line("sentence " + sentence.number(), sentence.text() + " (" + sentence.section() + ")");
        }
        line(
                "transports",
                Stream.of(Transport.values())
                        .filter(reference::runsOn)
                        .map(Transport::toString)
                        .collect(Collectors.joining(", ")));
        line("threads", settings.threads().toString());
        if (settings.environment().length > 0) {
            line("environment", String.join(" ", settings.environment()));
        }
        if (settings.status() != 0) {
            line("exit status", settings.status() == Case.FAILURE ? "a failure" : Integer.toString(settings.status()));
        }
        final CaseSource source = CaseSource.of(reference);
        line("source", source.file() + ":" + source.line());
        System.out.println();
        source.text().lines().forEach(text -> System.out.println(("    " + text).stripTrailing()));
        System.out.println();
    }

    private static void line(String name, String text) {
        System.out.printf("  %-14s %s%n", name, text);
    }
}
