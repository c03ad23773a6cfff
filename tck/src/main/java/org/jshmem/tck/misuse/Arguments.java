package org.jshmem.tck.misuse;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import org.jshmem.IndexedBlocks;
import org.jshmem.SessionConfig;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricDoubles;
import org.jshmem.TeamConfig;

/** Arguments for methods of the API found by reflection. */
public final class Arguments {
    private static final long ROOM = 4096;

    private Arguments() {}

    /**
     * Arguments that would be right if the library were initialised, or null if the method takes an array of a type
     * other than the given one; with no array at hand, null stands for it.
     */
    public static Object[] plausible(Method method, SymmetricDoubles array) {
        final Parameter[] parameters = method.getParameters();
        final Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            final Class<?> type = parameters[i].getType();
            if (SymmetricArray.class.isAssignableFrom(type)) {
                if (array == null || !type.isInstance(array)) {
                    return null;
                }
                arguments[i] = array;
            } else {
                arguments[i] = plain(parameters[i].getName(), type);
            }
        }
        return arguments;
    }

    private static Object plain(String name, Class<?> type) {
        if (type == MemorySegment.class) {
            return Arena.ofAuto().allocate(ROOM, 64);
        }
        if (type == IndexedBlocks.class) {
            return IndexedBlocks.range(0, 1);
        }
        if (type == ShmemContext.class) {
            return Shmem.CTX_DEFAULT;
        }
        if (type == ShmemTeam.class) {
            return Shmem.TEAM_WORLD;
        }
        if (type == TeamConfig.class) {
            return new TeamConfig(0);
        }
        if (type == SessionConfig.class) {
            return new SessionConfig(0);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type.isArray()) {
            return java.lang.reflect.Array.newInstance(type.componentType(), type == int[].class ? 1 : 64);
        }
        return number(type, value(name));
    }

    private static long value(String name) {
        return switch (name) {
            case "pe", "destIndex", "sourceIndex", "index", "options", "hints", "status" -> 0;
            case "alignment" -> 64;
            default -> 1;
        };
    }

    /** A number as a method of a primitive type takes it. */
    public static Object number(Class<?> type, long value) {
        if (type == long.class) {
            return value;
        } else if (type == int.class) {
            return (int) value;
        } else if (type == short.class) {
            return (short) value;
        } else if (type == byte.class) {
            return (byte) value;
        } else if (type == float.class) {
            return (float) value;
        } else if (type == boolean.class) {
            return value != 0;
        }
        return (double) value;
    }

    public static Object invoke(Method method, Object target, Object... arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
