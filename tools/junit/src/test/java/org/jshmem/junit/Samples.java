package org.jshmem.junit;

import static org.jshmem.Shmem.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** Tests of a user; {@link ShmemTestTest} runs them. */
class Samples {
    private SymmetricLongs box;

    /** As an extension may do something collective after a test. */
    @AutoClose
    @SuppressWarnings("unused") // JUnit reads it
    private AutoCloseable atEnd = () -> {};

    @BeforeEach
    void allocate() {
        box = mallocLongs(1);
    }

    @AfterEach
    void release() {
        box.close();
    }

    @ShmemTest(pes = {1, 2, 4})
    void passes() {
        p(box, myPe(), (myPe() + 1) % nPes());
        barrierAll();
        assertEquals((myPe() + nPes() - 1) % nPes(), box.get(0));
    }

    @ShmemTest(routes = {Route.AUTO, Route.CMA})
    void passesOnRoutes() {
        assertEquals(2, nPes());
        assertNotNull(System.getenv("SHMEM_SHR"));
    }

    @ShmemTest
    void hasBeforeEach() {
        assertTrue(TestedPe.isHere());
        assertNotNull(box);
    }

    @ShmemTest(
            heapSize = "8M",
            threads = ThreadLevel.MULTIPLE,
            environment = "COLOUR=green",
            jvmOptions = {"-Dshape=round", "-Dpe=%{pe}"})
    void hasSettings() {
        assertEquals("8M", System.getenv("SHMEM_SYMMETRIC_SIZE"));
        assertEquals(ThreadLevel.MULTIPLE, queryThread());
        assertEquals("green", System.getenv("COLOUR"));
        assertEquals("round", System.getProperty("shape"));
        assertEquals(myPe(), Integer.getInteger("pe"));
    }

    @ShmemTest
    void failsOnOne() {
        assertEquals(5, 5 + myPe(), "of one");
        barrierAll();
    }

    @ShmemTest(timeoutSeconds = 30)
    void failsWhileOthersWait() {
        atEnd = Shmem::barrierAll;
        assertEquals(0, myPe(), "of one");
        waitUntil(box, Cmp.EQ, 7);
    }

    @ShmemTest(timeoutSeconds = 20)
    void leavesAThread() {
        new Thread(LockSupport::park).start();
    }

    @ShmemTest(pes = 3)
    void failsOnAll() {
        throw new IllegalStateException("of PE " + myPe(), new IOException("below"));
    }

    @ShmemTest
    void isRefused() {
        p(box, 1L, 2);
    }

    @ShmemTest
    void isKilled() {
        if (myPe() == 1) {
            Runtime.getRuntime().halt(137);
        }
        barrierAll();
    }

    @ShmemTest(timeoutSeconds = 8)
    void hangs() throws InterruptedException {
        Thread.sleep(60_000);
    }

    @ShmemTest(timeoutSeconds = 30)
    void waitsInVain() {
        waitUntil(box, Cmp.EQ, 7);
    }

    @ShmemTest
    void assumes() {
        assumeTrue(myPe() == 0, "on Sundays");
    }

    @ShmemTest(timeoutSeconds = 30)
    void assumesWhileOthersWait() {
        assumeTrue(myPe() == 0, "on Mondays");
        waitUntil(box, Cmp.EQ, 7);
    }

    @ShmemTest
    void assumesBeforeAPeIsKilled() {
        assumeTrue(myPe() == 0, "on Tuesdays");
        Runtime.getRuntime().halt(137);
    }

    @ShmemTest(environment = "=5")
    void hasAWrongSetting() {
        fail("not reached");
    }
}
