package org.jshmem.libfabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loading, in JVMs of its own. */
@Timeout(120)
class LoadTest {
    @TempDir
    private Path directory;

    private String output;

    @Test
    void shouldLeaveTheHandlersOfTheJvm() throws Exception {
        Requirement.NETWORK.need();
        assertEquals(0, run("-Xcomp"), output);
        assertTrue(output.endsWith("caught 200\n"), output);
    }

    /** If this fails because the JVM lives, the guard is not needed with this library, or does not do what it says. */
    @Test
    void shouldDieWithoutTheGuardWhereALibraryTakesTheSignals() throws Exception {
        Requirement.NETWORK.need();
        Requirement.PSM.need();
        assertNotEquals(0, run("-Xcomp", "-Dorg.jshmem.libfabric.guard=off"), output);
    }

    /** Libfabric looks for providers when it is first asked for one. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldLeaveTheHandlersOfTheJvmWhereAProviderTakesThem() throws Exception {
        Requirement.NETWORK.need();
        Requirement.FABRIC_HEADERS.need(); // and so a compiler
        final Path source = directory.resolve("provider.c");
        Files.writeString(source, """
            #include <signal.h>
            #include <stdlib.h>
            static void end(int number) { _Exit(42); }
            __attribute__((constructor)) static void load(void) { signal(SIGSEGV, end); }
            void *fi_prov_ini(void) { return 0; }
            """);
        final String provider = directory.resolve("libtest-fi.so").toString();
        final Process compiler = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", provider, source.toString())
                .inheritIO()
                .start();
        assertEquals(0, compiler.waitFor());
        assertNotEquals(0, run("-Xcomp", "-Dorg.jshmem.libfabric.guard=off"), output);
        assertEquals(0, run("-Xcomp"), output);
        assertTrue(output.endsWith("caught 200\n"), output);
    }

    @Test
    void shouldSayWhatToInstall() throws Exception {
        assertNotEquals(0, run("-Dorg.jshmem.libfabric=libnofabric.so.9"));
        assertTrue(output.contains("looked for libnofabric.so.9"), output);
        assertTrue(output.contains("libnofabric.so.9: cannot open shared object file"), output);
        assertTrue(output.contains("apt-get install libfabric1"), output);
    }

    @Test
    void shouldSayThatAFileIsAnotherLibrary() throws Exception {
        assertNotEquals(0, run("-Dorg.jshmem.libfabric=libc.so.6"));
        assertTrue(output.contains("libc.so.6 has no fi_getinfo; libfabric 1.17 or later is needed"), output);
    }

    /** One that has no more than its version. */
    @Test
    void shouldRefuseAnOlderLibrary() throws Exception {
        Requirement.C_COMPILER.need();
        final Path source = directory.resolve("old.c");
        Files.writeString(source, """
            int fi_getinfo(void) { return -61; }
            void fi_freeinfo(void) {}
            void *fi_dupinfo(void) { return 0; }
            int fi_fabric(void) { return -61; }
            const char *fi_strerror(int number) { return "none"; }
            unsigned fi_version(void) { return 1 << 16 | 16; }
            """);
        final String library = directory.resolve("libold.so").toString();
        final Process compiler = new ProcessBuilder("cc", "-shared", "-fPIC", "-o", library, source.toString())
                .inheritIO()
                .start();
        assertEquals(0, compiler.waitFor());
        assertNotEquals(0, run("-Dorg.jshmem.libfabric=" + library));
        assertTrue(output.contains(library + " is libfabric 1.16; 1.17 or later is needed"), output);
    }

    private int run(String... options) throws Exception {
        final List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + directory.resolve("error.log"),
                "-XX:CompileCommand=quiet",
                "-XX:CompileOnly=org.jshmem.libfabric.Faults::length"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("jshmem.test.cp"), Faults.class.getName()));
        final Path file = directory.resolve("output");
        final ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file.toFile());
        builder.environment().remove("IPATH_NO_BACKTRACE");
        builder.environment().put("FI_PROVIDER_PATH", directory.toString());
        final Process process = builder.start();
        final boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        output = Files.readString(file);
        assertTrue(ended, output);
        return process.exitValue();
    }
}
