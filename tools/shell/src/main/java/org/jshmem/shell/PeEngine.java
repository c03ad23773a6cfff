package org.jshmem.shell;

import java.util.List;
import jdk.jshell.execution.DirectExecutionControl;
import jdk.jshell.spi.ExecutionControl;

/**
 * Loads and runs the snippets of a PE in the calling thread. That is the thread that has started the library, so
 * snippets may do what the main thread of a program may do.
 */
final class PeEngine extends DirectExecutionControl {
    private final CollectiveLog log = CollectiveLog.OF_PE;

    /** What runs user code and may fail. */
    @FunctionalInterface
    private interface Step {
        String run() throws ExecutionControlException;
    }

    void load(List<Request.CompiledClass> classes) throws ExecutionControlException {
        load(classes.stream()
                .map(one -> new ClassBytecodes(one.name(), one.bytes()))
                .toArray(ClassBytecodes[]::new));
    }

    /** Calls the method of a snippet. */
    Outcome run(Request.Invoke request) {
        return run(request.number(), () -> invoke(request.className(), request.method()));
    }

    /** Reads the variable of a snippet. */
    Outcome read(Request.Read request) {
        return run(request.number(), () -> varValue(request.className(), request.field()));
    }

    private Outcome run(long number, Step step) {
        Interruption.begin(number);
        log.end();
        log.inFlow(null);
        Outcome outcome;
        boolean wasInterrupted;
        try {
            outcome = new Outcome.Value(step.run());
        } catch (ExecutionControl.UserException e) {
            outcome = new Outcome.Thrown(e.causeExceptionClass(), e.getMessage(), List.of(e.getStackTrace()));
        } catch (ExecutionControl.ResolutionException e) {
            outcome = new Outcome.Unresolved(e.id(), List.of(e.getStackTrace()));
        } catch (ExecutionControlException e) {
            outcome = new Outcome.Failed(e.toString());
        } catch (Throwable e) { // of the getMessage() of an exception, for one
            outcome = new Outcome.Failed("the snippet threw " + e.getClass().getName());
        } finally {
            wasInterrupted = Interruption.end();
        }
        log.end();
        return wasInterrupted ? new Outcome.Interrupted(log.flow()) : outcome;
    }
}
