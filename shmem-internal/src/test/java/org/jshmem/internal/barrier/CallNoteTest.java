package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallNoteTest {
    private final MemorySegment payload = Arena.ofAuto().allocate(CallNote.BYTES + 8, 8);

    @Test
    void shouldTellCallsAndTheirArgumentsApart() {
        final CallNote note = new CallNote();
        final Set<Integer> digests = new HashSet<>();
        int calls = 0;
        for (CollectiveCall call : new CollectiveCall[] {CollectiveCall.BARRIER_ALL, CollectiveCall.BROADCAST}) {
            for (int arguments = 0; arguments < 16; arguments++) {
                final long large = 1L << 40;
                final int digest = note.set(
                        call,
                        (arguments & 1) * large,
                        (arguments >> 1 & 1) * large,
                        (arguments >> 2 & 1) * large,
                        (arguments >> 3) * large);
                assertEquals(0, digest & ~BarrierState.DIGEST, "nothing beside the digest");
                digests.add(digest);
                calls++;
            }
            assertEquals(note.set(call, 0, 0, 0, 0), CallNote.digestOf(call));
        }
        assertEquals(calls, digests.size());
        assertTrue(CallNote.BYTES <= TeamArea.PAYLOAD_BYTES);
    }

    @Test
    void shouldShowOthersTheLastCall() {
        final CallNote note = new CallNote();
        for (int root = 3; root < 9; root++) {
            final int which = root / 2; // each call twice
            note.set(CollectiveCall.BROADCAST, 11, 22, 33, which);
            payload.fill((byte) 7);
            note.write(payload.address());
            final String text =
                    "broadcast of 11 bytes from PE " + which + " of the team, dest at heap offset 22, source at 33";
            assertEquals(text, note.toString());
            assertEquals(text, CallNote.read(payload.address(), false));
            assertEquals(7, payload.get(ValueLayout.JAVA_BYTE, CallNote.BYTES), "what is behind the note");
        }
    }
}
