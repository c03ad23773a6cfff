package org.jshmem.profiler;

import static org.jshmem.Shmem.*;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.SymmetricBytes;
import org.jshmem.SymmetricLongs;

/** Brings texts of all PEs to PE 0, by the library itself; collective. */
final class Gathering {
    private Gathering() {}

    /** The texts of all PEs on PE 0, none on the others. */
    static List<String> toFirst(String mine) {
        final byte[] text = mine.getBytes(StandardCharsets.UTF_8);
        final SymmetricLongs length = mallocLongs(1);
        length.set(text.length);
        barrierAll();
        long most = 1;
        for (int pe = 0; pe < nPes(); pe++) {
            most = Math.max(most, g(length, pe));
        }
        final SymmetricBytes texts = mallocBytes(most);
        put(texts, text, text.length, myPe());
        barrierAll();
        final List<String> all = new ArrayList<>();
        for (int pe = 0; myPe() == 0 && pe < nPes(); pe++) {
            final byte[] theirs = new byte[Math.toIntExact(g(length, pe))];
            get(theirs, texts, theirs.length, pe);
            all.add(new String(theirs, StandardCharsets.UTF_8));
        }
        barrierAll();
        free(texts);
        free(length);
        return all;
    }
}
