package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.tck.Checks;

/**
 * One litmus test: roles, where the words are, and what is forbidden.
 *
 * <pre>{@code
 * Litmus.of(checks)
 *         .together()
 *         .role(0, c -> {
 *             p(c.words, c.x, c.stamp, c.xPe);
 *             fence();
 *             p(c.words, c.y, c.stamp, c.yPe);
 *         })
 *         .role(2, c -> {
 *             c.r0 = g(c.words, c.y, c.yPe);
 *             c.r1 = g(c.words, c.x, c.xPe);
 *         })
 *         .forbid("1 0")
 *         .run();
 * }</pre>
 */
final class Litmus {
    /** How long a test plays. */
    static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(number("JSHMEM_TCK_LITMUS_MS", 100));

    /** How long a control may take to show what it has to, or what it may. */
    private static final long CONTROL_NS = TimeUnit.SECONDS.toNanos(10);

    private static final long SILENT_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final long CONTROL_SLICE_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Checks checks;
    private final List<Role> roles = new ArrayList<>();
    private final List<Role> exchanged = new ArrayList<>();
    private final List<Integer> registers = new ArrayList<>();
    private final List<String> forbidden = new ArrayList<>();
    private final Places places = new Places();
    private Role last;
    private boolean controlMustShow = true;

    private Litmus(Checks checks) {
        this.checks = checks;
    }

    static Litmus of(Checks checks) {
        return new Litmus(checks);
    }

    static long number(String name, long fallback) {
        final String text = System.getenv(name);
        return text == null ? fallback : Long.parseLong(text);
    }

    /** A role that reads into so many registers, 0 to 2. */
    Litmus role(int itsRegisters, Role role) {
        return role(itsRegisters, role, role);
    }

    /** A role, and how the control plays it. */
    Litmus role(int itsRegisters, Role role, Role inControl) {
        roles.add(role);
        exchanged.add(inControl);
        registers.add(itsRegisters);
        return this;
    }

    /** What the first role's PE reads into two registers when all have played. */
    Litmus last(Role reader) {
        last = reader;
        return this;
    }

    /** All words of a round are on one PE, as a fence asks for. */
    Litmus together() {
        places.together = true;
        return this;
    }

    /** The first word is on the PE of a role. */
    Litmus xAt(int role) {
        places.role[0] = role;
        return this;
    }

    /** The second word is on the PE of a role. */
    Litmus yAt(int role) {
        places.role[1] = role;
        return this;
    }

    /** The first word is a block of so many elements. */
    Litmus block(int elements) {
        places.block = elements;
        return this;
    }

    /** An outcome that must not come. */
    Litmus forbid(String outcome) {
        forbidden.add(outcome);
        return this;
    }

    /**
     * Not every machine shows the control's outcome, nor a busy one in a short time; how often it came is only noted.
     */
    Litmus controlMayStaySilent() {
        controlMustShow = false;
        return this;
    }

    /** Plays the test, then the control. Collective. */
    void run() {
        final long seed = Rounds.commonSeed();
        final boolean hasControl = !exchanged.equals(roles);
        try (Histogram seen = new Histogram(outcomeRegisters());
                Rounds rounds = new Rounds(checks, places, registers, seen, forbidden, seed)) {
            rounds.play(roles, last, SLICE_NS, true);
            seen.gather();
            final long bad = forbidden.stream().mapToLong(seen::count).sum();
            checks.equal(0, bad, "rounds with a forbidden outcome; JSHMEM_TCK_LITMUS_SEED=" + seed + ", " + seen);
            checks.that(forbidden.isEmpty() || seen.total() > 0, "rounds were played");
            note(seen.toString());
        }
        if (hasControl) {
            control(seed);
        }
    }

    private void control(long seed) {
        try (Histogram seen = new Histogram(outcomeRegisters());
                Rounds rounds = new Rounds(checks, places, registers, seen, forbidden, seed)) {
            long shown = 0;
            final long most = controlMustShow ? CONTROL_NS : SILENT_NS;
            for (long spent = 0; shown == 0 && spent < most; spent += CONTROL_SLICE_NS) {
                rounds.play(exchanged, last, CONTROL_SLICE_NS, false);
                seen.gather();
                shown = forbidden.stream().mapToLong(seen::count).sum();
            }
            checks.that(
                    shown > 0 || !controlMustShow,
                    "the control shows no forbidden outcome, so neither could the test: " + seen);
            note("control " + shown + " of " + seen.total());
        }
    }

    private int outcomeRegisters() {
        return registers.stream().mapToInt(Integer::intValue).sum() + (last == null ? 0 : 2);
    }

    private void note(String what) {
        if (myPe() == 0) {
            checks.note(what);
        }
    }

    /** Where words are: on the PE of a role, all on one PE, or anywhere. */
    static final class Places {
        private static final int ANYWHERE = -1;

        final int[] role = {ANYWHERE, ANYWHERE, ANYWHERE};
        boolean together;
        int block = 1;
    }
}
