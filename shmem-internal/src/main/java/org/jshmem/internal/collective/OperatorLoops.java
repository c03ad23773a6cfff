package org.jshmem.internal.collective;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;

/**
 * The loops that apply operators of the program to arrays: a copy, as a hidden class, for each class of operators. The
 * JIT compiler inlines a call by the classes that it has seen at this place. A loop that all operators share would call
 * most of them by an interface, for each element; one that has seen a single class is compiled to vector instructions.
 *
 * <p>A copy lives as long as the class of its operators. Any thread may call.
 */
final class OperatorLoops<T> extends ClassValue<T> {
    private final Class<T> type;
    private final byte[] original;

    /**
     * Loops of a type.
     *
     * @param type what the loops are used as
     * @param original a class with a constructor without parameters, to be copied
     */
    OperatorLoops(Class<T> type, Class<? extends T> original) {
        this.type = type;
        this.original = bytesOf(original);
    }

    private static byte[] bytesOf(Class<?> original) {
        final String name = original.getSimpleName() + ".class";
        try (InputStream in = original.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the library's jar has no " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected T computeValue(Class<?> operator) {
        try {
            final Class<?> copy =
                    MethodHandles.lookup().defineHiddenClass(original, true).lookupClass();
            return type.cast(copy.getDeclaredConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a copy of a class of this package", e);
        }
    }
}
