package org.jshmem.monitor;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** An operation that may wait for other PEs, from its begin to its end. */
@Name("org.jshmem.Operation")
@Label("SHMEM operation")
@Description("A collective, an allocation, a lock, a quiet, or a message: what may wait for other PEs")
@Category("JSHMEM")
@Threshold("1 ms")
class OperationEvent extends Event {
    @Label("Operation")
    String operation;

    @Label("PE")
    int pe;

    @Label("Target PE")
    @Description("-1 for none")
    int target;

    @Label("Bytes")
    @DataAmount
    long bytes;
}
