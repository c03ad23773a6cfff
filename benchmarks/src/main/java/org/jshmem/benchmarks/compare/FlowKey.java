package org.jshmem.benchmarks.compare;

/**
 * A form of a task somewhere.
 *
 * @param place where the PEs run
 * @param task the task's name
 * @param form the form's name
 */
record FlowKey(Place place, String task, String form) {
    @Override
    public String toString() {
        return task + ", " + place + ", " + form;
    }
}
