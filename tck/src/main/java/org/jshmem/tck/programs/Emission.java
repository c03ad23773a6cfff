package org.jshmem.tck.programs;

import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * A program as Java source that needs nothing of the kit: to look at, to run, to report. It checks all that {@link Run}
 * does; a job in which something is wrong says so and ends with a status other than 0.
 */
final class Emission {
    private static final String HEAD = """
        import static org.jshmem.Shmem.*;

        import java.lang.foreign.Arena;
        import java.lang.foreign.MemorySegment;
        import java.lang.foreign.ValueLayout;
        import java.util.ArrayList;
        import java.util.List;
        import java.util.SplittableRandom;
        import java.util.zip.CRC32;
        import org.jshmem.*;

        // A random program, seed SEED, or what was left of it: shmemrun -np COUNT <this file>

        """;
    private static final String CONTENT = """
        byte[] bytes(long length, long salt) {
            byte[] content = new byte[(int) length];
            new SplittableRandom(salt).nextBytes(content);
            return content;
        }

        MemorySegment segment(long length, long salt) {
            return Arena.ofAuto().allocate(length, 8).copyFrom(MemorySegment.ofArray(bytes(length, salt)));
        }

        """;
    private static final String ARRAY = """
        TYPE[] TYPEs(long length, long salt) {
            TYPE[] array = new TYPE[(int) length];
            MemorySegment.ofArray(array).copyFrom(MemorySegment.ofArray(bytes(length * SIZE, salt)));
            return array;
        }

        """;
    private static final String CHECK = """
        // What can be checked when the phase is over.
        final List<Runnable> later = new ArrayList<>();

        boolean failed;

        void check(String name, boolean holds) {
            if (!holds) {
                failed = true;
                System.out.println("PE " + myPe() + ": " + name + " is wrong");
            }
        }

        void same(String name, MemorySegment memory, long expected) {
            CRC32 sum = new CRC32();
            sum.update(memory.toArray(ValueLayout.JAVA_BYTE));
            check(name, sum.getValue() == expected);
        }

        """;

    private final Program program;
    private final StringBuilder text = new StringBuilder();

    private Emission(Program program) {
        this.program = program;
    }

    static String of(Program program) {
        return new Emission(program).text();
    }

    /** The checksum of a PE's array, as an expression that picks that of the PE which runs it. */
    static String sum(Model model, int array) {
        final StringBuilder sums = new StringBuilder();
        for (int pe = 0; pe < model.pes(); pe++) {
            final CRC32 sum = new CRC32();
            sum.update(model.of(array, pe));
            sums.append(pe == 0 ? "" : ", ").append(sum.getValue()).append('L');
        }
        return "new long[] {" + sums + "}[myPe()]";
    }

    static String array(Elements type, long salt, long nelems) {
        return primitive(type) + "s(" + nelems + ", " + salt + "L)";
    }

    static String primitive(Elements type) {
        return type.name().substring(0, type.name().length() - 1).toLowerCase(Locale.ROOT);
    }

    static String segment(Elements type, long salt, long nelems) {
        return "segment(" + nelems * type.bytes() + ", " + salt + "L)";
    }

    private String text() {
        text.append(
                HEAD.replace("COUNT", Integer.toString(program.pes())).replace("SEED", Long.toString(program.seed())));
        final List<Integer> sizes = program.sizes();
        for (int array = 0; array < sizes.size(); array++) {
            text.append("SymmetricBytes a" + array + ";\n");
        }
        for (int context = 0; context < contexts(); context++) {
            text.append("ShmemContext c" + context + ";\n");
        }
        for (int team = 0; team < program.teams().size(); team++) {
            text.append("ShmemTeam t" + team + ";\n");
        }
        text.append("SymmetricLongs locks;\n\n").append(CONTENT);
        for (Elements type : Elements.ALL.subList(1, Elements.ALL.size())) {
            text.append(ARRAY.replace("TYPE", primitive(type)).replace("SIZE", Integer.toString(type.bytes())));
        }
        text.append(CHECK);
        main();
        final Model model = new Model(program);
        for (int phase = 0; phase < program.phases().size(); phase++) {
            phase(phase, model);
        }
        return text.toString();
    }

    private void main() {
        text.append("void main() {\n    try (var _ = init()) {\n");
        for (int array = 0; array < program.sizes().size(); array++) {
            final int size = program.sizes().get(array);
            if (size == 0) {
                continue;
            }
            line(8, "a" + array + " = mallocBytes(" + size + ");");
            line(
                    8,
                    "a" + array + ".copyFrom(0, bytes(" + size + ", " + program.contentOf(array, 0) + "L + myPe()), 0, "
                            + size + ");");
        }
        line(8, "locks = callocLongs(" + Generator.LOCKS + ");");
        line(8, "c0 = CTX_DEFAULT;");
        line(8, "c1 = ctxCreate(0);");
        line(8, "c2 = ctxCreate(CTX_PRIVATE);");
        line(8, "t0 = TEAM_WORLD;");
        for (int team = 1; team < program.teams().size(); team++) {
            final Program.Team some = program.teams().get(team);
            line(
                    8,
                    "t" + team + " = teamSplitStrided(TEAM_WORLD, " + some.start() + ", " + some.stride() + ", "
                            + some.size() + ");");
            line(
                    8,
                    "c" + (Program.CONTEXTS + team - 1) + " = t" + team + " == null ? null : t" + team
                            + ".createCtx(0);");
        }
        line(8, "barrierAll();");
        for (int phase = 0; phase < program.phases().size(); phase++) {
            line(8, "phase" + phase + "();");
        }
        text.append("    }\n    if (failed) {\n        System.exit(1);\n    }\n}\n");
    }

    private void phase(int number, Model model) {
        final Program.Phase phase = program.phases().get(number);
        text.append("\nvoid phase" + number + "() {\n");
        for (Change change : phase.changes()) {
            change.apply(model);
            line(4, change.java(model));
        }
        if (!phase.changes().isEmpty()) {
            line(4, "barrierAll();");
        }
        final Model before = model.copy();
        phase.steps().forEach(step -> step.apply(model));
        text.append("    switch (myPe()) {\n");
        for (int pe = 0; pe < program.pes(); pe++) {
            line(8, "case " + pe + " -> {");
            for (int i = 0; i < phase.steps().size(); i++) {
                final String where = "step " + i + " of phase " + number;
                final String statements = phase.steps().get(i).java(pe, new Scene(before, model, where, i));
                if (!statements.isEmpty()) {
                    line(12, statements);
                }
            }
            line(8, "}");
        }
        text.append("    }\n");
        // The barrier is for the default context, too.
        for (int context = phase.end() == Program.End.BARRIER ? 1 : 0; context < contexts(); context++) {
            final String name = "c" + context;
            final String quiet = phase.end() == Program.End.PE_QUIET_AND_SYNC
                    ? name + ".peQuiet(java.util.stream.IntStream.range(0, " + name + ".getTeam().nPes()).toArray());"
                    : name + ".quiet();";
            line(4, context < Program.CONTEXTS ? quiet : "if (" + name + " != null) " + quiet);
        }
        line(
                4,
                switch (phase.end()) {
                    case BARRIER -> "barrierAll();";
                    case QUIET_AND_TEAM_SYNC -> "TEAM_WORLD.sync();";
                    default -> "syncAll();";
                });
        line(4, "later.forEach(Runnable::run);");
        line(4, "later.clear();");
        for (int array = 0; array < program.sizes().size(); array++) {
            if (model.of(array, 0).length == 0) {
                continue;
            }
            line(
                    4,
                    "same(\"array " + array + " after phase " + number + "\", a" + array + ".segment(), "
                            + sum(model, array) + ");");
        }
        line(4, "barrierAll();");
        text.append("}\n");
    }

    private int contexts() {
        return Program.CONTEXTS + program.teams().size() - 1;
    }

    private void line(int indentation, String statement) {
        text.append(" ".repeat(indentation)).append(statement).append('\n');
    }
}
