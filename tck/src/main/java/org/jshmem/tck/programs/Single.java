package org.jshmem.tck.programs;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A p or a g.
 *
 * @param actor the PE that calls
 * @param context the number of a context
 * @param isPut whether it is a p
 * @param place the element
 * @param salt the value of a p
 */
record Single(int actor, int context, boolean isPut, Elements type, Place place, long salt) implements Step {
    @Override
    public List<Place> writes() {
        return isPut ? List.of(place) : List.of();
    }

    private byte[] content() {
        return Model.content(salt, type.bytes());
    }

    private MemorySegment in(Model model) {
        return model.segment(place.array(), place.pe()).asSlice(place.at(), place.bytes());
    }

    @Override
    public void apply(Model model) {
        if (isPut) {
            in(model).copyFrom(MemorySegment.ofArray(content()));
        }
    }

    @Override
    public void run(Actor actor) {
        if (actor.pe() != this.actor) {
            return;
        }
        final var by = actor.contexts().get(context);
        final var array = actor.arrays().get(place.array());
        final long index = place.at() / place.bytes();
        if (isPut) {
            type.p(by, array, index, content(), place.pe());
        } else {
            final byte[] expected = new byte[type.bytes()];
            MemorySegment.ofArray(expected).copyFrom(in(actor.model()));
            actor.same(expected, type.g(by, array, index, place.pe()), "the element");
        }
    }

    @Override
    public String java(int pe, Model before) {
        if (pe != actor) {
            return "";
        }
        final String where = "(a" + place.array() + ".as" + type.name() + "(), " + place.at() / place.bytes() + ", ";
        return "c" + context
                + (isPut
                        ? ".p" + where + Emission.array(type, salt, 1) + "[0], " + place.pe() + ");"
                        : ".g" + where + place.pe() + ");");
    }
}
