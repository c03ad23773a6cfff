package org.jshmem.mutation;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jshmem.mutation.probe.ProbedCases;

/** Has a mutant judged by parts of the kit and by tests, each in processes of its own. */
final class Jury {
    private static final Pattern FAILED = Pattern.compile("(?m)^FAILED (.+?): (.*(?:\\n  .*)*)");
    private static final Pattern HUNG =
            Pattern.compile("hung and was killed|longer than SHMEM_TIMEOUT|timed out|TimeoutException");
    /** In the environment of all processes of a judge, with the name of this jury. */
    private static final String MARK = "JSHMEM_JUDGED_BY";

    private static final long LIST_SECONDS = 60;
    private static final int FAILURE = 1;
    private static final int TIMED_OUT = -1;

    /** Statuses from this on are those of a process that a signal has ended. */
    private static final int KILLED = 128;

    private final Path root;
    private final PatchedDistribution distribution;
    private final Path output;
    private final long mostMinutes;
    private final String name;

    /** Asks each judge for some minutes at most. */
    Jury(Path root, PatchedDistribution distribution, Path output, long mostMinutes) {
        this.root = root;
        this.distribution = distribution;
        this.output = output;
        this.mostMinutes = mostMinutes;
        name = ProcessHandle.current().pid() + " " + output;
    }

    /** Lets no job outlive this process when it is interrupted. */
    static void endJobsWithThisProcess() {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly)));
    }

    /**
     * Asks judges in turn until one sees something other than that time is over; tests are those of the module.
     *
     * @param found what others have seen: nothing, or a time-out
     */
    Verdict judge(Verdict found, Path module, List<Judge> judges) throws IOException, InterruptedException {
        final long start = System.nanoTime();
        Verdict best = found;
        for (Judge judge : judges) {
            final String said = said(judge, module);
            if (!said.isEmpty()) {
                final Matcher failure = FAILED.matcher(said);
                final boolean isNamed = failure.find();
                final String text = isNamed ? failure.group(2) : said;
                final boolean isTimeout = HUNG.matcher(text).find();
                if (!isTimeout || best.outcome() == Verdict.Outcome.SURVIVED) {
                    best = new Verdict(
                            found.name(),
                            isTimeout ? Verdict.Outcome.TIMED_OUT : Verdict.Outcome.CAUGHT,
                            isNamed && judge.kind() == Judge.Kind.KIT ? failure.group(1) : judge.toString(),
                            found.seconds() + seconds(start),
                            text.lines().findFirst().orElse(""));
                }
            }
            if (best.outcome() == Verdict.Outcome.CAUGHT) {
                return best;
            }
        }
        return new Verdict(best.name(), best.outcome(), best.by(), found.seconds() + seconds(start), best.said());
    }

    private static long seconds(long start) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    }

    /**
     * The answer of a judge.
     *
     * @param passed whether it saw nothing
     * @param timedOut whether all it saw is that time was over
     * @param culprit the case of the kit or the test class that saw something; empty if that is not known
     * @param said what it printed about that
     */
    record Answer(boolean passed, boolean timedOut, String culprit, String said) {}

    /**
     * Asks a judge, who passes or not.
     *
     * @param seconds how long it may take
     * @param environment more variables
     */
    Answer ask(Judge judge, Path module, long seconds, Map<String, String> environment)
            throws IOException, InterruptedException {
        final boolean isKit = judge.kind() == Judge.Kind.KIT;
        return answer(
                isKit
                        ? runKit(judge, "--fail-fast", "", seconds, environment)
                        : runTests(judge.module(module), testClasses(judge, module), seconds, environment),
                seconds);
    }

    /** Has cases of the kit run, each with its lines noted. */
    Answer askProbed(Judge judge, long seconds, Map<String, String> environment)
            throws IOException, InterruptedException {
        return answer(runKit(judge, "--jobs=2", ProbedCases.class.getName(), seconds, environment), seconds);
    }

    /** The cases of the kit whose names match. */
    List<String> cases(String only) throws IOException, InterruptedException {
        final List<String> words = new ArrayList<>(kit(new Judge(Judge.Kind.KIT, SetUp.SHR.place(), only), "", ""));
        words.subList(words.indexOf("run"), words.size()).clear();
        words.addAll(List.of("list", "--only=" + only));
        if (run(words, root, LIST_SECONDS, Map.of()) != 0) {
            throw new IllegalStateException("the kit does not list its cases: " + output());
        }
        return output().lines().map(line -> line.split(" ", 2)[0]).toList();
    }

    private Answer answer(int status, long seconds) throws IOException {
        if (status == 0) {
            return new Answer(true, false, "", "");
        }
        if (status == TIMED_OUT) {
            return new Answer(false, true, "", "timed out after " + seconds + " s");
        }
        final String said = output();
        final Matcher failure = FAILED.matcher(said);
        if (!failure.find()) {
            return new Answer(
                    false, false, "", "status " + status + ": " + said.lines().reduce("", (a, b) -> b));
        }
        return new Answer(
                false,
                HUNG.matcher(failure.group(2)).find(),
                failure.group(1),
                failure.group(2).lines().findFirst().orElse(""));
    }

    /** What it printed, if it saw something; otherwise empty. */
    private String said(Judge judge, Path module) throws IOException, InterruptedException {
        final boolean isKit = judge.kind() == Judge.Kind.KIT;
        final long most = TimeUnit.MINUTES.toSeconds(mostMinutes);
        final int status = isKit
                ? runKit(judge, "--fail-fast", "", most, Map.of())
                : runTests(judge.module(module), testClasses(judge, module), most, Map.of());
        if (status == 0) {
            return "";
        }
        if (status == TIMED_OUT) {
            return "FAILED " + judge + ": timed out after " + mostMinutes + " minutes";
        }
        if (status >= KILLED) {
            return "FAILED " + judge + ": the JVM has crashed, status " + status;
        }
        final String said = output();
        if (status != FAILURE || !FAILED.matcher(said).find()) {
            throw new IllegalStateException(judge + " could not be asked, status " + status + ":\n" + said);
        }
        return said;
    }

    /** Jobs that hang end soon; a case may set another limit. */
    private int runKit(Judge judge, String option, String around, long seconds, Map<String, String> environment)
            throws IOException, InterruptedException {
        final Map<String, String> all = new HashMap<>(environment);
        all.putAll(SetUp.of(judge.transport()).environment());
        all.put("SHMEM_TIMEOUT", "10");
        return run(kit(judge, option, around), root, seconds, all);
    }

    /** Its status, or {@code TIMED_OUT}. */
    private int run(List<String> command, Path directory, long seconds, Map<String, String> environment)
            throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(new File("/dev/null"))
                .directory(directory.toFile());
        builder.environment().putAll(environment);
        builder.environment().put(MARK, name);
        final Process process = builder.start();
        final boolean hasEnded = process.waitFor(seconds, TimeUnit.SECONDS);
        if (!hasEnded) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        endMarked();
        return hasEnded ? process.exitValue() : TIMED_OUT;
    }

    /** A mutant may leave processes behind whose parents have ended. */
    private void endMarked() throws IOException {
        final String mark = MARK + "=" + name;
        try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
            for (ProcessHandle one : all.toList()) {
                final Path environment = Path.of("/proc", Long.toString(one.pid()), "environ");
                try {
                    if (Files.readString(environment, StandardCharsets.ISO_8859_1)
                            .contains(mark + '\0')) {
                        one.destroyForcibly();
                    }
                } catch (IOException e) {
                    continue; // it has ended, or is not ours
                }
            }
        }
    }

    private String output() throws IOException {
        return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The command of the kit, with an option and perhaps a main class for PEs that is given the kit's. */
    private List<String> kit(Judge judge, String option, String around) throws IOException, InterruptedException {
        final SetUp setUp = SetUp.of(judge.transport());
        final String kit = root.resolve("tck/target/classes").toString();
        final String runtime = kit + File.pathSeparator + distribution.peClassPath();
        // What a compiler may reorder only C2 does; all else starts sooner without it.
        final boolean isQuick = !judge.selection().contains("litmus");
        final String jvm =
                (isQuick ? " -XX:TieredStopAtLevel=1" : "") + (setUp.option().isEmpty() ? "" : " " + setUp.option());
        final String main = path(around) + " " + around + " {main}";
        final List<String> words = new ArrayList<>(List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-Djshmem.tck.launch=" + (setUp.isOverC() ? overC("", jvm, main) : shmemrun(jvm, main)),
                "-Djshmem.tck.nodes=" + (setUp.isOverC() ? overC("unshare --net ", jvm, main) : onHosts(jvm, main)),
                "-Djshmem.tck.topology=" + setUp.topology(),
                "-Djshmem.tck.cp=" + kit,
                "-Djshmem.tck.runtime=" + runtime,
                "-cp",
                runtime + File.pathSeparator + System.getProperty("java.class.path"),
                "org.jshmem.tck.command.Tck",
                "run",
                "--only=" + judge.selection(),
                option,
                "--transport=" + setUp.transport()));
        if (!around.isEmpty()) {
            words.add(
                    "--single={java} -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -cp {runtime}" + main);
        }
        return words;
    }

    private String shmemrun(String jvm, String main) {
        return distribution.home().resolve("bin/shmemrun") + " -np {n}" + jvm.replace(" -", " -J-") + " -cp {cp}"
                + main;
    }

    private String onHosts(String jvm, String main) {
        final Path hosts = root.resolve("bin/hosts");
        return hosts + " with 2 mpiexec.hydra -launcher ssh -launcher-exec " + hosts
                + " -iface eth0 -hosts hostA,hostB -ppn 2 -n {n} {java}" + jvm + " -cp {runtime}" + main;
    }

    private String overC(String apart, String jvm, String main) throws IOException, InterruptedException {
        final LibraryBelow library = LibraryBelow.of(root);
        return library.launcher() + " {n} env SHMEM_TRANSPORT=native:" + library.file() + " " + apart
                + "{java} -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED" + jvm
                + " -cp {runtime}" + main;
    }

    private static String path(String around) {
        return around.isEmpty() ? "" : File.pathSeparator + System.getProperty("java.class.path");
    }

    private int runTests(Path module, List<String> arguments, long seconds, Map<String, String> environment)
            throws IOException, InterruptedException {
        final Path target = root.resolve(module).resolve("target");
        final String classPath = String.join(
                File.pathSeparator,
                target.resolve("test-classes").toString(),
                distribution.testClassPath(module),
                target.resolve("classes").toString(), // where it has no jar in the distribution
                System.getProperty("java.class.path"));
        final List<String> words = new ArrayList<>(List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:ErrorFile=" + output.resolveSibling("crash"),
                "--enable-native-access=ALL-UNNAMED",
                "-Djshmem.test.cp=" + classPath,
                "-cp",
                classPath,
                RunTests.class.getName()));
        words.addAll(arguments);
        return run(words, distribution.workOf(module), seconds, environment);
    }

    private List<String> testClasses(Judge judge, Path module) throws IOException {
        final Path target = root.resolve(judge.module(module)).resolve("target");
        final List<String> names = new ArrayList<>();
        for (String test : judge.tests()) {
            final int end = test.indexOf('#') < 0 ? test.length() : test.indexOf('#');
            names.add(className(target, test.substring(0, end)) + test.substring(end));
        }
        return names;
    }

    private static String className(Path target, String name) throws IOException {
        final Path classes = target.resolve("test-classes");
        try (Stream<Path> files = Files.walk(classes)) {
            return files.filter(path -> path.endsWith(name.replace('.', '/') + ".class"))
                    .map(path -> classes.relativize(path).toString())
                    .map(path ->
                            path.substring(0, path.length() - ".class".length()).replace('/', '.'))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no class " + name + " in " + classes));
        }
    }
}
