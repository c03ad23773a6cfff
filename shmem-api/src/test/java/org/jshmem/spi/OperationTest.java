package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class OperationTest {
    @Test
    void shouldBeOneForEachName() {
        final Operation one = Operation.of("one of a test");
        final Operation other = Operation.of("another of a test");
        assertSame(one, Operation.of("one of a test"));
        assertNotSame(one, other);
        assertEquals("one of a test", one.name());
        assertEquals("one of a test", one.toString());
    }

    /** From 0 on, as the places in the list. */
    @Test
    void shouldBeNumbered() {
        Operation.of("one of a test");
        final List<Operation> all = Operation.all();
        for (int i = 0; i < all.size(); i++) {
            assertEquals(i, all.get(i).number(), all.get(i).name());
        }
    }

    @Test
    void shouldWaitUntilByDefault() {
        final Awaited awaited = where -> "word " + where;
        assertSame(Operation.WAIT_UNTIL, awaited.operation());
        assertEquals("waitUntil", Operation.WAIT_UNTIL.name());
    }
}
