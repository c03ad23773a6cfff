package org.jshmem.tck.c.pe;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jshmem.oshmem.Library;
import org.jshmem.tck.c.CType;
import org.jshmem.tck.c.Routine;
import org.jshmem.tck.c.Routines;
import org.jshmem.tck.c.Subject;

/**
 * The functions of the C library. An argument or a result is a long, whose low bits are the bits of the value in C.
 *
 * <p>Any thread may call.
 */
final class Functions {
    private static final Linker LINKER = Linker.nativeLinker();

    private static final MethodHandle FLOAT_OF_BITS = find("floatOf", float.class, long.class);
    private static final MethodHandle DOUBLE_OF_BITS = find("doubleOf", double.class, long.class);
    private static final MethodHandle BITS_OF_FLOAT = find("bitsOf", long.class, float.class);
    private static final MethodHandle BITS_OF_DOUBLE = find("bitsOf", long.class, double.class);

    private final Subject subject;
    private final Library library;
    private final Trace trace = Trace.ofProcess();
    private final Map<String, Linked> linked = new ConcurrentHashMap<>();
    private final Map<String, Long> constants = new ConcurrentHashMap<>();

    /**
     * A function that can be called.
     *
     * @param handle takes an array of longs and returns a long
     * @param names of the parameters
     * @param types of the parameters
     */
    record Linked(Routine routine, MethodHandle handle, List<String> names, List<String> types) {}

    private Functions(Subject subject, Library library) {
        this.subject = subject;
        this.library = library;
    }

    /** Loads the library that the kit's command has probed. */
    static Functions load() {
        final Subject subject = Subject.ofProcess().orElseThrow();
        Library.prepareProcess(subject.needsData());
        final Library library = Library.open(subject.library().toString());
        if (library == null) {
            throw new IllegalStateException("cannot load " + subject.library() + ": " + Library.error());
        }
        return new Functions(subject, library);
    }

    /** The library's number for a constant, which it must have. */
    long constant(String name) {
        return constants.computeIfAbsent(name, this::readConstant);
    }

    private long readConstant(String name) {
        if (!library.has(Subject.CONSTANT + name)) {
            throw new MissingRoutineException(name);
        }
        try {
            return (long) downcall(Subject.CONSTANT + name, FunctionDescriptor.of(JAVA_LONG))
                    .invokeExact();
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
    }

    /** A predefined handle; 0 if the library has none of this name. */
    long handle(String name, MemorySegment buffer) {
        if (!library.has(Subject.HANDLE + name)) {
            return 0;
        }
        buffer.set(JAVA_LONG, 0, 0);
        try {
            downcall(Subject.HANDLE + name, FunctionDescriptor.ofVoid(JAVA_LONG))
                    .invokeExact(buffer.address());
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
        return buffer.get(JAVA_LONG, 0);
    }

    /** Those of the routines that the library has. */
    List<Routine> present(Collection<Routine> routines) {
        return routines.stream().filter(this::has).toList();
    }

    private boolean has(Routine routine) {
        return has(routine.name());
    }

    boolean has(String function) {
        return subject.missing(function).isEmpty() && library.has(function);
    }

    /** Calls a routine that has no element type, by the order of its parameters. */
    long call(String name, long... arguments) {
        Linked function = linked.get(name);
        if (function == null) {
            final Predicate<Routine> wanted = one -> one.name().equals(name);
            function = linked(Routines.all().stream().filter(wanted).findFirst().orElseThrow());
        }
        return call(function, arguments);
    }

    /** Calls a routine by the names of its parameters. */
    long call(Routine routine, ToLongFunction<String> argument) {
        final Linked function = linked(routine);
        return call(function, function.names.stream().mapToLong(argument).toArray());
    }

    private Linked linked(Routine routine) {
        return linked.computeIfAbsent(
                routine.name(),
                _ -> new Linked(
                        routine,
                        link(routine),
                        routine.parameters().stream().map(Routine::nameOf).toList(),
                        routine.parameters().stream().map(Routine::typeOf).toList()));
    }

    private long call(Linked function, long... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = extended(function.types.get(i), arguments[i]);
        }
        trace.begin(function, arguments);
        final long result;
        try {
            result = (long) function.handle.invokeExact(arguments);
        } catch (Error error) {
            throw error;
        } catch (Throwable t) {
            throw new AssertionError("a downcall does not throw", t);
        }
        trace.end(function, result);
        return result;
    }

    private MethodHandle link(Routine routine) {
        if (!has(routine)) {
            throw new MissingRoutineException(routine.name());
        }
        final List<String> types = routine.parameters().stream()
                .map(Routine::typeOf)
                .filter(type -> !type.equals("..."))
                .toList();
        final MemoryLayout[] layouts = types.stream().map(this::layout).toArray(MemoryLayout[]::new);
        final FunctionDescriptor descriptor = routine.result().equals("void")
                ? FunctionDescriptor.ofVoid(layouts)
                : FunctionDescriptor.of(resultLayout(routine.result()), layouts);
        return spread(downcall(routine.name(), descriptor));
    }

    @SuppressWarnings("restricted") // calling C is the purpose of this class
    private MethodHandle downcall(String function, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(library.find(function), descriptor);
    }

    /** The same as a function of longs in an array. */
    private static MethodHandle spread(MethodHandle handle) {
        MethodHandle longs = handle;
        final MethodType type = handle.type();
        for (int i = 0; i < type.parameterCount(); i++) {
            if (type.parameterType(i) == float.class) {
                longs = MethodHandles.filterArguments(longs, i, FLOAT_OF_BITS);
            } else if (type.parameterType(i) == double.class) {
                longs = MethodHandles.filterArguments(longs, i, DOUBLE_OF_BITS);
            }
        }
        if (type.returnType() == float.class) {
            longs = MethodHandles.filterReturnValue(longs, BITS_OF_FLOAT);
        } else if (type.returnType() == double.class) {
            longs = MethodHandles.filterReturnValue(longs, BITS_OF_DOUBLE);
        }
        final int count = type.parameterCount();
        final MethodType wanted = MethodType.methodType(long.class, Collections.nCopies(count, long.class));
        return MethodHandles.explicitCastArguments(longs, wanted).asSpreader(long[].class, count);
    }

    private static MethodHandle find(String name, Class<?> result, Class<?> parameter) {
        try {
            return MethodHandles.lookup().findStatic(Functions.class, name, MethodType.methodType(result, parameter));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    static float floatOf(long bits) {
        return Float.intBitsToFloat((int) bits);
    }

    static double doubleOf(long bits) {
        return Double.longBitsToDouble(bits);
    }

    static long bitsOf(float value) {
        return Float.floatToRawIntBits(value);
    }

    static long bitsOf(double value) {
        return Double.doubleToRawLongBits(value);
    }

    private MemoryLayout layout(String type) {
        return switch (type) {
            case "float" -> JAVA_FLOAT;
            case "double" -> JAVA_DOUBLE;
            case "int" -> JAVA_INT;
            case "shmem_ctx_t" -> constant("context_bytes") == Integer.BYTES ? JAVA_INT : JAVA_LONG;
            case "shmem_team_t" -> constant("team_bytes") == Integer.BYTES ? JAVA_INT : JAVA_LONG;
            // A caller extends an integer that is shorter than an int.
            default -> bytesOf(type) <= Integer.BYTES ? JAVA_INT : JAVA_LONG;
        };
    }

    private static MemoryLayout resultLayout(String type) {
        return switch (type) {
            case "float" -> JAVA_FLOAT;
            case "double" -> JAVA_DOUBLE;
            default ->
                switch (bytesOf(type)) {
                    case Byte.BYTES -> JAVA_BYTE;
                    case Short.BYTES -> JAVA_SHORT;
                    case Integer.BYTES -> JAVA_INT;
                    default -> JAVA_LONG;
                };
        };
    }

    private static int bytesOf(String type) {
        if (type.endsWith("*")) {
            return Long.BYTES;
        }
        for (CType one : CType.values()) {
            if (one.declaration.equals(type)) {
                return one.bytes;
            }
        }
        throw new IllegalArgumentException("type=" + type);
    }

    /** A value of a short integer with the higher bits as C has them. */
    private static long extended(String type, long bits) {
        return switch (type) {
            case "char", "signed char", "int8_t" -> (byte) bits;
            case "unsigned char", "uint8_t" -> bits & 0xff;
            case "short", "int16_t" -> (short) bits;
            case "unsigned short", "uint16_t" -> bits & 0xffff;
            default -> bits;
        };
    }
}
