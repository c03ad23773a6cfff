package org.jshmem.benchmarks.compare;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Something that is done in several forms.
 *
 * @param name for people
 * @param c the forms in C
 * @param java the forms in Java; the first one is compared with C
 * @param bar the largest good ratio of that one to the fastest in C
 */
record FlowTask(String name, List<Form> c, List<Form> java, OptionalDouble bar) {
    /** What has no counterpart in C. */
    static FlowTask inJava(String name, Form... forms) {
        return new FlowTask(name, List.of(), List.of(forms), OptionalDouble.empty());
    }

    Stream<Form> forms() {
        return Stream.concat(c.stream(), java.stream());
    }
}
