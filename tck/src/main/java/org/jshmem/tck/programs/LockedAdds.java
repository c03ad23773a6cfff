package org.jshmem.tck.programs;

import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.tck.c.CType;

/**
 * Several PEs add to one word without atomic operations, each while it has a lock.
 *
 * @param pes which
 * @param lock the number of the lock
 * @param place the word, of 8 bytes
 */
record LockedAdds(List<Integer> pes, int lock, Place place) implements Step {
    @Override
    public List<Place> writes() {
        return List.of(place);
    }

    @Override
    public void apply(Model model) {
        pes.forEach(pe -> model.setWord(place, model.word(place) + 1 + pe));
    }

    @Override
    public void run(Actor actor) {
        if (!pes.contains(actor.pe())) {
            return;
        }
        final ShmemContext by = actor.contexts().getFirst();
        final var words = actor.arrays().get(place.array()).asLongs();
        final long index = place.at() / Long.BYTES;
        Shmem.setLock(actor.locks(), lock);
        final long value = by.g(words, index, place.pe());
        by.p(words, index, value + 1 + actor.pe(), place.pe());
        by.quiet();
        Shmem.clearLock(actor.locks(), lock);
    }

    @Override
    public Step without(int lastPe, List<Program.Team> teams) {
        final List<Integer> others = pes.stream().filter(pe -> pe != lastPe).toList();
        return place.pe() == lastPe || others.isEmpty() ? null : new LockedAdds(others, lock, place);
    }

    @Override
    public CCode c(int pe, Scene scene) {
        if (!pes.contains(pe)) {
            return CCode.NOTHING;
        }
        final String word = CCode.elements(CType.UINT64, place.array(), place.at() / Long.BYTES);
        final String got = "shmem_uint64_g(" + word + ", " + place.pe() + ")";
        return CCode.of("shmem_set_lock(&locks[" + lock + "]); shmem_uint64_p(" + word + ", " + got + " + " + (1 + pe)
                + ", " + place.pe() + "); shmem_quiet(); shmem_clear_lock(&locks[" + lock + "]);");
    }

    @Override
    public String java(int pe, Scene scene) {
        if (!pes.contains(pe)) {
            return "";
        }
        final String word = "a" + place.array() + ".asLongs(), " + place.at() / Long.BYTES + ", ";
        return "setLock(locks, " + lock + "); c0.p(" + word + "c0.g(" + word + place.pe() + ") + " + (1 + pe) + ", "
                + place.pe() + "); c0.quiet(); clearLock(locks, " + lock + ");";
    }
}
