package org.jshmem.monitor;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jshmem.spi.Awaited;

/**
 * A wait for a variable, from its first look in vain to its last one. It is told at the thread's next operation, whose
 * stack would be another one.
 */
@Name("org.jshmem.Wait")
@Label("SHMEM wait")
@Description("A wait for a variable of this PE that another PE changes: waitUntil and its kin, signalWaitUntil")
@Category("JSHMEM")
@StackTrace(false)
@Threshold("1 ms")
final class WaitEvent extends Event {
    @Label("PE")
    int pe;

    @Label("Awaited")
    @Description("The variable, and what it was when this was told")
    String awaited;

    /** From which that is made. */
    transient Awaited what;

    transient long where;
}
