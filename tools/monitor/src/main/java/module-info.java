/** A tool that records what PEs do, and the program that displays it. */
@SuppressWarnings("module") // the shell is built later
module org.jshmem.monitor {
    requires org.jshmem;
    requires info.picocli;
    requires jdk.httpserver;
    requires jdk.jfr;

    exports org.jshmem.monitor to
            org.jshmem.shell;

    opens org.jshmem.monitor to
            info.picocli;

    provides org.jshmem.spi.ShmemTool with
            org.jshmem.monitor.Monitor,
            org.jshmem.monitor.FlightRecorder;
}
