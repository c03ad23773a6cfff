package org.jshmem.flow;

import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the {@link RecordCodec} of a record class: a hidden class beside it, whose code is what one would write by
 * hand.
 */
final class RecordCodecs {
    private static final ClassDesc CODEC = desc(RecordCodec.class);
    private static final ClassDesc MEMORY = desc(RecordMemory.class);
    private static final ClassDesc LOOKUPS = desc(MethodHandles.class);
    private static final ClassDesc LOOKUP = desc(MethodHandles.Lookup.class);

    /** How many classes were defined beside records of other modules; each needs a name of its own. */
    private static final AtomicInteger ACCESSES = new AtomicInteger();

    private static final int ADDRESS_SLOT = 1;
    private static final int RECORD_SLOT = 3;

    private static final ClassValue<RecordCodec<?>> MADE = new ClassValue<>() {
        @Override
        protected RecordCodec<?> computeValue(Class<?> type) {
            return make(RecordLayout.of(type));
        }
    };

    private RecordCodecs() {}

    /**
     * The codec of the record class that the program passes as {@code type}.
     *
     * @throws IllegalArgumentException as the other method
     */
    static <R> RecordCodec<R> of(Class<R> type) {
        return of("type", type);
    }

    /**
     * The codec of a record class; the same object for the life of the class.
     *
     * @param name what the program calls it
     * @throws IllegalArgumentException if the record has a component of another type than primitives and such records,
     *     or its module does not let this one see it
     */
    @SuppressWarnings("unchecked")
    static <R> RecordCodec<R> of(String name, Class<R> type) {
        if (type == null) {
            throw new NullPointerException(name + "=null; pass the class of a record");
        }
        return (RecordCodec<R>) MADE.get(type);
    }

    private static RecordCodec<?> make(RecordLayout layout) {
        final Class<?> type = layout.type();
        try {
            final MethodHandles.Lookup codec =
                    beside(type).defineHiddenClass(classFile(layout), true, MethodHandles.Lookup.ClassOption.NESTMATE);
            return (RecordCodec<?>) codec.findConstructor(codec.lookupClass(), MethodType.methodType(void.class))
                    .invoke();
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    "record " + type.getName() + " is not accessible to flows: add \"opens " + type.getPackageName()
                            + " to org.jshmem.flow;\" to the module declaration of "
                            + type.getModule().getName(),
                    e);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot make a codec of " + type.getName(), e);
        }
    }

    /**
     * A lookup that may define a hidden class beside a record class. If the record is of another module, or was loaded
     * by another class loader, this class may only define ordinary classes there. It defines one whose own lookup may
     * define the hidden class.
     */
    private static MethodHandles.Lookup beside(Class<?> type) throws Throwable {
        RecordCodecs.class.getModule().addReads(type.getModule());
        final MethodHandles.Lookup own = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        if (own.hasFullPrivilegeAccess()) {
            return own;
        }
        final Class<?> access = own.defineClass(accessClassFile(type));
        final MethodHandles.Lookup inModule = (MethodHandles.Lookup)
                own.findStatic(access, "lookup", MethodType.methodType(MethodHandles.Lookup.class))
                        .invoke();
        return MethodHandles.privateLookupIn(type, inModule);
    }

    private static byte[] accessClassFile(Class<?> type) {
        return ClassFile.of()
                .build(
                        ClassDesc.of(type.getName() + "$$Access" + ACCESSES.incrementAndGet()),
                        made -> made.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                                .withMethodBody(
                                        "lookup",
                                        MethodTypeDesc.of(LOOKUP),
                                        ClassFile.ACC_STATIC,
                                        code -> code.invokestatic(LOOKUPS, "lookup", MethodTypeDesc.of(LOOKUP))
                                                .areturn()));
    }

    private static byte[] classFile(RecordLayout layout) {
        final ClassDesc self = ClassDesc.of(layout.type().getName() + "$$Codec");
        return ClassFile.of()
                .build(
                        self,
                        type -> type.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                                .withInterfaceSymbols(CODEC)
                                .withMethodBody(
                                        INIT_NAME,
                                        MTD_void,
                                        0,
                                        code -> code.aload(0)
                                                .invokespecial(ConstantDescs.CD_Object, INIT_NAME, MTD_void)
                                                .return_())
                                .withMethodBody(
                                        "write",
                                        MethodTypeDesc.of(ConstantDescs.CD_void, CD_long, ConstantDescs.CD_Object),
                                        ClassFile.ACC_PUBLIC,
                                        code -> {
                                            code.aload(RECORD_SLOT)
                                                    .checkcast(desc(layout.type()))
                                                    .astore(RECORD_SLOT);
                                            write(code, layout, 0, () -> code.aload(RECORD_SLOT));
                                            code.return_();
                                        })
                                .withMethodBody(
                                        "read",
                                        MethodTypeDesc.of(ConstantDescs.CD_Object, CD_long),
                                        ClassFile.ACC_PUBLIC,
                                        code -> {
                                            read(code, layout, 0);
                                            code.areturn();
                                        })
                                .withMethodBody(
                                        "recordName",
                                        MethodTypeDesc.of(ConstantDescs.CD_String),
                                        ClassFile.ACC_PUBLIC,
                                        code -> code.loadConstant(layout.type().getSimpleName())
                                                .areturn()));
    }

    /** @param load puts the record on the stack */
    private static void write(CodeBuilder code, RecordLayout layout, int start, Runnable load) {
        for (RecordLayout.Field field : layout.fields()) {
            final ClassDesc part = desc(field.component().getType());
            final Runnable loadPart = () -> {
                load.run();
                code.invokevirtual(desc(layout.type()), field.component().getName(), MethodTypeDesc.of(part));
            };
            if (field.nested() != null) {
                write(code, field.nested(), start + field.offset(), loadPart);
            } else {
                address(code, start + field.offset());
                loadPart.run();
                code.invokestatic(MEMORY, "put", MethodTypeDesc.of(ConstantDescs.CD_void, CD_long, part));
            }
        }
    }

    /** Leaves a new record on the stack. */
    private static void read(CodeBuilder code, RecordLayout layout, int start) {
        final ClassDesc type = desc(layout.type());
        code.new_(type).dup();
        for (RecordLayout.Field field : layout.fields()) {
            if (field.nested() != null) {
                read(code, field.nested(), start + field.offset());
            } else {
                final Class<?> part = field.component().getType();
                address(code, start + field.offset());
                code.invokestatic(MEMORY, getter(part), MethodTypeDesc.of(desc(part), CD_long));
            }
        }
        final ClassDesc[] parts = layout.fields().stream()
                .map(field -> desc(field.component().getType()))
                .toArray(ClassDesc[]::new);
        code.invokespecial(type, INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, parts));
    }

    /** Puts an address on the stack. */
    private static void address(CodeBuilder code, int offset) {
        code.lload(ADDRESS_SLOT).loadConstant((long) offset).ladd();
    }

    private static String getter(Class<?> primitive) {
        final String name = primitive.getName();
        return "get" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static ClassDesc desc(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }
}
