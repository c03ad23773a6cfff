package org.jshmem.monitor;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jshmem.spi.FlowFigures;

/** What a flow has done on a PE: once a second, and at its end. */
@Name("org.jshmem.Flow")
@Label("SHMEM flow")
@Description("What a flow has done on a PE since it was made: once a second, and at its end")
@Category("JSHMEM")
@Period("1 s")
@StackTrace(false)
final class FlowEvent extends Event {
    @Label("PE")
    int pe;

    @Label("Records")
    @Description("The record class or primitive type that the flow carries, or the class that uses the flow")
    String kind;

    @Label("Made at")
    String origin;

    @Label("Has ended")
    boolean hasEnded;

    @Label("Records sent")
    long sent;

    @Label("Records handled")
    long handled;

    @Label("Buffers sent")
    long buffers;

    @Label("Buffers not full")
    @Description("Buffers that were sent before they were full")
    long buffersNotFull;

    @Label("Bytes sent")
    @DataAmount
    long bytes;

    @Label("Fill of buffers")
    @Description("How full buffers were when they were sent, on average")
    @Percentage
    double fill;

    @Label("Time in handlers")
    @Timespan(Timespan.NANOSECONDS)
    long handlerTime;

    @Label("Waits for room")
    long waits;

    @Label("Time of waits")
    @Timespan(Timespan.NANOSECONDS)
    long waitTime;

    @Label("Records overflowed")
    @Description("Records of handlers that had no room in a buffer")
    long overflowed;

    @Label("Memory")
    @DataAmount
    long memoryBytes;

    /** Takes the figures, and makes the event. */
    static void commit(int pe, FlowFigures figures, boolean hasEnded) {
        final FlowEvent event = new FlowEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.pe = pe;
        event.kind = figures.kind();
        event.origin = figures.origin();
        event.hasEnded = hasEnded;
        event.sent = figures.sent();
        event.handled = figures.handled();
        event.buffers = figures.buffers();
        event.buffersNotFull = figures.buffersNotFull();
        event.bytes = figures.bytes();
        event.fill = figures.fill();
        event.handlerTime = figures.handlerNs();
        event.waits = figures.waits();
        event.waitTime = figures.waitNs();
        event.overflowed = figures.overflowed();
        event.memoryBytes = figures.memoryBytes();
        event.commit();
    }
}
