package org.jshmem.tck.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CStacksTest {
    private static final String[] FRAMES = {
        "#0  0x0000000000401166 in __wait (word=0x7f) from /usr/lib/libsma.so.0",
        "#1  0x0000000000401180 in shmem_barrier_all () from /usr/lib/libsma.so.0",
        "#2  0x0000000000402000 in main ()"
    };

    @Test
    void shouldChooseTheThreadsInTheLibrary() {
        final List<String> gdb = List.of(
                "[New LWP 7]",
                "Thread 2 (Thread 0x7f01 (LWP 7) \"GC\"):",
                "#0  0x0000000000401234 in futex_wait () from /lib/libc.so.6",
                "#1  0x0000000000401235 in work () from /usr/lib/libshmem.so",
                "",
                "Thread 1 (Thread 0x7f02 (LWP 6) \"main\"):",
                FRAMES[0],
                FRAMES[1],
                FRAMES[2],
                "[Inferior 1 (process 6) detached]");
        assertEquals(
                List.of(
                        "Thread 1 (Thread 0x7f02 (LWP 6) \"main\"):",
                        "  " + FRAMES[0],
                        "  " + FRAMES[1],
                        "  " + FRAMES[2]),
                CStacks.inLibrary(gdb));
    }

    @Test
    void shouldReadWhatElfutilsWrite() {
        final List<String> stack = List.of("PID 6 - process", "TID 6:", FRAMES[1], "TID 7:", FRAMES[2]);
        assertEquals(List.of("TID 6:", "  " + FRAMES[1]), CStacks.inLibrary(stack));
    }
}
