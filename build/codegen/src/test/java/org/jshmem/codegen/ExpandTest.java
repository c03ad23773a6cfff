package org.jshmem.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpandTest {
    private static final String TARGET = """
        class Target {
            // operations:begin
            // typed:begin
            /** Puts. */
            public final void p(SymmetricDoubles dest, long index, double value, int pe) {
                store64(dest, Double.BYTES);
            }
            // typed:end

            /** Waits. */
            public final long quiet(
                    int... pes) {
                return 64;
            }
            // operations:end

            public final void destroy() {}
        }
        """;

    @Test
    void shouldWriteAMasterOfDoublesForEveryType(@TempDir Path masters, @TempDir Path output) throws IOException {
        Files.writeString(
                masters.resolve("SymmetricDoubles.java"), "class SymmetricDoubles { double x; long index; }\n");
        Expand.main(new String[] {masters.toString(), output.toString()});
        assertEquals(
                "class SymmetricInts { int x; long index; }\n", Files.readString(output.resolve("SymmetricInts.java")));
        try (var files = Files.list(output)) {
            assertEquals(6, files.count());
        }
    }

    @Test
    void shouldDeleteWhatAMasterThatIsGoneHasLeft(@TempDir Path masters, @TempDir Path output) throws IOException {
        Files.writeString(masters.resolve("New.java"), "class New {}\n");
        Files.writeString(output.resolve("Old.java"), "class Old {}\n");
        Expand.main(new String[] {masters.toString(), output.toString()});
        assertTrue(Files.exists(output.resolve("New.java")));
        assertFalse(Files.exists(output.resolve("Old.java")));
    }

    @Test
    void shouldUseBoxAndRawAccessOfTheType() {
        final String ints = ElementType.INT.rewrite("load64(Double.BYTES, toDouble, mallocDoubles, DOUBLE, double)");
        assertEquals("load32(Integer.BYTES, toInt, mallocInts, INT, int)", ints);
    }

    @Test
    void shouldUseAStreamThatHoldsTheElements() {
        final String method = "DoubleStream of(SymmetricDoubles array)";
        assertEquals("IntStream of(SymmetricBytes array)", ElementType.BYTE.rewrite(method));
        assertEquals("LongStream of(SymmetricLongs array)", ElementType.LONG.rewrite(method));
        assertEquals("DoubleStream of(SymmetricFloats array)", ElementType.FLOAT.rewrite(method));
    }

    @Test
    void shouldUseRawAccessWithAMemoryOrder() {
        assertEquals(
                "get32Volatile(); put64Signal(); 32 bits",
                ElementType.INT.rewrite("get64Volatile(); put64Signal(); 64 bits"));
    }

    @Test
    void shouldRepeatARegionForEachNameInsideATypedRegion() {
        final String master = """
            // typed:begin int long
            // named:begin And Or
            double fetchAnd64(double v); // AND, shmem_and
            // named:end
            // typed:end
            """;
        assertEquals("""
            int fetchAnd32(int v); // AND, shmem_and
            int fetchOr32(int v); // OR, shmem_or
            long fetchAnd64(long v); // AND, shmem_and
            long fetchOr64(long v); // OR, shmem_or
            """, Master.expandRegions(master));
    }

    @Test
    void shouldWriteEveryFormOfAMethodWithIndices() {
        final String master = """
            // forms:begin source
                /** Puts. */
                public final void put(
                        SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems) {
                    copy(source);
                }
            // forms:end
            """;
        final String model = "{@link #put(SymmetricDoubles, long, SymmetricDoubles, long, long)}";
        assertEquals(
                """
                /** Puts. */
                public final void put(SymmetricDoubles dest, long destIndex, SymmetricDoubles source, long sourceIndex, long nelems) {
                copy(source);
                }
                /** As MODEL, at index 0. */
                public final void put(SymmetricDoubles dest, SymmetricDoubles source, long nelems) {
                put(dest, 0, source, 0, nelems);
                }
                /** As MODEL, with a Java array for {@code source}. */
                public final void put(SymmetricDoubles dest, long destIndex, double[] source, long sourceIndex, long nelems) {
                copy(source);
                }
                /** As MODEL, with a Java array for {@code source}, at index 0. */
                public final void put(SymmetricDoubles dest, double[] source, long nelems) {
                put(dest, 0, source, 0, nelems);
                }
                /** As MODEL, with all elements of a Java array for {@code source}, at index 0. */
                public final void put(SymmetricDoubles dest, double[] source) {
                put(dest, 0, source, 0, wholeLength("source", source));
                }
                /** As MODEL, with a segment for {@code source}. */
                public final void put(SymmetricDoubles dest, long destIndex, SEGMENT source, long sourceIndex, long nelems) {
                copy(source);
                }
                /** As MODEL, with a segment for {@code source}, at index 0. */
                public final void put(SymmetricDoubles dest, SEGMENT source, long nelems) {
                put(dest, 0, source, 0, nelems);
                }
                """.replace("MODEL", model).replace("SEGMENT", "java.lang.foreign.MemorySegment"),
                withoutLayout(Master.expandRegions(master)));
    }

    @Test
    void shouldWriteFormsOfSegmentsOneAfterTheOther() {
        final String master = """
            // forms:begin source dest
            void put(SymmetricArray dest, SymmetricArray source);
            // forms:end
            """;
        assertEquals(
                """
                void put(SymmetricArray dest, SymmetricArray source);
                void put(SymmetricArray dest, SEGMENT source);
                void put(SEGMENT dest, SEGMENT source);
                """.replace("SEGMENT", "java.lang.foreign.MemorySegment"), withoutLayout(Master.expandRegions(master)));
    }

    @Test
    void shouldMakeFormsOfNamedMethodsOnceAndForAllTypes() {
        final String master = """
            // typed:begin int long
            // forms:begin
            // named:begin Add Or
            double fetchAdd(SymmetricDoubles word, long index);
            // named:end
            // forms:end
            // typed:end
            """;
        assertEquals("""
            int fetchAdd(SymmetricInts word, long index);
            int fetchAdd(SymmetricInts word);
            int fetchOr(SymmetricInts word, long index);
            int fetchOr(SymmetricInts word);
            long fetchAdd(SymmetricLongs word, long index);
            long fetchAdd(SymmetricLongs word);
            long fetchOr(SymmetricLongs word, long index);
            long fetchOr(SymmetricLongs word);
            """, withoutLayout(Master.expandRegions(master)));
    }

    @Test
    void shouldRefuseAFormOfWhatIsNoSymmetricArray() {
        final String master = """
            // forms:begin pe
            void put(SymmetricDoubles dest, int pe);
            // forms:end
            """;
        final String message = assertThrows(IllegalArgumentException.class, () -> Master.expandRegions(master))
                .getMessage();
        assertTrue(message.contains("int pe"), message);
    }

    @Test
    void shouldShowOneTypeInTheDocumentation() {
        final String master = """
            // typed:begin int long
            /** Reads. */
            double get();
            // typed:end
            """;
        assertEquals("""
            /**
            * Reads.
            * @hidden
            */
            int get();
            /** Reads. */
            long get();
            """, withoutLayout(Master.expandRegions(master)));
    }

    @Test
    void shouldRepeatSidesWithTheirTypes() {
        final String master = """
            // sides:begin dest
            void call(SymmetricDoubles dest, SymmetricDoubles source);
            // sides:end
            """;
        assertEquals("""
            void call(SymmetricDoubles dest, SymmetricDoubles source);
            void call(double[] dest, SymmetricDoubles source);
            void call(java.lang.foreign.MemorySegment dest, SymmetricDoubles source);
            """, withoutLayout(Master.expandRegions(master)));
    }

    private static String withoutLayout(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    @Test
    void shouldWriteDelegatesWithJavadocForOperationsOnly(@TempDir Path masters, @TempDir Path output)
            throws IOException {
        Files.writeString(masters.resolve("Target.java"), TARGET);
        Files.writeString(masters.resolve("Facade.java"), "class Facade {\n    // delegates: Target IT\n}\n");
        Expand.main(new String[] {masters.toString(), output.toString()});
        final String facade = Files.readString(output.resolve("Facade.java"));
        assertTrue(
                facade.contains("/** Puts. */\n"
                        + "    public static void p(SymmetricDoubles dest, long index, double value, int pe) {\n"
                        + "        IT.p(dest, index, value, pe);\n"
                        + "    }"),
                facade);
        assertTrue(facade.contains("public static long quiet(int... pes) {\n        return IT.quiet(pes);"), facade);
        assertFalse(facade.contains("destroy"), facade);
    }

    @Test
    void shouldWriteDelegatesThatTakeTheirTargetFirst() {
        final String source = """
            class Team {
                // operations:begin
                /**
                 * Sums up.
                 *
                 * @param nelems how many
                 */
                public final void sum(long nelems) {
                }
                // operations:end
            }
            """;
        assertEquals("""
                /**
                 * Sums up.
                 *
                 * @param team the team
                 * @param nelems how many
                 */
                public static void sum(Team team, long nelems) {
                    existing(team).sum(nelems);
                }
            """, Delegates.of(source, "existing(team)", "Team team"));
    }

    @Test
    void shouldRepeatSizedRegions() {
        final String text = Master.expandRegions(
                "// sized:begin mem 128\nput64(64 / Byte.SIZE); // 64-bit elements\n// sized:end\n");
        assertEquals("putmem(1); // bytes\nput128(128 / Byte.SIZE); // 128-bit elements\n", text);
    }

    @Test
    void shouldRefuseRegionsThatDoNotClose() {
        assertThrows(IllegalArgumentException.class, () -> Master.expandRegions("// typed:begin\nx\n"));
        assertThrows(IllegalArgumentException.class, () -> Master.expandRegions("// typed:end\n"));
        assertThrows(
                IllegalArgumentException.class,
                () -> Master.expandRegions("// typed:begin\n// sized:begin 8\n// sized:end\n"));
    }

    @Test
    void shouldNotTouchAFileThatStaysTheSame(@TempDir Path masters, @TempDir Path output) throws IOException {
        Files.writeString(masters.resolve("Plain.java"), "class Plain {}\n");
        Expand.main(new String[] {masters.toString(), output.toString()});
        final var first = Files.getLastModifiedTime(output.resolve("Plain.java"));
        Files.setLastModifiedTime(output.resolve("Plain.java"), java.nio.file.attribute.FileTime.fromMillis(1000));
        Expand.main(new String[] {masters.toString(), output.toString()});
        assertEquals(
                1000, Files.getLastModifiedTime(output.resolve("Plain.java")).toMillis(), "was " + first);
    }

    @Test
    void shouldForwardKernelsAndTellOfThem(@TempDir Path masters, @TempDir Path output) throws IOException {
        Files.writeString(masters.resolve("Kernel.java"), """
            class Kernel {
                protected abstract void completeAll();

                protected abstract long fetchAdd64(long offset, long value, int pe);

                // typed:begin
                protected abstract void blocksTo(
                        double[] source, int bsize, int nblocks, int pe);
                // typed:end
            }
            """);
        Files.writeString(masters.resolve("Tool.java"), "class Tool {\n    // forwards: Kernel target\n}\n");
        Expand.main(new String[] {masters.toString(), output.toString()});
        final String tool = Files.readString(output.resolve("Tool.java"));
        assertTrue(tool.contains("Operation QUIET = Operation.of(\"quiet\");"), tool);
        assertTrue(tool.contains("before(QUIET, Operation.NO_PE, bytesOf);"), tool);
        assertTrue(tool.contains("final long bytesOf = 8;"), tool);
        assertTrue(tool.contains("final long result = target.fetchAdd64(offset, value, pe);"), tool);
        assertTrue(
                tool.contains("after(ATOMIC_FETCH_ADD, pe, offset, bytesOf, value, token);\n        return result;"),
                tool);
        assertTrue(tool.contains("after(IPUT, pe, bytesOf, token);"), tool);
        assertTrue(tool.contains("(long) bsize * nblocks * Integer.BYTES"), tool);
        assertEquals(1, tool.split("Operation IPUT =", -1).length - 1, "one constant for all types");
    }

    @Test
    void shouldForwardCollectivesByTheirOwnNames(@TempDir Path masters, @TempDir Path output) throws IOException {
        Files.writeString(masters.resolve("Kernel.java"), """
            class Kernel {
                protected abstract void broadcastBytes(long destOffset, long bytes, int root);

                protected abstract void alltoallsBytes(long elementBytes, long nelems);

                protected abstract void reduceElements(Reduction operation, ElementKind type, long nelems);

                protected abstract long scanValue(boolean inclusive, ElementKind type, long bits);

                protected abstract long collectValue(ElementKind type, long bits);

                protected abstract boolean anyTrue(boolean value);
            }
            """);
        Files.writeString(masters.resolve("Tool.java"), "class Tool {\n    // forwards: Kernel target\n}\n");
        Expand.main(new String[] {masters.toString(), output.toString()});
        final String tool = Files.readString(output.resolve("Tool.java"));
        assertTrue(tool.contains("Operation BROADCAST = Operation.of(\"broadcast\");"), tool);
        assertTrue(tool.contains("before(BROADCAST, bytesOf);"), tool);
        assertTrue(tool.contains("final long bytesOf = elementBytes * nelems;"), tool);
        assertTrue(tool.contains("final long bytesOf = nelems * type.bytes;"), tool);
        assertTrue(tool.contains("after(operationOf(operation), bytesOf, token);"), tool);
        assertTrue(tool.contains("before(operationOf(inclusive), bytesOf);"), tool);
        assertTrue(tool.contains("Operation COLLECT = Operation.of(\"collect\");"), tool);
        assertTrue(tool.contains("final long bytesOf = type.bytes;"), tool);
        assertTrue(tool.contains("Operation ANY = Operation.of(\"any\");"), tool);
    }
}
