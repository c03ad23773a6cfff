package org.jshmem.benchmarks.compare;

import java.util.Optional;
import java.util.function.Function;

/**
 * One way to do something, in C or in Java.
 *
 * @param name for people
 * @param job runs it and returns the cost of a record; empty if the job fails or does not end in time
 */
record Form(String name, Function<Place, Optional<RecordCost>> job) {}
