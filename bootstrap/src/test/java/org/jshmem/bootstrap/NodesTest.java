package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class NodesTest {
    @Test
    void shouldPlaceBlocks() {
        assertArrayEquals(new int[] {0, 0, 1, 1}, Nodes.ofMapping("(vector,(0,2,2))", 4));
        assertArrayEquals(new int[] {0, 0, 0, 1, 1}, Nodes.ofMapping("(vector,(0,2,3))", 5));
        assertArrayEquals(new int[] {0, 1, 1, 1, 2, 2, 2}, Nodes.ofMapping("(vector,(0,1,1),(1,2,3))", 7));
        assertArrayEquals(new int[] {3, 3, 0}, Nodes.ofMapping("(vector,(3,1,2),(0,1,1))", 3));
    }

    @Test
    void shouldBeginAgainWhenAllBlocksAreFull() {
        assertArrayEquals(new int[] {0, 0, 0}, Nodes.ofMapping("(vector,(0,1,1))", 3));
        assertArrayEquals(new int[] {0, 1, 2, 0, 1, 2, 0}, Nodes.ofMapping("(vector,(0,3,1))", 7));
    }

    @Test
    void shouldRejectWhatIsNoMapping() {
        for (String text : new String[] {
            "(vector,(0,99999999999,1))",
            "(vector,(0,2000000000,0))",
            "",
            "(vector)",
            "(vector,(0,0,1))",
            "(vector,(0,2,0))",
            "(matrix,(0,1,1))"
        }) {
            final ShmemException error = assertThrows(ShmemException.class, () -> Nodes.ofMapping(text, 2), text);
            assertTrue(error.getMessage().contains("\"" + text + "\""), error.getMessage());
        }
    }
}
