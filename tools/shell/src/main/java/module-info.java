/** The prompt of {@code shmemrun --shell}, and what runs its snippets on the PEs. */
module org.jshmem.shell {
    requires jdk.compiler;
    requires jdk.jshell;
    requires org.jline.reader;
    requires org.jline.terminal;
    requires org.jshmem;
    requires org.jshmem.monitor;

    provides org.jshmem.spi.ShmemTool with
            org.jshmem.shell.ShellTool;
}
