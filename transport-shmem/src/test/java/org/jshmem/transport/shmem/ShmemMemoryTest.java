package org.jshmem.transport.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.ShmemException;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SharedHeap;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.Transport;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The heaps of PEs 0 and 1 as PE 0 has them; PE 2 is not mapped. */
@Timeout(60)
class ShmemMemoryTest {
    private static final int[] LOCAL = {0, 1};

    private final NodeLayout layout = new NodeLayout(LOCAL.length, 4 << 20);
    private final List<String> calls = new ArrayList<>();

    /** The memory of the node that this one wraps. */
    private final class Wrapped extends NodeMemory {
        @Override
        public String name() {
            return "wrapped";
        }

        @Override
        public SymmetricHeap heap() {
            throw new AssertionError();
        }

        @Override
        public long base(int index) {
            throw new AssertionError();
        }

        @Override
        public long control() {
            return 4711;
        }

        @Override
        public boolean claim(long offset, long bytes) {
            calls.add("claim " + offset + " " + bytes);
            return calls.size() == 1;
        }

        @Override
        public Transport transport() {
            throw new AssertionError();
        }

        @Override
        public SharedHeap sharedHeap(int pe, SharedHeap.Listener listener, ClaimObserver observer) {
            calls.add("sharedHeap " + pe);
            return null;
        }

        @Override
        public boolean isCrowded() {
            return true;
        }

        @Override
        public void detach() {
            calls.add("detach");
        }
    }

    private ShmemMemory memory(int[] local, NodeLayout of) {
        return new ShmemMemory(ThreadJob.library(), new Wrapped(), local, of);
    }

    @Test
    void shouldHaveHeapsInTheMemoryOfTheLibrary() throws Exception {
        final ShmemMemory[] made = new ShmemMemory[1];
        ThreadJob.library();
        PeThreads.run(ThreadJob.PES, pe -> {
            ThreadJob.become(pe);
            if (pe == 0) {
                made[0] = memory(LOCAL, layout);
            } else {
                ThreadJob.library().align(NodeLayout.HEAP_ALIGNMENT, layout.stride());
            }
        });
        final ShmemMemory memory = made[0];
        assertEquals(memory.heap().base(), memory.base(0));
        assertEquals(layout.heapBytes(), memory.heap().bytes());
        assertEquals(0, memory.base(0) % NodeLayout.HEAP_ALIGNMENT);
        final MemorySegment word = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        word.set(ValueLayout.JAVA_LONG, 0, 42);
        ThreadJob.library().operations().putmem(memory.base(0) + 64, word.address(), Long.BYTES, 1);
        ThreadJob.library().operations().quiet();
        assertEquals(42, ThreadJob.memory(memory.base(1), 128).get(ValueLayout.JAVA_LONG, 64));
        assertNull(memory.transport());
        shouldLeaveTheRestToTheNode(memory);
        final var unmapped = assertThrows(ShmemException.class, () -> memory(new int[] {0, ThreadJob.REMOTE}, layout));
        assertTrue(unmapped.getMessage().contains("does not map the memory of PE 2"), unmapped.getMessage());
        final var other = assertThrows(ShmemException.class, () -> memory(LOCAL, new NodeLayout(2, 64 << 20)));
        assertTrue(other.getMessage().contains("the same SHMEM_SYMMETRIC_SIZE"), other.getMessage());
    }

    private void shouldLeaveTheRestToTheNode(ShmemMemory memory) {
        assertEquals(ThreadJob.library().name() + " over wrapped", memory.name());
        assertEquals(4711, memory.control());
        assertTrue(memory.isCrowded());
        assertTrue(memory.claim(1, 2));
        assertEquals(false, memory.claim(3, 4));
        memory.sharedHeap(5, null, null);
        memory.detach();
        assertEquals(List.of("claim 1 2", "claim 3 4", "sharedHeap 5", "detach"), calls);
    }
}
