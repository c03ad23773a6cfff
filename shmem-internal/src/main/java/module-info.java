/** The runtime behind the API. */
module org.jshmem.internal {
    requires org.agrona;
    requires transitive org.jshmem;
    requires transitive org.jshmem.bootstrap;
    requires transitive org.jshmem.heap;
    requires transitive org.jshmem.posix;

    exports org.jshmem.internal.config to
            org.jshmem.info,
            org.jshmem.transport.none,
            org.jshmem.transport.ofi,
            org.jshmem.transport.shmem,
            org.jshmem.transport.shr;
    exports org.jshmem.internal.barrier to
            org.jshmem.transport.none,
            org.jshmem.transport.ofi,
            org.jshmem.transport.shmem,
            org.jshmem.transport.shr;
    exports org.jshmem.internal.waiting to
            org.jshmem.transport.none,
            org.jshmem.transport.ofi,
            org.jshmem.transport.shmem,
            org.jshmem.transport.shr;
    exports org.jshmem.internal.transport to
            org.jshmem.info,
            org.jshmem.transport.none,
            org.jshmem.transport.ofi,
            org.jshmem.transport.shmem,
            org.jshmem.transport.shr;

    uses System.LoggerFinder;
    uses org.jshmem.internal.transport.NativeProvider;
    uses org.jshmem.internal.transport.NetworkProvider;
    uses org.jshmem.internal.transport.NodeMemoryProvider;

    provides org.jshmem.spi.ShmemProvider with
            org.jshmem.internal.JshmemRuntime;
}
