package org.jshmem.tck.twin;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jshmem.SessionConfig;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.spi.ContextKernel;
import org.jshmem.spi.ForwardingContext;

/** A context whose calls are repeated on a second one. */
abstract class TwinContext extends ForwardingContext {
    private static final Intercepted<TwinContext> KERNEL = new Intercepted<>(TwinContext.class, ContextKernel.class);

    private static final Method START_SESSION =
            Twins.method(ContextKernel.class, "startSession", long.class, SessionConfig.class);

    /** So often an atomic is repeated whose word other PEs change at the same time. */
    private static final int TRIES = 1000;

    private final ShmemContext first;
    private final Supplier<ShmemContext> twin;
    private final TwinBlocks blocks;
    private final List<Put> puts = new ArrayList<>();
    private final List<Get> gets = new ArrayList<>();
    private int calls;
    private boolean isDestroyed;

    /** For the class that is made of this one. */
    TwinContext(ShmemContext first, Supplier<ShmemContext> twin, ShmemTeam team, TwinBlocks blocks) {
        super(first, team);
        this.first = first;
        this.twin = twin;
        this.blocks = blocks;
    }

    /**
     * Puts a twin beside a context.
     *
     * @param twin gives the second one; null as long as there is none
     * @param team as the program knows it
     */
    static TwinContext of(ShmemContext first, Supplier<ShmemContext> twin, ShmemTeam team, TwinBlocks blocks) {
        return KERNEL.create(first, twin, team, blocks);
    }

    /** A put to the twin that is not complete. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Put(Method method, Object[] arguments, int pe) {}

    /** A get by the twin that is not complete. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Get(Method method, Object[] arguments, Transfer transfer, int pe) {}

    private boolean isTwinFirst() {
        return (calls++ & 1) != 0;
    }

    /** Called for each method of the kernel, by its number. */
    Object call(int number, Object[] arguments) {
        final Method method = KERNEL.method(number);
        final ShmemContext other = twin.get();
        final String name = method.getName();
        if (other == null || name.equals("fetchNbi")) {
            return Twins.invoke(method, first, arguments);
        }
        return switch (name.replaceAll("[A-Z0-9].*", "")) {
            case "store" -> put(method, other, arguments);
            case "load" -> load(method, other, arguments);
            case "atomic" -> load(method, other, arguments);
            case "copy", "blocks", "indexed" ->
                name.contains("To") ? put(method, other, arguments) : get(method, other, arguments);
            case "fetch", "compare", "update", "signal" -> change(method, other, arguments);
            default -> order(method, other, arguments);
        };
    }

    private Object order(Method method, ShmemContext other, Object[] arguments) {
        final IntPredicate ends = switch (method.getName()) {
            case "completeAll" -> pe -> true;
            case "completeTo" ->
                pe -> arguments[0] instanceof int[] pes && Arrays.stream(pes).anyMatch(one -> one == pe);
            default -> pe -> false;
        };
        complete(
                ends,
                () -> Twins.inTurn(
                        isTwinFirst(),
                        () -> Twins.invoke(method, first, arguments),
                        () -> Twins.invoke(method, other, arguments)));
        return null;
    }

    /** Makes a call that completes all operations of the first, and compares what was pending. */
    void complete(Runnable call) {
        complete(pe -> true, call);
    }

    private void complete(IntPredicate ends, Runnable call) {
        final ShmemContext other = twin.get();
        final List<Put> written = new ArrayList<>();
        final List<Get> read = new ArrayList<>();
        synchronized (this) {
            for (Iterator<Put> i = puts.iterator(); i.hasNext(); ) {
                final Put put = i.next();
                if (ends.test(put.pe())) {
                    i.remove();
                    written.add(put);
                }
            }
            for (Iterator<Get> i = gets.iterator(); i.hasNext(); ) {
                final Get get = i.next();
                if (ends.test(get.pe())) {
                    i.remove();
                    read.add(get);
                }
            }
        }
        if (other != null && !written.isEmpty()) {
            other.quiet();
            written.forEach(put -> requireArrived(put, other));
        }
        if (other != null && !read.isEmpty()) {
            other.quiet();
        }
        call.run();
        read.forEach(get -> get.transfer().requireSame(get.method().getName(), get.arguments()));
    }

    private Object put(Method method, ShmemContext other, Object[] arguments) {
        final long there = blocks.twin((Long) arguments[0]);
        if (there == TwinBlocks.NONE) {
            return Twins.invoke(method, first, arguments);
        }
        final Object[] again = arguments.clone();
        again[0] = there;
        Twins.inTurn(
                isTwinFirst(), () -> Twins.invoke(method, first, arguments), () -> Twins.invoke(method, other, again));
        final Put put = new Put(method, again, (Integer) arguments[arguments.length - 1]);
        if (method.getName().endsWith("Nbi")) {
            synchronized (this) {
                puts.add(put);
            }
        } else {
            other.quiet();
            requireArrived(put, other);
        }
        return null;
    }

    /** Reads what was put to the twin. */
    private void requireArrived(Put put, ShmemContext other) {
        final String name = put.method().getName();
        final Object[] arguments = put.arguments();
        if (name.startsWith("store")) {
            final Method load = Twins.method(ContextKernel.class, name.replace("store", "load"), long.class, int.class);
            Twins.requireSame(arguments[1], Twins.invoke(load, other, arguments[0], arguments[2]), name, arguments);
        } else {
            final Transfer transfer = new Transfer(put.method(), arguments, blocks.all());
            Twins.invoke(Transfer.getter(put.method()), other, Transfer.turned(name, transfer.withCopy()));
            transfer.requireSame(name, arguments);
        }
    }

    private Object load(Method method, ShmemContext other, Object[] arguments) {
        final Object[] results = new Object[2];
        Twins.inTurn(
                isTwinFirst(),
                () -> results[0] = Twins.invoke(method, first, arguments),
                () -> results[1] = Twins.invoke(method, other, arguments));
        if (!results[0].equals(results[1]) && results[0].equals(Twins.invoke(method, first, arguments))) {
            Twins.requireSame(results[0], Twins.invoke(method, other, arguments), method.getName(), arguments);
        }
        return results[0];
    }

    private Object get(Method method, ShmemContext other, Object[] arguments) {
        final Transfer transfer = new Transfer(method, arguments, blocks.all());
        Twins.inTurn(
                isTwinFirst(),
                () -> Twins.invoke(method, first, arguments),
                () -> Twins.invoke(method, other, transfer.withCopy()));
        if (method.getName().endsWith("Nbi")) {
            synchronized (this) {
                gets.add(new Get(method, arguments, transfer, (Integer) arguments[arguments.length - 1]));
            }
        } else if (!transfer.isSame()) {
            final Transfer again = new Transfer(method, arguments, blocks.all());
            Twins.invoke(method, first, again.withCopy());
            if (again.isSame()) {
                Twins.invoke(method, other, transfer.withCopy());
                transfer.requireSame(method.getName(), arguments);
            }
        }
        return null;
    }

    /** Changes a word of the twin: what was there before and what is there after must fit. */
    private Object change(Method method, ShmemContext other, Object[] arguments) {
        final Object result = Twins.invoke(method, first, arguments);
        final long there = blocks.twin((Long) arguments[0]);
        if (there == TwinBlocks.NONE) {
            return result;
        }
        final Object[] again = arguments.clone();
        again[0] = there;
        final String name = method.getName();
        final String width = name.endsWith("32") ? "32" : "64";
        final Method load = Twins.method(ContextKernel.class, "atomicLoad" + width, long.class, int.class);
        final Object pe = arguments[arguments.length - 1];
        for (int i = 0; i < TRIES; i++) {
            final Number before = (Number) Twins.invoke(load, other, there, pe);
            final Object found = Twins.invoke(method, other, again);
            other.quiet();
            final Number after = (Number) Twins.invoke(load, other, there, pe);
            if (expected(name, before, arguments).equals(after) && (found == null || found.equals(before))) {
                return result;
            }
        }
        throw Twins.difference(name, result, "another result each of " + TRIES + " times", again);
    }

    private static Number expected(String name, Number before, Object[] arguments) {
        final long old = before.longValue();
        final long operand = ((Number) arguments[1]).longValue();
        final long value = switch (name.replaceAll("fetch|update|32|64", "")) {
            case "Add" -> old + operand;
            case "Set" -> operand;
            case "And" -> old & operand;
            case "Or" -> old | operand;
            case "Xor" -> old ^ operand;
            case "signal" -> arguments[2] == SignalOp.SET ? operand : old + operand;
            default -> old == operand ? ((Number) arguments[2]).longValue() : old; // compareSwap
        };
        return before instanceof Integer ? (Number) (int) value : (Number) value;
    }

    @Override
    protected void startSession(long options, SessionConfig config) {
        super.startSession(options, config);
        if (twin.get() != null) {
            Twins.invoke(START_SESSION, twin.get(), options, config);
        }
    }

    @Override
    public void sessionStop() {
        super.sessionStop();
        if (twin.get() != null) {
            twin.get().sessionStop();
        }
    }

    /** The end of the first must not end the twin. */
    @Override
    public void destroy() {
        final ShmemContext other = twin.get();
        if (other == null || isDestroyed) {
            super.destroy();
        } else {
            complete(super::destroy);
            isDestroyed = true;
            other.quiet(); // throws if it has ended
            other.destroy();
        }
    }
}
