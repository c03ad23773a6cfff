/** A tool that shows what PEs do, and the program that looks. */
module org.jshmem.monitor {
    requires org.jshmem;
    requires info.picocli;
    requires jdk.httpserver;
    requires jdk.jfr;

    opens org.jshmem.monitor to
            info.picocli;

    provides org.jshmem.spi.ShmemTool with
            org.jshmem.monitor.Monitor,
            org.jshmem.monitor.FlightRecorder;
}
