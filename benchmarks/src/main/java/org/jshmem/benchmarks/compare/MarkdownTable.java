package org.jshmem.benchmarks.compare;

import java.util.List;

/** A table for the page, row by row. */
final class MarkdownTable {
    private final int columns;
    private final StringBuilder text = new StringBuilder();

    /** A column whose heading ends with a colon is aligned to the right, as numbers are. */
    MarkdownTable(String... headings) {
        columns = headings.length;
        final StringBuilder rule = new StringBuilder("|");
        text.append('|');
        for (String heading : headings) {
            final boolean isNumber = heading.endsWith(":");
            text.append(' ')
                    .append(isNumber ? heading.substring(0, heading.length() - 1) : heading)
                    .append(" |");
            rule.append(isNumber ? "---:|" : "---|");
        }
        text.append('\n').append(rule).append('\n');
    }

    void row(List<String> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException(cells.size() + " cells for " + columns + " columns: " + cells);
        }
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
