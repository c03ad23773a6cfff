package org.jshmem.tck;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The public methods of the API's classes by name. A class that is asked for its methods copies all of them, which are
 * thousands, and every case asks several times.
 */
final class ApiMethods {
    private static final Map<Class<?>, Map<String, List<Method>>> BY_NAME = new ConcurrentHashMap<>();

    private ApiMethods() {}

    /** All forms of an operation, on the façade, contexts or teams; none if the class has no method of that name. */
    static List<Method> of(Class<?> owner, String name) {
        return BY_NAME.computeIfAbsent(owner, ApiMethods::byName).getOrDefault(name, List.of());
    }

    private static Map<String, List<Method>> byName(Class<?> owner) {
        return Arrays.stream(owner.getMethods()).collect(Collectors.groupingBy(Method::getName));
    }
}
