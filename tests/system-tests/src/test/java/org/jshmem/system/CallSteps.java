package org.jshmem.system;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector.Argument;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.StepEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.StepRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts what a call executes in the interpreter: debugs a JVM that runs {@link OneCallEach} and steps through each of
 * its methods whose names begin with {@code call}, one bytecode at a time.
 */
final class CallSteps {
    /**
     * What one call has executed.
     *
     * @param calls methods that were entered
     * @param bytecodes instructions, without those of native methods
     * @param trace the methods, in the order of the calls, indented by the depth of the stack
     */
    record Count(int calls, int bytecodes, List<String> trace) {}

    private static final String READY = "ready";
    private static final String CALL = "call";

    private final Map<String, Count> counts = new HashMap<>();
    private final VirtualMachine debuggee;

    /** The call that is counted now. */
    private String name;

    private int callerDepth;
    private int depth;
    private int bytecodes;
    private List<String> trace;

    private CallSteps(VirtualMachine debuggee) {
        this.debuggee = debuggee;
    }

    /** Counts all calls, by the names of the methods that make them. */
    static Map<String, Count> count(String classPath) throws Exception {
        final LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        final Map<String, Argument> arguments = connector.defaultArguments();
        arguments
                .get("options")
                .setValue("-Xint --enable-native-access=ALL-UNNAMED"
                        + " --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED -cp " + classPath);
        arguments.get("main").setValue(OneCallEach.class.getName());
        final VirtualMachine debuggee = connector.launch(arguments);
        try {
            final CallSteps steps = new CallSteps(debuggee);
            steps.run();
            return steps.counts;
        } finally {
            debuggee.process().destroyForcibly().waitFor();
        }
    }

    private void run() throws InterruptedException, IncompatibleThreadStateException {
        final ClassPrepareRequest prepared = debuggee.eventRequestManager().createClassPrepareRequest();
        prepared.addClassFilter(OneCallEach.class.getName());
        prepared.enable();
        while (true) {
            final EventSet events = debuggee.eventQueue().remove();
            for (Event event : events) {
                switch (event) {
                    case ClassPrepareEvent e -> stopAt(READY, e.referenceType());
                    case BreakpointEvent e -> reached(e);
                    case StepEvent e -> stepped(e);
                    case VMDisconnectEvent _ -> {
                        return;
                    }
                    default -> {}
                }
            }
            events.resume();
        }
    }

    private void stopAt(String prefix, ReferenceType type) {
        for (Method method : type.methods()) {
            if (method.name().startsWith(prefix)) {
                debuggee.eventRequestManager()
                        .createBreakpointRequest(method.location())
                        .enable();
            }
        }
    }

    private void reached(BreakpointEvent event) throws IncompatibleThreadStateException {
        final Location location = event.location();
        if (location.method().name().equals(READY)) {
            stopAt(CALL, location.declaringType());
            return;
        }
        name = location.method().name();
        callerDepth = event.thread().frameCount();
        depth = callerDepth;
        bytecodes = 0;
        trace = new ArrayList<>();
        debuggee.eventRequestManager()
                .createStepRequest(event.thread(), StepRequest.STEP_MIN, StepRequest.STEP_INTO)
                .enable();
    }

    private void stepped(StepEvent event) throws IncompatibleThreadStateException {
        final int now = event.thread().frameCount();
        if (now < callerDepth) {
            debuggee.eventRequestManager().deleteEventRequest(event.request());
            counts.put(name, new Count(trace.size(), bytecodes, trace));
            return;
        }
        bytecodes++;
        if (now > depth) {
            final Method method = event.location().method();
            trace.add("  ".repeat(now - callerDepth) + method.declaringType().name() + '.' + method.name());
        }
        depth = now;
    }
}
