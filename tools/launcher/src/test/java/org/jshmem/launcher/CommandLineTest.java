package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.classfile.attribute.ModuleRequireInfo;
import java.lang.constant.ModuleDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jshmem.launcher.pe.Script;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line means, without a job. */
@Timeout(60)
class CommandLineTest {
    @TempDir
    Path home;

    private final CommandLineParser parser = new CommandLineParser(Map.of("SET", "here"));
    private Distribution distribution;

    @BeforeEach
    void makeDistribution() throws IOException {
        new LauncherProcess(home);
        distribution = new Distribution(home);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-np2", "-n2", "-np=2", "-n=2"})
    void shouldTakeTheNumberOfPesWithoutABlank(String option) {
        final LaunchOptions options = parser.parse(option, "Main", "-np3");
        assertEquals(2, options.npes());
        assertEquals(List.of("Main", "-np3"), options.program());
    }

    @Test
    void shouldStartAShellWithoutAProgram() {
        final LaunchOptions options = parser.parse("-np", "2", "--shell", "-cp", "x");
        assertEquals(LaunchOptions.Action.SHELL, options.action());
        assertEquals(List.of(), options.program());
        assertEquals(
                "--shell starts a prompt in place of the program Main; leave out one of them",
                assertThrows(UsageException.class, () -> parser.parse("-np", "2", "--shell", "Main"))
                        .getMessage());
        assertThrows(UsageException.class, () -> parser.parse("-np", "2", "--shell", "--train", "x.aot"));
        assertThrows(UsageException.class, () -> parser.parse("-np", "2", "--shell", "-p", "mods"));
        assertThrows(UsageException.class, () -> parser.parse("--shell"));
    }

    @Test
    void shouldLeaveTheProgramItsOptions() {
        final LaunchOptions options = parser.parse("-np", "2", "-cp", "x", "Main", "-np", "3", "--timeout", "-x");
        assertEquals(2, options.npes());
        assertEquals("x", options.classPath());
        assertEquals(List.of("Main", "-np", "3", "--timeout", "-x"), options.program());
        assertEquals(
                List.of("-jar", "app.jar", "--show"),
                parser.parse("-n", "1", "-jar", "app.jar", "--show").program());
    }

    @Test
    void shouldPassEveryWordAsItIs() throws IOException {
        final String list = "@" + Files.writeString(home.resolve("list"), "one two");
        final String[] words = {"Main", list, "@" + list, "", " ", "--", "'a b'", "\"c\"", "${env:PATH}", "-np=3", "a=b"
        };
        final List<String> line = new ArrayList<>(List.of("-np", "1", "-cp", list, "-J", list, "-x", "A=" + list));
        line.addAll(List.of("-x", list + "=" + list));
        line.addAll(List.of(words));
        final LaunchOptions options = parser.parse(line.toArray(String[]::new));
        assertEquals(List.of(words), options.program());
        assertEquals(list, options.classPath());
        assertEquals(List.of(list), options.jvmOptions());
        assertEquals(Map.of("A", list, list, list), options.environment());
    }

    @Test
    void shouldKeepOptionsInOrder() {
        final LaunchOptions options = parser.parse(
                "-np",
                "1",
                "-J-Xmx1g",
                "-J-Da=\"b c\"",
                "-x",
                "A=1",
                "-x",
                "SET",
                "--tag-output",
                "--timeout",
                "5",
                "Main");
        assertEquals(List.of("-Xmx1g", "-Da=\"b c\""), options.jvmOptions());
        assertEquals(Map.of("A", "1", "SET", "here"), options.environment());
        assertTrue(options.tagOutput());
        assertEquals(5, options.timeoutSeconds());
    }

    /** Options that collect keep their order; of a variable that is set twice, the last value counts. */
    @ParameterizedTest
    @CsvSource({
        "-x A=1 -x A=2, 2",
        "-x A=2 -x B=1 -x A=1, 1",
        "-x SET=1 -x SET, here",
        "-x SET -x SET=1, 1",
        "-x A=, ''"
    })
    void shouldTakeTheLastValueOfAVariable(String options, String value) {
        final LaunchOptions parsed = parser.parse((options + " -np 1 Main").split(" "));
        assertEquals(value, parsed.environment().get(options.contains("SET") ? "SET" : "A"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-np 2", "-cp a", "-p a", "--timeout 3", "--tag-output", "--monitor", "--report a", "--show"})
    void shouldRefuseAnOptionThatIsThereTwice(String option) {
        final String program = option.startsWith("-p ") ? "-m a/b.C" : "Main";
        final String once = (option.startsWith("-np") ? "" : "-np 2 ") + option + " ";
        assertEquals(
                List.of(program.split(" ")),
                parser.parse((once + program).split(" ")).program(),
                "once");
        final UsageException e =
                assertThrows(UsageException.class, () -> parser.parse((once + option + " " + program).split(" ")));
        assertTrue(e.getMessage().contains("only once"), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"-np 2147483647, true", "-np 2147483648, false", "-np 1, true", "-np -1, false"})
    void shouldTakeNumbersUpToTheLimit(String option, boolean isTaken) {
        final String[] line = (option + " Main").split(" ");
        if (isTaken) {
            assertEquals(Integer.parseInt(line[1]), parser.parse(line).npes());
        } else {
            assertThrows(UsageException.class, () -> parser.parse(line));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2147483647, true", "2147483648, false", "-1, false", "1.5, false"})
    void shouldTakeATimeoutUpToTheLimit(String seconds, boolean isTaken) {
        final String[] line = {"-np", "1", "--timeout=" + seconds, "Main"};
        if (isTaken) {
            assertEquals(Integer.parseInt(seconds), parser.parse(line).timeoutSeconds());
        } else {
            assertThrows(UsageException.class, () -> parser.parse(line));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, true", "65535, true", "65536, false", "-1, false"})
    void shouldTakeAPortUpToTheLimit(String port, boolean isTaken) {
        final String[] line = {"-np", "1", "--monitor=" + port, "Main"};
        if (isTaken) {
            assertEquals(Integer.parseInt(port), parser.parse(line).watching().port());
        } else {
            assertThrows(UsageException.class, () -> parser.parse(line));
        }
    }

    /** One of several counts; those that start nothing need no program. */
    @ParameterizedTest
    @CsvSource({
        "--help, HELP, 0",
        "-h --version --show, HELP, 0",
        "-V --list-examples, VERSION, 0",
        "--version, VERSION, 0",
        "--list-examples --show, LIST_EXAMPLES, 0",
        "-np 2 --show --print-java-options Main, SHOW, 2",
        "-np 2 --print-java-options --shell Main, PRINT_JAVA_OPTIONS, 2",
        "-np 2 --shell, SHELL, 2",
        "-np 2 --train c Main, TRAIN, 2",
        "-np 2 --cache c Main, RUN, 2",
        "-np 2 Main, RUN, 2"
    })
    void shouldKnowWhatItIsToDo(String line, LaunchOptions.Action action, int npes) {
        final LaunchOptions options = parser.parse(line.split(" "));
        assertEquals(action, options.action());
        assertEquals(npes, options.npes());
        assertEquals(line.contains("Main") ? List.of("Main") : List.of(), options.program());
        assertEquals(line.contains(" c ") ? "c" : null, options.cache());
        assertEquals(null, options.tracing());
        assertEquals(null, options.watching());
        assertFalse(options.tagOutput());
    }

    @Test
    void shouldTraceAProgramThatRuns() {
        assertEquals(
                new LaunchOptions.Tracing("a.pftrace", false),
                parser.parse("-np", "1", "--trace", "a.pftrace", "Main").tracing());
        assertEquals(
                new LaunchOptions.Tracing("b", true),
                parser.parse("-np", "1", "--trace-all=b", "Main").tracing());
        assertMessage(
                "--trace and --trace-all both name a trace; leave one out",
                () -> parser.parse("-np", "1", "--trace=a", "--trace-all=b", "Main"));
        assertMessage(
                "--trace traces a program that runs; leave it out",
                () -> parser.parse("-np", "1", "--trace=a", "--show", "Main"));
        assertMessage(
                "--trace-all traces a program that runs; leave it out",
                () -> parser.parse("-np", "1", "--trace-all=a", "--shell"));
    }

    @Test
    void shouldExplainAllOptions() {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        parser.printUsage(new PrintStream(out, true, StandardCharsets.UTF_8));
        final String usage = out.toString(StandardCharsets.UTF_8);
        assertTrue(usage.startsWith("Usage: shmemrun -np N [options] (Class | File.java"), usage);
        int place = 0;
        for (String option : List.of(
                "-n, -np=N",
                "-cp, --class-path=PATH",
                "-p, --module-path=PATH",
                "-J=OPTION",
                "-x=NAME[=VALUE]",
                "--tag-output",
                "--timeout=SECONDS",
                "--monitor[=PORT]",
                "--report=FILE",
                "--trace=FILE",
                "--trace-all=FILE",
                "--shell",
                "--train=CACHE",
                "--cache=CACHE",
                "--show",
                "--print-java-options",
                "--list-examples",
                "-h, --help",
                "-V, --version",
                "128+signal",
                "JSHMEM_JAVA_HOME")) {
            final int next = usage.indexOf(option, place);
            assertTrue(next > 0, option + " is not, in its order, in " + usage);
            place = next;
        }
        assertTrue(usage.contains("%{pe} in it"), usage);
        assertFalse(usage.contains("\u001b"), "colours");
        assertTrue(usage.lines().filter(line -> line.startsWith("  ")).allMatch(line -> line.length() <= 100), usage);
    }

    @Test
    void shouldTellEachPeWhoItIs() {
        final JobIdentity identity = new JobIdentity();
        final LaunchOptions options = parser.parse("-np", "3", "-x", "A=of %{pe}%{pe}", "-x", "SET", "Main");
        final PeJvm jvm =
                new PeJvm(distribution, options, new Program("Main", List.of(), List.of("a")), new JvmSizing(3, 2));
        final PeCommand command = new PeCommand(jvm, pe -> List.of("-Xcache" + pe), options, identity);
        assertEquals(
                Map.of(
                        "A",
                        "of 22",
                        "SET",
                        "here",
                        "JSHMEM_PE",
                        "2",
                        "JSHMEM_NPES",
                        "3",
                        "JSHMEM_CONTROL",
                        identity.socketName(),
                        "JSHMEM_SECRET",
                        identity.secretText(),
                        "JSHMEM_LAUNCHER_PID",
                        Long.toString(ProcessHandle.current().pid())),
                command.environment(2));
        final List<String> words = command.arguments(2);
        assertTrue(words.contains("-Xcache2"), words.toString());
        assertEquals(
                List.of("-cp", distribution.peClassPath().getFirst().toString(), PeCommand.PE_MAIN, "Main", "a"),
                words.subList(words.size() - 5, words.size()));
    }

    /** After the program's, where the user names a tool by the variable or by the property. */
    @Test
    void shouldAddTheJarsOfTools() throws IOException {
        final Path tool = Files.createFile(
                Files.createDirectories(home.resolve("lib/tools")).resolve("tool.jar"));
        final String library = distribution.peClassPath().getFirst().toString();
        assertEquals(library, classPathOf("-np", "1", "Main"));
        assertEquals(library + ":" + tool, classPathOf("-np", "1", "-x", "SHMEM_TOOL=a", "Main"));
        assertEquals(library + ":" + tool, classPathOf("-np", "1", "-J-Djshmem.tool=a", "Main"));
        assertTrue(peCommand("-np", "1", "Main")
                .containsAll(List.of(
                        "-XX:-UsePerfData",
                        "-XX:Tier3InvocationThreshold=2000",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djna.boot.library.path=" + home.resolve("lib/native"),
                        "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED")));
    }

    private String classPathOf(String... arguments) {
        final List<String> words = peCommand(arguments);
        return words.get(words.indexOf("-cp") + 1);
    }

    /** Only PE 0 speaks of a cache that its user has asked for. */
    @Test
    void shouldUseTheCacheThatIsAskedFor() throws IOException {
        final StartCache cache = new StartCache(home.resolve("own.aot"));
        final String[] words = {"-np", "1", "--cache", cache.file().toString(), Script.class.getName()};
        makeCache(cache);
        assertEquals(
                List.of(
                        "-XX:AOTCache=" + cache.file(),
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:ArchiveRelocationMode=0",
                        "-Xlog:aot=off,cds=off",
                        "-Xlog:aot=warning,cds=warning:stderr"),
                cacheUse(words, System.err).options(0));
        assertEquals(4, cacheUse(words, System.err).options(1).size());
        Files.writeString(cache.contentsFile(), "another JVM\n");
        makeCache(distribution.peCache());
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        final CacheUse other = cacheUse(words, new PrintStream(said, true, StandardCharsets.UTF_8));
        assertEquals(
                "-XX:AOTCache=" + distribution.peCache().file(),
                other.options(0).getFirst());
        assertEquals(4, other.options(0).size());
        final String message = said.toString(StandardCharsets.UTF_8);
        assertTrue(
                message.startsWith("shmemrun: the start cache " + cache.file()
                        + " is not used: it was made by another JVM (another JVM), and this is "),
                message);
        assertTrue(message.endsWith("; train it again by --train " + cache.file() + "\n"), message);
    }

    private CacheUse cacheUse(String[] words, PrintStream messages) {
        final LaunchOptions options = parser.parse(words);
        final Program program = new Program(Script.class.getName(), List.of(), List.of());
        final PeJvm jvm = new PeJvm(distribution, options, program, new JvmSizing(options.npes(), 2));
        return CacheUse.choose(options.cache(), distribution.peCache(), jvm, messages);
    }

    @Test
    void shouldNotTakeTheProgramForAPort() {
        final LaunchOptions options = parser.parse("-np", "2", "--monitor", "8080", "Main");
        assertEquals(new LaunchOptions.Watching(0, null), options.watching());
        assertEquals(List.of("8080", "Main"), options.program());
        assertEquals(
                new LaunchOptions.Watching(8080, "a.html"),
                parser.parse("-np", "2", "--monitor=8080", "--report", "a.html", "Main")
                        .watching());
        assertEquals(
                new LaunchOptions.Watching(-1, "a.html"),
                parser.parse("-np", "2", "--report=a.html", "Main").watching());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-np 2 --monitor=0x Main   | --monitor=0x must be",
                "-np 2 --monitor=65536 Main| --monitor=65536 must be",
                "-np 2 --show --monitor X  | --monitor watches a job that runs",
                "-np 2 --train c --report r X | --report watches a job that runs",
                "Main                      | -np is missing",
                "-np 0 Main                | -np=0 must be",
                "-np -3 Main               | -np=-3 must be",
                "-np four Main             | -np=four must be",
                "-np4x Main                | -np=4x must be",
                "-np 2 --timeout 0 Main    | --timeout=0 must be",
                "-np 2 -x UNSET Main       | -x UNSET is not set",
                "-np 2 -x =v Main          | no variable name",
                "-np 2                     | the program is missing",
                "-np 2 --nonsense Main     | unknown option --nonsense",
                "-np 2 -Xmx1g Main         | -J-Xmx1g",
                "-np 2 -np                 | -np",
                "-np 2 --train a --cache b Main | --train a goes neither with --cache",
                "-np 2 --train a --show Main    | --train a goes neither with --cache nor with --show",
                "-np 2 -p mods Main             | -p goes with a module: write -m module/package.Class",
                "-np 2 -p mods                  | the program is missing",
            })
    void shouldExplainMistakes(String line, String explanation) {
        final UsageException e = assertThrows(
                UsageException.class, () -> parser.parse(line.strip().split(" +")));
        assertTrue(e.getMessage().contains(explanation), e.getMessage());
    }

    @Test
    void shouldExplainWhatIsNotFound() throws IOException {
        final ProgramFinder finder = new ProgramFinder(distribution);
        final Path empty = Files.createDirectory(home.resolve("empty"));
        final Path noJar = Files.writeString(home.resolve("no.jar"), "x");
        assertMessage("class=a.B is not on the class path", () -> finder.find(List.of("a.B"), empty.toString(), null));
        assertMessage("neither a class", () -> finder.find(List.of("hello"), empty.toString(), null));
        assertMessage("-cp entry /no/such does not exist", () -> finder.find(List.of("a.B"), "/no/such", null));
        assertMessage("-jar /no.jar is not a file", () -> finder.find(List.of("-jar", "/no.jar"), null, null));
        assertMessage("cannot be read as a jar", () -> finder.find(List.of("-jar", noJar.toString()), null, null));
        assertMessage("-jar has no file", () -> finder.find(List.of("-jar"), null, null));
    }

    @Test
    void shouldExplainWhatAModuleLacks() throws IOException {
        final ProgramFinder finder = new ProgramFinder(distribution);
        final String path = module().toString();
        assertMessage("-m has no module", () -> finder.find(List.of("-m"), null, path));
        assertMessage(
                "-m a/b.C needs a module path: write -p PATH", () -> finder.find(List.of("-m", "a/b.C"), null, null));
        assertMessage("-p entry /no/such does not exist", () -> finder.find(List.of("-m", "a"), null, "/no/such"));
        assertMessage(
                "module=no is not on the module path -p " + path + ", which has: some",
                () -> finder.find(List.of("-m", "no/b.C"), null, path));
        assertMessage("module=some names no main class", () -> finder.find(List.of("-m", "some"), null, path));
        assertMessage(
                "class=b.D is not in the module some", () -> finder.find(List.of("--module", "some/b.D"), null, path));
    }

    @Test
    void shouldRunAModule() throws IOException {
        final String path = module().toString();
        final LaunchOptions options = parser.parse("-np", "2", "-p", path, "-cp", path, "-m", "some/b.C", "-x", "-m");
        final Program program =
                new ProgramFinder(distribution).find(options.program(), options.classPath(), options.modulePath());
        assertEquals(List.of("-m", "some/b.C", "-x", "-m"), program.words());
        assertEquals(
                List.of("--add-opens=some/b=org.jshmem.bootstrap", "-m", "org.jshmem.bootstrap/Pe", "b.C", "-x", "-m"),
                program.words("Pe"));
        final List<String> words = new PeJvm(distribution, options, program, new JvmSizing(2, 2)).options(0, List.of());
        assertTrue(words.get(words.indexOf("-p") + 1).endsWith(":" + path), words.toString());
        assertTrue(words.contains("--add-modules=some"), words.toString());
        assertEquals(path, words.get(words.indexOf("-cp") + 1));
    }

    @Test
    void shouldUseNoCacheForAModule() throws IOException {
        final LaunchOptions options =
                parser.parse("-np", "2", "--cache", "c.aot", "-p", module().toString(), "-m", "some/b.C");
        final Program program = new ProgramFinder(distribution).find(options.program(), null, options.modulePath());
        final PeJvm jvm = new PeJvm(distribution, options, program, new JvmSizing(2, 2));
        assertMessage(
                "--cache c.aot holds classes of a class path, and -m runs modules",
                () -> CacheUse.choose("c.aot", distribution.peCache(), jvm, System.err));
        assertEquals(
                List.of(),
                CacheUse.choose(null, distribution.peCache(), jvm, System.err).options(0));
        assertMessage("--train c.aot makes a cache of a class path", () -> Training.prepare("c.aot", jvm));
    }

    /** A directory with a module that has a class. */
    private Path module() throws IOException {
        final Path module =
                Files.createDirectories(home.resolve("modules/some/b")).getParent();
        Files.write(
                module.resolve("module-info.class"),
                ClassFile.of()
                        .buildModule(ModuleAttribute.of(
                                ModuleDesc.of("some"),
                                built -> built.requires(ModuleRequireInfo.of(ModuleDesc.of("java.base"), 0, null)))));
        Files.createFile(module.resolve("b/C.class"));
        return module.getParent();
    }

    @Test
    void shouldPreferTheUsersClassToAnExample() throws IOException {
        new LauncherProcess(home).addExample("hello", Script.class);
        final Path classes = Files.createDirectory(home.resolve("classes"));
        final ProgramFinder finder = new ProgramFinder(distribution);
        assertEquals(
                Script.class.getName(),
                finder.find(List.of("hello"), classes.toString(), null).mainClass());
        Files.createFile(classes.resolve("hello.class"));
        assertEquals(
                "hello", finder.find(List.of("hello"), classes.toString(), null).mainClass());
    }

    @Test
    void shouldLeaveTheCollectorToTheUser() {
        assertEquals(1, collectors("-np", "1", Script.class.getName()));
        assertEquals(1, collectors("-np", "1", "-J-XX:+UseZGC", Script.class.getName()));
    }

    @Test
    void shouldLeaveTheArchiveToTheUser() throws IOException {
        makeCache(distribution.peCache());
        assertEquals(1, archives("-np", "1", Script.class.getName()));
        assertEquals(0, archives("-np", "1", "-J-Xshare:off", Script.class.getName()));
        for (String option : List.of("-Xshare:auto", "-XX:SharedArchiveFile=x", "-XX:AOTCacheOutput=x")) {
            final String variable = "JAVA_TOOL_OPTIONS=-Da=b " + option;
            assertEquals(0, archives("-np", "1", "-x", variable, Script.class.getName()), option);
        }
    }

    @Test
    void shouldNotTakeTwoCaches() {
        assertMessage(
                "--cache c and -J-XX:SharedArchiveFile=x both name a cache",
                () -> peCommand("-np", "1", "--cache", "c", "-J-XX:SharedArchiveFile=x", Script.class.getName()));
    }

    @Test
    void shouldNotTakeACacheBesideOneOfTheEnvironment() {
        final String[] words = {
            "-np", "1", "--cache", "c", "-x", "JDK_JAVA_OPTIONS=-Xshare:auto", Script.class.getName()
        };
        assertMessage("--cache c and -Xshare:auto in the environment both name a cache", () -> peCommand(words));
    }

    @Test
    void shouldNotTakeACacheWithAColonInItsPath() {
        assertMessage(
                "--cache /a:b/c: the JVM takes no cache with : in its path, which is /a:b/c; use another one",
                () -> peCommand("-np", "1", "--cache", "/a:b/c", Script.class.getName()));
    }

    @Test
    void shouldGivePesWhatTheManifestAsksOfTheJvm() {
        final List<String> asked = List.of("--add-opens=java.base/java.lang=ALL-UNNAMED");
        final Program program = new Program("Main", List.of(), List.of(), null, asked);
        final PeJvm jvm = new PeJvm(distribution, parser.parse("-np", "1", "Main"), program, new JvmSizing(1, 2));
        assertTrue(jvm.options(0, List.of()).containsAll(asked));
    }

    @Test
    void shouldExplainACacheThatIsNotThere() {
        assertMessage(
                "--cache /no/such.aot is not a file that can be read; make it by --train /no/such.aot",
                () -> peCommand("-np", "1", "--cache", "/no/such.aot", Script.class.getName()));
    }

    @Test
    void shouldGiveOnlyThreadsOfTheCollectorThatTheUserChose() {
        final String[] words = {"-np", "2", Script.class.getName()};
        assertEquals(0, threadOptions(words));
        final String[] parallel = {"-np", "2", "-J-XX:+UseParallelGC", Script.class.getName()};
        assertEquals(1, threadOptions(parallel));
    }

    private long threadOptions(String... arguments) {
        return peCommand(arguments).stream()
                .filter(word -> word.startsWith("-XX:ParallelGCThreads="))
                .count();
    }

    private void makeCache(StartCache cache) throws IOException {
        Files.createFile(cache.file());
        Files.write(cache.contentsFile(), StartCache.contents(distribution.peClassPath()));
    }

    private long archives(String... arguments) {
        return peCommand(arguments).stream()
                .filter(word -> word.startsWith("-XX:AOTCache"))
                .count();
    }

    private long collectors(String... arguments) {
        return peCommand(arguments).stream().filter(word -> word.endsWith("GC")).count();
    }

    private List<String> peCommand(String... arguments) {
        final Program program = new Program(Script.class.getName(), List.of(), List.of());
        final LaunchOptions options = parser.parse(arguments);
        final PeJvm jvm = new PeJvm(distribution, options, program, new JvmSizing(options.npes(), 2));
        final CacheUse cache = CacheUse.choose(options.cache(), distribution.peCache(), jvm, System.err);
        return new PeCommand(jvm, cache::options, options, new JobIdentity()).arguments(0);
    }

    private static void assertMessage(String part, org.junit.jupiter.api.function.Executable action) {
        final UsageException e = assertThrows(UsageException.class, action);
        assertTrue(e.getMessage().contains(part), e.getMessage());
    }
}
