package org.jshmem.spi;

import java.util.List;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/** Finds the place in the program that called the library. */
public final class CallSite {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static final String API = ShmemContext.class.getPackageName() + ".";
    private static final List<String> PARTS = List.of("internal.", "flow.", "messages.", "spi.");

    private static final String UNKNOWN = "an unknown place";

    private CallSite() {}

    /**
     * The nearest frame of the calling thread that called the library. A tool that calls this from a class of its own
     * is not taken for the program.
     *
     * @return as {@code Main.exchange(Main.java:42)}
     */
    public static String here() {
        // Some ten times as fast as a StackWalker, and a hundred times at first, but there are only names of classes.
        final StackTraceElement[] frames = new Throwable().getStackTrace();
        int at = 1; // not this method
        while (at < frames.length && !isLibrary(frames[at].getClassName())) {
            at++;
        }
        while (at < frames.length && isLibrary(frames[at].getClassName())) {
            at++;
        }
        for (int outer = at + 1; outer < frames.length; outer++) {
            if (isLibrary(frames[outer].getClassName())) {
                return nearest(); // this frame may be of a tool, or of a function that the library has called
            }
        }
        return at < frames.length ? describe(frames[at]) : UNKNOWN;
    }

    private static String nearest() {
        return STACK.walk(frames -> frames.skip(2) // this method and here()
                .dropWhile(frame -> !isLibrary(frame.getDeclaringClass()))
                .filter(frame -> !isLibrary(frame.getDeclaringClass()))
                .findFirst()
                .map(frame -> describe(frame.toStackTraceElement()))
                .orElse(UNKNOWN));
    }

    private static String describe(StackTraceElement frame) {
        final String name = frame.getClassName();
        return name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    private static boolean isLibrary(String className) {
        if (!className.startsWith(API)) {
            return false;
        }
        final String name = className.substring(API.length());
        boolean isLibrary = name.indexOf('.') < 0;
        for (String part : PARTS) {
            isLibrary |= name.startsWith(part);
        }
        return isLibrary;
    }

    /**
     * Returns whether a class belongs to the library, or to a tool in front of it.
     *
     * @param type the class
     * @return true if it does
     */
    public static boolean isLibrary(Class<?> type) {
        return isLibrary(type.getName())
                || ShmemProvider.class.isAssignableFrom(type)
                || ShmemTeam.class.isAssignableFrom(type)
                || ShmemContext.class.isAssignableFrom(type);
    }
}
