package org.jshmem.flow;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the components of a record are in memory: as in a C struct with the same members, so in their order, each
 * aligned to its size, and the whole padded to a multiple of the largest alignment.
 *
 * @param type the record class
 * @param fields its components
 * @param bytes its size, at least 1
 * @param alignment of the whole
 */
record RecordLayout(Class<?> type, List<Field> fields, int bytes, int alignment) {
    /**
     * A component.
     *
     * @param component the component
     * @param offset where it starts
     * @param nested the layout of a record; null for a primitive
     */
    record Field(RecordComponent component, int offset, RecordLayout nested) {}

    static RecordLayout of(Class<?> type) {
        return of(type, List.of());
    }

    /** @param around the records in which this one is a component */
    private static RecordLayout of(Class<?> type, List<Class<?>> around) {
        if (!type.isRecord()) {
            throw new IllegalArgumentException("type=" + type.getName() + " is not a record class");
        }
        final List<Field> fields = new ArrayList<>();
        int end = 0;
        int most = 1;
        for (RecordComponent component : type.getRecordComponents()) {
            final Class<?> part = component.getType();
            final boolean isRecursive = part.equals(type) || around.contains(part);
            final RecordLayout nested = part.isRecord() && !isRecursive ? of(part, joined(around, type)) : null;
            if (nested == null && !part.isPrimitive()) {
                throw new IllegalArgumentException("component " + component.getName() + " of record " + type.getName()
                        + " is a " + part.getTypeName() + (isRecursive ? ", so the record would have no end" : "")
                        + "; a flow carries records of primitives, and of records of primitives");
            }
            final int bytes = nested == null ? bytes(part) : nested.bytes;
            final int alignment = nested == null ? bytes : nested.alignment;
            end = rounded(end, alignment);
            fields.add(new Field(component, end, nested));
            end += bytes;
            most = Math.max(most, alignment);
        }
        return new RecordLayout(type, fields, Math.max(1, rounded(end, most)), most);
    }

    private static List<Class<?>> joined(List<Class<?>> around, Class<?> type) {
        return Stream.concat(around.stream(), Stream.of(type)).toList();
    }

    private static int rounded(int bytes, int alignment) {
        return (bytes + alignment - 1) / alignment * alignment;
    }

    private static int bytes(Class<?> primitive) {
        if (primitive == long.class || primitive == double.class) {
            return Long.BYTES;
        }
        if (primitive == int.class || primitive == float.class) {
            return Integer.BYTES;
        }
        return primitive == short.class || primitive == char.class ? Short.BYTES : 1;
    }
}
