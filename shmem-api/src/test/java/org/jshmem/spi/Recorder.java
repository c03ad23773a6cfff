package org.jshmem.spi;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes subclasses of abstract classes whose methods note their calls, and return some value of the right type. */
public final class Recorder {
    /**
     * A call.
     *
     * @param name of the method
     * @param arguments of the call
     * @param result what it returned
     */
    public record Call(String name, List<Object> arguments, Object result) {}

    private static final ClassDesc CD_OBJECT_ARRAY = ConstantDescs.CD_Object.arrayType();
    private static final ClassDesc CD_RECORDER =
            Recorder.class.describeConstable().orElseThrow();
    private static final List<Call> CALLS = new ArrayList<>();

    private Recorder() {}

    /** Forgets all calls. */
    public static void clear() {
        CALLS.clear();
    }

    /** All calls since the last {@link #clear()}. */
    public static List<Call> calls() {
        return CALLS;
    }

    /** The only call of methods of a name. */
    static Call only(String name) {
        final List<Call> found =
                CALLS.stream().filter(call -> call.name().equals(name)).toList();
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " calls of " + name + " among " + CALLS);
        }
        return found.getFirst();
    }

    /**
     * Notes a call; all methods of recording classes do so.
     *
     * @param name of the method
     * @param arguments of the call
     * @param type of the result
     * @return a value of this type
     */
    public static Object called(String name, Object[] arguments, Class<?> type) {
        final Object result = value(type, 77 + CALLS.size());
        CALLS.add(new Call(name, Collections.unmodifiableList(Arrays.asList(arguments)), result));
        return result;
    }

    /** Some value of a type; numbers differ for each seed, and those of type long are no int. */
    public static Object value(Class<?> type, int seed) {
        if (type == void.class) {
            return null;
        } else if (type == boolean.class) {
            return true;
        } else if (type == byte.class) {
            return (byte) seed;
        } else if (type == short.class) {
            return (short) seed;
        } else if (type == int.class) {
            return seed;
        } else if (type == long.class) {
            return ((long) seed << 33) + seed;
        } else if (type == float.class) {
            return (float) seed;
        } else if (type == double.class) {
            return (double) seed;
        } else if (type == String.class) {
            return "text " + seed;
        } else if (type == MemorySegment.class) {
            return MemorySegment.ofArray(new byte[seed]);
        } else if (type == Object.class) {
            return new Object();
        } else if (type.isArray()) {
            return Array.newInstance(type.componentType(), 3);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[type.getEnumConstants().length - 1];
        } else if (type.isInterface() && !type.isSealed()) {
            return Proxy.newProxyInstance(
                    type.getClassLoader(),
                    new Class<?>[] {type},
                    (proxy, method, arguments) -> method.getName().equals("equals")
                            ? proxy == arguments[0]
                            : method.getName().equals("hashCode") ? 1 : null);
        } else if (type.isInterface()) {
            return value(type.getPermittedSubclasses()[0], seed);
        }
        return Modifier.isAbstract(type.getModifiers()) && !type.isSealed() ? of(type) : empty(type);
    }

    /** The size of a boxed primitive. */
    static long bytes(Class<?> boxed) {
        return switch (MethodType.methodType(boxed).unwrap().returnType().getName()) {
            case "byte", "boolean" -> 1;
            case "short", "char" -> 2;
            case "int", "float" -> 4;
            default -> 8;
        };
    }

    /** No constructor runs. */
    private static Object empty(Class<?> type) {
        try {
            final Class<?> concrete =
                    Modifier.isAbstract(type.getModifiers()) ? type.getPermittedSubclasses()[0] : type;
            final Class<?> unsafe = Class.forName("sun.misc.Unsafe"); // of a module that this one does not require
            final Field field = unsafe.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return unsafe.getMethod("allocateInstance", Class.class).invoke(field.get(null), concrete);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no object of " + type, e);
        }
    }

    /** An object of a new subclass, whose constructor has not run. */
    public static Object of(Class<?> type) {
        try {
            return empty(LOADED.computeIfAbsent(type, Recorder::subclass));
        } catch (IllegalStateException e) {
            throw new AssertionError(type.toString(), e);
        }
    }

    private static Class<?> subclass(Class<?> type) {
        final Map<String, Method> methods = new LinkedHashMap<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                final int modifiers = method.getModifiers();
                if (!Modifier.isStatic(modifiers) && !Modifier.isPrivate(modifiers)) {
                    methods.putIfAbsent(
                            method.getName()
                                    + MethodType.methodType(method.getReturnType(), method.getParameterTypes()),
                            method);
                }
            }
        }
        methods.values().removeIf(method -> Modifier.isFinal(method.getModifiers()) || !isAccessible(method));
        final ClassDesc made = ClassDesc.of(Recorder.class.getPackageName(), "Recording" + type.getSimpleName());
        final byte[] bytes = ClassFile.of().build(made, builder -> {
            builder.withSuperclass(type.describeConstable().orElseThrow());
            for (Method method : methods.values()) {
                final MethodTypeDesc descriptor = MethodType.methodType(
                                method.getReturnType(), method.getParameterTypes())
                        .describeConstable()
                        .orElseThrow();
                builder.withMethodBody(
                        method.getName(),
                        descriptor,
                        (Modifier.isPublic(method.getModifiers()) ? AccessFlag.PUBLIC : AccessFlag.PROTECTED).mask(),
                        code -> write(code, method));
            }
        });
        return define(bytes);
    }

    private static final Map<Class<?>, Class<?>> LOADED = new LinkedHashMap<>();

    private static Class<?> define(byte[] bytes) {
        try {
            return MethodHandles.lookup().defineClass(bytes);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Methods of other packages that only these see stay as they are. */
    private static boolean isAccessible(Method method) {
        return Modifier.isPublic(method.getModifiers())
                || Modifier.isProtected(method.getModifiers())
                || method.getDeclaringClass().getPackage() == Recorder.class.getPackage();
    }

    private static void write(CodeBuilder code, Method method) {
        final Class<?>[] parameters = method.getParameterTypes();
        code.loadConstant(method.getName());
        code.loadConstant(parameters.length).anewarray(ConstantDescs.CD_Object);
        for (int i = 0; i < parameters.length; i++) {
            code.dup().loadConstant(i);
            code.loadLocal(TypeKind.from(parameters[i]), code.parameterSlot(i));
            box(code, parameters[i]);
            code.aastore();
        }
        final Class<?> result = method.getReturnType();
        if (result.isPrimitive()) {
            code.getstatic(boxed(result), "TYPE", ConstantDescs.CD_Class);
        } else {
            code.loadConstant(result.describeConstable().orElseThrow());
        }
        code.invokestatic(
                CD_RECORDER,
                "called",
                MethodTypeDesc.of(
                        ConstantDescs.CD_Object, ConstantDescs.CD_String, CD_OBJECT_ARRAY, ConstantDescs.CD_Class));
        if (result == void.class) {
            code.pop().return_();
            return;
        }
        code.checkcast(
                result.isPrimitive()
                        ? boxed(result)
                        : result.describeConstable().orElseThrow());
        if (result.isPrimitive()) {
            code.invokevirtual(
                    boxed(result),
                    result.getName() + "Value",
                    MethodTypeDesc.of(result.describeConstable().orElseThrow()));
        }
        code.return_(TypeKind.from(result));
    }

    private static ClassDesc boxed(Class<?> primitive) {
        return MethodType.methodType(primitive)
                .wrap()
                .returnType()
                .describeConstable()
                .orElseThrow();
    }

    private static void box(CodeBuilder code, Class<?> type) {
        if (type.isPrimitive()) {
            code.invokestatic(
                    boxed(type),
                    "valueOf",
                    MethodTypeDesc.of(boxed(type), type.describeConstable().orElseThrow()));
        }
    }
}
