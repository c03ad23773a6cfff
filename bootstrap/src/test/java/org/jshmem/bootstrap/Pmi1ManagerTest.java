package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class Pmi1ManagerTest {
    @Test
    void shouldLearnWhoItIsFromThePort() throws Exception {
        try (Pmi1Server server = new Pmi1Server(3, "(vector,(0,2,2))")) {
            final Pmi1Manager manager = Pmi1Manager.connect(server.environment(2));
            assertEquals(2, manager.pe());
            assertEquals(3, manager.nPes());
            assertFalse(manager.namesProcesses());
            assertArrayEquals(new int[] {0, 0, 1}, manager.nodes());
            assertArrayEquals(new int[] {0, 0, 1}, manager.nodes());
            assertEquals(
                    1,
                    Collections.frequency(server.received, "cmd=get kvsname=kvs_7 key=PMI_process_mapping"),
                    "it asks once");
            assertTrue(manager.describe().startsWith("PMI-1 (TCP 127.0.0.1:"), manager.describe());
        }
    }

    @Test
    void shouldKnowWhoOfItsNodeHasJoined() throws Exception {
        try (Pmi1Server server = new Pmi1Server(3, "(vector,(0,2,2))")) {
            final Membership one = Pmi1Manager.connect(server.environment(1)).join();
            assertEquals("not there: PE 0 of this node", one.describe());
            assertTrue(one.isReporter());
            final Membership zero = Pmi1Manager.connect(server.environment(0)).join();
            for (Membership each : new Membership[] {zero, one}) {
                assertEquals("all of this node are there; not all of PE 2 on other nodes", each.describe());
                assertEquals("", each.ended());
            }
            assertTrue(zero.isReporter());
            assertFalse(one.isReporter());
        }
    }

    @Test
    void shouldTakeEachPeForANodeWhereTheLauncherDoesNotSay() throws Exception {
        try (Pmi1Server server = new Pmi1Server(2, null)) {
            assertArrayEquals(
                    new int[] {0, 1}, Pmi1Manager.connect(server.environment(0)).nodes());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 1024, 70_000})
    void shouldCutLongValuesIntoPieces(int longestValue) throws Exception {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        try (Pmi1Server server = new Pmi1Server(2, "(vector,(0,1,2))", longestValue)) {
            final Pmi1Manager zero = Pmi1Manager.connect(server.environment(0));
            final Pmi1Manager one = Pmi1Manager.connect(server.environment(1));
            for (int bytes :
                    new int[] {0, 1, 2, 3, 182, 183, 184, 185, 186, 660, 663, 760, 768, 10_000, random.nextInt(50_000)
                    }) {
                // The last size may be one of those before it, and a key has one value only.
                final String key = "key" + server.space.size();
                final byte[] value = new byte[bytes];
                random.nextBytes(value);
                zero.put(key, value);
                final var other = CompletableFuture.runAsync(one::fence);
                zero.fence();
                other.get(10, TimeUnit.SECONDS);
                assertArrayEquals(value, one.get(0, key), "seed " + seed + " bytes " + bytes);
            }
        }
    }

    /** Hydra answers a request for what it does not have with an error, Flux with an empty value. */
    @ParameterizedTest
    @NullAndEmptySource
    void shouldTakeNoMappingForUnknown(String mapping) throws Exception {
        try (Pmi1Server server = new Pmi1Server(3, mapping)) {
            assertArrayEquals(
                    new int[] {0, 1, 2},
                    Pmi1Manager.connect(server.environment(0)).nodes());
        }
    }

    @Test
    void shouldSayWhatTheLauncherAnswered() throws Exception {
        final Pmi1Manager manager;
        try (Pmi1Server server = new Pmi1Server(1, null)) {
            manager = Pmi1Manager.connect(server.environment(0));
            final ShmemException error = assertThrows(ShmemException.class, () -> manager.get(0, "nothing"));
            assertTrue(error.getMessage().contains("rc=-1 msg=key_nothing-0.0_not_found"), error.getMessage());
        }
        final ShmemException gone = assertThrows(ShmemException.class, manager::fence);
        assertTrue(gone.getMessage().contains("the launcher does not answer at TCP 127.0.0.1"), gone.getMessage());
    }

    /** What is wrong, with the beginning of what was said. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "init           | cmd=other rc=0             | the launcher answers \"cmd=other rc=0\" to PMI-1's"
                        + " \"init pmi_version=1 pmi_subversion=1\"",
                "init           | cmd=response_to_init rc=2  | the launcher answers \"cmd=response_to_init rc=2\" to",
                "init           | nonsense                   | the launcher answers \"nonsense\" to PMI-1's \"init",
                "get_maxes      | cmd=maxes keylen_max=64    | the launcher speaks PMI-1 and does not say vallen_max;"
                        + " start PEs by mpiexec.hydra or srun --mpi=pmi2",
                "get_maxes      | cmd=maxes vallen_max=1k    | vallen_max=1k, said by the launcher, is not a number",
                "get_my_kvsname | cmd=my_kvsname =x kvsname  | the launcher speaks PMI-1 and does not say kvsname",
            })
    void shouldSayWhatIsWrongWithAnAnswer(String command, String answer, String message) throws Exception {
        try (Pmi1Server server = new Pmi1Server(1, null)) {
            server.wrongAnswers.put(command, answer);
            final var error = assertThrows(ShmemException.class, () -> Pmi1Manager.connect(server.environment(0)));
            assertTrue(error.getMessage().startsWith(message), error.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({"91, false", "92, true"})
    void shouldShortenALongAnswer(int letters, boolean isShortened) throws Exception {
        try (Pmi1Server server = new Pmi1Server(1, null)) {
            server.wrongAnswers.put("init", "cmd=none " + "x".repeat(letters));
            final var error = assertThrows(ShmemException.class, () -> Pmi1Manager.connect(server.environment(0)));
            assertTrue(
                    error.getMessage().contains("\"cmd=none " + "x".repeat(91) + (isShortened ? "…\" to" : "\" to")),
                    error.getMessage());
        }
    }

    /** A piece has room for four letters and what stands before them. */
    @Test
    void shouldNeedRoomForAPieceOfAValue() throws Exception {
        try (Pmi1Server server = new Pmi1Server(1, null, 15)) {
            final var error = assertThrows(ShmemException.class, () -> Pmi1Manager.connect(server.environment(0)));
            assertTrue(
                    error.getMessage().startsWith("the launcher's PMI-1 takes values too short for anything: {"),
                    error.getMessage());
            assertTrue(error.getMessage().contains("vallen_max=15"), error.getMessage());
        }
        try (Pmi1Server server = new Pmi1Server(1, null, 16)) {
            final Pmi1Manager manager = Pmi1Manager.connect(server.environment(0));
            manager.put("key", new byte[] {1, 2, 3, 4, 5});
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, manager.get(0, "key"));
            assertEquals(Map.of("key-0.0", "2.AQID", "key-0.1", "BAU"), server.space);
        }
    }

    @ParameterizedTest
    @CsvSource({"PMI_ID, does not say PMI_ID", "PMI_PORT, 'cannot reach the launcher at PMI_PORT=nowhere ('"})
    void shouldSayWhatTheEnvironmentLacks(String variable, String message) {
        final Map<String, String> environment = variable.equals("PMI_ID")
                ? Map.of("PMI_PORT", "127.0.0.1:1")
                : Map.of(
                        "PMI_PORT",
                        "nowhere",
                        "PMI_ID",
                        "of " + ProcessHandle.current().pid());
        final var error = assertThrows(ShmemException.class, () -> Pmi1Manager.connect(environment));
        assertTrue(error.getMessage().contains(message), error.getMessage());
    }

    @Test
    void shouldAbortAndFinish() throws Exception {
        try (Pmi1Server server = new Pmi1Server(2, null)) {
            Pmi1Manager.connect(server.environment(0)).finish();
            Pmi1Manager.connect(server.environment(1)).abort(42, "a reason with blanks");
            while (!server.received.contains("cmd=abort exitcode=42")) {
                Thread.sleep(1);
            }
            assertTrue(server.received.contains("cmd=finalize"));
        }
    }

    @Test
    void shouldBeOneProcessOnly() throws Exception {
        try (Pmi1Server server = new Pmi1Server(2, null)) {
            final Map<String, String> environment = server.environment(0);
            final String told = environment.get("PMI_PORT") + " " + environment.get("PMI_ID");
            final long other = Libc.listenAbstract(ProcessClaim.name(told), 1);
            try {
                final ShmemException error = assertThrows(ShmemException.class, () -> Pmi1Manager.connect(environment));
                assertTrue(
                        error.getMessage().contains("another process is the PE that PMI_PORT speaks of"),
                        error.getMessage());
            } finally {
                Libc.close((int) other);
            }
            assertEquals(0, Pmi1Manager.connect(environment).pe());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, PMI_SIZE=0 is not a number of PEs from 1 to",
        "0, -1, PMI_SIZE=-1 is not",
        "0, 100000000, PMI_SIZE=100000000 is not",
        "0, 99999999999999999999, PMI_SIZE=99999999999999999999 is not",
        "0, two, PMI_SIZE=two is not",
        "2, 2, 'PMI_RANK=2 is not a PE from 0 to 1, as PMI_SIZE=2'",
        "-1, 2, PMI_RANK=-1 is not a PE",
        "x, 2, PMI_RANK=x is not a PE"
    })
    void shouldRejectNumbersThatAreNone(String rank, String size, String message) {
        final Map<String, String> environment = Map.of("PMI_FD", "0", "PMI_RANK", rank, "PMI_SIZE", size);
        final ShmemException error = assertThrows(ShmemException.class, () -> Pmi1Manager.connect(environment));
        assertTrue(error.getMessage().startsWith(message), error.getMessage());
        assertTrue(error.getMessage().contains("SHMEM_BOOTSTRAP=single"), error.getMessage());
    }

    @Test
    void shouldRejectNumbersThatAreNoneFromThePort() throws Exception {
        try (Pmi1Server server = new Pmi1Server(2, null)) {
            final ShmemException error =
                    assertThrows(ShmemException.class, () -> Pmi1Manager.connect(server.environment(7)));
            assertTrue(error.getMessage().startsWith("rank=7 is not a PE from 0 to 1, as size=2"), error.getMessage());
        }
    }

    @Test
    void shouldRejectAValueThatNoPeHasGiven() throws Exception {
        try (Pmi1Server server = new Pmi1Server(1, null)) {
            final Pmi1Manager manager = Pmi1Manager.connect(server.environment(0));
            for (String nonsense : new String[] {"", "1", "x.AA", "1.=!", "-1.", "99999999999.AA"}) {
                server.space.put("key-0.0", nonsense);
                final ShmemException error = assertThrows(ShmemException.class, () -> manager.get(0, "key"), nonsense);
                assertTrue(error.getMessage().contains("key-0.0"), error.getMessage());
            }
        }
    }

    @Test
    void shouldRejectADescriptorThatIsNotOpen() {
        final Map<String, String> environment = Map.of("PMI_FD", "987", "PMI_RANK", "0", "PMI_SIZE", "2");
        final ShmemException error = assertThrows(ShmemException.class, () -> Pmi1Manager.connect(environment));
        assertTrue(error.getMessage().contains("PMI_FD=987 is not an open socket"), error.getMessage());
    }

    @Test
    void shouldRejectAPortWhereNobodyListens() throws Exception {
        final Map<String, String> environment;
        try (Pmi1Server server = new Pmi1Server(1, null)) {
            environment = server.environment(0);
        }
        final ShmemException error = assertThrows(ShmemException.class, () -> Pmi1Manager.connect(environment));
        assertTrue(error.getMessage().contains("cannot reach the launcher at PMI_PORT=127.0.0.1"), error.getMessage());
    }
}
