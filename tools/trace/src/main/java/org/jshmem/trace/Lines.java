package org.jshmem.trace;

import java.util.Locale;

/** The lines of a report. */
@SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
final class Lines {
    private final StringBuilder text = new StringBuilder();

    void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** A headline, with a line of space before it. */
    void head(String format, Object... values) {
        text.append('\n');
        line(format, values);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
