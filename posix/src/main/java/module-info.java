/** The calls of the C library that the JDK has no equal for. */
module org.jshmem.posix {
    exports org.jshmem.posix;
}
