package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.InputStream;
import java.util.List;
import jdk.jshell.spi.SPIResolutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How snippets end on a PE. */
@Timeout(60)
class PeEngineTest {
    private static final long NUMBER = 900;
    private static final CollectiveLog LOG = CollectiveLog.OF_PE;

    private final PeEngine engine = new PeEngine();

    /** A snippet as JShell compiles it. */
    @SuppressWarnings("DoNotCallSuggester") // called by reflection
    public static final class Snippets {
        public static int field = 7;

        private Snippets() {}

        public static Object value() {
            return LOG.call() == null && LOG.flow() == null ? List.of(1, 2) : "something of the last snippet";
        }

        public static Object thrown() {
            throw new IllegalStateException("why");
        }

        public static Object odd() {
            throw new IllegalStateException() {
                @Override
                public String getMessage() {
                    throw new UnsupportedOperationException();
                }
            };
        }

        public static Object unresolved() {
            throw new SPIResolutionException(5);
        }

        public static Object inFlow() {
            LOG.begin("sync", "world", List.of(0));
            LOG.inFlow("flowDrain");
            return interrupted();
        }

        public static Object interrupted() {
            Interruption.request(NUMBER);
            Interruption.check();
            return "not interrupted";
        }
    }

    @BeforeEach
    void load() throws Exception {
        final String file = Snippets.class.getName().replace('.', '/') + ".class";
        try (InputStream bytes = Snippets.class.getClassLoader().getResourceAsStream(file)) {
            engine.load(List.of(new Request.CompiledClass(Snippets.class.getName(), bytes.readAllBytes())));
        }
    }

    @AfterEach
    void end() {
        LOG.inFlow(null);
        LOG.follow(null);
    }

    private Outcome run(String method) {
        return engine.run(new Request.Invoke(NUMBER, Snippets.class.getName(), method));
    }

    @Test
    void shouldTellTheValue() {
        LOG.follow(Thread.currentThread());
        LOG.begin("sync", "world", List.of(0));
        LOG.inFlow("flowDrain");
        assertEquals(new Outcome.Value("[1, 2]"), run("value"));
        assertEquals(new Outcome.Value("7"), engine.read(new Request.Read(NUMBER, Snippets.class.getName(), "field")));
    }

    @Test
    void shouldTellWhatWasThrown() {
        final Outcome.Thrown thrown = assertInstanceOf(Outcome.Thrown.class, run("thrown"));
        assertEquals("java.lang.IllegalStateException", thrown.className());
        assertEquals("why", thrown.message());
        assertEquals("thrown", thrown.stack().getFirst().getMethodName());
        final Outcome.Unresolved unresolved = assertInstanceOf(Outcome.Unresolved.class, run("unresolved"));
        assertEquals(5, unresolved.snippet());
        assertEquals("unresolved", unresolved.stack().getFirst().getMethodName());
        assertEquals(new Outcome.Failed("the snippet threw java.lang.UnsupportedOperationException"), run("odd"));
    }

    @Test
    void shouldTellThatThereIsNoSuchSnippet() {
        final Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, run("none"));
        assertFalse(failed.why().isEmpty());
        assertInstanceOf(Outcome.Failed.class, engine.read(new Request.Read(NUMBER, "None", "field")));
    }

    @Test
    void shouldTellThatASnippetWasInterrupted() {
        LOG.follow(Thread.currentThread());
        assertEquals(new Outcome.Interrupted("flowDrain"), run("inFlow"));
        assertNull(LOG.call(), "it has left the collective");
        assertFalse(Thread.currentThread().isInterrupted());
        assertEquals(new Outcome.Interrupted(null), run("interrupted"));
    }
}
