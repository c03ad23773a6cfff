package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class OriginTest {
    private static Throwable stack(String... classes) {
        final Throwable stack = new Throwable();
        final StackTraceElement[] frames = new StackTraceElement[classes.length];
        for (int i = 0; i < classes.length; i++) {
            frames[i] = new StackTraceElement(classes[i], "call", classes[i] + ".java", i);
        }
        stack.setStackTrace(frames);
        return stack;
    }

    @Test
    void shouldNameTheFirstFrameOutsideOfTheLibrary() {
        assertEquals(
                ", allocated at Main.call(Main.java:4)",
                Origin.of(stack(
                        "org.jshmem.internal.SharedHeap",
                        "org.jshmem.SharedLongs",
                        "org.jshmem.flow.Block",
                        "org.jshmem.flow.DistLongs",
                        "Main",
                        "Launcher")));
    }

    @Test
    void shouldNameTheProgramBehindATool() {
        assertEquals(
                ", allocated at Main.call(Main.java:5)",
                Origin.of(stack(
                        "org.jshmem.internal.Runtime",
                        "org.example.ToolProvider",
                        "org.jshmem.monitor.CountingProvider",
                        "org.jshmem.spi.ForwardingProvider",
                        "org.jshmem.Shmem",
                        "Main",
                        "org.jshmem.Shmem",
                        "Main")));
    }

    @Test
    void shouldNameNothingIfAllFramesAreOfTheLibrary() {
        assertEquals("", Origin.of(stack("org.jshmem.Shmem", "org.jshmem.flow.LongFlow")));
    }
}
