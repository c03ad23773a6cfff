package org.jshmem.mutation.probe;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Runs cases of the kit in a PE, as the kit's own main class, and has the lines of each case noted by itself. The class
 * path of PEs has the kit; that of this module does not.
 */
public final class ProbedCases {
    private ProbedCases() {}

    /**
     * Runs them.
     *
     * @param args the kit's main class, and its arguments
     * @throws ReflectiveOperationException if the kit has changed
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        final Class<?> kit = Class.forName(args[0]);
        final Class<?> reference = Class.forName("org.jshmem.tck.CaseRef");
        final Method find = reference.getDeclaredMethod("of", String.class);
        final Method id = reference.getMethod("id");
        final Method run = kit.getDeclaredMethod("run", String[].class, Function.class, BiConsumer.class);
        find.setAccessible(true);
        run.setAccessible(true);
        final Function<String, Object> table = word -> called(find, null, word);
        final BiConsumer<Object, Runnable> around = (one, body) -> {
            LineProbe.into((String) called(id, one));
            try {
                body.run();
            } finally {
                LineProbe.intoAny();
            }
        };
        try {
            run.invoke(null, Arrays.copyOfRange(args, 1, args.length), table, around);
        } catch (InvocationTargetException e) {
            throw ProbedCases.<RuntimeException>sneak(e.getCause());
        }
    }

    private static Object called(Method method, Object object, Object... arguments) {
        try {
            return method.invoke(object, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the kit has another " + method, e);
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> RuntimeException sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
