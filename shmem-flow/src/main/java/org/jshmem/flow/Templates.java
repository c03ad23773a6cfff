package org.jshmem.flow;

import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Makes a class of its own for each flow, from the class file of a template. The handler is a constant of that class.
 * With one class for all flows the JIT compiler would see handlers of several flows at each call of a handler, and
 * would not inline them: a record would then cost several nanoseconds more, and a record object would be allocated.
 */
final class Templates {
    private Templates() {}

    /**
     * Makes a class, and an object of it by the constructor that takes a group.
     *
     * @param type what the object is used as; a superclass of the template
     * @param template the class whose code it has
     * @param constants what {@link #constants} returns in the static initializer
     */
    static <T> T make(Class<T> type, Class<? extends T> template, FlowConstants constants, FlowGroup group) {
        try {
            final MethodHandles.Lookup lookup =
                    MethodHandles.lookup().defineHiddenClassWithClassData(classFile(template), constants, true);
            final MethodHandle constructor =
                    lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class, FlowGroup.class));
            return type.cast(constructor.invoke(group));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot make a class like " + template.getName(), e);
        }
    }

    private static byte[] classFile(Class<?> template) throws IOException {
        final String name = template.getName();
        try (InputStream file = template.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return file.readAllBytes();
        }
    }

    /** The constants of the class whose static initializer calls. */
    static FlowConstants constants(MethodHandles.Lookup caller) {
        try {
            return MethodHandles.classData(caller, ConstantDescs.DEFAULT_NAME, FlowConstants.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
