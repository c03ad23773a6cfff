package org.jshmem.tck.programs;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jshmem.tck.c.CType;

/**
 * A p or a g.
 *
 * @param actor the PE that calls
 * @param via its context
 * @param isPut whether it is a p
 * @param place the element
 * @param salt the value of a p
 */
record Single(int actor, Via via, boolean isPut, Elements type, Place place, long salt) implements Step {
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
        final var by = via.of(actor);
        final int target = via.pe(place.pe());
        final var array = actor.arrays().get(place.array());
        final long index = place.at() / place.bytes();
        if (isPut) {
            type.p(by, array, index, content(), target);
        } else {
            final byte[] expected = new byte[type.bytes()];
            MemorySegment.ofArray(expected).copyFrom(in(actor.model()));
            actor.same(expected, type.g(by, array, index, target), "the element");
        }
    }

    @Override
    public Step without(int lastPe, List<Program.Team> teams) {
        return actor == lastPe || place.pe() == lastPe
                ? null
                : new Single(actor, via.in(teams), isPut, type, place, salt);
    }

    @Override
    public CCode c(int pe, Scene scene) {
        if (pe != actor) {
            return CCode.NOTHING;
        }
        final CType c = CCode.typeOf(type, salt);
        final String name = CCode.call(via, c, isPut ? "p" : "g")
                + CCode.elements(c, place.array(), place.at() / place.bytes()) + ", ";
        final String variable = "{ " + c.declaration + " value";
        if (isPut) {
            return CCode.of(variable + "; fill(&value, sizeof value, " + salt + "); " + name + "value, "
                    + via.pe(place.pe()) + "); }");
        }
        final byte[] expected = new byte[type.bytes()];
        MemorySegment.ofArray(expected).copyFrom(in(scene.before()));
        return CCode.of(
                variable + " = " + name + via.pe(place.pe()) + "); " + CCode.same(scene, "&value", expected) + " }");
    }

    @Override
    public String java(int pe, Scene scene) {
        if (pe != actor) {
            return "";
        }
        final String where = "(a" + place.array() + ".as" + type.name() + "(), " + place.at() / place.bytes() + ", ";
        if (isPut) {
            return via + ".p" + where + Emission.array(type, salt, 1) + "[0], " + via.pe(place.pe()) + ");";
        }
        final byte[] expected = new byte[type.bytes()];
        MemorySegment.ofArray(expected).copyFrom(in(scene.before()));
        final String element =
                "new " + Emission.primitive(type) + "[] {" + via + ".g" + where + via.pe(place.pe()) + ")}";
        return scene.same("MemorySegment.ofArray(" + element + ")", expected);
    }
}
