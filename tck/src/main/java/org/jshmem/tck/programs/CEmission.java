package org.jshmem.tck.programs;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The same as {@link Emission} in C: a file for the compiler wrapper of any OpenSHMEM library. */
final class CEmission {
    private static final String HEAD = """
        // A random program for COUNT PEs, seed SEED, or what was left of it.
        // It checks itself: something is wrong if it says so or does not end with status 0.
        #include <shmem.h>
        #include <stddef.h>
        #include <stdint.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <unistd.h>

        """;
    private static final String TOOLS = """
        // Memory for the steps of a phase.
        static void *local[STEPS];

        static int me, failed;

        static void check(const char *name, int holds) {
            if (!holds) {
                failed = 1;
                printf("PE %d: %s is wrong\\n", me, name);
                fflush(stdout);
            }
        }

        static uint64_t next(uint64_t *state) {
            uint64_t z = *state += 0x9e3779b97f4a7c15UL;
            z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9UL;
            z = (z ^ z >> 27) * 0x94d049bb133111ebUL;
            return z ^ z >> 31;
        }

        // Bytes by a salt, the first ones left out.
        static void fill_from(void *memory, size_t from, size_t bytes, uint64_t salt) {
            uint64_t word = 0;
            for (size_t i = 0; i < bytes; i++, word >>= 8) {
                if (i % 8 == 0) {
                    word = next(&salt);
                }
                if (i >= from) {
                    ((unsigned char *) memory)[i] = (unsigned char) word;
                }
            }
        }

        static void fill(void *memory, size_t bytes, uint64_t salt) {
            fill_from(memory, 0, bytes, salt);
        }

        static void *content(size_t bytes, uint64_t salt) {
            void *memory = malloc(bytes);
            fill(memory, bytes, salt);
            return memory;
        }

        // Compares memory by its CRC-32.
        static void same(const char *name, const void *memory, size_t bytes, uint32_t expected) {
            static uint32_t table[256];
            if (table[1] == 0) {
                for (uint32_t i = 0; i < 256; i++) {
                    table[i] = i;
                    for (int k = 0; k < 8; k++) {
                        table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320U : 0);
                    }
                }
            }
            uint32_t sum = ~0U;
            for (size_t i = 0; i < bytes; i++) {
                sum = sum >> 8 ^ table[(sum ^ ((const unsigned char *) memory)[i]) & 0xff];
            }
            check(name, ~sum == expected);
        }
        """;

    private final Program program;
    private final StringBuilder text = new StringBuilder();

    private CEmission(Program program) {
        this.program = program;
    }

    static String of(Program program) {
        return new CEmission(program).text();
    }

    /** The checksum of a PE's array, as an expression that picks that of the PE which runs it. */
    static String sum(Model model, int array) {
        return "(uint32_t[]) "
                + IntStream.range(0, model.pes())
                        .mapToObj(pe -> Scene.sum(model.of(array, pe)) + "U")
                        .collect(Collectors.joining(", ", "{", "}"))
                + "[me]";
    }

    private String text() {
        text.append(
                HEAD.replace("COUNT", Integer.toString(program.pes())).replace("SEED", Long.toString(program.seed())));
        for (int array = 0; array < program.sizes().size(); array++) {
            line(0, "static char *a" + array + ";");
        }
        for (int context = 0; context < contexts(); context++) {
            line(0, "static shmem_ctx_t c" + context + ";");
        }
        for (int team = 0; usesTeams() && team < program.teams().size(); team++) {
            line(0, "static shmem_team_t t" + team + ";");
        }
        line(0, "static long *locks;");
        final int most = program.phases().stream()
                .mapToInt(phase -> phase.steps().size())
                .max()
                .orElseThrow();
        text.append(TOOLS.replace("STEPS", Integer.toString(Math.max(1, most))));
        final Model model = new Model(program);
        for (int phase = 0; phase < program.phases().size(); phase++) {
            phase(phase, model);
        }
        main();
        return text.toString();
    }

    private void main() {
        text.append("\nint main(void) {\n");
        line(4, "shmem_init();");
        line(4, "me = shmem_my_pe();");
        for (int array = 0; array < program.sizes().size(); array++) {
            final int size = program.sizes().get(array);
            if (size > 0) {
                line(4, "a" + array + " = shmem_malloc(" + size + ");");
                line(4, "fill(a" + array + ", " + size + ", " + CCode.number(program.contentOf(array, 0)) + " + me);");
            }
        }
        line(4, "locks = shmem_calloc(" + Generator.LOCKS + ", sizeof *locks);");
        line(4, "c0 = SHMEM_CTX_DEFAULT;");
        // A library may refuse a context.
        line(4, "if (shmem_ctx_create(0, &c1)) c1 = SHMEM_CTX_DEFAULT;");
        line(4, "if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &c2)) c2 = SHMEM_CTX_DEFAULT;");
        if (usesTeams()) {
            teams();
        }
        line(4, "shmem_barrier_all();");
        for (int phase = 0; phase < program.phases().size(); phase++) {
            line(4, "phase" + phase + "();");
        }
        line(4, "shmem_finalize();");
        line(4, "return failed;");
        text.append("}\n");
    }

    private void teams() {
        line(4, "t0 = SHMEM_TEAM_WORLD;");
        for (int team = 1; team < program.teams().size(); team++) {
            final Program.Team some = program.teams().get(team);
            line(
                    4,
                    "shmem_team_split_strided(SHMEM_TEAM_WORLD, " + some.start() + ", " + some.stride() + ", "
                            + some.size() + ", NULL, 0, &t" + team + ");");
            final String context = "c" + (Program.CONTEXTS + team - 1);
            line(
                    4,
                    "if (t" + team + " != SHMEM_TEAM_INVALID) check(\"the context of a team\", shmem_team_create_ctx(t"
                            + team + ", 0, &" + context + ") == 0);");
        }
    }

    private boolean usesTeams() {
        return program.teams().size() > 1
                || program.phases().stream().anyMatch(phase -> phase.end() == Program.End.QUIET_AND_TEAM_SYNC)
                || program.steps().stream().anyMatch(Collective.class::isInstance);
    }

    private void phase(int number, Model model) {
        final Program.Phase phase = program.phases().get(number);
        text.append("\nstatic void phase" + number + "(void) {\n");
        for (Change change : phase.changes()) {
            final Model before = model.copy();
            change.apply(model);
            line(4, change.c(before, model));
        }
        if (!phase.changes().isEmpty()) {
            line(4, "shmem_barrier_all();");
        }
        final Model before = model.copy();
        phase.steps().forEach(step -> step.apply(model));
        final List<Scene> scenes = IntStream.range(0, phase.steps().size())
                .mapToObj(i -> new Scene(before, model, "step " + i + " of phase " + number, i))
                .toList();
        byPe(pe -> Stream.concat(
                scenes.stream()
                        .map(scene ->
                                phase.steps().get(scene.number()).c(pe, scene).now()),
                quiet(phase.end(), pe)));
        line(
                4,
                switch (phase.end()) {
                    case BARRIER -> "shmem_barrier_all();";
                    case QUIET_AND_TEAM_SYNC -> "shmem_team_sync(SHMEM_TEAM_WORLD);";
                    default -> "shmem_sync_all();";
                });
        byPe(pe -> scenes.stream()
                .map(scene -> phase.steps().get(scene.number()).c(pe, scene).later()));
        for (int array = 0; array < program.sizes().size(); array++) {
            final int bytes = model.of(array, 0).length;
            if (bytes > 0) {
                line(
                        4,
                        "same(\"array " + array + " after phase " + number + "\", a" + array + ", " + bytes + ", "
                                + sum(model, array) + ");");
            }
        }
        line(4, "shmem_barrier_all();");
        line(4, "for (size_t i = 0; i < sizeof local / sizeof *local; free(local[i]), local[i++] = NULL) {}");
        text.append("}\n");
    }

    /** Statements that are not the same for all PEs. */
    private void byPe(IntFunction<Stream<String>> statements) {
        final List<List<String>> all = IntStream.range(0, program.pes())
                .mapToObj(pe -> statements
                        .apply(pe)
                        .filter(statement -> !statement.isEmpty())
                        .toList())
                .toList();
        if (all.stream().allMatch(List::isEmpty)) {
            return;
        }
        line(4, "switch (me) {");
        for (int pe = 0; pe < all.size(); pe++) {
            if (!all.get(pe).isEmpty()) {
                line(4, "case " + pe + ":");
                all.get(pe).forEach(statement -> line(8, statement));
                line(8, "break;");
            }
        }
        line(4, "}");
    }

    /** The barrier is for the default context, too. */
    private Stream<String> quiet(Program.End end, int pe) {
        return IntStream.range(end == Program.End.BARRIER ? 1 : 0, contexts())
                .filter(context -> teamOf(context).indexOf(pe) >= 0)
                .mapToObj(context ->
                        end == Program.End.PE_QUIET_AND_SYNC ? peQuiet(context) : "shmem_ctx_quiet(c" + context + ");");
    }

    private String peQuiet(int context) {
        final int size = teamOf(context).size();
        final String all = IntStream.range(0, size).mapToObj(Integer::toString).collect(Collectors.joining(", "));
        return "shmem_ctx_pe_quiet(c" + context + ", (int[]) {" + all + "}, " + size + ");";
    }

    private Program.Team teamOf(int context) {
        return program.teams().get(Math.max(0, context - Program.CONTEXTS + 1));
    }

    private int contexts() {
        return Program.CONTEXTS + program.teams().size() - 1;
    }

    private void line(int indentation, String statement) {
        text.append(" ".repeat(indentation)).append(statement).append('\n');
    }
}
