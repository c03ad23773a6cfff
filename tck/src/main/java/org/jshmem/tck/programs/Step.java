package org.jshmem.tck.programs;

import java.util.List;

/** A part of a phase: operations of one PE, or of several that belong together. */
interface Step {
    /** What it may change. */
    List<Place> writes();

    /** Changes the model as it has to change memory. */
    void apply(Model model);

    /** Does what a PE has to do for it, which may be nothing. */
    void run(Actor actor);

    /** The same as statements of a Java program; empty for nothing. */
    String java(int pe, Scene scene);

    /** The same as statements of a C program. */
    CCode c(int pe, Scene scene);

    /** How many elements it moves; 1 if it always moves one, or none. */
    default long length() {
        return 1;
    }

    /** The same with fewer elements, at least one. */
    default Step shortened(long length) {
        return this;
    }

    /**
     * The same in a job without its last PE.
     *
     * @param teams as they are then, that of the world first
     * @return null if that PE does something here that others do not do as well
     */
    Step without(int lastPe, List<Program.Team> teams);
}
