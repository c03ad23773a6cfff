package org.jshmem.tck.misuse;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jshmem.messages.Envelope;
import org.jshmem.messages.Request;
import org.jshmem.tck.Checks;

/** One form of a call with its arguments, by the names of the parameters; what it does not have is not set. */
final class Call {
    private static final List<Class<? extends Throwable>> RANGE =
            List.of(IndexOutOfBoundsException.class, IllegalArgumentException.class);
    private static final long[] BEYOND = {1, 1L << 31, (1L << 32) + 1, 1L << 61};
    private static final long[] BELOW = {-1, Long.MIN_VALUE};

    /** Elements that are meant where a form has an index. */
    private static final int COUNT = 4;

    private final Checks checks;
    private final Object target;
    private final Method form;
    private final Parameter[] parameters;
    private final Object[] arguments;
    private final String text;
    private final List<String> atTheirLimits = new ArrayList<>();

    Call(Checks checks, Object target, Method form) {
        this.checks = checks;
        this.target = target;
        this.form = form;
        parameters = form.getParameters();
        arguments = new Object[parameters.length];
        text = form.getDeclaringClass().getSimpleName() + "." + form.getName()
                + Arrays.stream(parameters)
                        .map(parameter -> parameter.getType().getSimpleName() + " " + parameter.getName())
                        .collect(Collectors.joining(", ", "(", ")"));
        form.setAccessible(true);
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].getType() == Envelope.class) {
                arguments[i] = new Envelope();
            }
        }
    }

    private int at(String name) {
        for (int i = 0; i < parameters.length; i++) {
            if (parameters[i].getName().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    boolean has(String name) {
        return at(name) >= 0;
    }

    Class<?> type(String name) {
        return parameters[at(name)].getType();
    }

    void set(String name, long value) {
        if (has(name)) {
            arguments[at(name)] = Arguments.number(type(name), value);
        }
    }

    void set(String name, Object value) {
        if (has(name)) {
            arguments[at(name)] = value;
        }
    }

    /** Sets index and number of elements to the last that a buffer has; returns where they begin. */
    int span(Buffer buffer, String index, String count) {
        final int from = has(index) ? buffer.length() - COUNT : 0;
        set(index, from);
        set(count, buffer.length() - from);
        for (String name : List.of(index, count)) {
            if (has(name)) {
                atTheirLimits.add(name);
            }
        }
        return from;
    }

    /** Each index and number of {@link #span} by itself, beyond and below what it may be. */
    void refusesBeyond() {
        for (String name : atTheirLimits) {
            refusesOutside(name, ((Number) arguments[at(name)]).longValue());
        }
    }

    /** An index or a number beyond the last that it may be, and below 0. */
    void refusesOutside(String name, long last) {
        if (!has(name)) {
            return;
        }
        for (long more : BEYOND) {
            refuses(name, RANGE, last + more);
        }
        for (long value : BELOW) {
            refuses(name, RANGE, value);
        }
    }

    /** Values that are refused by an exception of a class, whose message has the value. */
    void refuses(String name, Class<? extends Throwable> error, long... values) {
        for (long value : values) {
            final Throwable thrown = refuses(name, List.of(error), value);
            if (thrown != null && !String.valueOf(thrown.getMessage()).contains(Long.toString(value))) {
                checks.fail(this + " with " + name + "=" + value + " does not name it: " + thrown);
            }
        }
    }

    private Throwable refuses(String name, List<Class<? extends Throwable>> errors, long value) {
        if (!has(name) || type(name) == int.class && value != (int) value) {
            return null;
        }
        final Object right = arguments[at(name)];
        set(name, value);
        try {
            invoke();
            checks.fail(this + " with " + name + "=" + value + " was accepted");
            return null;
        } catch (Throwable thrown) {
            final boolean isRight = errors.stream().anyMatch(type -> type.isInstance(thrown));
            checks.that(isRight, isRight ? "" : this + " with " + name + "=" + value + " threw " + thrown);
            return thrown;
        } finally {
            arguments[at(name)] = right;
        }
    }

    private Object invoke() throws Throwable {
        try {
            return form.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Makes the call. */
    Object run() {
        try {
            return invoke();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(this + " failed", e);
        }
    }

    /** Makes the call, and waits for its request if it gives one. */
    Object complete() {
        final Object result = run();
        if (result instanceof Request request) {
            if (request.isPersistent()) {
                request.start();
            }
            request.await();
            if (request.isPersistent()) {
                request.close();
            }
        }
        return result;
    }

    @Override
    public String toString() {
        return text;
    }
}
