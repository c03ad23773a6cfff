package org.jshmem.tck.command;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.Family;
import org.jshmem.tck.Sentence;
import org.jshmem.tck.Surface;
import org.jshmem.tck.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tck list}. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Lists cases with their profile and family; or what else can be selected.")
final class ListCommand implements Callable<Integer> {
    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Option(names = "--families", description = "List families, with the number of their cases that are selected.")
    private boolean isOfFamilies;

    @Option(names = "--sentences", description = "List the sentences of the specification.")
    private boolean isOfSentences;

    @Option(names = "--routines", description = "List routines, with their names in C.")
    private boolean isOfRoutines;

    @Option(names = "--transports", description = "List transports, with the number of cases that make sense on each.")
    private boolean isOfTransports;

    @Override
    public Integer call() {
        final List<CaseRef> cases = selection.part(selection.matching()).stream()
                .filter(reference -> selection.profiles().contains(reference.profile()))
                .toList();
        if (isOfFamilies) {
            Stream.of(Family.values()).forEach(family -> families(family, cases));
        } else if (isOfSentences) {
            Sentence.all().stream()
                    .filter(sentence -> cases.stream().anyMatch(sentence::isShownBy))
                    .forEach(sentence -> System.out.printf("%3d  %s%n", sentence.number(), sentence.text()));
        } else if (isOfRoutines) {
            cases.stream()
                    .flatMap(reference -> reference.row().stream())
                    .distinct()
                    .forEach(ListCommand::routine);
        } else if (isOfTransports) {
            Stream.of(Transport.values()).forEach(transport -> transports(transport, cases));
        } else {
            cases.forEach(reference ->
                    System.out.printf("%-56s %-7s %s%n", reference.id(), reference.profile(), Family.of(reference)));
        }
        return Tck.PASSED;
    }

    private static void families(Family family, List<CaseRef> cases) {
        final long count =
                cases.stream().filter(one -> Family.of(one) == family).count();
        if (count > 0) {
            System.out.printf("%-18s %5d  %s%n", family, count, family.section());
        }
    }

    private static void routine(Surface.Row row) {
        System.out.printf(
                "%-24s %-32s %s%n",
                row.operation(), row.routine(), row.kinds().stream().collect(Collectors.joining(" ")));
    }

    private static void transports(Transport transport, List<CaseRef> cases) {
        System.out.printf(
                "%-6s %5d  %s%n",
                transport, cases.stream().filter(one -> one.runsOn(transport)).count(), transport.description());
    }
}
