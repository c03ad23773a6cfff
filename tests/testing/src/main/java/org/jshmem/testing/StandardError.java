package org.jshmem.testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What a call prints on the standard error of this process. */
public final class StandardError {
    private StandardError() {}

    /**
     * Runs a call, and returns what it prints there.
     *
     * @param call the call
     * @return the text
     */
    public static String of(Runnable call) {
        final PrintStream before = System.err;
        final ByteArrayOutputStream text = new ByteArrayOutputStream();
        System.setErr(new PrintStream(text, true, StandardCharsets.UTF_8));
        try {
            call.run();
        } finally {
            System.setErr(before);
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
