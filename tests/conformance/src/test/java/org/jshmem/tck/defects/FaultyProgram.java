package org.jshmem.tck.defects;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;

/** A program of one file with a planted defect: {@code FaultyProgram <defect> <its class>}. */
public final class FaultyProgram {
    private FaultyProgram() {}

    /**
     * Runs it.
     *
     * @param args see the class
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        Planted.plant(Defect.valueOf(args[0]));
        final Constructor<?> constructor = Class.forName(args[1]).getDeclaredConstructor();
        constructor.setAccessible(true);
        final Method main = constructor.getDeclaringClass().getDeclaredMethod("main");
        main.setAccessible(true);
        main.invoke(constructor.newInstance());
    }
}
