package org.jshmem.tck.c;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.tck.Surface;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RoutinesTest {
    private static Routine named(String name) {
        return Routines.all().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** As many as the specification has, none of them twice. */
    @Test
    void shouldBeAllOfTheSpecification() {
        assertEquals(1685, Routines.all().size());
        assertEquals(1685, Routines.all().stream().map(Routine::name).distinct().count());
    }

    /** What a case calls by a row of the table of operations. */
    @Test
    void shouldHaveTheRoutinesOfAllOperations() {
        for (Surface.Row row : Surface.rows()) {
            if (!row.routine().equals("-")) {
                assertFalse(Routines.of(row.routine()).isEmpty(), row.routine());
            }
        }
    }

    @Test
    void shouldKnowPrototypes() {
        assertEquals(
                "void (*)(shmem_ctx_t, unsigned long long *, const unsigned long long *, size_t, uint64_t *, uint64_t,"
                        + " int, int)",
                named("shmem_ctx_ulonglong_put_signal_nbi").pointerType());
        assertEquals("double (*)(const double *, int)", named("shmem_double_g").pointerType());
        assertEquals("void (*)(void)", named("shmem_barrier_all").pointerType());
        assertEquals("void (*)(int, ...)", named("shmem_pcontrol").pointerType());
        assertEquals(
                "int jshmem_call_shmem_complexd_sum_reduce(shmem_team_t team, double _Complex *dest,"
                        + " const double _Complex *source, size_t nreduce)"
                        + " { return shmem_complexd_sum_reduce(team, dest, source, nreduce); }",
                named("shmem_complexd_sum_reduce").caller());
    }

    @Test
    void shouldHaveTheTypesOfTheSpecification() {
        assertEquals(24, CType.Group.RMA.types().size());
        assertEquals(12, CType.Group.AMO.types().size());
        assertEquals(14, CType.Group.AMO_EXTENDED.types().size());
        assertEquals(
                List.of("uint", "ulong", "ulonglong", "int32", "int64", "uint32", "uint64"),
                CType.Group.AMO_BITWISE.types().stream().map(CType::inNames).toList());
        assertEquals(14, CType.Group.REDUCE_BITWISE.types().size());
        assertEquals(26, CType.Group.ARITHMETIC.types().size());
    }

    @Test
    void shouldTellFormsApart() {
        final List<Routine> puts = Routines.of("shmem_put");
        assertEquals(60, puts.size());
        assertEquals(30, puts.stream().filter(Routine::hasContext).count());
        assertEquals(
                List.of("8", "16", "32", "64", "128", "mem"),
                puts.stream()
                        .filter(one -> !one.hasContext() && one.type() == null)
                        .map(Routine::size)
                        .collect(Collectors.toList()));
        assertTrue(puts.stream().anyMatch(one -> one.type() == CType.LONGDOUBLE));
    }
}
