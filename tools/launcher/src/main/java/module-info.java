/**
 * The launcher of jobs on one machine: {@code shmemrun}. Only its main class is meant to be used, from the command
 * line.
 */
@SuppressWarnings({"requires-automatic", "module"})
module org.jshmem.launcher {
    requires info.picocli;
    requires org.jnrproject.constants;
    requires org.jnrproject.enxio;
    requires org.jnrproject.ffi;
    requires org.jnrproject.posix;
    requires org.jnrproject.unixsocket;
    requires static org.jshmem.bootstrap;

    exports org.jshmem.launcher;
}
