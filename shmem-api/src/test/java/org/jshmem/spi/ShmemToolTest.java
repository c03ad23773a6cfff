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

    /** A tool of the service file. */
    abstract static class Tool extends ShmemTool {
        private final String name;

        Tool(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name + "-of-the-tests";
        }

        @Override
        public ShmemProvider install(ShmemProvider runtime) {
            return new Layer(name, runtime);
        }
    }

    /** The first one by its name. */
    public static final class Inner extends Tool {
        /** For the service loader. */
        public Inner() {
            super("inner");
        }
    }

    /** The second one by its name. */
    public static final class Outer extends Tool {
        /** For the service loader. */
        public Outer() {
            super("outer");
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
        final Layer first = (Layer) named("outer-of-the-tests, inner-of-the-tests");
        assertEquals("outer", first.name);
        final Layer second = (Layer) first.behind;
        assertEquals("inner", second.name);
        assertSame(RUNTIME, second.behind);
    }

    @Test
    void shouldSayWhichToolsThereAre() {
        final var error = assertThrows(ShmemException.class, () -> named("inner-of-the-tests,none"));
        assertEquals(
                "SHMEM_TOOL=none: there is no such tool on the class path; there are [inner-of-the-tests,"
                        + " outer-of-the-tests]",
                error.getMessage());
    }
}
