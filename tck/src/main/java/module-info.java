/** The conformance kit of JSHMEM. */
module org.jshmem.tck {
    requires transitive org.jshmem;

    exports org.jshmem.tck;
}
