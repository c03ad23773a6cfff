/** The launcher of jobs on one machine: the command {@code shmemrun}, and {@code Launch} for use in programs. */
@SuppressWarnings({"requires-automatic", "module"})
module org.jshmem.launcher {
    requires info.picocli;
    requires java.compiler;
    requires jdk.compiler;
    requires org.jnrproject.constants;
    requires org.jnrproject.enxio;
    requires org.jnrproject.ffi;
    requires org.jnrproject.posix;
    requires org.jnrproject.unixsocket;
    requires static org.jshmem.bootstrap;

    exports org.jshmem.launcher;
}
