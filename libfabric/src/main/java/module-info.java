/** libfabric for Java: what is called seldom by JNA, what is called millions of times by foreign functions. */
module org.jshmem.libfabric {
    requires transitive com.sun.jna;

    exports org.jshmem.libfabric;
    exports org.jshmem.libfabric.struct;

    opens org.jshmem.libfabric to
            com.sun.jna;
    opens org.jshmem.libfabric.struct to
            com.sun.jna;
}
