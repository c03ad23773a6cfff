package org.jshmem.tck.programs;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A PE does nothing for a while, so that others come first. */
record Late(int pe, int micros) implements Step {
    @Override
    public List<Place> writes() {
        return List.of();
    }

    @Override
    public void apply(Model model) {
        // Nothing changes.
    }

    @Override
    public void run(Actor actor) {
        if (actor.pe() == pe) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
        }
    }

    @Override
    public Step without(int lastPe, List<Program.Team> teams) {
        return pe == lastPe ? null : this;
    }

    @Override
    public CCode c(int ofPe, Scene scene) {
        return ofPe == pe ? CCode.of("usleep(" + micros + ");") : CCode.NOTHING;
    }

    @Override
    public String java(int ofPe, Scene scene) {
        return ofPe == pe ? "java.util.concurrent.locks.LockSupport.parkNanos(" + micros + "000L);" : "";
    }
}
