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
 * A test method that runs on several PEs, each a JVM of its own.
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
 * <p><b>What runs where.</b> PEs have the class path of the JVM that runs the tests, so that nothing need be installed.
 * On each PE the library is initialised before the test class is, and shut down after the method. The methods with
 * {@code BeforeEach} and {@code AfterEach} run on the PEs only; those with {@code BeforeAll} and {@code AfterAll}, and
 * the constructor, run on the PEs, and in the JVM that reports too, where there is no symmetric memory: allocate in
 * {@code BeforeEach} or in the test. System properties, agents and other options of the JVM that reports are not passed
 * on: what PEs need of them is said in {@link #jvmOptions}.
 *
 * <p><b>Failures.</b> A test fails when it does on one PE. The job is ended then, and the failures of all PEs that had
 * one are reported, with their stacks. It fails too when a PE ends in another way, or when the time is over. What PEs
 * print appears as the output of the test.
 *
 * <p>An assumption that does not hold on a PE aborts the test, unless it fails on another.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@ExtendWith(ShmemTestExtension.class)
public @interface ShmemTest {
    /**
     * How many PEs; the test runs once for each number.
     *
     * @return numbers from 1 on
     */
    int[] pes() default 2;

    /**
     * How PEs reach each other; the test runs once for each way.
     *
     * @return the ways
     */
    Route[] routes() default Route.AUTO;

    /**
     * The size of each PE's symmetric heap, as {@code SHMEM_SYMMETRIC_SIZE} has it.
     *
     * @return for instance {@code 64M}; empty for what the environment or the library says
     */
    String heapSize() default "";

    /**
     * The level of thread support that the library is initialised with. JUnit may run the methods of a test on several
     * threads, one after the other, which {@code SINGLE} and {@code FUNNELED} do not allow.
     *
     * @return the level
     */
    ThreadLevel threads() default ThreadLevel.SERIALIZED;

    /**
     * After this time the job is ended, and the test fails.
     *
     * @return seconds, at least 1
     */
    int timeoutSeconds() default 60;

    /**
     * Variables of the PEs' environment, beside those of the JVM that reports.
     *
     * @return each as {@code NAME=VALUE}
     */
    String[] environment() default {};

    /**
     * Options of the PEs' JVMs.
     *
     * @return each as {@code -Xmx1g}
     */
    String[] jvmOptions() default {};
}
