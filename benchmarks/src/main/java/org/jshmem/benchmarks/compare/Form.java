package org.jshmem.benchmarks.compare;

import java.util.Optional;
import java.util.function.Function;

/**
 * One way to do something, in C or in Java.
 *
 * @param name for people
 * @param job runs it, and says what a record costs; empty if it does not end in time, or fails
 */
record Form(String name, Function<Place, Optional<RecordCost>> job) {}
