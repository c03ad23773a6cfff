/** A tool that counts what a program does. */
module org.jshmem.profiler {
    requires org.jshmem;
    requires xchart;
    requires java.desktop;

    provides org.jshmem.spi.ShmemTool with
            org.jshmem.profiler.Profiler;
}
