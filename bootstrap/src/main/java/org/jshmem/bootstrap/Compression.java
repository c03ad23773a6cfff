package org.jshmem.bootstrap;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jshmem.ShmemException;

/**
 * Compresses what the nodes publish: a launcher gives a copy of it to each node, and the addresses of the PEs of one
 * node differ in a few bytes.
 *
 * <p>A compressed value is int32 length of the original, and a DEFLATE stream without header. Any thread may call.
 */
final class Compression {
    private static final int PIECE_BYTES = 1 << 12;

    private Compression() {}

    static byte[] compressed(byte[] value) {
        final Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        try {
            deflater.setInput(value);
            deflater.finish();
            final byte[] piece = new byte[PIECE_BYTES];
            final ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            compressed.writeBytes(
                    ByteBuffer.allocate(Integer.BYTES).putInt(value.length).array());
            while (!deflater.finished()) {
                compressed.write(piece, 0, deflater.deflate(piece));
            }
            return compressed.toByteArray();
        } finally {
            deflater.end();
        }
    }

    static byte[] expanded(byte[] compressed) {
        final Inflater inflater = new Inflater(true);
        try {
            final ByteBuffer input = ByteBuffer.wrap(compressed);
            final byte[] value = new byte[input.getInt()];
            inflater.setInput(input);
            int done = 0;
            while (done < value.length) {
                final int count = inflater.inflate(value, done, value.length - done);
                if (count == 0) {
                    throw new DataFormatException("it ends after " + done + " bytes of " + value.length);
                }
                done += count;
            }
            return value;
        } catch (DataFormatException | RuntimeException e) {
            throw new ShmemException(
                    "the wire-up has received what no PE gives (" + e.getMessage()
                            + "); run all PEs with one version of JSHMEM",
                    e);
        } finally {
            inflater.end();
        }
    }
}
