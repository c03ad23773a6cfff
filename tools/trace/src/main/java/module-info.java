/** A tool that records what all PEs do over time, and the program that makes pages and reports of it. */
module org.jshmem.trace {
    requires org.jshmem;
    requires info.picocli;
    requires java.management;

    opens org.jshmem.trace to
            info.picocli;

    provides org.jshmem.spi.ShmemTool with
            org.jshmem.trace.Trace;
}
