package org.jshmem.tck.report;

import static org.jshmem.tck.report.Markup.escaped;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.CaseTable;
import org.jshmem.tck.Family;
import org.jshmem.tck.Harness;
import org.jshmem.tck.Report;
import org.jshmem.tck.Sentence;
import org.jshmem.tck.Transport;

/** A report as one page that needs no other file, for light and dark screens. */
final class HtmlReport {
    private static final int SLOWEST = 20;

    /** With more failures than these, none is unfolded. */
    private static final int MOST_OPEN = 3;

    private static final String FILTER = """
        <script>
        const filter = document.getElementById("filter");
        filter.addEventListener("input", () => {
          const words = filter.value.toLowerCase().split(/\\s+/);
          for (const row of document.querySelectorAll("#all tbody tr")) {
            const text = row.textContent.toLowerCase();
            row.hidden = !words.every(word => text.includes(word));
          }
        });
        </script>
        """;

    private final Report report;
    private final About about;
    private final List<Harness.Result> results;
    private final List<Transport> transports;
    private final StringBuilder page = new StringBuilder(1 << 18);

    private HtmlReport(Report report, About about) {
        this.report = report;
        this.about = about;
        this.results = report.results();
        this.transports = report.transports();
    }

    static String of(Report report, About about) {
        return new HtmlReport(report, about).page();
    }

    private String page() {
        head();
        families();
        failures();
        sentences();
        leftOut();
        slowest();
        cases();
        return page.append(FILTER).append("</body>\n</html>\n").toString();
    }

    private void head() {
        final int failed = report.failures().size();
        final String verdict = results.isEmpty()
                ? "<span class=\"verdict bad\">✗ no case was run</span>"
                : failed == 0
                        ? "<span class=\"verdict good\">✓ all " + count(results.size()) + " that were run passed</span>"
                        : "<span class=\"verdict bad\">✗ " + count(failed) + " of " + count(results.size())
                                + " failed</span>";
        page.append("""
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>OpenSHMEM conformance: %1$s</title>
            <style>
            %2$s</style>
            </head>
            <body>
            <h1>OpenSHMEM conformance: %1$s</h1>
            %3$s
            <dl>
            """.formatted(escaped(about.subject()), style(), verdict));
        fact("held to", about.profiles());
        fact("selected", about.selection());
        fact("checks", count(results.stream().mapToLong(Harness.Result::checks).sum()));
        fact("took", time(about.millis()));
        fact(
                "began",
                DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT)
                        .withZone(ZoneOffset.UTC)
                        .format(about.began()));
        fact("seed", Long.toString(about.seed()));
        fact("on", About.machine());
        page.append("""
            </dl>
            <nav><a href="#families">Families</a><a href="#failures">Failures</a><a href="#sentences">Sentences</a>\
            <a href="#left-out">Left out</a><a href="#times">Times</a><a href="#cases">All cases</a></nav>
            """);
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void fact(String name, String value) {
        page.append("<dt>%s</dt><dd>%s</dd>%n".formatted(name, escaped(value)));
    }

    private void families() {
        page.append("<h2 id=\"families\">Families of routines</h2>\n<div class=\"scroll\"><table>\n");
        headings("routines", transports.stream().map(Transport::toString).toList(), "left out", "time");
        page.append("<tbody>\n");
        for (Family family : Family.values()) {
            final List<Harness.Result> row = where(result -> result.family() == family);
            final long omitted = report.leftOut().stream()
                    .filter(one -> one.family() == family)
                    .count();
            if (!row.isEmpty() || omitted > 0) {
                row(family.toString(), row, omitted);
            }
        }
        page.append("</tbody>\n<tfoot>\n");
        row("all", results, report.leftOut().size());
        page.append("</tfoot>\n</table></div>\n");
    }

    private void headings(String first, List<String> numbers, String... more) {
        page.append("<thead><tr><th scope=\"col\">").append(first).append("</th>");
        numbers.forEach(name -> page.append("<th scope=\"col\" class=\"number\">" + name + "</th>"));
        for (String name : more) {
            page.append("<th scope=\"col\" class=\"number\">" + name + "</th>");
        }
        page.append("</tr></thead>\n");
    }

    private void row(String name, List<Harness.Result> row, long omitted) {
        page.append("<tr><th scope=\"row\">" + name + "</th>");
        for (Transport transport : transports) {
            final List<Harness.Result> cell = row.stream()
                    .filter(result -> result.transport() == transport)
                    .toList();
            final long passed = cell.stream().filter(Harness.Result::passed).count();
            final String text = count(passed) + " / " + count(cell.size());
            if (cell.isEmpty()) {
                number("<span class=\"none\">–</span>");
            } else if (passed == cell.size()) {
                number(text + " ✓");
            } else {
                number("<a class=\"bad\" href=\"#failures\">" + text + " ✗</a>");
            }
        }
        number(omitted == 0 ? "" : "<span class=\"quiet\">" + count(omitted) + "</span>");
        number("<span class=\"quiet\">" + time(millis(row)) + "</span>");
        page.append("</tr>\n");
    }

    private void number(String text) {
        page.append("<td class=\"number\">").append(text).append("</td>");
    }

    private void failures() {
        final List<Harness.Result> failures = report.failures();
        page.append("<h2 id=\"failures\">Failures</h2>\n");
        if (failures.isEmpty()) {
            page.append("<p class=\"quiet\">None.</p>\n");
        }
        failures.forEach(failure -> failure(failure, failures.size() <= MOST_OPEN));
    }

    private void failure(Harness.Result result, boolean isOpen) {
        page.append(
                "<details class=\"failure\"%s><summary><strong>%s</strong> on %s <span class=\"first\">%s</span></summary>%n"
                        .formatted(
                                isOpen ? " open" : "",
                                escaped(result.name()),
                                result.transport(),
                                escaped(firstLine(result.message()))));
        page.append("<p>Held to by <code>").append(Programs.profileOf(result)).append("</code>");
        page.append("; again: <code>").append(escaped(about.again(result))).append("</code></p>\n");
        for (Sentence sentence : CaseTable.ifAny(result.id()).map(Sentence::of).orElse(List.of())) {
            page.append("<p>Sentence %d, <em>%s</em>: %s.</p>%n"
                    .formatted(sentence.number(), escaped(sentence.section()), escaped(sentence.text())));
        }
        page.append("<pre>").append(escaped(result.message())).append("</pre>\n");
        Programs.of(result)
                .ifPresent(program -> page.append("<details><summary>The program</summary><pre class=\"program\">"
                        + escaped(program) + "</pre></details>\n"));
        page.append("</details>\n");
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }

    private void sentences() {
        page.append("<h2 id=\"sentences\">Sentences of the specification</h2>\n<div class=\"scroll\"><table>\n");
        headings("sentence", transports.stream().map(Transport::toString).toList());
        page.append("<tbody>\n");
        final Map<String, CaseRef> cases = results.stream()
                .map(Harness.Result::id)
                .distinct()
                .flatMap(id -> CaseTable.ifAny(id).stream())
                .collect(Collectors.toMap(CaseRef::id, reference -> reference));
        for (Sentence sentence : Sentence.all()) {
            final List<Harness.Result> row =
                    where(result -> cases.containsKey(result.id()) && sentence.isShownBy(cases.get(result.id())));
            page.append("<tr><th scope=\"row\">%d. %s<br><span class=\"quiet\">%s</span></th>"
                    .formatted(sentence.number(), escaped(sentence.text()), escaped(sentence.section())));
            transports.forEach(transport -> sentence(row.stream()
                    .filter(result -> result.transport() == transport)
                    .toList()));
            page.append("</tr>\n");
        }
        page.append("</tbody>\n</table></div>\n");
    }

    private void sentence(List<Harness.Result> cell) {
        final long passed = cell.stream().filter(Harness.Result::passed).count();
        if (cell.isEmpty()) {
            number("<span class=\"none\">–</span>");
        } else if (passed == cell.size()) {
            number(passed + " ✓");
        } else {
            number("<a class=\"bad\" href=\"#failures\">" + passed + " / " + cell.size() + " ✗</a>");
        }
    }

    private void leftOut() {
        page.append("<h2 id=\"left-out\">Left out</h2>\n");
        final Map<String, List<Report.LeftOut>> byReason = report.leftOut().stream()
                .collect(Collectors.groupingBy(
                        one -> one.transport() + ": " + one.reason(), LinkedHashMap::new, Collectors.toList()));
        if (byReason.isEmpty()) {
            page.append("<p class=\"quiet\">Nothing of what was selected.</p>\n");
        }
        byReason.forEach((reason, cases) ->
                page.append("<details><summary>%s <span class=\"quiet\">(%s)</span></summary><p>%s</p></details>%n"
                        .formatted(
                                escaped(reason),
                                count(cases.size()),
                                cases.stream()
                                        .map(one -> "<code>" + escaped(one.id()) + "</code>")
                                        .collect(Collectors.joining(", ")))));
    }

    private void slowest() {
        final List<Harness.Result> slowest = results.stream()
                .sorted(Comparator.comparingLong(Harness.Result::millis).reversed())
                .limit(SLOWEST)
                .toList();
        final long most = Math.max(1, slowest.isEmpty() ? 1 : slowest.getFirst().millis());
        page.append("<h2 id=\"times\">Longest</h2>\n"
                + "<p class=\"quiet\">From the case before in the same job to the last vote; of the first in a"
                + " job, its start is part of it.</p>\n"
                + "<div class=\"scroll\"><table>\n"
                + "<tbody>\n");
        slowest.forEach(result ->
                page.append(("<tr><th scope=\"row\">%s on %s</th><td class=\"number\">%s</td><td class=\"time\">"
                                + "<span class=\"bar\" style=\"width:%d%%\"></span></td></tr>%n")
                        .formatted(
                                escaped(result.name()),
                                result.transport(),
                                time(result.millis()),
                                100 * result.millis() / most)));
        page.append("</tbody>\n</table></div>\n");
    }

    private void cases() {
        page.append("<h2 id=\"cases\">All cases</h2>\n<input id=\"filter\" type=\"search\" aria-label=\"Filter\""
                + " placeholder=\"Filter by words, as in: put longs ✗\">\n<div class=\"scroll\"><table id=\"all\">\n");
        headings("case", transports.stream().map(Transport::toString).toList(), "checks");
        page.append("<tbody>\n");
        final Map<String, List<Harness.Result>> byCase = results.stream()
                .collect(Collectors.groupingBy(Harness.Result::id, LinkedHashMap::new, Collectors.toList()));
        CaseTable.all().stream().map(CaseRef::id).filter(byCase::containsKey).forEach(id -> aCase(byCase.get(id)));
        page.append("</tbody>\n</table></div>\n");
    }

    private void aCase(List<Harness.Result> row) {
        final Map<Transport, Harness.Result> cells = new EnumMap<>(Transport.class);
        row.forEach(result -> cells.put(result.transport(), result));
        page.append("<tr><th scope=\"row\">%s <span class=\"quiet\">%s</span></th>"
                .formatted(escaped(row.getFirst().name()), row.getFirst().family()));
        for (Transport transport : transports) {
            final Harness.Result result = cells.get(transport);
            if (result == null) {
                number("<span class=\"none\">–</span>");
            } else if (result.passed()) {
                number("<span class=\"quiet\">" + time(result.millis()) + "</span> ✓");
            } else {
                number("<a class=\"bad\" href=\"#failures\">" + time(result.millis()) + " ✗</a>");
            }
        }
        number(count(row.stream().mapToLong(Harness.Result::checks).sum()));
        page.append("</tr>\n");
    }

    private List<Harness.Result> where(Predicate<Harness.Result> condition) {
        return results.stream().filter(condition).toList();
    }

    private static long millis(List<Harness.Result> row) {
        return row.stream().mapToLong(Harness.Result::millis).sum();
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    private static String time(long millis) {
        if (millis < 1_000) {
            return millis + " ms";
        }
        return millis < 60_000
                ? String.format(Locale.ROOT, "%.1f s", millis / 1e3)
                : millis / 60_000 + " min " + millis / 1_000 % 60 + " s";
    }
}
