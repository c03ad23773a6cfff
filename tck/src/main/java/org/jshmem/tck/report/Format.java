package org.jshmem.tck.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.tck.Report;

/** The forms of a report. */
public enum Format {
    /** Of JUnit, which build servers read: a suite for each transport. */
    JUNIT,
    /** One object, for programs. */
    JSON,
    /** One page that needs no other file. */
    HTML;

    /**
     * Writes a report.
     *
     * @param file where to
     */
    public void write(Path file, Report report, About about) throws IOException {
        final String text = switch (this) {
            case JUNIT -> JUnitXml.of(report, about);
            case JSON -> JsonReport.of(report, about);
            case HTML -> HtmlReport.of(report, about);
        };
        Files.writeString(file, text);
    }
}
