package org.jshmem.benchmarks.calls;

import java.io.IOException;
import java.io.InputStream;

/** What a thread of a PE does beside the calls that are timed. It ends with the program. */
enum BackgroundThread {
    /** There is no such thread. */
    NOTHING {
        @Override
        void run() {
            throw new IllegalStateException("there is no thread that does nothing");
        }
    },

    /** Allocates, and drops most of it soon. */
    GARBAGE {
        @Override
        void run() {
            final byte[][] live = new byte[LIVE_BLOCKS][];
            for (int i = 0; ; i = (i + 1) % LIVE_BLOCKS) {
                live[i] = new byte[BLOCK_BYTES];
                live[i][i % BLOCK_BYTES] = 1;
            }
        }
    },

    /**
     * Keeps the JVM's compilers busy: a class is loaded again and again, and each of the classes has to be compiled
     * anew.
     */
    COMPILER {
        @Override
        void run() {
            final byte[] code = code();
            while (true) {
                new Loader(code).load().run();
            }
        }
    };

    private static final int LIVE_BLOCKS = 4096;
    private static final int BLOCK_BYTES = 1024;

    abstract void run();

    void start() {
        if (this != NOTHING) {
            final Thread thread = new Thread(this::run, "background");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static byte[] code() {
        try (InputStream in = CompilerFood.class.getResourceAsStream("CompilerFood.class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("the class file of this program cannot be read", e);
        }
    }

    /** Defines the class once more. */
    private static final class Loader extends ClassLoader {
        private final byte[] code;

        Loader(byte[] code) {
            super(BackgroundThread.class.getClassLoader());
            this.code = code;
        }

        Runnable load() {
            try {
                return (Runnable)
                        defineClass(null, code, 0, code.length).getConstructor().newInstance();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a class with a public constructor has none", e);
            }
        }
    }
}
