package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(10)
class CompressionTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 40, 4095, 4096, 4097, 300_000})
    void shouldGiveBackWhatItWasGiven(int bytes) {
        final byte[] equal = new byte[bytes];
        final byte[] random = new byte[bytes];
        new Random(bytes).nextBytes(random);
        assertArrayEquals(equal, Compression.expanded(Compression.compressed(equal)));
        assertArrayEquals(random, Compression.expanded(Compression.compressed(random)));
    }

    @Test
    void shouldTakeLittleForWhatIsRepeated() {
        assertTrue(Compression.compressed(new byte[10_000]).length < 100);
    }

    @Test
    void shouldBeginWithTheLength() {
        final byte[] compressed = Compression.compressed(new byte[0x010203]);
        assertArrayEquals(new byte[] {0, 1, 2, 3}, Arrays.copyOf(compressed, Integer.BYTES));
    }

    @Test
    void shouldSayHowMuchIsMissing() {
        final byte[] compressed = Compression.compressed(new byte[] {3, 1, 4, 1, 5, 9, 2, 6});
        compressed[3] = 9;
        final var error = assertThrows(ShmemException.class, () -> Compression.expanded(compressed));
        assertTrue(error.getMessage().contains("(it ends after 8 bytes of 9)"), error.getMessage());
    }

    @Test
    void shouldRefuseWhatIsNotItsOwn() {
        final byte[] compressed = Compression.compressed(new byte[] {3, 1, 4, 1, 5, 9, 2, 6});
        final byte[] cut = Arrays.copyOf(compressed, compressed.length - 2);
        assertThrows(ShmemException.class, () -> Compression.expanded(cut));
        assertThrows(ShmemException.class, () -> Compression.expanded(new byte[3]));
        assertThrows(ShmemException.class, () -> Compression.expanded(new byte[] {-1, 0, 0, 0, 0}));
    }
}
