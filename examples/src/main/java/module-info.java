/** OpenSHMEM programs ported from C. */
module org.jshmem.examples {
    requires transitive org.jshmem;
    requires java.desktop;

    exports org.jshmem.examples;
    exports org.jshmem.examples.lulesh;
    exports org.jshmem.examples.minimd;
}
