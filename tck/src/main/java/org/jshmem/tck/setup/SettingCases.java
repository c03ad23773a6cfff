package org.jshmem.tck.setup;

import static org.jshmem.Shmem.*;

import org.jshmem.Shmem;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.SymmetricBytes;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Transport;

/**
 * Sentence 51 and the environment: SHMEM_SYMMETRIC_SIZE in all its forms, its old twin, SHMEM_VERSION, SHMEM_INFO,
 * SHMEM_DEBUG.
 */
final class SettingCases {
    private static final String SIZE = "SHMEM_SYMMETRIC_SIZE={each}";

    /** The setting with the bytes it stands for, after a slash. */
    @Case(
            alone = true,
            on = Transport.NONE,
            environment = SIZE,
            each = {
                "20kk", "20480", "64k", "64K", ".5m", "0.5M", "3.1M", "1m", "1.M", "2Mjunk", "1Mb", "1.5m", "4MiB",
                "0.0625g", ".001G", "0.0001t"
            })
    void s51_symmetricSizeIsHonoured(Checks checks) {
        honoured(checks);
    }

    @Case(
            alone = true,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES},
            environment = SIZE,
            each = {"20kk", ".5m", "3.1M"})
    void s51_symmetricSizeIsHonouredBetweenPes(Checks checks) {
        honoured(checks);
    }

    /** By the specification the heap may be larger, and the library may have something of its own in it. */
    private static void honoured(Checks checks) {
        final long bytes = bytesOf(checks.each());
        final long asked = checks.isStrict() ? bytes : bytes / 2;
        Shmem.init();
        final SymmetricBytes fits = mallocBytes(asked - asked % 64);
        checks.equal(asked - asked % 64, fits.length(), "one block");
        fits.set(fits.length() - 1, (byte) 1);
        checks.equal(1, fits.get(fits.length() - 1), "its last byte");
        barrierAll();
        free(fits);
        checks.thrown(
                ShmemOutOfMemoryException.class, "a block larger than the heap", () -> mallocBytes(bytes + 64), "");
        barrierAll();
        shutdown();
    }

    /** Independent of the implementation's parser: the value of each text, written out. */
    private static long bytesOf(String text) {
        return switch (text) {
            case "20kk", "20480" -> 20_480;
            case "64k", "64K" -> 65_536;
            case ".5m", "0.5M" -> 524_288;
            case "3.1M" -> 3_250_586;
            case "1m", "1.M", "1Mb" -> 1_048_576;
            case "2Mjunk" -> 2_097_152;
            case "1.5m" -> 1_572_864;
            case "4MiB" -> 4_194_304;
            case "0.0625g" -> 67_108_864;
            case ".001G" -> 1_073_742;
            case "0.0001t" -> 109_951_163;
            default -> throw new IllegalArgumentException(text);
        };
    }

    @Case(
            alone = true,
            on = Transport.NONE,
            environment = SIZE,
            each = {"many", "-1M", "k", ".", "1..5M", "1x", "0x100", "99999999999999999999T"},
            profile = Profile.JSHMEM)
    void s51_aWrongSymmetricSizeFailsInit(Checks checks) {
        failsInit(checks);
    }

    @Case(
            alone = true,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES},
            environment = SIZE,
            each = {"many"},
            profile = Profile.JSHMEM)
    void s51_aWrongSymmetricSizeFailsInitOnEveryPe(Checks checks) {
        failsInit(checks);
    }

    /** Other libraries may end the job instead. */
    private static void failsInit(Checks checks) {
        checks.refused(ShmemException.class, "init", Shmem::init, "SHMEM_SYMMETRIC_SIZE", checks.each());
        checks.that(!queryInitialized(), "not initialised");
        checks.thrown(ShmemException.class, "init again", Shmem::init, "SHMEM_SYMMETRIC_SIZE");
    }

    @Case(
            alone = true,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES, Transport.NONE},
            environment = "SHMEM_SYMMETRIC_SIZE=0",
            profile = Profile.JSHMEM)
    void s51_aHeapOfNothingIsFull(Checks checks) {
        Shmem.init();
        checks.refused(ShmemOutOfMemoryException.class, "a byte", () -> mallocBytes(1), "");
        barrierAll();
        checks.equal(null, mallocBytes(0), "no bytes");
        shutdown();
    }

    /** The shared heap is as large as this for all PEs of a node together, which no number of 64 bits can say. */
    @Case(
            alone = true,
            atLeast = 2,
            pes = {2, 3, 4},
            on = {Transport.SHR, Transport.CMA},
            environment = "SHMEM_SHARED_SIZE=6148914691236517206",
            profile = Profile.JSHMEM)
    void aSharedHeapLargerThanAllAddressesFailsInit(Checks checks) {
        checks.refused(ShmemException.class, "init", Shmem::init, "SHMEM_SHARED_SIZE=6148914691236517206");
        checks.that(!queryInitialized(), "not initialised");
    }

    /** The network's settings, where there is no network. */
    @Case(alone = true, on = Transport.NONE, environment = "SHMEM_PROGRESS=banana", profile = Profile.JSHMEM)
    void aWrongValueFailsInitWhereTheSettingIsNotNeeded(Checks checks) {
        checks.thrown(ShmemException.class, "init", Shmem::init, "SHMEM_PROGRESS", "banana", "calls");
        checks.that(!queryInitialized(), "not initialised");
    }

    @Case(
            alone = true,
            on = Transport.NONE,
            environment = "SHMEM_SPINN=on",
            says = {"SHMEM_SPINN is no setting", "did you mean SHMEM_SPIN?"},
            profile = Profile.JSHMEM)
    void aMisspeltSettingIsTold(Checks checks) {
        Shmem.init();
        checks.that(true, "initialised");
        shutdown();
    }

    @Case(
            alone = true,
            environment = {"SHMEM_SYMMETRIC_SIZE=2M", "SMA_SYMMETRIC_SIZE={each}"},
            each = {"64M", "nonsense"})
    void s51_theOldNameLoses(Checks checks) {
        Shmem.init();
        final SymmetricBytes fits = mallocBytes(checks.isStrict() ? 2 << 20 : 1 << 20);
        checks.that(fits != null, "a block fits");
        free(fits);
        checks.thrown(ShmemOutOfMemoryException.class, "3 MiB", () -> mallocBytes(3 << 20), "");
        shutdown();
    }

    @Case(alone = true, environment = "SMA_SYMMETRIC_SIZE=2M")
    void s51_theOldNameCountsAlone(Checks checks) {
        Shmem.init();
        final SymmetricBytes fits = mallocBytes(checks.isStrict() ? 2 << 20 : 1 << 20);
        checks.that(fits != null, "a block fits");
        free(fits);
        checks.thrown(ShmemOutOfMemoryException.class, "3 MiB", () -> mallocBytes(3 << 20), "");
        shutdown();
    }

    @Case(alone = true, environment = "SHMEM_VERSION=1", says = "1.6", profile = Profile.JSHMEM)
    void versionIsPrinted(Checks checks) {
        Shmem.init();
        checks.that(true, "initialised");
        shutdown();
    }

    @Case(
            alone = true,
            environment = "SHMEM_INFO=",
            says = {"SHMEM_VERSION", "SHMEM_INFO", "SHMEM_DEBUG", "SHMEM_SYMMETRIC_SIZE"})
    void infoIsPrinted(Checks checks) {
        Shmem.init();
        checks.that(true, "initialised");
        shutdown();
    }

    @Case(
            alone = true,
            on = Transport.NONE,
            environment = {"SHMEM_INFO=1", "SHMEM_SYMMETRIC_SIZE=3M"},
            says = "3M",
            profile = Profile.JSHMEM)
    void infoShowsValues(Checks checks) {
        Shmem.init();
        checks.that(true, "initialised");
        shutdown();
    }

    @Case(
            alone = true,
            environment = "SHMEM_DEBUG=1",
            says = {"not freed", "SettingCases"},
            profile = Profile.JSHMEM)
    void leaksAreReportedWithTheirPlace(Checks checks) {
        Shmem.init();
        checks.that(mallocBytes(1234) != null, "allocated and never freed");
        shutdown();
    }
}
