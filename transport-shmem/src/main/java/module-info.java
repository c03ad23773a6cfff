/** The transport over a C library of OpenSHMEM. */
module org.jshmem.transport.shmem {
    requires org.agrona;
    requires org.jshmem.internal;
    requires org.jshmem.oshmem;

    provides org.jshmem.internal.transport.NativeProvider with
            org.jshmem.transport.shmem.ShmemProvider;
}
