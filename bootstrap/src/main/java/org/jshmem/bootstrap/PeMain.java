package org.jshmem.bootstrap;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jshmem.posix.Libc;
import org.jshmem.posix.Platform;
import org.jshmem.spi.RuntimeEvents;

/**
 * Main class of a PE that {@code shmemrun} starts: it ties the process to its launcher, runs the user's main method,
 * and ends the job if that throws.
 *
 * <p>The process gets a process group of its own, so that a signal of the launcher also reaches the programs that a PE
 * starts. The kernel kills the process when the launcher dies. The launcher may have died before this was requested, so
 * its pid is checked afterwards.
 */
public final class PeMain {
    private static final int SIGKILL = 9;
    private static final int FAILED = 1;

    private PeMain() {}

    /**
     * Runs a PE.
     *
     * @param args the user's main class and its arguments
     */
    public static void main(String[] args) {
        if (args.length == 0) {
            throw new IllegalArgumentException("usage: PeMain <main class> [arguments]; shmemrun calls this");
        }
        final String objection = Platform.objection();
        if (objection != null) {
            System.err.println("jshmem: " + objection);
            System.exit(FAILED);
        }
        followLauncher();
        final Thread thread = Thread.currentThread();
        try {
            runMain(args[0], Arrays.copyOfRange(args, 1, args.length));
        } catch (Throwable e) { // threads of the program would keep this process alive while other PEs wait for it
            final Throwable thrown = e instanceof InvocationTargetException ? e.getCause() : e;
            final boolean isWrapped = thrown instanceof ExceptionInInitializerError && thrown.getCause() != null;
            fail(thread, isWrapped ? thrown.getCause() : thrown);
        }
    }

    private static void fail(Thread thread, Throwable thrown) {
        LastWords.show(thread, thrown); // as the JVM itself does for a main method that throws
        RuntimeEvents.ALL.failing("uncaught " + thrown);
        Bootstrap.ofProcess(BootstrapSettings.of(Bootstrap.AUTO)).abort(FAILED, "uncaught " + thrown);
        System.exit(FAILED);
    }

    private static void followLauncher() {
        final String launcher = System.getenv(LauncherProtocol.LAUNCHER_PID);
        if (launcher == null) {
            return;
        }
        Libc.setpgid(0, 0);
        Libc.setParentDeathSignal(SIGKILL);
        if (Libc.getppid() != Integer.parseInt(launcher)) {
            Exit.now(FAILED);
        }
    }

    private static void runMain(String className, String[] args) throws ReflectiveOperationException {
        final Class<?> type = Class.forName(className, true, ClassLoader.getSystemClassLoader());
        final Method main = findMain(type);
        main.setAccessible(true);
        final Object[] arguments = main.getParameterCount() == 0 ? new Object[0] : new Object[] {args};
        if (Modifier.isStatic(main.getModifiers())) {
            main.invoke(null, arguments);
            return;
        }
        final Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        main.invoke(constructor.newInstance(), arguments);
    }

    /**
     * Finds the main method as the java command does: with arguments before without, in the class before its
     * superclasses.
     */
    private static Method findMain(Class<?> type) throws NoSuchMethodException {
        for (Class<?>[] parameters : new Class<?>[][] {{String[].class}, {}}) {
            for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
                for (Method method : owner.getDeclaredMethods()) {
                    if (method.getName().equals("main")
                            && method.getReturnType() == void.class
                            && !Modifier.isPrivate(method.getModifiers())
                            && Arrays.equals(method.getParameterTypes(), parameters)) {
                        return method;
                    }
                }
            }
        }
        throw new NoSuchMethodException("class " + type.getName() + " has no main method");
    }
}
