package org.jshmem.tck.programs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/** The memory of all PEs as it has to be between two phases: plain Java, one thread, no library. */
final class Model {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

    /** By array and PE. */
    private final byte[][][] memory;

    Model(Program program) {
        memory = new byte[program.sizes().size()][program.pes()][];
        for (int array = 0; array < memory.length; array++) {
            for (int pe = 0; pe < program.pes(); pe++) {
                memory[array][pe] =
                        content(program.contentOf(array, pe), program.sizes().get(array));
            }
        }
    }

    private Model(Model other) {
        memory = new byte[other.memory.length][][];
        for (int array = 0; array < memory.length; array++) {
            memory[array] = other.memory[array].clone();
            for (int pe = 0; pe < pes(); pe++) {
                memory[array][pe] = memory[array][pe].clone();
            }
        }
    }

    Model copy() {
        return new Model(this);
    }

    /** What a program writes or starts with, as a program without the kit can make it, too. */
    static byte[] content(long salt, int bytes) {
        final byte[] content = new byte[bytes];
        new SplittableRandom(salt).nextBytes(content);
        return content;
    }

    int pes() {
        return memory[0].length;
    }

    void set(int array, int pe, byte[] content) {
        memory[array][pe] = content;
    }

    byte[] of(int array, int pe) {
        return memory[array][pe];
    }

    MemorySegment segment(int array, int pe) {
        return MemorySegment.ofArray(memory[array][pe]);
    }

    /** An integer of 4 or 8 bytes. */
    long word(Place place) {
        final MemorySegment segment = segment(place.array(), place.pe());
        return place.bytes() == Long.BYTES ? segment.get(LONG, place.at()) : segment.get(INT, place.at());
    }

    void setWord(Place place, long value) {
        final MemorySegment segment = segment(place.array(), place.pe());
        if (place.bytes() == Long.BYTES) {
            segment.set(LONG, place.at(), value);
        } else {
            segment.set(INT, place.at(), (int) value);
        }
    }
}
