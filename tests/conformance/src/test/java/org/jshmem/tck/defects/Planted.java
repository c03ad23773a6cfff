package org.jshmem.tck.defects;

/** Which defect this PE has at the moment; all PEs of a job plant and remove one between barriers. */
public final class Planted {
    private static volatile Defect planted;
    private static volatile boolean late;

    private Planted() {}

    /** Plants a defect. */
    static void plant(Defect defect) {
        late = defect.isLate();
        planted = defect;
    }

    /** Removes it; what nothing has completed is lost. */
    static void remove() {
        planted = null;
        late = false;
        LateContext.dropAll();
    }

    /** Whether a defect is planted. */
    static boolean is(Defect defect) {
        return planted == defect;
    }

    /** The same by its name, for the copies of the API's classes. */
    public static boolean is(String name) {
        final Defect defect = planted;
        return defect != null && defect.name().equals(name);
    }

    /** Whether transfers wait in the context until something completes them. */
    static boolean isLate() {
        return late;
    }
}
