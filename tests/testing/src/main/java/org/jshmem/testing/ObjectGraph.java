package org.jshmem.testing;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;

/**
 * Estimates the memory of the objects that can be reached from some of them: of the project's classes, arrays, and what
 * is in collections. Sizes are those of HotSpot with compressed references. Other classes of the JDK and of libraries
 * count nothing, and nothing is reached through them.
 */
public final class ObjectGraph {
    private static final int HEADER_BYTES = 12;
    private static final int ARRAY_HEADER_BYTES = 16;
    private static final int REFERENCE_BYTES = 4;
    private static final int ALIGNMENT = 8;

    /** What a hash table, or a list, takes for an entry; not less than it does. */
    private static final int ENTRY_BYTES = 48;

    private static final String PROJECT = "org.jshmem.";

    private final Predicate<Class<?>> isLeftOut;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> reached = new ArrayDeque<>();
    private long bytes;

    private ObjectGraph(Predicate<Class<?>> isLeftOut) {
        this.isLeftOut = isLeftOut;
    }

    /** The bytes of what can be reached from some objects, without objects of classes that are left out. */
    public static long bytes(Predicate<Class<?>> isLeftOut, Object... roots) {
        final ObjectGraph graph = new ObjectGraph(isLeftOut);
        for (Object root : roots) {
            graph.reach(root);
        }
        while (!graph.reached.isEmpty()) {
            graph.add(graph.reached.pop());
        }
        return graph.bytes;
    }

    private void reach(Object object) {
        if (object != null && !isLeftOut.test(object.getClass()) && seen.add(object)) {
            reached.push(object);
        }
    }

    private void add(Object object) {
        switch (object) {
            case Map<?, ?> map -> {
                count((long) ENTRY_BYTES * (1 + map.size()));
                map.keySet().forEach(this::reach);
                map.values().forEach(this::reach);
            }
            case Collection<?> collection -> {
                count((long) ENTRY_BYTES * (1 + collection.size()));
                collection.forEach(this::reach);
            }
            case AtomicLongArray array -> count(ARRAY_HEADER_BYTES + (long) Long.BYTES * array.length());
            case AtomicReferenceArray<?> array -> {
                count(ARRAY_HEADER_BYTES + (long) REFERENCE_BYTES * array.length());
                for (int i = 0; i < array.length(); i++) {
                    reach(array.get(i));
                }
            }
            default -> addPlain(object);
        }
    }

    private void addPlain(Object object) {
        if (object.getClass().isArray()) {
            addArray(object);
        } else if (object.getClass().getName().startsWith(PROJECT)) {
            addFields(object);
        }
    }

    private void addArray(Object array) {
        final int length = Array.getLength(array);
        count(ARRAY_HEADER_BYTES + (long) length * size(array.getClass().getComponentType()));
        if (array instanceof Object[] references) {
            for (Object element : references) {
                reach(element);
            }
        }
    }

    private void addFields(Object object) {
        long size = HEADER_BYTES;
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    size += size(field.getType());
                    follow(object, field);
                }
            }
        }
        count(size);
    }

    private void follow(Object object, Field field) {
        if (!field.getType().isPrimitive() && field.trySetAccessible()) {
            try {
                reach(field.get(object));
            } catch (IllegalAccessException e) {
                throw new AssertionError(e); // it is accessible
            }
        }
    }

    private void count(long size) {
        bytes += Math.ceilDiv(size, ALIGNMENT) * ALIGNMENT;
    }

    private static int size(Class<?> type) {
        if (!type.isPrimitive()) {
            return REFERENCE_BYTES;
        } else if (type == long.class || type == double.class) {
            return Long.BYTES;
        } else if (type == int.class || type == float.class) {
            return Integer.BYTES;
        } else {
            return type == short.class || type == char.class ? Short.BYTES : 1;
        }
    }
}
