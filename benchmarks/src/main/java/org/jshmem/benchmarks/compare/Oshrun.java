package org.jshmem.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The launcher of Open MPI's OSHMEM.
 *
 * @param executable its name or path
 * @param programs the directory with the programs in C
 */
record Oshrun(String executable, Path programs) {
    /**
     * The command line of a job; arguments may be added. The OSHMEM of Open MPI 4.1 calls a memory hook of UCX that it
     * has already unloaded when the program ends, and crashes; without the hook it ends well, and its start and end
     * take a third of the time.
     */
    List<String> command(int pes, String program) {
        return new ArrayList<>(List.of(
                executable,
                "--allow-run-as-root",
                "--oversubscribe",
                "-quiet",
                "--mca",
                "opal_common_ucx_opal_mem_hooks",
                "0",
                "-x",
                "SHMEM_SYMMETRIC_SIZE=256M",
                "-np",
                Integer.toString(pes),
                programs.resolve(program).toString()));
    }
}
