/** The conformance kit of JSHMEM. */
module org.jshmem.tck {
    requires org.jshmem;

    exports org.jshmem.tck;
}
