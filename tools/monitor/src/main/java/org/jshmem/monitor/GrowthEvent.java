package org.jshmem.monitor;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** A PE has taken more of the shared heap. */
@Name("org.jshmem.SharedHeapGrowth")
@Label("SHMEM shared heap growth")
@Description("A PE has taken pieces of its node's shared heap, and claimed memory for them")
@Category("JSHMEM")
final class GrowthEvent extends Event {
    @Label("PE")
    int pe;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Time taken")
    @Timespan(Timespan.NANOSECONDS)
    long took;
}
