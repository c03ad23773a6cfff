package org.jshmem.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.MultiPeBenchmark;
import org.jshmem.benchmarks.PlainHello;

/**
 * The command lines of both sides.
 *
 * @param oshrun Open MPI's launcher
 * @param cPrograms the directory with {@code bench} and {@code hello} in C
 * @param shmemrun this project's launcher
 * @param java a plain JVM
 * @param classPath this module and its libraries
 * @param sliceMs how long to measure each point
 */
record Commands(String oshrun, Path cPrograms, String shmemrun, String java, String classPath, int sliceMs) {
    List<String> cBenchmark(int pes, boolean onlyCollectives) {
        List<String> command = oshrun(pes, "bench");
        command.add(Integer.toString(sliceMs));
        if (onlyCollectives) {
            command.add("collectives");
        }
        return command;
    }

    List<String> javaBenchmark(int pes, boolean onlyCollectives) {
        List<String> command = new ArrayList<>(List.of(
                shmemrun,
                "-np",
                Integer.toString(pes),
                "-J-Xmn8m",
                "-cp",
                classPath,
                MultiPeBenchmark.class.getName(),
                "--lines"));
        command.add("--slice-ms=" + sliceMs);
        if (onlyCollectives) {
            command.add("--collectives");
        }
        return command;
    }

    List<String> cHello(int pes) {
        return oshrun(pes, "hello");
    }

    List<String> javaHello(int pes) {
        return List.of(shmemrun, "-np", Integer.toString(pes), "hello");
    }

    List<String> plainJavaHello() {
        return List.of(java, "-cp", classPath, PlainHello.class.getName());
    }

    /**
     * The OSHMEM of Open MPI 4.1 calls a memory hook of UCX that it has already unloaded when the program ends, and crashes; without
     * the hook it ends well, and its start and end take a third of the time.
     */
    private List<String> oshrun(int pes, String program) {
        return new ArrayList<>(List.of(
                oshrun,
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
                cPrograms.resolve(program).toString()));
    }
}
