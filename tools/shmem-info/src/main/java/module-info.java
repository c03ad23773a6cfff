/** The command {@code shmem-info}: prints what the library is and what it finds on this host. */
module org.jshmem.info {
    requires info.picocli;
    requires org.jshmem.internal;
    requires org.jshmem.libfabric;
    requires org.jshmem.oshmem;
    requires org.jshmem.transport.ofi;

    opens org.jshmem.info to
            info.picocli;
}
