package org.jshmem.monitor;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Something went wrong. */
@Name("org.jshmem.Problem")
@Label("SHMEM problem")
@Description("A warning or an exception of the library, a slow network, or why this PE ends the job, such as a"
        + " connection that is gone")
@Category("JSHMEM")
final class ProblemEvent extends Event {
    @Label("PE")
    @Description("-1 before init")
    int pe;

    @Label("Text")
    String text;

    @Label("Ends the job")
    boolean endsTheJob;
}
