package org.jshmem.internal.team;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MembersTest {
    private static final Members WORLD = Members.world(20, 7);

    /** Every PE of the job is found where it is. */
    private static void check(Members members, int... pes) {
        assertArrayEquals(pes, members.pes());
        for (int pe = -1; pe <= 20; pe++) {
            final int number = pe;
            assertEquals(
                    Arrays.stream(pes).boxed().toList().indexOf(number), members.indexOf(pe), members + ", PE " + pe);
        }
    }

    @Test
    void shouldFindPesThatAreEquallySpaced() {
        check(Members.strided(3, 2, 4, 7), 3, 5, 7, 9);
        check(Members.strided(9, -2, 4, 7), 9, 7, 5, 3);
        check(Members.strided(4, 0, 1, 7), 4);
        assertEquals(2, Members.strided(3, 2, 4, 7).me());
        assertEquals(Members.NONE, Members.strided(4, 2, 4, 7).me());
    }

    @Test
    void shouldFindPesOfLists() {
        check(Members.of(new int[] {1, 7, 8, 15}, 1), 1, 7, 8, 15);
        check(Members.of(new int[] {15, 7, 19, 0}, 1), 15, 7, 19, 0);
    }

    /** The last one is calculated without overflow. */
    @Test
    void shouldHoldAStridedSubsetIfItHasItsFirstAndLastPe() {
        for (int start = -1; start <= 20; start++) {
            for (int stride : new int[] {-20, -3, -1, 0, 1, 2, 19, 1 << 30, Integer.MIN_VALUE}) {
                for (int count : new int[] {-1, 0, 1, 2, 3, 5, 20, 21, Integer.MAX_VALUE}) {
                    final long last = start + (long) stride * (count - 1);
                    final boolean are = start >= 0 && start < 20 && last >= 0 && last < 20;
                    assertEquals(
                            are && count >= 1 && (count == 1 || stride != 0),
                            WORLD.holds(start, stride, count),
                            start + ", " + stride + ", " + count);
                }
            }
        }
        assertFalse(WORLD.holds(0, Integer.MAX_VALUE, Integer.MAX_VALUE));
    }

    @Test
    void shouldKeepNoListOfPesThatAreEquallySpaced() {
        assertInstanceOf(StridedMembers.class, Members.of(new int[] {4, 7, 10}, 1));
        assertInstanceOf(StridedMembers.class, Members.of(new int[] {7}, 0));
        assertInstanceOf(ListedMembers.class, Members.of(new int[] {4, 7, 9}, 1));
    }

    @Test
    void shouldChooseMembersOfMembers() {
        final Members reverse = WORLD.select(Members.strided(19, -1, 20, 7));
        final Members odd = reverse.select(Members.strided(0, 2, 10, reverse.me()));
        check(odd, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
        assertEquals(6, odd.me());
        assertInstanceOf(StridedMembers.class, odd);

        final Members list = odd.select(Members.of(new int[] {6, 0, 5}, 0));
        check(list, 7, 19, 9);
        check(list.select(Members.strided(2, -2, 2, 0)), 9, 7);
        assertNull(list.select(Members.of(new int[] {1, 2}, Members.NONE)));
    }

    @Test
    void shouldNameTheFirstMembersOnly() {
        assertEquals("PE 7 of 20: PEs 0, 1, 2, 3, 4, 5, 6, 7, … of the job", WORLD.toString());
        assertEquals(
                "PE 0 of 3: PEs 7, 19, 9 of the job",
                Members.of(new int[] {7, 19, 9}, 0).toString());
    }

    @Test
    void shouldFindThePesWhoseHeapsAreMapped() {
        final Members reachable = Members.reachable(new long[] {0, 1 << 20, 0, 2 << 20, 3 << 20}, 3);
        check(reachable, 1, 3, 4);
        assertEquals(1, reachable.me());
        assertEquals(3, reachable.size());
    }

    /** Eight are named without dots. */
    @Test
    void shouldNameUpToEightMembers() {
        assertEquals(
                "PE 7 of 8: PEs 0, 1, 2, 3, 4, 5, 6, 7 of the job",
                Members.world(8, 7).toString());
        assertEquals(
                "PE 7 of 9: PEs 0, 1, 2, 3, 4, 5, 6, 7, … of the job",
                Members.world(9, 7).toString());
    }
}
