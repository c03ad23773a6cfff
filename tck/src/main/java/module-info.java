/** The conformance kit of JSHMEM. */
module org.jshmem.tck {
    requires java.compiler;
    requires transitive org.jshmem;
    requires org.jshmem.flow;
    requires info.picocli;

    exports org.jshmem.tck;

    opens org.jshmem.tck.flow to
            org.jshmem.flow;
    opens org.jshmem.tck.command to
            info.picocli;
}
