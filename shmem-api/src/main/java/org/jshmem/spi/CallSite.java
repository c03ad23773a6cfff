package org.jshmem.spi;

import java.lang.StackWalker.StackFrame;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;

/** Finds the place in the program that called the library. */
public final class CallSite {
    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private static final String API = ShmemContext.class.getPackageName();

    private CallSite() {}

    /**
     * The nearest frame of the calling thread that called the library. A tool that calls this from a class of its own
     * is not taken for the program.
     *
     * @return as {@code Main.exchange(Main.java:42)}
     */
    public static String here() {
        return STACK.walk(frames -> frames.skip(1) // this method
                .dropWhile(frame -> !isLibrary(frame.getDeclaringClass()))
                .filter(frame -> !isLibrary(frame.getDeclaringClass()))
                .findFirst()
                .map(CallSite::describe)
                .orElse("an unknown place"));
    }

    private static String describe(StackFrame frame) {
        final String name = frame.getClassName();
        return name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    /**
     * Returns whether a class belongs to the library, or to a tool in front of it.
     *
     * @param type the class
     * @return true if it does
     */
    public static boolean isLibrary(Class<?> type) {
        final String name = type.getPackageName();
        return name.equals(API)
                || name.startsWith(API + ".internal")
                || name.startsWith(API + ".flow")
                || name.startsWith(API + ".messages")
                || name.startsWith(API + ".spi")
                || ShmemProvider.class.isAssignableFrom(type)
                || ShmemTeam.class.isAssignableFrom(type)
                || ShmemContext.class.isAssignableFrom(type);
    }
}
