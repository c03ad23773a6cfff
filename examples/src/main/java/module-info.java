/** OpenSHMEM programs ported from C. */
module org.jshmem.examples {
    requires transitive org.jshmem;
    requires org.jshmem.flow;
    requires java.desktop;

    exports org.jshmem.examples;
    exports org.jshmem.examples.irregular;
    exports org.jshmem.examples.lulesh;
    exports org.jshmem.examples.minimd;

    opens org.jshmem.examples.irregular to
            org.jshmem.flow;
}
