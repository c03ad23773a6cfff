package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import jdk.jshell.spi.ExecutionControl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of what is typed. The test plays the launcher and two PEs; all tests use one job. */
@Timeout(60)
class InterpreterTest {
    private static final int SIZE = 2;
    private static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

    @TempDir
    private static Path directory;

    private static final List<String> SHOWN = Collections.synchronizedList(new ArrayList<>());
    private static final List<FakePe> PES = new ArrayList<>();

    /** The value of each snippet, by PE; the same on all unless given. */
    private static final Map<Integer, Outcome> ANSWERS = new ConcurrentHashMap<>();

    /** The snippets that PEs were asked to run. */
    private static final List<Integer> ASKED = Collections.synchronizedList(new ArrayList<>());

    private static volatile Runnable atSnippet = () -> {};

    private static PeGroup group;
    private static FakeLauncher launcher;
    private static LauncherLink link;
    private static Interpreter interpreter;

    @BeforeAll
    static void start() throws Exception {
        group = new PeGroup(directory.resolve("pes"), new MergedOutput(SHOWN::add));
        final var made = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return new LauncherLink(directory.resolve("launcher"), InterpreterTest::jobEnded);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                },
                THREADS);
        launcher = FakeLauncher.connect(directory.resolve("launcher"));
        link = made.join();
        interpreter = new Interpreter(group, link, System.getProperty("java.class.path"), SHOWN::add);
        link.startJob();
        assertEquals('J', launcher.heard());
        come();
        interpreter.jobEnded();
        assertEquals(List.of(), SHOWN, "that is no surprise before all have come");
        assertTrue(interpreter.begin());
    }

    private static void jobEnded() {
        group.ended();
        interpreter.jobEnded();
    }

    private static void come() throws IOException {
        for (int pe = 0; pe < SIZE; pe++) {
            final int number = pe;
            final FakePe fake = new FakePe(directory.resolve("pes"), pe, SIZE);
            PES.add(fake);
            THREADS.execute(() -> play(number, fake));
        }
    }

    private static void play(int pe, FakePe fake) {
        try {
            Request request = fake.next();
            while (!(request instanceof Request.Exit)) {
                if (request instanceof Request.Invoke invoke) {
                    ASKED.add(pe);
                    atSnippet.run();
                    fake.say(new Answer.Finished(invoke.number(), ANSWERS.getOrDefault(pe, new Outcome.Value("same"))));
                } else if (request instanceof Request.Read read) {
                    fake.say(new Answer.Finished(
                            read.number(), new Outcome.Value("SymmetricLongs[length=2, heap offset 128]")));
                }
                request = fake.next();
            }
            SHOWN.add("PE " + pe + " exits");
        } catch (IOException | InterruptedException e) {
            SHOWN.add("PE " + pe + ": " + e);
        }
    }

    /** All PEs shut down, and the launcher says that the job has ended. */
    @AfterAll
    static void end() throws Exception {
        SHOWN.clear();
        final CompletableFuture<Void> end = during(interpreter::end);
        await(() -> SHOWN.size() == SIZE);
        assertEquals(
                List.of("PE 0 exits", "PE 1 exits"), SHOWN.stream().sorted().toList());
        assertFalse(end.isDone(), "it waits for the end of the job");
        launcher.sayEnded();
        end.get(20, TimeUnit.SECONDS);
        assertEquals(0, launcher.rest(), "the job was not ended by force");
        assertEquals(SIZE, SHOWN.size(), "its end is no surprise");
        assertThrows(
                IllegalStateException.class, () -> interpreter.session().shell().eval("1"));
        link.close();
        launcher.close();
        for (FakePe pe : PES) {
            pe.close();
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static CompletableFuture<Void> during(Work work) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                THREADS);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(5);
        }
    }

    @BeforeEach
    void clear() {
        SHOWN.clear();
        ASKED.clear();
        ANSWERS.clear();
        atSnippet = () -> {};
    }

    /** Types inputs; returns what is shown. */
    private static List<String> type(String... inputs) throws InterruptedException {
        SHOWN.clear();
        final Iterator<String> next = List.of(inputs).iterator();
        interpreter.runAll(() -> next.hasNext() ? next.next() : null);
        return List.copyOf(SHOWN);
    }

    @Test
    void shouldRunSnippetsOnTheSelectedPes() throws Exception {
        assertEquals(List.of("n ==> same"), type("int n = 4;"));
        assertEquals(List.of(0, 1), ASKED.stream().sorted().toList());
        ANSWERS.put(1, new Outcome.Value("other"));
        assertEquals(List.of("n ==> other"), type("@1 n"));
        assertEquals(3, ASKED.size());
        assertEquals(List.of("n ==>", "  PE 0: same", "  PE 1: other"), type("n"));
        assertEquals(
                List.of("@2: 2 must be the number of a PE from 0 to 1, or a range as 0-1; write @0 expr or @0,1 expr"),
                type("@2 n"));
        ANSWERS.put(0, new Outcome.Failed("no luck"));
        ASKED.clear();
        assertEquals(List.of("|  no luck"), type("@0 n = 5; n = 6;"));
        assertEquals(List.of(0), ASKED, "nothing after what has failed");
        ANSWERS.clear();
        assertEquals(List.of("n ==> same", "n ==> same"), type("@0 n = 5; n = 6;"));
        assertEquals(List.of(), type("// a comment", ";"));
    }

    @Test
    void shouldSayWhatACommandNeeds() throws Exception {
        assertEquals(List.of("/save needs the name of a file: write /save session.java"), type("/save"));
        assertEquals(List.of("/open needs the name of a file: write /open session.java"), type(" /open "));
        assertEquals(List.of("/pes all: this command takes no argument; write /pes"), type("/pes all"));
        assertEquals(List.of(Command.help()), type("/help"));
        final List<String> none = type("/none x", "/help");
        assertEquals(2, none.size(), "the next one runs");
        assertTrue(none.getFirst().startsWith("/none is no command; "), none.toString());
    }

    @Test
    void shouldSaveWhatHasSucceeded() throws Exception {
        final Path file = directory.resolve("Saved File.java");
        type("int saved = 4;", "@1 saved = 5", "saved");
        ANSWERS.put(0, new Outcome.Failed("no luck"));
        type("saved = 6", "@0 saved = 7");
        assertEquals(List.of("wrote " + file + "; run it by shmemrun -np 2 " + file), type("/save   " + file));
        final String program = Files.readString(file);
        assertTrue(program.contains("\nint saved;\n"), program);
        assertTrue(
                program.contains("saved = 4;\n        if (myPe() == 1) {\n            saved = 5;\n        }\n"
                        + "        IO.println(\"PE \" + myPe() + \": saved ==> \" + saved);\n"),
                program);
        assertFalse(program.contains("saved = 6") || program.contains("saved = 7"), program);
        final String refused = type("/save " + directory).getFirst();
        assertTrue(refused.startsWith("/save " + directory + ": the file cannot be written (java.nio."), refused);
        assertTrue(refused.endsWith("); name a file in a directory that you may write to"), refused);
    }

    @Test
    void shouldRunTheSnippetsOfAFile() throws Exception {
        final Path file = Files.writeString(directory.resolve("file"), "int a =\n    5;\n/none\na");
        final List<String> shown = type("/open " + file, "a = 3");
        assertEquals(
                List.of("a ==> same", "a ==> same", "a ==> same"), List.of(shown.get(0), shown.get(2), shown.get(3)));
        assertEquals(4, shown.size());
        final Path none = directory.resolve("none");
        final String refused = type("/open " + none).getFirst();
        assertTrue(refused.startsWith("/open " + none + ": the file cannot be read (java.nio."), refused);
        assertTrue(refused.endsWith("); correct its name"), refused);
        Files.write(none, new byte[] {(byte) 0xff});
        assertTrue(type("/open " + none).getFirst().contains("the input cannot be read"));
    }

    /** Ten files may be open at a time. */
    @Test
    void shouldNotOpenFilesWithoutEnd() throws Exception {
        final Path file = directory.resolve("recursive");
        Files.writeString(file, "/open " + file + "\n@0 2\n");
        for (int run = 0; run < 2; run++) {
            ASKED.clear();
            final List<String> shown = type("/open " + file);
            assertEquals(10, ASKED.size());
            assertEquals("/open " + file + ": files open each other; remove /open from one of them", shown.getFirst());
            assertEquals(11, shown.size());
        }
    }

    /** Ctrl-C during the first snippet of a file; it stops the file, but not what is typed next. */
    @Test
    void shouldStopAFileThatIsInterrupted() throws Exception {
        final Path file = Files.writeString(directory.resolve("stopped"), "@0 1\n@0 2\n");
        atSnippet = () -> {
            atSnippet = () -> {};
            while (!group.beginInterrupt()) {
                Thread.onSpinWait();
            }
            group.endInterrupt();
        };
        group.beginInput();
        interpreter.runAll(new Input() {
            private int asked;

            @Override
            public String next() {
                asked++;
                if (asked == 2) {
                    assertFalse(group.isStopped(), "a new input");
                }
                return asked == 1 ? "/open " + file : asked == 2 ? "@1 3" : null;
            }
        });
        await(group::isIdle);
        assertEquals(List.of(0, 1), ASKED);
    }

    @Test
    void shouldShowWhatPesPublish() throws Exception {
        assertEquals(List.of("no symmetric memory is allocated"), type("/heap"));
        type("SymmetricLongs box = null", "SymmetricLongs alias = null", "int number = 128");
        try (PublishedPe _ = new PublishedPe(
                        directory,
                        0,
                        1000,
                        "heap 4096 5",
                        "block 128 1536",
                        "block 4096 16",
                        "waits x >= 3",
                        "waitsSince 5");
                PublishedPe _ = new PublishedPe(directory, 1, 1001);
                PublishedPe _ = new PublishedPe(directory, 1, 999, "job another", "heap 4096 7", "block 0 8")) {
            assertEquals(
                    List.of(
                            " heap offset       size  variable",
                            "         128    1.5 KiB  alias, box",
                            "        4096       16 B",
                            "and 3 smaller blocks"),
                    type("/heap"));
            final List<String> lines = type("/pes").getFirst().lines().toList();
            assertTrue(lines.getFirst().startsWith("of a test: 2 of 2 PEs here, "), lines.toString());
            assertTrue(lines.get(2).startsWith("   0     1000 waits "), lines.toString());
            assertTrue(lines.get(3).startsWith("   1     1001 "), lines.toString());
            assertEquals("PE 0 waits for x >= 3", lines.get(4));
            assertEquals(5, lines.size(), lines.toString());
        }
    }

    @Test
    void shouldStartTheJobAgain() throws Exception {
        final Path file = directory.resolve("again");
        type("int before = 4;");
        final Session old = interpreter.session();
        final CompletableFuture<Void> reset = during(() -> type("/reset"));
        assertEquals('E', launcher.heard());
        PES.forEach(InterpreterTest::close);
        launcher.sayEnded();
        assertEquals('J', launcher.heard());
        come();
        reset.get(30, TimeUnit.SECONDS);
        assertEquals(
                List.of("the job was started again; variables, methods and symmetric memory are gone"),
                SHOWN.stream().filter(line -> !line.startsWith("PE ")).toList());
        assertThrows(IllegalStateException.class, () -> old.shell().eval("1"));
        assertTrue(type("before").getFirst().startsWith("|  Error"));
        type("/save " + file);
        assertFalse(Files.readString(file).contains("before"));
        group.ended();
        interpreter.jobEnded();
        assertEquals("the job has ended; /reset starts it again", SHOWN.getLast());
    }

    private static void close(FakePe pe) {
        try {
            pe.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Without a session there is nothing to close; PEs that have not come are ended. */
    @Test
    void shouldEndAJobWhosePesHaveNotCome() throws Exception {
        final Path place = Files.createDirectory(directory.resolve("no-pes"));
        final PeGroup none = new PeGroup(place.resolve("pes"), new MergedOutput(SHOWN::add));
        final var made = CompletableFuture.supplyAsync(
                () -> assertInstanceOf(LauncherLink.class, open(place.resolve("launcher"), none)), THREADS);
        try (FakeLauncher own = FakeLauncher.connect(place.resolve("launcher"));
                LauncherLink ownLink = made.join()) {
            final Interpreter empty = new Interpreter(none, ownLink, "", SHOWN::add);
            ownLink.startJob();
            assertEquals('J', own.heard());
            final CompletableFuture<Void> end = during(empty::end);
            assertEquals('E', own.heard());
            own.sayEnded();
            end.get(20, TimeUnit.SECONDS);
        }
    }

    private static LauncherLink open(Path socket, PeGroup pes) {
        try {
            return new LauncherLink(socket, pes::ended);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Nothing runs after {@code /exit}, of this input or another one. */
    @Test
    void shouldRunNothingAfterItsEnd() throws Exception {
        final Interpreter own = new Interpreter(group, link, "", SHOWN::add);
        final Iterator<String> inputs = List.of("/exit", "/help").iterator();
        own.runAll(inputs::next);
        assertEquals("/help", inputs.next());
        own.runAll(() -> {
            throw new AssertionError("it is over");
        });
        assertEquals(List.of(), SHOWN);
    }

    /** What the session has compiled runs on PEs; their outcomes are JShell's exceptions. */
    @Test
    void shouldTellJShellHowASnippetHasEnded() throws Exception {
        final RemoteExecution execution = new RemoteExecution(group);
        execution.select(new TreeSet<>(List.of(1)));
        final StackTraceElement[] stack = {new StackTraceElement("C", "m", "f", 7)};
        assertEquals("same", execution.invoke("C", "m"));
        assertEquals(Map.of(1, new Outcome.Value("same")), execution.outcomes());
        ANSWERS.put(1, new Outcome.Thrown("java.lang.Error", "why", List.of(stack)));
        final var thrown = assertThrows(ExecutionControl.UserException.class, () -> execution.invoke("C", "m"));
        assertEquals("why", thrown.getMessage());
        assertEquals("java.lang.Error", thrown.causeExceptionClass());
        assertEquals(List.of(stack), List.of(thrown.getStackTrace()));
        ANSWERS.put(1, new Outcome.Unresolved(5, List.of(stack)));
        final var unresolved =
                assertThrows(ExecutionControl.ResolutionException.class, () -> execution.invoke("C", "m"));
        assertEquals(5, unresolved.id());
        assertEquals(List.of(stack), List.of(unresolved.getStackTrace()));
        for (Outcome stopped : List.of(new Outcome.Interrupted(null), new Outcome.Failed("x"))) {
            ANSWERS.put(1, stopped);
            assertThrows(ExecutionControl.StoppedException.class, () -> execution.invoke("C", "m"));
            assertEquals(Map.of(1, stopped), execution.outcomes());
        }
        execution.select(new TreeSet<>(List.of(0)));
        assertEquals(Map.of(), execution.outcomes());
        assertEquals("SymmetricLongs[length=2, heap offset 128]", execution.varValue("C", "f"));
        assertThrows(
                ExecutionControl.NotImplementedException.class,
                () -> execution.redefine(new ExecutionControl.ClassBytecodes[0]));
        assertThrows(ExecutionControl.NotImplementedException.class, () -> execution.extensionCommand("x", null));
    }
}
