/** The API of JSHMEM: what a user of OpenSHMEM in Java sees. */
module org.jshmem {
    requires org.agrona;

    exports org.jshmem;
    exports org.jshmem.messages;
    exports org.jshmem.spi;

    uses org.jshmem.spi.ShmemProvider;
    uses org.jshmem.spi.ShmemTool;
}
