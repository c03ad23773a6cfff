package org.jshmem.tck.c.pe;

import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jshmem.tck.Surface;
import org.jshmem.tck.c.CType;
import org.jshmem.tck.c.Routine;

/**
 * The operation that the program has called, found as the outermost method of the API on the stack. The API passes
 * neither the name nor the element type of an operation down to an implementation, but C has a function for each.
 *
 * @param method the method's name
 * @param generic the routine's name in C, without type and size; empty if C has none
 * @param elements the element type as names of the API have it, as {@code Longs}; empty if there is none
 * @param size the size in bits, or {@code mem}; empty if there is none
 * @param isFacade whether it is a method of {@code Shmem}, which names no context
 */
record Call(String method, String generic, String elements, String size, boolean isFacade) {
    private static final String API = "org.jshmem";
    private static final String FACADE = "org.jshmem.Shmem";
    private static final String TEAM = "org.jshmem.ShmemTeam";

    private static final StackWalker STACK = StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE));

    private static final Map<String, Call> KNOWN = new ConcurrentHashMap<>();

    /** The method that the current thread is in. */
    static Call current() {
        return STACK.walk(frames -> frames.dropWhile(frame -> !isOfApi(frame))
                        .takeWhile(frame -> !isOfKit(frame))
                        .filter(Call::isOfApi)
                        .reduce((inner, outer) -> outer))
                .map(Call::of)
                .orElseThrow();
    }

    private static boolean isOfApi(StackWalker.StackFrame frame) {
        return frame.getDeclaringClass().getPackageName().equals(API);
    }

    private static boolean isOfKit(StackWalker.StackFrame frame) {
        return frame.getClassName().startsWith("org.jshmem.tck.");
    }

    private static Call of(StackWalker.StackFrame frame) {
        return KNOWN.computeIfAbsent(
                frame.getClassName() + "." + frame.getMethodName() + frame.getDescriptor(), _ -> make(frame));
    }

    private static Call make(StackWalker.StackFrame frame) {
        final String method = frame.getMethodName();
        final String operation = frame.getClassName().equals(TEAM) ? nameInFacade(method) : method;
        final Optional<Surface.Row> row = Surface.row(operation);
        return new Call(
                method,
                row.map(Surface.Row::routine).filter(name -> !name.equals("-")).orElse(""),
                elementsOf(frame.getMethodType()),
                row.flatMap(one -> one.sizeOf(operation)).orElse(""),
                frame.getClassName().equals(FACADE));
    }

    /** Some methods of teams have the word in the façade only. */
    private static String nameInFacade(String method) {
        final String withTeam = "team" + Character.toUpperCase(method.charAt(0)) + method.substring(1);
        return Surface.row(withTeam).isPresent() ? withTeam : method;
    }

    private static String elementsOf(MethodType type) {
        for (Class<?> parameter : type.parameterArray()) {
            for (String elements : Surface.TYPES) {
                if (parameter.getSimpleName().equals("Symmetric" + elements)) {
                    return elements;
                }
            }
        }
        return "";
    }

    /** Whether a routine is for the same elements; all types of the same size and kind are. */
    boolean fits(Routine routine) {
        if (!routine.generic().equals(generic)) {
            return false;
        }
        if (!size.isEmpty()) {
            return routine.size().equals(size) || isOfLongDoubles(routine);
        }
        return routine.type() == null ? routine.size().isEmpty() : isOfElements(routine.type());
    }

    /**
     * They have 16 bytes, but only ten of value: a strided transfer may copy them one by one, as the compiler does it,
     * and leave the rest.
     */
    private boolean isOfLongDoubles(Routine routine) {
        return size.equals("128") && routine.type() == CType.LONGDOUBLE && !generic.matches("shmem_ib?(put|get)");
    }

    private boolean isOfElements(CType type) {
        if (method.contains("Complex")) {
            return type == (elements.equals("Floats") ? CType.COMPLEXF : CType.COMPLEXD);
        }
        final Predicate<Integer> isInteger =
                bytes -> type.bytes == bytes && type.kind != CType.Kind.REAL && type.kind != CType.Kind.COMPLEX;
        return switch (elements) {
            case "Bytes" -> isInteger.test(Byte.BYTES);
            case "Shorts" -> isInteger.test(Short.BYTES);
            case "Ints" -> isInteger.test(Integer.BYTES);
            case "Longs" -> isInteger.test(Long.BYTES);
            case "Floats" -> type == CType.FLOAT;
            default -> type == CType.DOUBLE;
        };
    }

    /** Whether the operation completes later. */
    boolean isNbi() {
        return generic.endsWith("_nbi");
    }

    /** The same operation that completes at once. */
    Call blocking() {
        return isNbi() ? new Call(method, generic.replace("_nbi", ""), elements, size, isFacade) : this;
    }
}
