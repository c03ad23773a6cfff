/** Aggregation: streams of small records to handlers of other PEs. */
module org.jshmem.flow {
    requires org.jshmem.heap;
    requires transitive org.jshmem;

    exports org.jshmem.flow;
}
