/**
 * What the stress tests share. The tests themselves are in the packages of what they test, and end in {@code Stress}; a
 * method is an actor, run by a thread of its own against every other actor of its class, millions of times.
 */
package org.jshmem.stress;
