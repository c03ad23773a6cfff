package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jshmem.benchmarks.calls.CallTimes;
import org.jshmem.benchmarks.calls.SingleCalls;

/** Runs the programs that time single calls, in C and in Java, in turn. */
final class CallJobs {
    private final Oshrun oshrun;
    private final Options options;
    private final IdleMachine idle;

    CallJobs(Oshrun oshrun, Options options, IdleMachine idle) {
        this.oshrun = oshrun;
        this.options = options;
        this.idle = idle;
    }

    /**
     * One job of each side.
     *
     * @param what is measured, for the reader of the output
     * @param neighbour what runs beside both
     */
    CallRound run(String what, int pes, int steadyMs, Neighbour neighbour, List<String> operations) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of(Integer.toString(steadyMs), neighbour.thread()));
        arguments.addAll(operations);
        final List<String> c = oshrun.command(pes, "calls");
        c.addAll(arguments);
        final List<String> java = new ArrayList<>(List.of(options.script("shmemrun"), "-np", Integer.toString(pes)));
        java.addAll(List.of("-cp", options.classPath(), SingleCalls.class.getName()));
        java.addAll(arguments);
        idle.await();
        try (var _ = neighbour.start()) {
            return new CallRound(times(what + ": C", c), times(what + ": Java", java));
        }
    }

    private List<CallTimes> times(String what, List<String> command) {
        System.out.println(what);
        final Path directory = options.target();
        return Job.run(command, directory).lines().stream()
                .map(CallTimes::parse)
                .flatMap(Optional::stream)
                .toList();
    }
}
