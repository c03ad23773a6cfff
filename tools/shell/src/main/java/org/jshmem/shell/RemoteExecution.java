package org.jshmem.shell;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import jdk.jshell.spi.ExecutionControl;

/**
 * Runs what JShell has compiled on the PEs. Classes go to all PEs; code runs on those that are selected. JShell gets
 * the outcome of the first of them, and the shell those of all.
 */
final class RemoteExecution implements ExecutionControl {
    private static final int FIRST_PE = 0;

    private final PeGroup pes;
    private SortedSet<Integer> selected = new TreeSet<>();
    private SortedMap<Integer, Outcome> outcomes = new TreeMap<>();

    RemoteExecution(PeGroup pes) {
        this.pes = pes;
    }

    /** Selects the PEs of the next snippet. */
    void select(SortedSet<Integer> numbers) {
        selected = numbers;
        outcomes = new TreeMap<>();
    }

    /** What the last snippet has come to on each PE; none if nothing was run. */
    SortedMap<Integer, Outcome> outcomes() {
        return outcomes;
    }

    @Override
    public void load(ClassBytecodes[] classes) {
        final List<Request.CompiledClass> woven = Arrays.stream(classes)
                .map(one -> new Request.CompiledClass(one.name(), LoopGuard.weave(one.bytecodes())))
                .toList();
        pes.tellAll(new Request.Load(woven));
    }

    @Override
    public void redefine(ClassBytecodes[] classes) throws NotImplementedException {
        throw new NotImplementedException("classes of snippets are replaced by new ones");
    }

    @Override
    public String invoke(String className, String methodName) throws RunException {
        outcomes = pes.run(selected, number -> new Request.Invoke(number, className, methodName));
        return textOf(outcomes.get(outcomes.firstKey()));
    }

    @Override
    public String varValue(String className, String varName) throws RunException {
        final SortedSet<Integer> first = new TreeSet<>(List.of(FIRST_PE));
        return textOf(pes.run(first, number -> new Request.Read(number, className, varName))
                .get(FIRST_PE));
    }

    private static String textOf(Outcome outcome) throws RunException {
        switch (outcome) {
            case Outcome.Value value -> {
                return value.text();
            }
            case Outcome.Thrown thrown ->
                throw new UserException(
                        thrown.message(), thrown.className(), thrown.stack().toArray(StackTraceElement[]::new));
            case Outcome.Unresolved unresolved ->
                throw new ResolutionException(
                        unresolved.snippet(), unresolved.stack().toArray(StackTraceElement[]::new));
            case Outcome.Interrupted _, Outcome.Failed _ -> throw new StoppedException();
        }
    }

    /** The PEs have the class path of the job. */
    @Override
    public void addToClasspath(String path) {}

    @Override
    public void stop() {}

    @Override
    public Object extensionCommand(String command, Object argument) throws NotImplementedException {
        throw new NotImplementedException(command);
    }

    /** The PEs live on. */
    @Override
    public void close() {}
}
