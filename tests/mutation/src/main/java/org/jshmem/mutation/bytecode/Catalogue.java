package org.jshmem.mutation.bytecode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** All possible mutants of the product by their lines, from which samples are drawn. */
public final class Catalogue {
    private final List<List<GeneratedMutant>> lines;
    private final ClassMutator mutator;

    private Catalogue(List<List<GeneratedMutant>> lines, ClassMutator mutator) {
        this.lines = lines;
        this.mutator = mutator;
    }

    /**
     * Finds the mutants.
     *
     * @param root the project's
     * @param classes of the product
     * @return all possible mutants
     * @throws IOException if the masters cannot be read
     */
    public static Catalogue of(Path root, ProductClasses classes) throws IOException {
        final Masters masters = new Masters(root, classes.modules());
        final Map<String, List<GeneratedMutant>> lines = new TreeMap<>();
        for (String name : classes.names()) {
            if (!masters.isRepeated(name)) {
                MutantsOfClass.add(classes.module(name), classes.bytes(name), masters.isGenerated(name), lines);
            }
        }
        return new Catalogue(List.copyOf(lines.values()), new ClassMutator(classes));
    }

    /**
     * Counts lines.
     *
     * @return the number of lines that have a possible mutant
     */
    public int lines() {
        return lines.size();
    }

    /**
     * Lists all.
     *
     * @return the possible mutants, by line
     */
    public List<GeneratedMutant> all() {
        return lines.stream().flatMap(List::stream).toList();
    }

    /**
     * Draws a sample: a line, all being equally likely, and then a mutant of that line. A mutant that is drawn again,
     * or that the verifier refuses, does not count.
     *
     * @param count how many
     * @param seed of the random numbers; the first mutants of a larger sample are those of a smaller one
     * @return the sample, in the order drawn
     */
    public List<GeneratedMutant> draw(int count, long seed) {
        final Random random = new Random(seed);
        final Map<String, GeneratedMutant> drawn = new LinkedHashMap<>();
        final long tries = 10L * count + lines.size();
        for (long i = 0; drawn.size() < count && i < tries; i++) {
            final List<GeneratedMutant> line = lines.get(random.nextInt(lines.size()));
            final GeneratedMutant mutant = line.get(random.nextInt(line.size()));
            if (!drawn.containsKey(mutant.name()) && isPossible(mutant)) {
                drawn.put(mutant.name(), mutant);
            }
        }
        return new ArrayList<>(drawn.values());
    }

    private boolean isPossible(GeneratedMutant mutant) {
        try {
            return mutator.verifies(mutator.mutated(mutant.className(), List.of(mutant)));
        } catch (IllegalArgumentException e) {
            return false; // no stack map can be computed
        }
    }
}
