package org.jshmem.internal.barrier;

import java.lang.StackWalker.StackFrame;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ShmemProvider;

/** Finds the place in the program that called the library. */
public final class CallSite {
    private static final String API = ShmemContext.class.getPackageName();

    private CallSite() {}

    /**
     * The nearest frame of the calling thread outside the library.
     *
     * @return as {@code Main.exchange(Main.java:42)}
     */
    public static String here() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames -> frames.filter(frame -> !isLibrary(frame.getDeclaringClass()))
                        .findFirst()
                        .map(CallSite::describe)
                        .orElse("an unknown place"));
    }

    private static String describe(StackFrame frame) {
        final String name = frame.getDeclaringClass().getName();
        return name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName() + "(" + frame.getFileName() + ":"
                + frame.getLineNumber() + ")";
    }

    /** Whether a class belongs to the library, or to a tool in front of it. */
    static boolean isLibrary(Class<?> type) {
        final String name = type.getPackageName();
        return name.equals(API)
                || name.startsWith(API + ".internal")
                || name.startsWith(API + ".flow")
                || name.startsWith(API + ".spi")
                || ShmemProvider.class.isAssignableFrom(type)
                || ShmemTeam.class.isAssignableFrom(type)
                || ShmemContext.class.isAssignableFrom(type);
    }
}
