package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The start caches that are part of a distribution. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(180)
class DistributionCacheTest {
    private static final String TRAINING = "org.jshmem.distribution.TrainingProgram";

    @TempDir
    private Path directory;

    /** JNA's library is there unpacked, and JNA does not search for others, which it does by another process. */
    @Test
    void shouldStartTheNetworkFromTheDistributionsCache() throws Exception {
        Command.run(
                directory,
                0,
                "-np",
                "2",
                "-x",
                "SHMEM_SHR=off",
                "-J-Xlog:class+load=info,library=info:file=loaded-%{pe}",
                TRAINING,
                "0");
        final String loaded = Files.readString(directory.resolve("loaded-0"));
        for (String name : List.of(
                "org.jshmem.transport.ofi.OfiNetwork",
                "org.jshmem.libfabric.struct.FiInfo",
                "com.sun.jna.Structure",
                "org.agrona.concurrent.AgentRunner")) {
            assertTrue(loaded.contains(" " + name + " source: shared objects file"), name);
        }
        assertTrue(loaded.contains("Loaded library " + Command.home() + "/lib/native/libjnidispatch.so"), loaded);
        assertFalse(loaded.contains(" com.sun.jna.NativeLibrary source"), loaded);
    }

    @Test
    void shouldNotUseTheDistributionsCacheOfAReplacedJar() throws Exception {
        final Path home = copyOfDistribution();
        final String before = Command.runIn(home, directory, 0, "-np", "2", TRAINING, "0");
        assertEquals(2, countLines(before, "PE "), before);
        WordProgram.write(home.resolve("lib/pe/training.jar"), TRAINING, "replaced");
        final String after = Command.runIn(home, directory, 0, "-np", "2", TRAINING, "0");
        assertEquals(2, countLines(after, "replaced"), after);
        assertEquals(1, countLines(after, "shmemrun: the start cache " + home + "/lib/pe.aot is not used: "), after);
    }

    /** The script asks, before there is a JVM. */
    @Test
    void shouldNotUseTheLaunchersCacheOfANewerJar() throws Exception {
        final Path home = copyOfDistribution();
        final Path launcher = home.resolve("lib/launcher/launcher.jar");
        assertEquals(
                2,
                Command.runIn(home, directory, 0, "-np", "2", "hello").lines().count());
        Files.setLastModifiedTime(launcher, FileTime.from(Instant.now().plusSeconds(60)));
        final String text = Command.runIn(home, directory, 0, "-np", "2", "hello");
        assertEquals(2, countLines(text, "Hello"), text);
        assertEquals(
                1,
                countLines(text, "shmemrun: the start cache " + home + "/lib/launcher.aot is not used: " + launcher),
                text);
    }

    private Path copyOfDistribution() throws IOException, InterruptedException {
        final Path home = directory.resolve("jshmem");
        final Process copy = new ProcessBuilder("cp", "-a", Command.home().toString(), home.toString()).start();
        assertEquals(0, copy.waitFor());
        return home;
    }

    private static long countLines(String text, String beginning) {
        return text.lines().filter(line -> line.startsWith(beginning)).count();
    }
}
