package org.jshmem.tck.twin;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;

/**
 * A class that is made when the program runs: it overrides all methods of one kernel of the library by calls of a
 * method {@code Object call(int, Object[])}, which its base class has, with the number of the method and its arguments.
 *
 * @param <T> the base class, with one constructor
 */
final class Intercepted<T> {
    private static final MethodTypeDesc CALL =
            MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_int, ConstantDescs.CD_Object.arrayType());

    private final List<Method> methods;
    private final Constructor<? extends T> constructor;

    /** Overrides the abstract methods of a kernel that the base class does not override itself. */
    Intercepted(Class<T> base, Class<?> kernel) {
        methods = Arrays.stream(kernel.getDeclaredMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()) && !overrides(base, method))
                .toList();
        methods.forEach(method -> method.setAccessible(true));
        try {
            constructor = MethodHandles.lookup()
                    .defineClass(bytes(base))
                    .asSubclass(base)
                    .getDeclaredConstructor(base.getDeclaredConstructors()[0].getParameterTypes());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean overrides(Class<?> base, Method method) {
        return Arrays.stream(base.getDeclaredMethods())
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }

    Method method(int number) {
        return methods.get(number);
    }

    T create(Object... arguments) {
        try {
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] bytes(Class<?> base) {
        final ClassDesc parent = base.describeConstable().orElseThrow();
        final MethodTypeDesc made =
                describe(MethodType.methodType(void.class, base.getDeclaredConstructors()[0].getParameterTypes()));
        return ClassFile.of().build(ClassDesc.of(base.getName() + "$Intercepted"), type -> {
            type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER).withSuperclass(parent);
            type.withMethodBody(ConstantDescs.INIT_NAME, made, 0, code -> {
                code.aload(0);
                for (int i = 0; i < made.parameterCount(); i++) {
                    code.loadLocal(TypeKind.from(made.parameterType(i)), code.parameterSlot(i));
                }
                code.invokespecial(parent, ConstantDescs.INIT_NAME, made).return_();
            });
            for (int i = 0; i < methods.size(); i++) {
                final int number = i;
                final Method method = methods.get(i);
                final MethodTypeDesc shape =
                        describe(MethodType.methodType(method.getReturnType(), method.getParameterTypes()));
                type.withMethodBody(
                        method.getName(),
                        shape,
                        method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED),
                        code -> write(code, parent, number, shape));
            }
        });
    }

    private static MethodTypeDesc describe(MethodType type) {
        return type.describeConstable().orElseThrow();
    }

    private static void write(CodeBuilder code, ClassDesc parent, int number, MethodTypeDesc shape) {
        code.aload(0).loadConstant(number).loadConstant(shape.parameterCount()).anewarray(ConstantDescs.CD_Object);
        for (int i = 0; i < shape.parameterCount(); i++) {
            final ClassDesc type = shape.parameterType(i);
            code.dup().loadConstant(i).loadLocal(TypeKind.from(type), code.parameterSlot(i));
            if (type.isPrimitive()) {
                final ClassDesc box = box(type);
                code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, type));
            }
            code.aastore();
        }
        code.invokevirtual(parent, "call", CALL);
        final ClassDesc result = shape.returnType();
        if (TypeKind.from(result) == TypeKind.VOID) {
            code.pop();
        } else if (result.isPrimitive()) {
            code.checkcast(box(result))
                    .invokevirtual(box(result), result.displayName() + "Value", MethodTypeDesc.of(result));
        } else {
            code.checkcast(result);
        }
        code.return_(TypeKind.from(result));
    }

    private static ClassDesc box(ClassDesc primitive) {
        return switch (TypeKind.from(primitive)) {
            case BOOLEAN -> ConstantDescs.CD_Boolean;
            case BYTE -> ConstantDescs.CD_Byte;
            case SHORT -> ConstantDescs.CD_Short;
            case INT -> ConstantDescs.CD_Integer;
            case FLOAT -> ConstantDescs.CD_Float;
            case DOUBLE -> ConstantDescs.CD_Double;
            default -> ConstantDescs.CD_Long;
        };
    }
}
