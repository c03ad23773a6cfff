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

    /** The same as statements of a Java program, with the model before the phase; empty for nothing. */
    String java(int pe, Model before);
}
