package org.jshmem.internal.barrier;

import java.nio.charset.StandardCharsets;
import org.jshmem.heap.Memory;

/**
 * The call site that a PE brings to a barrier as its payload: whether an exception is unwinding the stack (8 bits), the
 * length of the text (8 bits), and the text in UTF-8. A text that is too long loses its start, because the line number
 * is at its end.
 */
final class CallSiteNote {
    /** Offsets in the payload. */
    private static final long UNWINDING = 0;

    private static final long LENGTH = 1;
    private static final long TEXT = 2;
    private static final int MOST_TEXT = TeamArea.PAYLOAD_BYTES - (int) TEXT;

    private CallSiteNote() {}

    static void write(long payload, String callSite, boolean isUnwinding) {
        final byte[] text = callSite.getBytes(StandardCharsets.UTF_8);
        final int cut = Math.max(0, text.length - MOST_TEXT);
        Memory.put8(payload + UNWINDING, (byte) (isUnwinding ? 1 : 0));
        Memory.put8(payload + LENGTH, (byte) (text.length - cut));
        for (int i = cut; i < text.length; i++) {
            Memory.put8(payload + TEXT + i - cut, text[i]);
        }
    }

    static boolean isUnwinding(long payload) {
        return Memory.get8(payload + UNWINDING) != 0;
    }

    static String callSite(long payload) {
        final byte[] text = new byte[Memory.get8(payload + LENGTH)];
        for (int i = 0; i < text.length; i++) {
            text[i] = Memory.get8(payload + TEXT + i);
        }
        return new String(text, StandardCharsets.UTF_8);
    }
}
