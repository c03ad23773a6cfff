package org.jshmem.tck.programs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Leaves out of a program that fails whatever it fails without: steps, PEs, phases, and elements of the steps that are
 * left.
 */
final class Shrink {
    /** A failure that does not show every time is given so many chances. */
    private static final int ATTEMPTS = 3;

    /** After so many programs in a row have failed at once, one attempt is enough. */
    private static final int STEADY = 4;

    private final Function<Program, String> emission;
    private final Trial trial;

    /** Programs that have passed every attempt; the one without steps comes again and again. */
    private final Set<Program> passed = new HashSet<>();

    /** Programs in a row that have failed at the first attempt. */
    private int failedAtOnce;

    /** @param emission a program as source */
    Shrink(Function<Program, String> emission, Trial trial) {
        this.emission = emission;
        this.trial = trial;
    }

    /** What is left of it; empty if it does not fail. */
    Optional<Program> of(Program program) throws InterruptedException {
        if (!fails(program)) {
            return Optional.empty();
        }
        final Program fewer = withFewerPhases(withoutPes(withFewerSteps(program)));
        return Optional.of(withoutPes(withFewerElements(fewer)));
    }

    /** Leaves out halves, then quarters, and so on, as long as it fails without them. */
    private Program withFewerSteps(Program program) throws InterruptedException {
        Program left = program;
        for (int part = Math.max(1, left.steps().size() / 2); part >= 1; part = part == 1 ? 0 : part / 2) {
            for (int start = 0; start < left.steps().size(); ) {
                final List<Step> steps = new ArrayList<>(left.steps());
                Collections.fill(steps.subList(start, Math.min(steps.size(), start + part)), null);
                final Program fewer = left.with(steps);
                if (fails(fewer)) {
                    left = fewer;
                } else {
                    start += part;
                }
            }
        }
        return left;
    }

    private Program withFewerElements(Program program) throws InterruptedException {
        Program left = program;
        for (int i = 0; i < left.steps().size(); i++) {
            long part = left.steps().get(i).length() / 2;
            while (part >= 1) {
                final Step step = left.steps().get(i);
                if (step.length() <= part) {
                    part /= 2;
                    continue;
                }
                final List<Step> steps = new ArrayList<>(left.steps());
                final Step shorter = step.shortened(step.length() - part);
                steps.set(i, shorter);
                final Program fewer = left.with(steps);
                if (!fails(fewer)) {
                    part /= 2;
                    continue;
                }
                left = fewer;
                if (shorter.length() > step.length()) { // one block is left, whose elements count now
                    part = shorter.length() / 2;
                }
            }
        }
        return left;
    }

    /** Moves the changes of phases without steps to the next phase. */
    private Program withFewerPhases(Program program) throws InterruptedException {
        Program left = program;
        for (int phase = left.phases().size() - 1; phase >= 0 && left.phases().size() > 1; phase--) {
            if (left.phases().get(phase).steps().isEmpty()) {
                final Program fewer = left.withoutPhase(phase);
                left = fails(fewer) ? fewer : left;
            }
        }
        return left;
    }

    private Program withoutPes(Program program) throws InterruptedException {
        Program left = program;
        while (true) {
            final Optional<Program> fewer = left.withoutLastPe();
            if (fewer.isEmpty() || !fails(fewer.get())) {
                return left;
            }
            left = fewer.get();
        }
    }

    private boolean fails(Program program) throws InterruptedException {
        if (passed.contains(program)) {
            return false;
        }
        final String source = emission.apply(program);
        final int attempts = failedAtOnce < STEADY ? ATTEMPTS : 1;
        for (int i = 0; i < attempts; i++) {
            if (trial.fails(source, program.pes())) {
                failedAtOnce = i == 0 ? failedAtOnce + 1 : 0;
                return true;
            }
        }
        passed.add(program);
        return false;
    }
}
