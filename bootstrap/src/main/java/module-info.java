/** Lets the PEs of a job find each other. */
module org.jshmem.bootstrap {
    requires jdk.net;
    requires org.jshmem;
    requires org.jshmem.oshmem;
    requires org.jshmem.posix;

    exports org.jshmem.bootstrap to
            org.jshmem.internal,
            org.jshmem.launcher,
            org.jshmem.transport.none,
            org.jshmem.transport.ofi,
            org.jshmem.transport.shmem,
            org.jshmem.transport.shr;
}
