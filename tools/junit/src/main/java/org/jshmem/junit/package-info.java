/**
 * Tests on several PEs: {@link org.jshmem.junit.ShmemTest} in place of JUnit's {@code Test}.
 *
 * <p>Such a test runs in JVMs of its own, one for each PE, which the JVM of the build tool or IDE starts and awaits.
 * JUnit runs in all of them: in the first to report, in the PEs to run the method with all that belongs to it.
 */
package org.jshmem.junit;
