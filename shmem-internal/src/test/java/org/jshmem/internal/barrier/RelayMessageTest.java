package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages that do not fit the team, as no PE of the job sends them, and those at the limits. */
class RelayMessageTest {
    private static final int PAYLOAD = 16;
    private static final int CARGO = 40;
    private static final int BYTES = RelayMessage.bytes(1, PAYLOAD) + CARGO;
    private static final int MOST_BYTES = 200;
    private static final long TEAM_BYTES = 1 << 17;

    private final Arena arena = Arena.ofAuto();
    private final long message = arena.allocate(BYTES, Long.BYTES).address();
    private final BarrierRelay relay = relay();

    private BarrierRelay relay() {
        final NodeLayout layout = new NodeLayout(1, 0);
        final long control =
                arena.allocate(layout.controlEnd() + TEAM_BYTES, 4096).address();
        final TeamArea area = new TeamArea(control + layout.worldOffset(), 1);
        final TeamMemory memory = new TeamMemory(
                control, NodeLayout.TEAM_BYTES_TAKEN_OFFSET, layout.controlEnd(), TEAM_BYTES, (offset, bytes) -> true);
        final RelayNodes nodes = new BarrierRelayTest.Nodes(3, new int[][] {{0}, {1}, {2}}, 0);
        return new BarrierRelay(new BarrierRelayTest.Mail(List.of(), MOST_BYTES), 7, nodes, area, memory);
    }

    /** A payload for one place, and a block. */
    private void fill(PayloadKind kind) {
        Memory.put64(message + RelayMessage.TEAM, 7);
        Memory.put64(message + RelayMessage.NUMBER, 1);
        Memory.put32(message + RelayMessage.STATE, 0);
        Memory.put8(message + RelayMessage.ROUND, (byte) 0);
        Memory.put8(message + RelayMessage.STEP, (byte) 1);
        Memory.put8(message + RelayMessage.KIND, kind.code());
        Memory.put8(message + RelayMessage.IS_LAST, (byte) 1);
        Memory.put16(message + RelayMessage.PAYLOAD_BYTES, (short) PAYLOAD);
        Memory.put16(message + RelayMessage.ENTRIES, (short) 1);
        Memory.put16(message + RelayMessage.CARGO_BYTES, (short) CARGO);
        Memory.put64(message + RelayMessage.HEADER_BYTES + RelayMessage.INDEX, 2);
    }

    @ParameterizedTest
    @CsvSource({"PICK, 1", "PICK, 2", "COMBINE, 2", "SCAN, 2", "GATHER, 2"})
    void shouldTakeWhatIsWithinTheLimits(PayloadKind kind, int step) {
        fill(kind);
        Memory.put8(message + RelayMessage.STEP, (byte) step);
        RelayMessage.check(message, BYTES);
        relay.receive(message);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, -1", "0, 8", "0, 127", "1, 1", "-1, 1", "127, 1"})
    void shouldRefuseRoundsAndStepsThatThereAreNot(int round, int step) {
        fill(PayloadKind.PICK);
        Memory.put8(message + RelayMessage.ROUND, (byte) round);
        Memory.put8(message + RelayMessage.STEP, (byte) step);
        assertRefused("a message of round=" + round + ", step=" + step);
    }

    @ParameterizedTest
    @CsvSource({"-1", "3", "4294967296", "-9223372036854775808"})
    void shouldRefuseAPayloadOfNoPe(long index) {
        for (PayloadKind kind : PayloadKind.values()) {
            fill(kind);
            Memory.put64(message + RelayMessage.HEADER_BYTES + RelayMessage.INDEX, index);
            assertRefused("a payload of index=" + index);
        }
    }

    @Test
    void shouldRefuseAPayloadWithoutAKind() {
        fill(PayloadKind.NONE);
        assertRefused("a payload of no kind");
        Memory.put16(message + RelayMessage.ENTRIES, (short) 0);
        relay.receive(message);
    }

    /** There is room for the block of each other node. */
    @ParameterizedTest
    @CsvSource({"3, 40", "7, 40", "1, 169", "1, 32767"})
    void shouldRefuseABlockForWhichThereIsNoRoom(int step, int bytes) {
        assertEquals(MOST_BYTES - RelayMessage.HEADER_BYTES, relay.mostCargo());
        fill(PayloadKind.PICK);
        Memory.put8(message + RelayMessage.STEP, (byte) step);
        Memory.put16(message + RelayMessage.CARGO_BYTES, (short) bytes);
        assertRefused("a block of bytes=" + bytes + ", step=" + step);
    }

    @Test
    void shouldRefuseSizesThatDoNotAddUp() {
        fill(PayloadKind.PICK);
        RelayMessage.check(message, BYTES);
        assertInconsistent(BYTES + 1, "a message of bytes=" + (BYTES + 1) + " with payload=16, entries=1, cargo=40");
        assertInconsistent(BYTES - 1, "a message of bytes=" + (BYTES - 1) + " with payload=16, entries=1, cargo=40");
        assertInconsistent(RelayMessage.HEADER_BYTES - 1, "a message of bytes=31");
        Memory.put16(message + RelayMessage.CARGO_BYTES, (short) -1);
        assertInconsistent(RelayMessage.bytes(1, PAYLOAD) - 1, "cargo=-1");
        fill(PayloadKind.PICK);
        Memory.put16(message + RelayMessage.ENTRIES, (short) -1);
        assertInconsistent(RelayMessage.bytes(-1, PAYLOAD) + CARGO, "entries=-1");
        fill(PayloadKind.PICK);
        Memory.put16(message + RelayMessage.PAYLOAD_BYTES, (short) -8);
        assertInconsistent(RelayMessage.bytes(1, -8) + CARGO, "payload=-8");
        final int most = TeamArea.PAYLOAD_BYTES;
        Memory.put16(message + RelayMessage.PAYLOAD_BYTES, (short) most);
        RelayMessage.check(message, RelayMessage.bytes(1, most) + CARGO);
        Memory.put16(message + RelayMessage.PAYLOAD_BYTES, (short) (most + 1));
        assertInconsistent(RelayMessage.bytes(1, most + 1) + CARGO, "payload=" + (most + 1));
    }

    /** Counts are 16 bits wide. */
    @Test
    void shouldHoldSoManyPayloadsOrABlock() {
        assertEquals(RelayMessage.HEADER_BYTES, RelayMessage.bytes(0, 9));
        assertEquals(RelayMessage.HEADER_BYTES + 2 * (8 + 16), RelayMessage.bytes(2, 9));
        assertEquals(RelayMessage.HEADER_BYTES + 8 + 8, RelayMessage.bytes(1, 8));
        assertEquals(0, RelayMessage.mostEntries(RelayMessage.HEADER_BYTES + 23, 16));
        assertEquals(1, RelayMessage.mostEntries(RelayMessage.HEADER_BYTES + 24, 16));
        assertEquals(7, RelayMessage.mostEntries(MOST_BYTES, 16));
        assertEquals(Short.MAX_VALUE, RelayMessage.mostEntries(1 << 30, 1));
        assertEquals(1, RelayMessage.mostCargo(RelayMessage.HEADER_BYTES + 1));
        assertEquals(Short.MAX_VALUE, RelayMessage.mostCargo(RelayMessage.HEADER_BYTES + Short.MAX_VALUE));
        assertEquals(Short.MAX_VALUE, RelayMessage.mostCargo(1 << 30));
    }

    /** What the members of other nodes bring has a place until the team ends. */
    @Test
    void shouldGiveItsMemoryBackAtItsEnd() {
        final NodeLayout layout = new NodeLayout(1, 0);
        final long control =
                arena.allocate(layout.controlEnd() + TEAM_BYTES, 4096).address();
        final TeamMemory memory = new TeamMemory(
                control, NodeLayout.TEAM_BYTES_TAKEN_OFFSET, layout.controlEnd(), TEAM_BYTES, (offset, bytes) -> true);
        final BarrierRelay gathers = new BarrierRelay(
                new BarrierRelayTest.Mail(List.of(), MOST_BYTES),
                7,
                new BarrierRelayTest.Nodes(3, new int[][] {{0}, {1}, {2}}, 0),
                new TeamArea(control + layout.worldOffset(), 1),
                memory);
        fill(PayloadKind.GATHER);
        gathers.receive(message);
        final long bytes = 2 * 3 * BarrierRelay.STRIDE;
        final long another = memory.allocate(bytes);
        gathers.end();
        final long again = memory.allocate(bytes);
        assertNotEquals(another, again);
        assertEquals(control + layout.controlEnd(), Math.min(another, again), "all memory is used");
        gathers.end();
        assertNotEquals(again, memory.allocate(bytes), "it is given back once");
    }

    private void assertInconsistent(int bytes, String text) {
        final String said = assertThrows(IllegalStateException.class, () -> RelayMessage.check(message, bytes))
                .getMessage();
        assertTrue(said.contains(text), said);
    }

    private void assertRefused(String text) {
        assertEquals(
                text,
                assertThrows(IllegalStateException.class, () -> relay.receive(message))
                        .getMessage());
    }
}
