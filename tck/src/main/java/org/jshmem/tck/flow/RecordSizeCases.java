package org.jshmem.tck.flow;

import static org.jshmem.Shmem.*;

import java.util.function.LongFunction;
import org.jshmem.flow.Flow;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** Records from one byte to the size of a buffer. */
final class RecordSizeCases {
    private static final int RECORDS = 400;

    record B1(byte a) {
        static B1 of(long seed) {
            return new B1((byte) seed);
        }
    }

    record B2(short a) {
        static B2 of(long seed) {
            return new B2((short) seed);
        }
    }

    record B3(byte a, byte b, byte c) {
        static B3 of(long seed) {
            return new B3((byte) seed, (byte) (seed >> 8), (byte) ~seed);
        }
    }

    record B4(float a) {
        static B4 of(long seed) {
            return new B4(seed);
        }
    }

    record B6(char a, short b, boolean c) {
        static B6 of(long seed) {
            return new B6((char) seed, (short) ~seed, (seed & 1) != 0);
        }
    }

    record B8(double a) {
        static B8 of(long seed) {
            return new B8(seed * 0.5);
        }
    }

    record B12(int a, int b, int c) {
        static B12 of(long seed) {
            return new B12((int) seed, (int) ~seed, (int) (seed * 3));
        }
    }

    record B16(long a, int b) {
        static B16 of(long seed) {
            return new B16(seed, (int) ~seed);
        }
    }

    record B24(B12 a, B12 b) {
        static B24 of(long seed) {
            return new B24(B12.of(seed), B12.of(~seed));
        }
    }

    record B32(B16 a, B16 b) {
        static B32 of(long seed) {
            return new B32(B16.of(seed), B16.of(-seed));
        }
    }

    record B36(B24 a, B12 b) {
        static B36 of(long seed) {
            return new B36(B24.of(seed), B12.of(seed + 1));
        }
    }

    record B60(B36 a, B24 b) {
        static B60 of(long seed) {
            return new B60(B36.of(seed), B24.of(seed + 2));
        }
    }

    record B64(B32 a, B32 b) {
        static B64 of(long seed) {
            return new B64(B32.of(seed), B32.of(seed + 3));
        }
    }

    /** As large as a buffer. */
    record B68(B60 a, float b, int c) {
        static B68 of(long seed) {
            return new B68(B60.of(seed), seed, (int) seed);
        }
    }

    record B72(B64 a, byte b) {
        static B72 of(long seed) {
            return new B72(B64.of(seed), (byte) seed);
        }
    }

    @Case(
            alone = true,
            pes = {1, 2, 4},
            profile = Profile.JSHMEM,
            environment = "SHMEM_FLOW_BUFFER=68")
    void flowOfRecordsOfAllSizes(Checks checks) {
        init();
        exchange(checks, B1.class, B1::of);
        exchange(checks, B2.class, B2::of);
        exchange(checks, B3.class, B3::of);
        exchange(checks, B4.class, B4::of);
        exchange(checks, B6.class, B6::of);
        exchange(checks, B8.class, B8::of);
        exchange(checks, B12.class, B12::of);
        exchange(checks, B16.class, B16::of);
        exchange(checks, B24.class, B24::of);
        exchange(checks, B32.class, B32::of);
        exchange(checks, B36.class, B36::of);
        exchange(checks, B60.class, B60::of);
        exchange(checks, B64.class, B64::of);
        try {
            exchange(checks, B68.class, B68::of);
        } catch (IllegalArgumentException e) { // between nodes of several PEs a record needs room for its way
            checks.that(e.getMessage().contains("a record of 68 bytes and 4 for its way"), e.getMessage());
        }
        checks.thrown(
                IllegalArgumentException.class,
                "of",
                () -> exchange(checks, B72.class, B72::of),
                "a record of 72 bytes",
                "SHMEM_FLOW_BUFFER");
        shutdown();
    }

    /** All send to all; records are numbered. */
    private static <R extends Record> void exchange(Checks checks, Class<R> type, LongFunction<R> record) {
        final int[] received = new int[nPes()];
        final boolean[] isWrong = new boolean[1];
        try (Flow<R> flow = Flow.of(TEAM_WORLD, type, (from, r) -> {
            isWrong[0] |= !r.equals(record.apply(seed(from, received[from])));
            received[from]++;
        })) {
            for (int i = 0; i < RECORDS; i++) {
                for (int pe = 0; pe < nPes(); pe++) {
                    flow.send(pe, record.apply(seed(myPe(), i)));
                }
            }
        }
        checks.that(!isWrong[0], "content and order of " + type.getSimpleName());
        for (int from = 0; from < nPes(); from++) {
            checks.equal(RECORDS, received[from], type.getSimpleName() + " from PE " + from);
        }
    }

    private static long seed(int from, int number) {
        return number * 131L + from;
    }
}
