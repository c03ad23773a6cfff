/** Bindings of the C libraries of OpenSHMEM. */
module org.jshmem.oshmem {
    exports org.jshmem.oshmem to
            org.jshmem.bootstrap,
            org.jshmem.info,
            org.jshmem.transport.shmem;
}
