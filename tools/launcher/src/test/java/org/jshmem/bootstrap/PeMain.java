package org.jshmem.bootstrap;

import java.util.Arrays;
import org.jshmem.launcher.pe.Libc;

/** Stands in for the runtime's main class of a PE: the launcher's tests need its manners, not its library. */
public final class PeMain {
    private PeMain() {}

    /** Joins the job as a PE does and runs the program. */
    public static void main(String[] args) throws Exception {
        Libc.leadProcessGroup();
        Libc.dieWithParent();
        if (ProcessHandle.current().parent().orElseThrow().pid()
                != Long.parseLong(System.getenv("JSHMEM_LAUNCHER_PID"))) {
            Runtime.getRuntime().halt(1);
        }
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 1, args.length));
    }
}
