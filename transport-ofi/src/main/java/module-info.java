/** Connects nodes by libfabric: remote memory access and messages. */
module org.jshmem.transport.ofi {
    requires org.agrona;
    requires transitive org.jshmem.internal;
    requires org.jshmem.libfabric;

    exports org.jshmem.transport.ofi.provider to
            org.jshmem.info;

    provides org.jshmem.internal.transport.NetworkProvider with
            org.jshmem.transport.ofi.OfiProvider;
}
