package org.jshmem.tck.twin;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/** Calls on two of a kind. */
final class Twins {
    private Twins() {}

    /** Makes two calls, one after the other. */
    static void inTurn(boolean isTwinFirst, Runnable first, Runnable twin) {
        if (isTwinFirst) {
            twin.run();
        }
        first.run();
        if (!isTwinFirst) {
            twin.run();
        }
    }

    /** Calls a method that need not be public; throws what that throws. */
    static Object invoke(Method method, Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw Twins.<RuntimeException>sneak(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> RuntimeException sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** A method of a class of the library. */
    static Method method(Class<?> owner, String name, Class<?>... parameters) {
        try {
            final Method method = owner.getDeclaredMethod(name, parameters);
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Throws if two results differ. */
    static void requireSame(Object first, Object twin, String call, Object... arguments) {
        if (!first.equals(twin)) {
            throw difference(call, first, twin, arguments);
        }
    }

    /** Throws if two ranges differ. */
    static void requireSame(MemorySegment first, MemorySegment twin, String call, Object... arguments) {
        final long at = first.mismatch(twin);
        if (at >= 0) {
            throw difference(call, byteAt(first, at), byteAt(twin, at), arguments);
        }
    }

    private static String byteAt(MemorySegment range, long at) {
        return at < range.byteSize()
                ? "0x%02x in byte %d".formatted(range.get(ValueLayout.JAVA_BYTE, at), at)
                : "only " + at + " bytes";
    }

    static AssertionError difference(String call, Object first, Object twin, Object... arguments) {
        return new AssertionError("twins differ in " + call + Arrays.deepToString(arguments) + ": the first has "
                + first + ", its twin " + twin);
    }
}
