/** The transport between PEs of one node. */
module org.jshmem.transport.shr {
    requires org.jshmem.internal;

    provides org.jshmem.internal.transport.NodeMemoryProvider with
            org.jshmem.transport.shr.ShrProvider;
}
