package org.jshmem.mutation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WitnessesTest {
    private static BitSet lines(int... some) {
        final BitSet lines = new BitSet();
        for (int line : some) {
            lines.set(line);
        }
        return lines;
    }

    private static Touching test(String place, String name, long seconds, int... lines) {
        return new Touching(Judge.test(place + "/" + name), seconds, lines(lines));
    }

    private static Touching kit(String transport, String name, int... lines) {
        return new Touching(new Judge(Judge.Kind.KIT, transport, name), 1, lines(lines));
    }

    private static List<String> names(Set<Touching> some) {
        return some.stream().map(Touching::name).toList();
    }

    @Test
    void shouldAskOnlyWhoRunsTheLine() {
        final Witnesses witnesses = new Witnesses(List.of(
                test("a", "a.OneTest", 3, 7),
                test("a", "a.QuickTest", 1, 7, 8),
                test("b", "b.SlowTest", 21, 7),
                test("b", "b.OwnTest", 20, 7),
                test("b", "b.OtherTest", 1, 9),
                kit("shr", "put:Longs", 7, 8, 9),
                kit("shr", "put:Ints", 7, 8, 9),
                kit("shr", "get:Longs", 7),
                kit("ofi", "put:Longs", 7)));
        assertEquals(
                List.of("b.OwnTest", "a.QuickTest", "a.OneTest", "get:Longs", "put:Ints", "put:Longs", "b.SlowTest"),
                names(witnesses.near(7, "b")));
        assertEquals(List.of("put:Longs"), names(witnesses.far(7, "b")));
        assertEquals(List.of(), names(witnesses.near(10, "b")));
    }

    @Test
    void shouldAskSystemTestsWhereTheKitDoesNotGo() {
        final Witnesses witnesses = new Witnesses(List.of(
                test("tests/system-tests", "SlowTest", 50, 7, 8),
                test("tests/system-tests", "SlowerTest", 55, 7, 8),
                test("tests/system-tests", "QuickTest", 1, 7),
                kit("cma", "put:Longs", 8)));
        assertEquals(List.of("QuickTest", "SlowTest"), names(witnesses.near(7, "b")));
        assertEquals(List.of("SlowerTest"), names(witnesses.far(7, "b")));
        assertEquals(List.of("put:Longs"), names(witnesses.near(8, "b")));
        assertEquals(List.of(), names(witnesses.far(8, "b")));
    }

    @Test
    void shouldAskFortyCasesOfAsManyKindsAsThereAre() {
        final List<Touching> all = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            all.add(kit("shr", "common:" + i, 1));
            all.add(kit("shr", "kind" + i % 30, 1));
        }
        final Witnesses witnesses = new Witnesses(all.stream().distinct().toList());
        final Set<Touching> near = witnesses.near(1, "b");
        assertEquals(40, near.size());
        final Set<String> stems =
                near.stream().map(one -> one.name().replaceAll(":.*", "")).collect(Collectors.toSet());
        assertEquals(31, stems.size());
        assertEquals(120 - 40, witnesses.far(1, "b").size());
    }

    @Test
    void shouldMakeOneJudgeOfThoseThatRunTogether() {
        final List<TimedJudge> judges = TimedJudge.of(List.of(
                test("a", "a.OneTest", 3, 7),
                test("a", "a.TwoTest", 4, 7),
                kit("shr", "put:Longs", 7),
                test("a", "a.SlowTest", 40, 7),
                kit("shr", "put:Longs", 7),
                kit("shr", "g@2", 7)));
        assertEquals(
                List.of(7L, 1L, 40L, 2L),
                judges.stream().map(TimedJudge::seconds).toList());
        assertEquals(
                List.of("a.OneTest", "a.TwoTest"), judges.getFirst().judge().tests());
        assertEquals(7, judges.getFirst().seconds());
        assertTrue("g@2".matches(judges.getLast().judge().selection()));
        assertTrue("put:Longs".matches(judges.getLast().judge().selection()));
    }
}
