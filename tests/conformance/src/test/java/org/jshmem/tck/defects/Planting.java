package org.jshmem.tck.defects;

/** Plants a defect for the time of a case. */
public final class Planting {
    private Planting() {}

    /** Runs a case with a defect. */
    public static void during(Defect defect, Runnable body) {
        Planted.plant(defect);
        try {
            body.run();
        } finally {
            Planted.remove();
        }
    }
}
