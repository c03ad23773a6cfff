package org.jshmem.monitor;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** What a PE uses of its network, once a second. */
@Name("org.jshmem.Network")
@Label("SHMEM network")
@Description("Registered memory and retries of a PE since init; only where there is a network")
@Category("JSHMEM")
@Period("1 s")
@StackTrace(false)
final class NetworkEvent extends Event {
    @Label("PE")
    int pe;

    @Label("Registered")
    @DataAmount
    long registeredBytes;

    @Label("Retries")
    @Description("Operations that had to be started again, since a queue of the network was full")
    long retries;
}
