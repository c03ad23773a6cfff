/** The conformance kit of JSHMEM. */
module org.jshmem.tck {
    requires java.compiler;
    requires transitive org.jshmem;
    requires info.picocli;

    exports org.jshmem.tck;

    opens org.jshmem.tck.command to
            info.picocli;
}
