/** How the PEs of a job find each other. */
module org.jshmem.bootstrap {
    requires org.jshmem;
    requires org.jshmem.posix;

    exports org.jshmem.bootstrap;
}
