package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jshmem.ShmemException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tools before the runtime, by the property that names them. */
@Timeout(20)
class ShmemToolTest {
    private static final String PROPERTY = "jshmem.tool";
    private static final ShmemProvider RUNTIME = (ShmemProvider) Recorder.of(ShmemProvider.class);

    private final String before = System.getProperty(PROPERTY);

    /** What a tool puts before the provider that it is given. */
    private static final class Layer extends ObservingProvider {
        private final String name;
        private final ShmemProvider behind;

        Layer(String name, ShmemProvider behind) {
            super(behind);
            this.name = name;
            this.behind = behind;
        }

        @Override
        protected long begin(Operation operation, int pe, long bytes) {
            return 0;
        }

        @Override
        protected void end(Operation operation, int pe, long bytes, long token) {}
    }

    /** A tool, by its service file. */
    public static final class One extends ShmemTool {
        /** For the service loader. */
        public One() {}

        @Override
        public String name() {
            return "one-of-the-tests";
        }

        @Override
        public ShmemProvider install(ShmemProvider runtime) {
            return new Layer("one", runtime);
        }
    }

    /** Another one. */
    public static final class Other extends ShmemTool {
        /** For the service loader. */
        public Other() {}

        @Override
        public String name() {
            return "other-of-the-tests";
        }

        @Override
        public ShmemProvider install(ShmemProvider runtime) {
            return new Layer("other", runtime);
        }
    }

    private static ShmemProvider named(String names) {
        System.setProperty(PROPERTY, names);
        return ShmemTool.before(RUNTIME);
    }

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, before);
        }
    }

    @Test
    void shouldCallTheRuntimeWithoutTools() {
        assertSame(RUNTIME, named(""));
        assertSame(RUNTIME, named("  "));
    }

    /** The first is called by the program. */
    @Test
    void shouldPutToolsBeforeTheRuntimeInTheirOrder() {
        final Layer first = (Layer) named("other-of-the-tests, one-of-the-tests");
        assertEquals("other", first.name);
        final Layer second = (Layer) first.behind;
        assertEquals("one", second.name);
        assertSame(RUNTIME, second.behind);
    }

    @Test
    void shouldSayWhichToolsThereAre() {
        final var error = assertThrows(ShmemException.class, () -> named("one-of-the-tests,none"));
        assertEquals(
                "SHMEM_TOOL=none: there is no such tool on the class path; there are [one-of-the-tests,"
                        + " other-of-the-tests]",
                error.getMessage());
    }
}
