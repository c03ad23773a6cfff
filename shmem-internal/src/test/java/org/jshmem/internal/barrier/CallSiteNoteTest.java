package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallSiteNoteTest {
    private static final int MOST = TeamArea.PAYLOAD_BYTES - 2;

    private final MemorySegment payload = Arena.ofAuto().allocate(TeamArea.PAYLOAD_BYTES + 8, 8);

    private void check(String expected, String callSite, boolean isUnwinding) {
        payload.fill((byte) 7);
        CallSiteNote.write(payload.address(), callSite, isUnwinding);
        assertEquals(expected, CallSiteNote.callSite(payload.address()));
        assertEquals(isUnwinding, CallSiteNote.isUnwinding(payload.address()));
        assertEquals(7, payload.get(ValueLayout.JAVA_BYTE, TeamArea.PAYLOAD_BYTES), "what is behind the payload");
    }

    /** Which has the line number. */
    @Test
    void shouldKeepTheEndOfALongText() {
        final String all = "0123456789".repeat(30);
        for (int length = 0; length < 300; length++) {
            final String text = all.substring(0, length);
            check(text.substring(Math.max(0, length - MOST)), text, length % 2 == 0);
        }
        check("Größe.main(Größe.java:17)", "Größe.main(Größe.java:17)", true);
    }
}
