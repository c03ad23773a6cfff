package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.benchmarks.MultiPeBenchmark;
import org.jshmem.benchmarks.PlainHello;

/**
 * The command lines of both sides.
 *
 * @param oshrun starts the programs in C
 * @param shmemrun this project's launcher
 * @param java a plain JVM
 * @param classPath this module and its libraries
 * @param sliceMs how long to measure each point
 */
record Commands(Oshrun oshrun, String shmemrun, String java, String classPath, int sliceMs) {
    List<String> cBenchmark(int pes, boolean onlyCollectives) {
        List<String> command = oshrun.command(pes, "bench");
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
        return oshrun.command(pes, "hello");
    }

    List<String> javaHello(int pes) {
        return List.of(shmemrun, "-np", Integer.toString(pes), "hello");
    }

    List<String> plainJavaHello() {
        return List.of(java, "-cp", classPath, PlainHello.class.getName());
    }
}
