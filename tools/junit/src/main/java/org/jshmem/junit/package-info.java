/**
 * JUnit tests that run on several PEs: use {@link org.jshmem.junit.ShmemTest} in place of JUnit's {@code Test}.
 *
 * <p>The JVM of the build tool or IDE starts a separate JVM for each PE and waits for all of them. JUnit runs in all
 * these JVMs: in the first one it reports the result, and in the PEs it runs the test method with its set-up and
 * tear-down methods.
 */
package org.jshmem.junit;
