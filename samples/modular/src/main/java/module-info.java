/** PEs run on the class path, which takes modules too. */
module plate {
    requires org.jshmem;
    requires org.jshmem.launcher;
}
