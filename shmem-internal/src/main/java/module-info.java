/** The runtime behind the API. */
module org.jshmem.internal {
    requires transitive org.jshmem;
    requires transitive org.jshmem.bootstrap;
    requires transitive org.jshmem.heap;
    requires transitive org.jshmem.posix;

    exports org.jshmem.internal.config;
    exports org.jshmem.internal.sync;
    exports org.jshmem.internal.transport;

    uses org.jshmem.internal.transport.NetworkProvider;
    uses org.jshmem.internal.transport.NodeMemoryProvider;

    provides org.jshmem.spi.ShmemProvider with
            org.jshmem.internal.JshmemRuntime;
}
