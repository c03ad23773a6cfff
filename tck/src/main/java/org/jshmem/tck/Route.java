package org.jshmem.tck;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;

/**
 * A way to an operation: the façade, the default context, or a context made for it. Cases are written once, against an
 * interface with the names and parameters of the API, and run on every route.
 */
public final class Route implements AutoCloseable, InvocationHandler {
    private static final long[] OPTIONS = {
        0,
        Shmem.CTX_SERIALIZED,
        Shmem.CTX_PRIVATE,
        Shmem.CTX_NOSTORE,
        Shmem.CTX_SERIALIZED | Shmem.CTX_PRIVATE | Shmem.CTX_NOSTORE
    };

    private static final String TEAM = "team";

    /** By owner: the API's method for a method of an interface. */
    private static final Map<Class<?>, Map<Method, Method>> TARGETS = new ConcurrentHashMap<>();

    private final String name;
    private final Class<?> owner;
    private final ShmemContext context;
    private final Map<Method, Method> targets;

    private Route(String name, Class<?> owner, ShmemContext context) {
        this.name = name;
        this.owner = owner;
        this.context = context;
        this.targets = TARGETS.computeIfAbsent(owner, _ -> new ConcurrentHashMap<>());
    }

    /** The façade. */
    public static Route facade() {
        return new Route("Shmem", Shmem.class, null);
    }

    /**
     * The teams themselves, for an interface with the façade's names: its first parameter is the team that is called,
     * and {@code team} in front of a name falls off.
     */
    public static Route onTeams() {
        return new Route("ShmemTeam", ShmemTeam.class, null);
    }

    /** A context of one's own. */
    public static Route context(long options) {
        return new Route("ctxCreate(" + options + ")", ShmemContext.class, Shmem.ctxCreate(options));
    }

    /**
     * Every route there is, to be closed. Under the specification an implementation may refuse to create a context, and
     * the routes of those contexts are then left out.
     */
    public static List<Route> all() {
        final List<Route> routes = new ArrayList<>();
        routes.add(facade());
        routes.add(new Route("CTX_DEFAULT", ShmemContext.class, Shmem.CTX_DEFAULT));
        for (long options : OPTIONS) {
            try {
                routes.add(context(options));
            } catch (ShmemException e) {
                if (CaseMain.isStrict()) {
                    throw e;
                }
            }
        }
        return routes;
    }

    /**
     * The operations on this route.
     *
     * @param routines an interface whose methods are those of the API
     */
    public <T> T as(Class<T> routines) {
        return routines.cast(Proxy.newProxyInstance(routines.getClassLoader(), new Class<?>[] {routines}, this));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return method.invoke(this, arguments);
        }
        return call(targets.computeIfAbsent(method, this::target), arguments);
    }

    private Method target(Method method) {
        final Class<?>[] types = method.getParameterTypes();
        try {
            return owner == ShmemTeam.class
                    ? owner.getMethod(nameOnTeams(method.getName()), Arrays.copyOfRange(types, 1, types.length))
                    : owner.getMethod(method.getName(), types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("the API has no " + method, e);
        }
    }

    /** The name that an operation of the façade has on a team. */
    static String nameOnTeams(String operation) {
        return operation.startsWith(TEAM)
                ? Character.toLowerCase(operation.charAt(TEAM.length())) + operation.substring(TEAM.length() + 1)
                : operation;
    }

    /** Calls a method of the API; on teams the first argument is the team. */
    public Object call(Method method, Object... arguments) throws Throwable {
        Coverage.called(method);
        try {
            return owner == ShmemTeam.class
                    ? method.invoke(arguments[0], Arrays.copyOfRange(arguments, 1, arguments.length))
                    : method.invoke(context, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** All forms of an operation on this route. */
    public List<Method> forms(String operation) {
        final List<Method> forms = ApiMethods.of(owner, operation);
        if (forms.isEmpty()) {
            throw new IllegalArgumentException("the API has no " + operation);
        }
        return forms;
    }

    /** Whether it is the façade or a context without options; the others promise less and do the same. */
    public boolean isUsual() {
        return context == null || name.equals("ctxCreate(0)");
    }

    /** Completes what was called on this route. */
    public void quiet() {
        if (context == null) {
            Shmem.quiet();
        } else {
            context.quiet();
        }
    }

    @Override
    public void close() {
        if (context != null && context != Shmem.CTX_DEFAULT) {
            context.destroy();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
