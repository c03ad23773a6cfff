package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs under limits, in a locale, with a umask and file systems that a shell, a batch system or a container has set.
 */
@Tag(QuickFilter.FULL)
@Tag(Draw.DRAWN)
@Timeout(120)
class SurroundingsTest {
    private static final String PROGRAM =
            "void main(String[] args) { try (var _ = org.jshmem.Shmem.init()) { IO.println(\"fine \" + args.length); }"
                    + " }";

    @TempDir
    private Path directory;

    /** How a job ended, and what it printed on both streams. */
    private record Result(int status, String text) {}

    /**
     * Names of files and arguments are those of the user, whatever the locale; octal, as the test's own may be C, too.
     */
    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL=C", "LC_ALL=POSIX", "LC_ALL= LC_CTYPE=C", "LC_ALL= LC_CTYPE= LANG="})
    void shouldTakeNamesOfAnyCharactersInThePosixLocale(String locale) throws Exception {
        final Result result = run(
                "name=$(printf 'Gr\\303\\274n'); mkdir $name; echo '" + PROGRAM + "' > $name/$name.java; export "
                        + locale,
                "shmemrun -np 2 $name/$name.java $name $name");
        assertEquals(new Result(0, "fine 2\nfine 2\n"), result);
    }

    /** Too few for a JVM; too few for the launcher; too few for two PEs. */
    @ParameterizedTest
    @ValueSource(ints = {12, 16, 20, 23, 24, 28, 36})
    void shouldNameTheLimitOfOpenFiles(int files) throws Exception {
        final Result result = run("ulimit -n " + files, "shmemrun -np 2 -cp '" + classes() + "' " + ends());
        assertTrue(result.status() != 0, result.text());
        assertTrue(result.text().matches("shmemrun: .*ulimit -n.*\n"), result.text());
    }

    /** The program has used up what there was. */
    @Test
    void shouldNameTheLimitOfOpenFilesOfAPe() throws Exception {
        Files.writeString(
                directory.resolve("Opener.java"),
                "void main() throws Exception { var open = new ArrayList<Object>(); try { while (true) open.add(new"
                        + " FileInputStream(\"/dev/null\")); } catch (IOException e) { } org.jshmem.Shmem.init(); }");
        final Result result = run("ulimit -n 100", "shmemrun -np 1 Opener.java");
        assertEquals(1, result.status(), result.text());
        assertTrue(
                result.text().contains("errno 24, Too many open files: raise ulimit -n, the limit of open files"),
                result.text());
    }

    @Test
    void shouldNameTheLimitOfTheNodesFile() throws Exception {
        final Result result = run("ulimit -f 1000", "shmemrun -np 2 -cp '" + classes() + "' " + ends());
        assertEquals(1, result.status(), result.text());
        assertTrue(
                result.text().contains("File too large: raise ulimit -f, the limit of a file's size"), result.text());
    }

    @Test
    void shouldRunWithAUmaskThatDeniesTheOwner() throws Exception {
        Files.writeString(directory.resolve("Program.java"), PROGRAM);
        final Result result = run("umask 0777", withoutRights("shmemrun -np 2 -x SHMEM_TOOL=monitor Program.java"));
        assertEquals(new Result(0, "fine 0\nfine 0\n"), result);
    }

    /** A launcher of a cluster leaves the umask as it is. */
    @Test
    void shouldRunPlainJavaWithAUmaskThatDeniesTheOwner() throws Exception {
        final String lib = Command.home().resolve("lib").toString();
        final String java =
                Path.of(System.getProperty("java.home"), "bin", "java") + " --enable-native-access=ALL-UNNAMED"
                        + " -cp '" + classes() + ":" + lib + "/pe/*:" + lib + "/tools/*:" + lib + "/info/*' " + ends();
        assertEquals(new Result(0, "fine\n"), run("umask 0777; export SHMEM_TOOL=monitor", withoutRights(java)));
    }

    /** Memory must not come from a disk. */
    @Test
    void shouldNotTakeADirectoryOfADiskForMemory() throws Exception {
        Requirement.NAMESPACES.need();
        Files.createDirectory(directory.resolve("shm"));
        final Result result = run(
                "",
                "unshare --user --map-root-user --mount sh -c 'mount --bind shm /dev/shm && exec shmemrun -np 2 -x"
                        + " SHMEM_INFO=1 -cp \"$0\" " + ends() + "' '" + classes() + "'");
        assertEquals(0, result.status(), result.text());
        assertTrue(result.text().contains("transport shr mmap (memfd, "), result.text());
    }

    private static String classes() {
        return Path.of("target/test-classes").toAbsolutePath().toString();
    }

    private static String ends() {
        return Ends.class.getName() + " no";
    }

    /** A command that may open files as users may, without the capabilities by which root may open all. */
    private static String withoutRights(String command) {
        return "[ $(id -u) != 0 ] || user='setpriv --bounding-set -all --inh-caps -all'\n$user " + command;
    }

    private Result run(String surroundings, String command) throws IOException, InterruptedException {
        final Path output = directory.resolve("output");
        Files.createFile(output);
        final List<String> line = new ArrayList<>(List.of("sh", "-c", surroundings + "\n" + command));
        final ProcessBuilder builder = new ProcessBuilder(line)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment()
                .merge("PATH", Command.home().resolve("bin").toString(), (path, home) -> home + ":" + path);
        final Process process = builder.start();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroy();
            process.waitFor();
        }
        return new Result(process.exitValue(), Files.readString(output));
    }
}
