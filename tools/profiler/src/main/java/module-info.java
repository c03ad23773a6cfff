/** A tool that counts what a program does. */
module org.jshmem.profiler {
    requires org.jshmem;

    provides org.jshmem.spi.ShmemTool with
            org.jshmem.profiler.Profiler;
}
