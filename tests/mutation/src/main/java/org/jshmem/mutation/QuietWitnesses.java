package org.jshmem.mutation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jshmem.mutation.bytecode.GeneratedMutant;

/**
 * Keeps in a file which witnesses have seen nothing in which mutants, so that a run that goes on with a sample does not
 * ask them again. Each line has a witness, a tab, and names of mutants.
 */
final class QuietWitnesses {
    private final Path file;
    private final Map<String, Set<String>> mutants = new HashMap<>();

    QuietWitnesses(Path file) throws IOException {
        this.file = file;
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                final String[] parts = line.split("\t");
                if (parts.length == 2) { // a run that was killed may have left a part of a line
                    of(parts[0]).addAll(Arrays.asList(parts[1].split(" ")));
                }
            }
        }
    }

    private Set<String> of(String witness) {
        return mutants.computeIfAbsent(witness, any -> new HashSet<>());
    }

    /** Whether a witness has seen nothing in any of some mutants. */
    synchronized boolean has(Touching witness, Collection<GeneratedMutant> some) {
        return of(witness.place() + " " + witness.name())
                .containsAll(some.stream().map(GeneratedMutant::name).toList());
    }

    /** All witnesses of a judge have seen nothing. */
    synchronized void add(TimedJudge judge, Collection<GeneratedMutant> some) throws IOException {
        final List<String> names = some.stream().map(GeneratedMutant::name).toList();
        judge.witnesses().forEach(witness -> of(witness).addAll(names));
        Files.writeString(
                file,
                judge.witnesses().stream()
                        .map(witness -> "\n" + witness + "\t" + String.join(" ", names))
                        .collect(Collectors.joining()),
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }
}
