package org.jshmem.tck.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jshmem.tck.Harness;
import org.jshmem.tck.Report;
import org.jshmem.tck.Transport;

/** A report as JUnit XML: a suite for each transport, the family of a case as its class. */
final class JUnitXml {
    private JUnitXml() {}

    static String of(Report report, About about) {
        final StringBuilder text = new StringBuilder(1 << 16);
        text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        text.append("<testsuites name=\"")
                .append(Markup.escaped(about.subject()))
                .append("\">\n");
        for (Transport transport : Transport.values()) {
            suite(text, report, about, transport);
        }
        return text.append("</testsuites>\n").toString();
    }

    private static void suite(StringBuilder text, Report report, About about, Transport transport) {
        final List<Harness.Result> results = report.results().stream()
                .filter(result -> result.transport() == transport)
                .toList();
        final List<Report.LeftOut> leftOut = report.leftOut().stream()
                .filter(one -> one.transport() == transport)
                .toList();
        if (results.isEmpty() && leftOut.isEmpty()) {
            return;
        }
        final long failures =
                results.stream().filter(result -> !result.passed()).count();
        final long millis = results.stream().mapToLong(Harness.Result::millis).sum();
        text.append(
                "  <testsuite name=\"%s\" timestamp=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\" time=\"%s\">\n"
                        .formatted(
                                transport,
                                about.began(),
                                results.size() + leftOut.size(),
                                failures,
                                leftOut.size(),
                                seconds(millis)));
        results.forEach(result -> testCase(text, result, about));
        leftOut.forEach(one -> text.append(opening(one.family().toString(), one.id(), transport, 0))
                .append("><skipped message=\"")
                .append(Markup.escaped(one.reason()))
                .append("\"/></testcase>\n"));
        text.append("  </testsuite>\n");
    }

    private static void testCase(StringBuilder text, Harness.Result result, About about) {
        text.append(opening(result.family().toString(), result.id(), result.transport(), result.millis()));
        if (result.passed()) {
            text.append("/>\n");
            return;
        }
        final String first = result.message().lines().findFirst().orElse("");
        text.append(">\n      <failure message=\"")
                .append(Markup.escaped(first))
                .append("\">")
                .append(Markup.escaped(Stream.concat(
                                Stream.of(result.message(), "Again: " + about.again(result)),
                                Programs.of(result).stream())
                        .reduce((one, next) -> one + "\n\n" + next)
                        .orElseThrow()))
                .append("</failure>\n    </testcase>\n");
    }

    private static String opening(String family, String id, Transport transport, long millis) {
        return "    <testcase classname=\"%s.%s\" name=\"%s\" time=\"%s\""
                .formatted(transport, Markup.escaped(family), Markup.escaped(id), seconds(millis));
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1e3);
    }
}
