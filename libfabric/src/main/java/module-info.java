/** libfabric for Java: rare calls use JNA, frequent calls use foreign functions. */
module org.jshmem.libfabric {
    requires transitive com.sun.jna;

    exports org.jshmem.libfabric;
    exports org.jshmem.libfabric.struct;

    opens org.jshmem.libfabric to
            com.sun.jna;
    opens org.jshmem.libfabric.struct to
            com.sun.jna;
}
