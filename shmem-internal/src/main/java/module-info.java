/** The runtime behind the API. */
module org.jshmem.internal {
    requires transitive org.jshmem;
    requires transitive org.jshmem.heap;

    exports org.jshmem.internal.boot;
    exports org.jshmem.internal.config;
    exports org.jshmem.internal.sync;
    exports org.jshmem.internal.transport;

    uses org.jshmem.internal.transport.NetworkProvider;
    uses org.jshmem.internal.transport.NodeMemoryProvider;

    provides org.jshmem.spi.ShmemProvider with
            org.jshmem.internal.JshmemRuntime;
}
