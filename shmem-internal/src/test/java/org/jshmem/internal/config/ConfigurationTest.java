package org.jshmem.internal.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jshmem.ShmemException;
import org.jshmem.bootstrap.BootstrapSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
    @Test
    void shouldPreferPropertyThenNewNameThenOldName() {
        assertEquals(512L << 20, of(Map.of()).heapBytes());
        assertEquals(3 << 20, of(Map.of("SMA_SYMMETRIC_SIZE", "3M")).heapBytes());
        assertEquals(
                2 << 20,
                of(Map.of("SMA_SYMMETRIC_SIZE", "3M", "SHMEM_SYMMETRIC_SIZE", "2M"))
                        .heapBytes());
        final Properties properties = new Properties();
        properties.setProperty("jshmem.symmetric.size", "1M");
        assertEquals(
                1 << 20,
                Configuration.of(Map.of("SHMEM_SYMMETRIC_SIZE", "2M"), properties)
                        .heapBytes());
    }

    /** Whoever writes 1.5 means 1.5G. */
    @ParameterizedTest
    @CsvSource({"1.5, 2", "512, 512", "1, 1", "3.9k, 3994"})
    void shouldRefuseAHeapTooSmallForAnything(String value, long bytes) {
        for (String variable : List.of("SHMEM_SYMMETRIC_SIZE", "SHMEM_SHARED_SIZE")) {
            assertEquals(
                    variable + "=" + value + " is " + bytes
                            + " bytes, less than the 4096 of a page; add K, M, G or T, as"
                            + " in 512M or 1.5G, or set it to 0 for none",
                    message(Map.of(variable, value)));
        }
    }

    @Test
    void shouldTakeAHeapOfAPageAndNone() {
        assertEquals(4096, of(Map.of("SHMEM_SYMMETRIC_SIZE", "4k")).heapBytes());
        assertEquals(0, of(Map.of("SHMEM_SYMMETRIC_SIZE", "0")).heapBytes());
        assertEquals(0, of(Map.of("SHMEM_SHARED_SIZE", "0")).sharedBytes());
    }

    @Test
    void shouldTakeAnyValueOfAFlagForSet() {
        assertFalse(of(Map.of()).isSet(Setting.DEBUG));
        assertTrue(of(Map.of("SHMEM_DEBUG", "")).isSet(Setting.DEBUG));
        assertTrue(of(Map.of("SMA_DEBUG", "0")).isSet(Setting.DEBUG));
    }

    @Test
    void shouldIgnoreOldNamesOfOwnSettings() {
        assertEquals("auto", of(Map.of("SMA_SHR", "cma")).get(Setting.SHR));
    }

    @Test
    void shouldNameSettingValueAndRemedy() {
        final String size = message(Map.of("SHMEM_SYMMETRIC_SIZE", "lots"));
        assertTrue(size.contains("SHMEM_SYMMETRIC_SIZE") && size.contains("lots") && size.contains("512M"), size);
        final String shr = message(Map.of("SHMEM_SHR", "xpmem"));
        assertTrue(shr.contains("SHMEM_SHR") && shr.contains("xpmem") && shr.contains("auto, cma, off"), shr);
    }

    /** Also those that only a job on several nodes uses. */
    @ParameterizedTest
    @CsvSource({
        "SHMEM_BOOTSTRAP, banana, pmix",
        "SHMEM_SHR, banana, cma",
        "SHMEM_HUGE_PAGES, banana, off",
        "SHMEM_CHECKS, banana, true",
        "SHMEM_SPIN, banana, auto",
        "SHMEM_TIMEOUT, banana, seconds",
        "SHMEM_INIT_TIMEOUT, banana, seconds",
        "SHMEM_PROGRESS, banana, calls",
        "SHMEM_BOUNCE_SIZE, banana, 512M",
        "SHMEM_BOUNCE_SIZE, 2M, 1M",
        "SMA_SYMMETRIC_SIZE, banana, 512M"
    })
    void shouldRefuseAWrongValueOfAnySetting(String variable, String value, String remedy) {
        final String message = message(Map.of(variable, value));
        assertTrue(message.contains(variable.replace("SMA_", "SHMEM_")), message);
        assertTrue(message.contains(value) && message.contains(remedy), message);
    }

    @ParameterizedTest
    @CsvSource({
        "BOOTSTRAP, auto launcher pmi1 pmix rendezvous single",
        "SHR, auto cma off",
        "HUGE_PAGES, auto off",
        "CHECKS, true false",
        "SPIN, auto on off",
        "PROGRESS, auto calls"
    })
    void shouldTakeEachOfTheValuesThatItNames(Setting setting, String values) {
        final String refusal = message(Map.of("SHMEM_" + setting, "banana"));
        assertTrue(refusal.contains(values.replace(" ", ", ")), refusal);
        for (String value : values.split(" ")) {
            assertEquals(value, of(Map.of("SHMEM_" + setting, value)).get(setting));
        }
    }

    @Test
    void shouldNotShowTheTokenOfAMonitor() {
        final Configuration configuration =
                Configuration.of(Map.of("SHMEM_MONITOR", "login1:40123/5f1c"), new Properties());
        assertEquals("login1:40123/...", configuration.shown(Setting.MONITOR));
        assertFalse(configuration.describe().contains("5f1c"));
    }

    @Test
    void shouldReadTheBounceSize() {
        assertEquals(8 << 10, of(Map.of()).bounceBytes());
        assertEquals(1 << 20, of(Map.of("SHMEM_BOUNCE_SIZE", "1M")).bounceBytes());
        assertEquals(0, of(Map.of("SHMEM_BOUNCE_SIZE", "0")).bounceBytes());
    }

    @ParameterizedTest
    @CsvSource({
        "SHMEM_SPINN, SHMEM_SPIN",
        "SHMEM_SIPN, SHMEM_SPIN",
        "SHMEM_spin, SHMEM_SPIN",
        "SHMEM_TIME_OUT, SHMEM_TIMEOUT",
        "SHMEM_SYMETRIC_SIZE, SHMEM_SYMMETRIC_SIZE",
        "SHMEM_SYMMETRIC_HEAP_SIZE, SHMEM_SYMMETRIC_SIZE",
        "SHMEM_HUGEPAGES, SHMEM_HUGE_PAGES",
        "SMA_SYMMETRIC_SIZ, SMA_SYMMETRIC_SIZE"
    })
    void shouldWarnOfAMisspeltVariable(String variable, String meant) {
        final List<String> warnings = of(Map.of(variable, "1")).warnings();
        assertEquals(1, warnings.size());
        assertTrue(warnings.get(0).contains(variable + " "), warnings.get(0));
        assertTrue(warnings.get(0).contains(" " + meant + "?"), warnings.get(0));
    }

    /** Other libraries' variables, of OpenSHMEM implementations as well. */
    @Test
    void shouldSayNothingOfForeignVariables() {
        final Map<String, String> foreign = new HashMap<>();
        for (String name : new String[] {
            "SHMEM_COLL_CROSSOVER",
            "SHMEM_BARRIER_ALGORITHM",
            "SHMEM_MAX_BOUNCE_BUFFERS",
            "SHMEM_TRAP_ON_ABORT",
            "SHMEM_SYMMETRIC_HEAP_USE_MALLOC",
            "SHMEM_CMA_PUT_MAX",
            "SHMEM_BACKTRACE",
            "SHMEM_TEAMS_MAX",
            "SHMEM_TCK_LONG",
            "SHMEM_HOSTS",
            "SMA_BOUNCE",
            "SHMEM",
            "SHMEM_",
            "SPINN"
        }) {
            foreign.put(name, "1");
        }
        for (Setting setting : Setting.values()) {
            foreign.put(setting.variable(), setting.fallback());
        }
        assertEquals(List.of(), of(foreign).warnings());
    }

    @ParameterizedTest
    @CsvSource({
        "jshmem.spinn, did you mean jshmem.spin?",
        "jshmem.symmetric_size, did you mean jshmem.symmetric.size?",
        "jshmem.SPIN, did you mean jshmem.spin?",
        "jshmem.colour, is no setting"
    })
    void shouldWarnOfAnyUnknownProperty(String property, String text) {
        final Properties properties = new Properties();
        properties.setProperty(property, "1");
        properties.setProperty("jshmem.timeout", "3");
        properties.setProperty("other.spinn", "3");
        final List<String> warnings = Configuration.of(Map.of(), properties).warnings();
        assertEquals(1, warnings.size());
        assertTrue(warnings.get(0).contains(property + " ") && warnings.get(0).contains(text), warnings.get(0));
    }

    /** The limits of each number, and what is beyond them by one. */
    @ParameterizedTest
    @CsvSource({
        "SHMEM_TIMEOUT, 0, 999999, , 1000000",
        "SHMEM_INIT_TIMEOUT, 0, 999999, , 1000000",
        "SHMEM_BOUNCE_SIZE, 0, 1048576, , 1048577",
        "SHMEM_FLOW_BUFFER, 64, 1048576, 63, 1048577",
        "SHMEM_NB_REQUESTS, 1, 1024, 0, 1025",
        "SHMEM_RENDEZVOUS_PE, 0, 999999999, -1, 1000000000",
        "SHMEM_RENDEZVOUS_NPES, 0, 999999999, -1, 1000000000",
    })
    void shouldTakeNumbersUpToTheirLimits(String variable, String least, String most, String less, String more) {
        for (String value : List.of(least, most)) {
            assertEquals(value, of(Map.of(variable, value)).get(setting(variable)));
        }
        for (String value : less == null ? List.of(more) : List.of(less, more)) {
            final String message = message(Map.of(variable, value));
            assertTrue(message.startsWith(variable + "=") && message.contains(value), message);
        }
    }

    private static Setting setting(String variable) {
        return Setting.valueOf(variable.substring("SHMEM_".length()));
    }

    @Test
    void shouldGiveNumbersAsTheyAre() {
        final Configuration configuration = of(Map.of(
                "SHMEM_TIMEOUT", "77",
                "SHMEM_INIT_TIMEOUT", "88",
                "SHMEM_BOUNCE_SIZE", "99",
                "SHMEM_FLOW_BUFFER", "1000",
                "SHMEM_NB_REQUESTS", "5",
                "SHMEM_SYMMETRIC_SIZE", "3G",
                "SHMEM_SHARED_SIZE", "5G"));
        assertEquals(77, configuration.timeoutSeconds());
        assertEquals(77, configuration.initTimeoutSeconds(), "the shorter one");
        assertEquals(99, configuration.bounceBytes());
        assertEquals(1000, configuration.flowBufferBytes());
        assertEquals(5, configuration.openRequests());
        assertEquals(3L << 30, configuration.heapBytes());
        assertEquals(5L << 30, configuration.sharedBytes());
    }

    /** 0 is no limit. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, INIT_TIMEOUT, 0",
        "5, 0, TIMEOUT, 5",
        "0, 5, INIT_TIMEOUT, 5",
        "5, 5, INIT_TIMEOUT, 5",
        "4, 5, TIMEOUT, 4",
        "6, 5, INIT_TIMEOUT, 5"
    })
    void shouldApplyTheShorterTimeoutToInit(String timeout, String init, Setting which, int seconds) {
        final Configuration configuration = of(Map.of("SHMEM_TIMEOUT", timeout, "SHMEM_INIT_TIMEOUT", init));
        assertEquals(which, configuration.initTimeout());
        assertEquals(seconds, configuration.initTimeoutSeconds());
        assertEquals(seconds, configuration.bootstrap().limitSeconds());
    }

    @ParameterizedTest
    @CsvSource({"auto, auto, none", "oshmem, auto, ''", "native:/opt/lib.so, auto, /opt/lib.so", "auto, single, none"})
    void shouldKnowTheNativeLibrary(String transport, String bootstrap, String library) {
        final Configuration configuration = of(Map.of("SHMEM_TRANSPORT", transport, "SHMEM_BOOTSTRAP", bootstrap));
        assertEquals(library.equals("none") ? null : library, configuration.nativeLibrary());
    }

    @ParameterizedTest
    @CsvSource({
        "native:, auto, auto, 'is not auto, oshmem or native:FILE'",
        "ofi, auto, auto, 'is not auto, oshmem or native:FILE'",
        "oshmem, cma, auto, SHMEM_SHR=cma and SHMEM_TRANSPORT=oshmem exclude each other",
        "native:x, auto, pmix, SHMEM_BOOTSTRAP=pmix and SHMEM_TRANSPORT=native:x exclude each other",
    })
    void shouldRefuseANativeLibraryThatCannotBe(String transport, String shr, String bootstrap, String text) {
        final String message =
                message(Map.of("SHMEM_TRANSPORT", transport, "SHMEM_SHR", shr, "SHMEM_BOOTSTRAP", bootstrap));
        assertTrue(message.contains(text), message);
    }

    /** Nothing is excluded where the library is not used. */
    @Test
    void shouldIgnoreTheNativeLibraryInAJobOfOnePe() {
        final Configuration single =
                of(Map.of("SHMEM_TRANSPORT", "oshmem", "SHMEM_BOOTSTRAP", "single", "SHMEM_SHR", "cma"));
        assertEquals(null, single.nativeLibrary());
    }

    @Test
    void shouldNotShowASecret() {
        final Configuration configuration = of(Map.of("SHMEM_RENDEZVOUS_SECRET", "0123456789abcdef"));
        assertEquals("...", configuration.shown(Setting.RENDEZVOUS_SECRET));
        assertFalse(configuration.describe().contains("0123456789abcdef"));
        assertEquals("", of(Map.of()).shown(Setting.RENDEZVOUS_SECRET));
    }

    @Test
    void shouldTellTheBootstrapWhatItNeeds() {
        final BootstrapSettings settings = of(Map.of(
                        "SHMEM_BOOTSTRAP", "rendezvous",
                        "SHMEM_RENDEZVOUS_ADDRESS", "login1:4711",
                        "SHMEM_RENDEZVOUS_PE", "3",
                        "SHMEM_RENDEZVOUS_NPES", "8",
                        "SHMEM_RENDEZVOUS_SECRET", "0123456789abcdef"))
                .bootstrap();
        assertEquals(new BootstrapSettings("rendezvous", "login1:4711", "3", "8", "0123456789abcdef", 120), settings);
    }

    @Test
    void shouldKnowThatAPropertySetsAFlag() {
        final Properties properties = new Properties();
        properties.setProperty("jshmem.info", "");
        final Configuration configuration = Configuration.of(Map.of(), properties);
        assertTrue(configuration.isSet(Setting.INFO));
        assertFalse(configuration.isSet(Setting.VERSION));
        final String text = configuration.describe();
        assertTrue(text.contains("  SHMEM_INFO             set          flag               default -      "), text);
        assertTrue(text.contains("  SHMEM_VERSION          not set      flag               default -      "), text);
        assertTrue(text.contains("  SHMEM_SHR              auto         auto, cma or off   default auto   "), text);
    }

    @Test
    void shouldSayAllOfAWarning() {
        assertEquals(
                List.of("SHMEM_SPINN is no setting of JSHMEM, and has no effect; did you mean SHMEM_SPIN?"),
                of(Map.of("SHMEM_SPINN", "1")).warnings());
        final Properties properties = new Properties();
        properties.setProperty("jshmem.colour", "1");
        assertEquals(
                List.of("jshmem.colour is no setting of JSHMEM, and has no effect; docs/configuration.md lists them"),
                Configuration.of(Map.of(), properties).warnings());
    }

    /** One mistake in three characters, and exchanged ones are one mistake. */
    @ParameterizedTest
    @CsvSource({
        "SHMEM_HSR, SHMEM_SHR",
        "SHMEM_SRH, SHMEM_SHR",
        "SHMEM_SHRX, SHMEM_SHR",
        "SHMEM_SR, SHMEM_SHR",
        "SHMEM_RHS, none",
        "SHMEM_SXX, none",
        "SHMEM_CHEXXS, SHMEM_CHECKS",
        "SHMEM_CHXXXS, none",
        "SHMEM_XXECKS, SHMEM_CHECKS",
        "SHMEM_HCECSK, SHMEM_CHECKS",
        "SHMEM_RENDEXXXXX_SECRET, SHMEM_RENDEZVOUS_SECRET",
        "SHMEM_RENDXXXXXX_SECRET, none",
        "SMA_DEBGU, SMA_DEBUG",
        "SMA_SHRX, none",
    })
    void shouldTakeOneMistakeInThreeCharacters(String variable, String meant) {
        final List<String> warnings = of(Map.of(variable, "1")).warnings();
        assertEquals(meant.equals("none") ? 0 : 1, warnings.size(), () -> "" + warnings);
        if (!warnings.isEmpty()) {
            assertTrue(warnings.get(0).endsWith("did you mean " + meant + "?"), warnings.get(0));
        }
    }

    private static String message(Map<String, String> environment) {
        return assertThrows(ShmemException.class, () -> of(environment)).getMessage();
    }

    private static Configuration of(Map<String, String> environment) {
        return Configuration.of(environment, new Properties());
    }
}
