package org.jshmem.tck.programs;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A PE changes its own memory.
 *
 * @param salt what it writes
 */
record Store(Place place, long salt) implements Step {
    @Override
    public List<Place> writes() {
        return List.of(place);
    }

    private byte[] content() {
        return Model.content(salt, (int) place.bytes());
    }

    @Override
    public void apply(Model model) {
        model.segment(place.array(), place.pe())
                .asSlice(place.at(), place.bytes())
                .copyFrom(MemorySegment.ofArray(content()));
    }

    @Override
    public void run(Actor actor) {
        if (actor.pe() == place.pe()) {
            actor.arrays().get(place.array()).copyFrom(place.at(), content(), 0, place.bytes());
        }
    }

    @Override
    public long length() {
        return place.bytes();
    }

    @Override
    public Step shortened(long length) {
        return new Store(new Place(place.array(), place.pe(), place.at(), length), salt);
    }

    @Override
    public Step without(int lastPe, List<Program.Team> teams) {
        return place.pe() == lastPe ? null : this;
    }

    @Override
    public CCode c(int pe, Scene scene) {
        return pe == place.pe()
                ? CCode.of("fill(a" + place.array() + " + " + place.at() + ", " + place.bytes() + ", " + salt + ");")
                : CCode.NOTHING;
    }

    @Override
    public String java(int pe, Scene scene) {
        return pe == place.pe()
                ? "a" + place.array() + ".copyFrom(" + place.at() + ", bytes(" + place.bytes() + ", " + salt + "L), 0, "
                        + place.bytes() + ");"
                : "";
    }
}
