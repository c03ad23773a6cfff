/** The conformance kit of JSHMEM. */
module org.jshmem.tck {
    requires java.compiler;
    requires transitive org.jshmem;
    requires org.jshmem.flow;
    requires info.picocli;

    exports org.jshmem.tck;
    exports org.jshmem.tck.c;

    uses org.jshmem.tck.CaseWatcher;

    opens org.jshmem.tck.flow to
            org.jshmem.flow;
    opens org.jshmem.tck.command to
            info.picocli;
}
