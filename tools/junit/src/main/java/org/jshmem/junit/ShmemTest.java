package org.jshmem.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jshmem.ThreadLevel;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that runs on several PEs, each in a separate JVM.
 *
 * <pre>{@code
 * class RingTest {
 *     @ShmemTest(pes = 4)
 *     void shouldBeSentTheNumberOfThePreviousPe() {
 *         try (SymmetricLongs box = mallocLongs(1)) {
 *             p(box, myPe(), (myPe() + 1) % nPes());
 *             barrierAll();
 *             assertEquals((myPe() + nPes() - 1) % nPes(), box.get(0));
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p><b>What runs where.</b> The JVM of the build tool or IDE reports the results. The PEs get its class path, so
 * nothing need be installed. On each PE the library is initialised before the test class is, and shut down after the
 * method. Methods with {@code BeforeEach} and {@code AfterEach} run only on the PEs. The constructor and methods with
 * {@code BeforeAll} and {@code AfterAll} run on the PEs and also in the JVM that reports. That JVM has no symmetric
 * memory, so allocate in {@code BeforeEach} or in the test. System properties, agents and other options of the JVM that
 * reports are not passed to the PEs; set those that the PEs need in {@link #jvmOptions}.
 *
 * <p><b>Failures.</b> A test fails if it fails on one PE. The job is then ended, and the failures of all PEs are
 * reported with their stack traces. A test also fails if a PE ends in another way, or when its time is over. The output
 * of the PEs appears as the output of the test.
 *
 * <p>If an assumption does not hold on a PE, the test is aborted, and the job is ended half a second later unless the
 * test has ended on all PEs. If the test fails on another PE by then, or a PE ends in another way, it counts as failed.
 * On the PE that ends the job, methods with {@code AfterEach} and the like do not run: other PEs may not come to the
 * collective operations in them.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ExtendWith(ShmemTestExtension.class)
public @interface ShmemTest {
    /**
     * The numbers of PEs; the test runs once for each number.
     *
     * @return one or more numbers, each at least 1
     */
    int[] pes() default 2;

    /**
     * How PEs reach each other; the test runs once for each route.
     *
     * @return one or more routes
     */
    Route[] routes() default Route.AUTO;

    /**
     * The size of each PE's symmetric heap, in the form of {@code SHMEM_SYMMETRIC_SIZE}.
     *
     * @return a size such as {@code 64M}; empty for the size that the environment or the library sets
     */
    String heapSize() default "";

    /**
     * The thread level that the library is initialised with. JUnit may run the methods of a test on several threads,
     * one after the other. {@code SINGLE} and {@code FUNNELED} do not allow that.
     *
     * @return the level
     */
    ThreadLevel threads() default ThreadLevel.SERIALIZED;

    /**
     * The time limit of the job; after that time the job is ended and the test fails.
     *
     * @return seconds, at least 1
     */
    int timeoutSeconds() default 60;

    /**
     * Environment variables of the PEs, in addition to those of the JVM that reports.
     *
     * @return variables, each in the form {@code NAME=VALUE}
     */
    String[] environment() default {};

    /**
     * Options of the PEs' JVMs.
     *
     * @return options, such as {@code -Xmx1g}
     */
    String[] jvmOptions() default {};
}
