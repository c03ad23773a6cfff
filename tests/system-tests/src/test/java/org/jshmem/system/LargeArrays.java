package org.jshmem.system;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jshmem.Cmp;
import org.jshmem.IndexedBlocks;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricFloats;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.SymmetricShorts;

/**
 * Every form of {@link Shmem} that takes indices, with indices beyond 2³¹ of arrays that are as long, and once more
 * with small indices of slices of the same elements: memory and results have to be the same. Strided forms also with
 * strides that are as long. To be run with sparse heaps, which take memory for what is touched only.
 */
public final class LargeArrays {
    private static final long FAR = (1L << 31) + 8;
    private static final int LENGTH = 64;
    private static final int DEST = 3;
    private static final int SOURCE = 5;
    private static final Set<String> LOCKS = Set.of("setLock", "clearLock", "testLock", "holdLock");

    /** Of each type a destination, a source, an array for fetched values, and one for signals. */
    private static final List<List<SymmetricArray>> ARRAYS = new ArrayList<>();

    private static int forms;
    private static int wrong;

    private LargeArrays() {}

    /** Prints how many forms there were. */
    public static void main(String[] args) {
        try (var _ = init()) {
            for (int i = 0; i < 4; i++) {
                ARRAYS.add(List.of(
                        mallocBytes(FAR + LENGTH),
                        mallocShorts(FAR + LENGTH),
                        mallocInts(FAR + LENGTH),
                        mallocLongs(FAR + LENGTH),
                        mallocFloats(FAR + LENGTH),
                        mallocDoubles(FAR + LENGTH)));
            }
            for (Method form : forms()) {
                final String whole = outcome(form, FAR);
                final String slices = outcome(form, 0);
                if (!whole.equals(slices)) {
                    fail(form, whole + " but of slices " + slices);
                }
                if (isStrided(form)) {
                    checkStrides(form);
                }
                forms++;
            }
            System.out.println("PE " + myPe() + ": " + forms + " forms, " + wrong + " wrong");
        }
    }

    private static void fail(Method form, String what) {
        wrong++;
        System.out.println("PE " + myPe() + ": " + form + ": " + what);
    }

    /** In an order that all PEs have alike. */
    private static List<Method> forms() {
        final Stream<Method> ofShmem = Arrays.stream(Shmem.class.getMethods())
                .filter(form -> Modifier.isStatic(form.getModifiers()) && !LOCKS.contains(form.getName()))
                .filter(form ->
                        Arrays.stream(form.getParameterTypes()).anyMatch(SymmetricArray.class::isAssignableFrom));
        final Stream<Method> ofArrays = ARRAYS.getFirst().stream()
                .flatMap(array -> Arrays.stream(array.getClass().getMethods()))
                .filter(form -> !SymmetricArray.class.isAssignableFrom(form.getReturnType()));
        return Stream.concat(ofShmem, ofArrays)
                .filter(form -> Arrays.stream(form.getParameters())
                        .anyMatch(one -> isIndex(one) || one.getType() == IndexedBlocks.class))
                .sorted(Comparator.comparing(Method::toString))
                .toList();
    }

    private static boolean isIndex(Parameter parameter) {
        final String name = parameter.getName();
        return name.equals("index") || name.endsWith("Index") || name.equals("from") || name.equals("to");
    }

    private static boolean isStrided(Method form) {
        final List<String> names =
                Arrays.stream(form.getParameters()).map(Parameter::getName).toList();
        return names.contains("dst")
                && names.contains("destIndex")
                && names.contains("sourceIndex")
                && Arrays.stream(form.getParameterTypes())
                                .filter(SymmetricArray.class::isAssignableFrom)
                                .count()
                        == 2;
    }

    private static SymmetricArray array(int use, Class<?> type) {
        return ARRAYS.get(use).stream().filter(type::isInstance).findFirst().orElseThrow();
    }

    private static SymmetricArray slice(SymmetricArray array, long index) {
        return switch (array) {
            case SymmetricBytes typed -> typed.slice(index, LENGTH);
            case SymmetricShorts typed -> typed.slice(index, LENGTH);
            case SymmetricInts typed -> typed.slice(index, LENGTH);
            case SymmetricLongs typed -> typed.slice(index, LENGTH);
            case SymmetricFloats typed -> typed.slice(index, LENGTH);
            case SymmetricDoubles typed -> typed.slice(index, LENGTH);
        };
    }

    private static int use(String name) {
        return switch (name) {
            case "source" -> 1;
            case "fetch" -> 2;
            case "sig", "sigAddr" -> 3;
            default -> 0;
        };
    }

    private static void fill(MemorySegment bytes, int seed) {
        for (long i = 0; i < bytes.byteSize(); i++) {
            bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (seed + 17 + 7 * i));
        }
    }

    /** What a call does and returns; {@code far} is added to the indices of whole arrays, 0 stands for slices. */
    private static String outcome(Method form, long far) {
        final List<MemorySegment> seen = new ArrayList<>();
        final Parameter[] parameters = form.getParameters();
        final Object[] arguments = new Object[parameters.length];
        final boolean isOfArray = !Modifier.isStatic(form.getModifiers());
        final Object target = isOfArray ? memory(0, form.getDeclaringClass(), far, seen) : null;
        boolean isFar = isOfArray && far != 0;
        int start = DEST;
        for (int i = 0; i < parameters.length; i++) {
            final Class<?> type = parameters[i].getType();
            final String name = parameters[i].getName();
            if (SymmetricArray.class.isAssignableFrom(type)) {
                arguments[i] = memory(use(name), type, far, seen);
                isFar = far != 0;
                start = use(name) == 1 ? SOURCE : DEST;
            } else if (type.isArray() || type == MemorySegment.class) {
                arguments[i] = local(type, name);
                if (!name.equals("status")) {
                    seen.add(segment(arguments[i]));
                }
                isFar = false;
                start = DEST;
            } else if (isIndex(parameters[i])) {
                arguments[i] = start + (isFar ? far : 0);
            } else if (type == IndexedBlocks.class) {
                arguments[i] = IndexedBlocks.range(start + (isFar ? far : 0), 2);
            } else {
                arguments[i] = plain(name, type);
            }
        }
        barrierAll();
        final Object result = invoke(form, target, arguments);
        quiet();
        barrierAll();
        final StringBuilder text = new StringBuilder(String.valueOf(result));
        seen.forEach(one -> text.append(' ').append(Arrays.hashCode(one.toArray(ValueLayout.JAVA_BYTE))));
        barrierAll();
        return text.toString();
    }

    /** An array or the slice of it that a call is about, with new content. */
    private static SymmetricArray memory(int use, Class<?> type, long far, List<MemorySegment> seen) {
        final SymmetricArray whole = array(use, type);
        final SymmetricArray slice = slice(whole, FAR);
        fill(slice.segment(), use * 40 + myPe());
        seen.add(slice.segment());
        return far == 0 ? slice : whole;
    }

    /** Two elements, the second of which is {@link #FAR} elements behind the first, on both sides. */
    private static void checkStrides(Method form) {
        final Parameter[] parameters = form.getParameters();
        final Object[] arguments = new Object[parameters.length];
        SymmetricArray dest = null;
        SymmetricArray source = null;
        for (int i = 0; i < parameters.length; i++) {
            final Class<?> type = parameters[i].getType();
            final String name = parameters[i].getName();
            if (SymmetricArray.class.isAssignableFrom(type)) {
                final SymmetricArray whole = array(use(name), type);
                fill(slice(whole, 0).segment(), use(name) * 40);
                fill(slice(whole, FAR).segment(), use(name) * 40 + 11);
                dest = use(name) == 0 ? whole : dest;
                source = use(name) == 1 ? whole : source;
                arguments[i] = whole;
            } else {
                arguments[i] = switch (name) {
                    case "destIndex" -> (long) DEST;
                    case "sourceIndex" -> (long) SOURCE;
                    case "dst", "sst" -> FAR;
                    default -> plain(name, type);
                };
            }
        }
        barrierAll();
        invoke(form, null, arguments);
        barrierAll();
        for (long at : new long[] {0, FAR}) {
            if (element(dest, at + DEST).mismatch(element(source, at + SOURCE)) >= 0) {
                fail(form, "with strides of " + FAR + " the element after " + at + " is wrong");
            }
        }
        barrierAll();
    }

    private static MemorySegment element(SymmetricArray array, long index) {
        final long width = array.byteLength() / array.length();
        return array.segment().asSlice(index * width, width);
    }

    private static Object local(Class<?> type, String name) {
        if (type == MemorySegment.class) {
            final MemorySegment made = Arena.ofAuto().allocate(8 * LENGTH, 64);
            fill(made, 0);
            return made;
        }
        final Object made = Array.newInstance(type.componentType(), name.equals("status") ? 2 : LENGTH);
        if (!name.equals("status")) {
            fill(segment(made), 0);
        }
        return made;
    }

    private static MemorySegment segment(Object memory) {
        return switch (memory) {
            case byte[] typed -> MemorySegment.ofArray(typed);
            case short[] typed -> MemorySegment.ofArray(typed);
            case int[] typed -> MemorySegment.ofArray(typed);
            case long[] typed -> MemorySegment.ofArray(typed);
            case float[] typed -> MemorySegment.ofArray(typed);
            case double[] typed -> MemorySegment.ofArray(typed);
            default -> (MemorySegment) memory;
        };
    }

    private static Object plain(String name, Class<?> type) {
        if (type == ShmemTeam.class) {
            return TEAM_WORLD;
        }
        if (type == org.jshmem.ShmemContext.class) {
            return CTX_DEFAULT;
        }
        if (type == Cmp.class) {
            return Cmp.NE;
        }
        if (type == SignalOp.class) {
            return SignalOp.ADD;
        }
        final long number = switch (name) {
            case "pe" -> (myPe() + 1) % nPes();
            case "nelems", "nblocks" -> 2;
            case "dst" -> 4;
            case "sst" -> 6;
            default -> 1;
        };
        if (type == long.class) {
            return number;
        } else if (type == int.class) {
            return (int) number;
        } else if (type == short.class) {
            return (short) number;
        } else if (type == byte.class) {
            return (byte) number;
        } else if (type == float.class) {
            return (float) number;
        }
        return (double) number;
    }

    private static Object invoke(Method form, Object target, Object[] arguments) {
        try {
            return form.invoke(target, arguments);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(form + " with " + Arrays.toString(arguments), e);
        }
    }
}
