package org.jshmem.flow;

import java.io.IOException;
import java.io.InputStream;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes a class of flows for each class of handlers, from the class file of a template. With one class for all flows
 * the JIT compiler would see handlers of several classes where a handler is called, and would not inline them: a record
 * would then cost several nanoseconds more, and an object would be allocated for it. Flows with handlers of one class
 * share compiled code; a lambda expression has one class, however often it is evaluated.
 */
final class Templates {
    /** The constructors of the classes made, by the class of the handler. */
    private static final ClassValue<Map<FlowConstants, MethodHandle>> MADE = new ClassValue<>() {
        @Override
        protected Map<FlowConstants, MethodHandle> computeValue(Class<?> handler) {
            return new ConcurrentHashMap<>();
        }
    };

    private Templates() {}

    /**
     * Makes a flow.
     *
     * @param type what the flow is used as; a superclass of the template
     * @param constants what {@link #constants} returns in the static initializer of the class
     * @param handler of the flow; a constructor of the template takes the group and the handler
     */
    static <T> T make(Class<T> type, FlowConstants constants, FlowGroup group, Object handler) {
        return make(
                type,
                constants,
                group,
                handler,
                FlowGroup.required("handler", handler).getClass());
    }

    /**
     * Makes a flow.
     *
     * @param key the class of what the program passes, if the handler is one of this library's that calls it; as long
     *     as that class exists, the class of flows does
     */
    static <T> T make(Class<T> type, FlowConstants constants, FlowGroup group, Object handler, Class<?> key) {
        final MethodHandle constructor = MADE.get(key).computeIfAbsent(constants, Templates::constructor);
        try {
            return type.cast(constructor.invoke(group, handler));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot make a flow", e);
        }
    }

    private static MethodHandle constructor(FlowConstants constants) {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(classFile(constants.template()), constants, true);
            return lookup.unreflectConstructor(lookup.lookupClass().getDeclaredConstructors()[0])
                    .asType(MethodType.methodType(AbstractFlow.class, FlowGroup.class, Object.class));
        } catch (IOException | IllegalAccessException e) {
            throw new IllegalStateException(
                    "cannot make a class like " + constants.template().getName(), e);
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
