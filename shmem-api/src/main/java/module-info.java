/** The API of JSHMEM, an implementation of OpenSHMEM in Java. */
module org.jshmem {
    requires org.agrona;

    exports org.jshmem;
    exports org.jshmem.messages;
    exports org.jshmem.spi;

    uses org.jshmem.spi.ShmemProvider;
    uses org.jshmem.spi.ShmemTool;
}
