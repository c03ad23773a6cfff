package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jshmem.system.ForeignLauncher.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs over a C library of OpenSHMEM that do not come to their first line, and what is known about the library. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class OpenShmemLibraryTest {
    private static final int STARTS = Integer.getInteger("jshmem.oshmem.starts", 8);
    private static final int PES = 4;

    @TempDir
    private Path directory;

    @Test
    void shouldNotWaitInALibraryOfOpenShmemForEver() throws Exception {
        final Result result = ForeignLauncher.OSHRUN.run(
                directory,
                3,
                Map.of("SHMEM_INIT_TIMEOUT", "8"),
                ForeignLauncher.java(Absent.class.getName(), "sleep", "3"));
        assertNotEquals(0, result.status(), result.text());
        result.assertContains(
                "waited for longer than SHMEM_INIT_TIMEOUT=8 seconds for the other PEs to call init(), in the C"
                        + " library");
    }

    /** The C library installs hooks and handlers of its own; a JVM that they make crash says so in a file. */
    @Test
    @Timeout(3600)
    void shouldStartTimeAndAgain() throws Exception {
        for (int start = 0; start < STARTS; start += PES) {
            final Result result =
                    ForeignLauncher.OSHRUN.run(directory, PES, ForeignLauncher.java(Ends.class.getName(), "no"));
            assertEquals(0, result.status(), result.text());
            assertEquals(PES, result.text().lines().filter("fine"::equals).count(), result.text());
        }
        try (Stream<Path> files = Files.walk(directory)) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.getFileName().toString().startsWith("hs_err"))
                            .toList());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "oshmem, 'C library of OpenSHMEM: liboshmem.so.40 has all functions that JSHMEM calls'",
        "native:/no/such.so, 'no C library of OpenSHMEM can be loaded (/no/such.so: '",
        "native:libresolv.so.2, 'libresolv.so.2 has no function shmem_'"
    })
    void shouldTellWhatALibraryOfOpenShmemHas(String transport, String told) throws Exception {
        ForeignLauncher.OSHRUN.need();
        final Process info = new ProcessBuilder(
                        "env", "SHMEM_TRANSPORT=" + transport, Command.home() + "/bin/shmem-info")
                .redirectErrorStream(true)
                .start();
        final String text = new String(info.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(told.startsWith("C library") ? 0 : 1, info.waitFor(), text);
        assertTrue(text.contains(told), text);
    }

    @Test
    void shouldSayWhichTransportsThereAre() throws Exception {
        final Result result = ForeignLauncher.OSHRUN.run(
                directory, 1, Map.of("SHMEM_TRANSPORT", "openmpi"), ForeignLauncher.java(Ends.class.getName(), "no"));
        assertNotEquals(0, result.status(), result.text());
        result.assertContains(
                "SHMEM_TRANSPORT=openmpi is not auto, oshmem or native:FILE, with the file of a C library of"
                        + " OpenSHMEM");
    }

    @ParameterizedTest
    @CsvSource({"SHMEM_BOOTSTRAP, pmix", "SHMEM_SHR, cma"})
    void shouldSayWhatALibraryOfOpenShmemExcludes(String variable, String value) throws Exception {
        final Result result = ForeignLauncher.OSHRUN.run(
                directory, 1, Map.of(variable, value), ForeignLauncher.java(Ends.class.getName(), "no"));
        assertNotEquals(0, result.status(), result.text());
        result.assertContains(variable + "=" + value + " and SHMEM_TRANSPORT=oshmem exclude each other");
    }

    @Test
    void shouldRefuseLaunchersThatAreNotTheLibrarys() throws Exception {
        final String text = Command.run(
                directory,
                1,
                "-np",
                "2",
                "-x",
                "SHMEM_TRANSPORT=oshmem",
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                Ends.class.getName(),
                "no");
        assertTrue(text.contains("shmemrun cannot start PEs that use a C library of OpenSHMEM"), text);
    }

    /** Under another launcher, each process is a job of one PE for Open MPI. */
    @Test
    void shouldRefuseToBeOneOfManyJobs() throws Exception {
        ForeignLauncher.OSHRUN.need();
        final Result result = ForeignLauncher.HYDRA.run(
                directory, 2, Map.of("SHMEM_TRANSPORT", "oshmem"), ForeignLauncher.java(Ends.class.getName(), "no"));
        assertNotEquals(0, result.status(), result.text());
        result.assertContains("of 2 (PMI_RANK), and for the C library liboshmem.so.40");
    }

    @Test
    void shouldRefuseToMeetByAnId() throws Exception {
        final Result result = ForeignLauncher.OSHRUN.run(
                directory,
                1,
                ForeignLauncher.java(
                        Met.class.getName(), directory.resolve("id").toString(), "0", "1", "0"));
        assertNotEquals(0, result.status(), result.text());
        result.assertContains("the PEs of a C library of OpenSHMEM do not meet by an id");
    }

    /** Open MPI would crash. */
    @Test
    void shouldRefuseALibraryOfOpenShmemThatWasLoadedBeforeInit() throws Exception {
        final Result result =
                ForeignLauncher.OSHRUN.run(directory, 1, ForeignLauncher.java(EarlyLibrary.class.getName()));
        assertEquals(1, result.status(), result.text());
        result.assertContains(
                "liboshmem.so.40 was loaded before JSHMEM could prepare this process for it; load libraries that use"
                        + " it after init()");
    }
}
