package org.jshmem.tck.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.CaseTable;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** {@code tck}, where a shell script stands in for jobs. */
class TckTest {
    /** Votes for every case but two; the shell ends with another. */
    private static final String JOB = """
        for word; do
          word=${word%%=*}
          case $word in
            -*|org.*) ;;
            p:Ints) echo "jshmem-tck vote $word pe=0 npes=1 checks=3 fail 1 of 3 checks failed: <&>" ;;
            randomPrograms@3) echo "jshmem-tck vote $word pe=0 npes=1 checks=1 fail seed 7, 3 PEs, phase 1: wrong" ;;
            p:Floats) echo 'a crash'; exit 134 ;;
            *) echo "jshmem-tck vote $word pe=0 npes=1 checks=2 pass" ;;
          esac
        done
        """;

    @TempDir
    private Path directory;

    private final Properties properties = (Properties) System.getProperties().clone();
    private final PrintStream standardOutput = System.out;
    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final ByteArrayOutputStream complained = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setOut(standardOutput);
        System.setErr(standardError);
        System.setProperties(properties);
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    private void assertRefused(String reason, String... words) {
        complained.reset();
        assertEquals(Tck.WRONG_USE, Tck.execute(words));
        final String text = complained.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("tck: ") && text.contains(reason), text);
    }

    /** Runs cases by the script. */
    private int run(String... words) throws IOException {
        final Path script = directory.resolve("job.sh");
        Files.writeString(script, JOB);
        final List<String> all = new java.util.ArrayList<>(
                List.of("run", "--transport=none", "--single=sh " + script + " {main}", "--seed=11"));
        all.addAll(List.of(words));
        return Tck.execute(all.toArray(String[]::new));
    }

    private String file(String name) throws IOException {
        return Files.readString(directory.resolve(name));
    }

    @Test
    void shouldRefuseWhatIsNotThereAndNameTheNearest() {
        assertRefused("no case putt; the nearest: put,", "run", "putt");
        assertRefused("no --family lock; the nearest: locks,", "run", "--family", "lock");
        assertRefused("no --routine shmem_putt; the nearest: shmem_put,", "list", "--routine", "shmem_putt");
        assertRefused("no --type lng; the nearest: long,", "run", "--type", "lng");
        assertRefused("no --profile specs; the nearest: spec,", "run", "put", "--profile", "specs");
        assertRefused("--sentence=81: sentences are numbered from 1 to 80", "run", "--sentence", "81");
        assertRefused("--shard=5/4 is not I/N", "run", "--shard", "5/4");
        assertRefused("--time=10 is no time", "run", "put:Longs", "--time", "10");
        assertRefused("--only=( is no regular expression", "run", "--only", "(");
        assertRefused("cannot write a report to", "run", "put", "--html", directory + "/none/report.html");
    }

    @Test
    void shouldPrintARandomProgramAndRunItInPlaceOfCases() throws IOException {
        assertEquals(Tck.PASSED, Tck.execute("program", "--seed=7", "--pes=1"));
        assertTrue(
                said().contains("// A random program, seed 7, or what was left of it: shmemrun -np 1 <this file>"),
                said());
        final Path file = directory.resolve("Seven.java");
        Files.writeString(file, said());
        assertEquals(Tck.PASSED, Tck.execute("run", "--program=" + file, "--transport=none", "--single=true {main}"));
        assertTrue(said().contains("1/1"), said());
        assertEquals(
                Tck.FAILED,
                Tck.execute(
                        "run",
                        "--program=" + file,
                        "--transport=none",
                        "--single=false {main}",
                        "--json=" + directory.resolve("report.json"),
                        "--junit=" + directory.resolve("report.xml"),
                        "--html=" + directory.resolve("report.html")));
        assertTrue(file("report.json").contains("--program " + file), file("report.json"));
        assertTrue(
                file("report.xml").contains("bin/tck run --single &apos;false {main}&apos; --transport none --program")
                        || file("report.xml")
                                .contains("bin/tck run --single 'false {main}' --transport none --program"),
                file("report.xml"));
        assertTrue(file("report.html").contains("status 1"), file("report.html"));
        assertTrue(said().contains("FAILED none Seven: the job ended with status 1"), said());
        Files.writeString(file, "void main() { int i = \"\"; }");
        assertRefused("Seven.java does not compile:", "run", "--program=" + file);
        assertRefused("cannot be read; give a file of Java source", "run", "--program=" + directory + "/none.java");
        assertRefused("is run in place of cases; leave out put", "run", "put", "--program=" + file);
        Files.writeString(file, "// shmemrun -np 2\nvoid main() {}");
        assertRefused("has 2 PEs, and the transport none has one", "run", "--transport=none", "--program=" + file);
        assertRefused("none has one PE, and --pes=2", "program", "--seed=7", "--pes=2", "--shrink", "--transport=none");
        assertRefused(
                "--transport=nodes needs a command", "program", "--seed=7", "--pes=2", "--shrink", "--transport=nodes");
        assertRefused("--transport=nodes needs a command", "run", "--transport=shr,nodes", "put");
        assertRefused("names nowhere/*, and there is", "run", "--program=" + file, "--runtime=nowhere/*");
        assertRefused("--pes=0 is no number of PEs", "program", "--seed=7", "--pes=0");
    }

    @Test
    void shouldRefuseToRunNothing() {
        assertRefused("no case fits all of: --family locks put", "run", "put", "--family", "locks");
        assertRefused(
                "nothing to run: s76_onePeAtATimeOfMany on none: needs",
                "run",
                "--transport=none",
                "s76_onePeAtATimeOfMany");
        assertRefused("of the profile jshmem", "run", "--profile=spec", "misuseOfLocks");
    }

    @Test
    void shouldPassIfAllPass() throws IOException {
        assertEquals(Tck.PASSED, run("p:Longs", "p:Bytes"));
        assertTrue(said().contains("2/2"), said());
    }

    /** The case that crashes its job is named; those behind it run in another one. */
    @Test
    void shouldFailAndReportInEveryForm() throws Exception {
        final int status = run(
                "p",
                "randomPrograms@3",
                "--junit=" + directory + "/report.xml",
                "--json=" + directory + "/report.json",
                "--html=" + directory + "/report.html");
        assertEquals(Tck.FAILED, status);
        assertTrue(said().contains("FAILED none p Ints: "), said());
        assertTrue(said().contains("FAILED none p Floats: "), said());
        assertTrue(said().contains("4/7"), said());

        final Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(directory.resolve("report.xml").toFile());
        final NodeList failures = xml.getElementsByTagName("failure");
        assertEquals(3, failures.getLength());
        assertTrue(failures.item(0).getTextContent().contains("--seed 11 'p:Ints'"));
        assertTrue(failures.item(2).getTextContent().contains("--seed 7 'randomPrograms@3'"));
        assertEquals(7, xml.getElementsByTagName("testcase").getLength());

        final String json = file("report.json");
        assertTrue(json.contains("\"passed\": 4") && json.contains("\"failed\": 3"), json);
        assertTrue(json.contains("\"case\": \"p:Doubles\", \"transport\": \"none\""), json);

        final String html = file("report.html");
        assertTrue(html.contains("✗ 3 of 7 failed"), html);
        assertTrue(html.contains("a crash") && html.contains("&lt;&amp;&gt;"), html);
        assertTrue(html.contains("status 134"), html);
        assertTrue(html.contains("void p(Checks checks)"), html);
        assertTrue(html.contains("import static org.jshmem.Shmem.*;"), html);
        assertFalse(html.contains("http"), "it needs nothing from elsewhere");
    }

    @Test
    void shouldSayWhatWasLeftOut() throws IOException {
        assertEquals(
                Tck.PASSED,
                run(
                        "p",
                        "s76_onePeAtATimeOfMany",
                        "misuseOfLocks",
                        "--profile=spec",
                        "--shard=1/6",
                        "--json=" + directory + "/report.json"));
        final String json = file("report.json");
        assertTrue(
                json.contains("\"case\": \"p:Shorts\", \"transport\": \"none\", \"reason\": \"in another shard\""),
                json);
    }

    @Test
    void shouldNotPassWithoutARun() throws IOException {
        assertEquals(Tck.FAILED, run("p", "--time=0s", "--json=" + directory + "/report.json"));
        assertTrue(file("report.json").contains("\"reason\": \"the time of 0 s was over\""));
    }

    @Test
    void shouldDivideTheKitIntoShards() {
        final TreeSet<String> all = new TreeSet<>();
        for (int i = 1; i <= 3; i++) {
            said.reset();
            assertEquals(Tck.PASSED, Tck.execute("list", "--shard", i + "/3"));
            said().lines().forEach(line -> assertTrue(all.add(line.replaceAll(" .*", "")), line));
        }
        assertEquals(new TreeSet<>(CaseTable.all().stream().map(CaseRef::id).toList()), all);
    }

    @Test
    void shouldSayOfEveryCaseWhatItIsHeldTo() {
        assertEquals(Tck.PASSED, Tck.execute("list"));
        final List<MatchResult> lines = Pattern.compile("(?m)^(\\S+) +(spec|jshmem|draft) +.+$")
                .matcher(said())
                .results()
                .toList();
        assertEquals(CaseTable.all().size(), lines.size());
        for (MatchResult line : lines) {
            if (line.group(1).matches("misuse.*|shared.*|message.*")) {
                assertEquals("jshmem", line.group(2), line.group());
            } else if (line.group(1).matches("(peFence|localComplete|draft).*")) {
                assertEquals("draft", line.group(2), line.group());
            } else if (line.group(1).matches("(put|get|atomicAdd|broadcast|setLock):.*")) {
                assertEquals("spec", line.group(2), line.group());
            }
        }
    }

    @Test
    void shouldShowWhatACaseChecks() {
        assertEquals(Tck.PASSED, Tck.execute("show", "s12_aGetReturnsTheData"));
        assertTrue(said().contains("A get returns with the data (Remote Memory Access Routines)"), said());
        assertTrue(said().contains("org/jshmem/tck/ordering/OrderingCases.java:"), said());
        assertTrue(said().contains("void s12_aGetReturnsTheData(Checks checks) {"), said());
        assertTrue(said().endsWith("    }\n\n"), said());
    }

    /** The text of every case is found. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldShowEveryCase() {
        assertEquals(Tck.PASSED, Tck.execute("show"));
        final long cases =
                CaseTable.all().stream().map(CaseRef::base).distinct().count();
        assertEquals(
                cases, said().lines().filter(line -> line.contains("(Checks ")).count());
        assertNotEquals(0, cases);
    }
}
