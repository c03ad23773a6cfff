/** A JUnit extension for tests that run on several PEs. */
module org.jshmem.junit {
    requires transitive org.jshmem;
    requires org.jshmem.launcher;
    requires transitive org.junit.jupiter.api;
    requires org.junit.platform.launcher;

    exports org.jshmem.junit;
}
