package org.jshmem.oshmem;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Shared objects without code that define the symbols by which C libraries of OpenSHMEM find a program's static data.
 * Those data are symmetric in C. A JVM has none, and {@code java} does not export the symbols. Without them the
 * libraries look at mappings of the JVM that they cannot register, and fail.
 *
 * <p>The objects are ELF files for Linux on x86-64 and aarch64, as small as the loader accepts: a header, three program
 * headers, a table of symbols and their names. The loader maps the whole file as one writable segment.
 */
final class StaticData {
    private static final int HEADER_BYTES = 64;
    private static final int SEGMENT_BYTES = 56;
    private static final int SEGMENTS = 3;
    private static final int SYMBOL_BYTES = 24;
    private static final int ENTRY_BYTES = 16;
    private static final int ENTRIES = 6;
    private static final int DATA_BYTES = 64;
    private static final int PAGE_BYTES = 0x10000; // the largest of any kernel

    private static final short SHARED_OBJECT = 3;
    private static final short X86_64 = 62;
    private static final short AARCH64 = 183;

    private static final int PT_LOAD = 1;
    private static final int PT_DYNAMIC = 2;
    private static final int PT_GNU_STACK = 0x6474e551;
    private static final int READ_WRITE = 6;

    private static final long DT_HASH = 4;
    private static final long DT_STRTAB = 5;
    private static final long DT_SYMTAB = 6;
    private static final long DT_STRSZ = 10;
    private static final long DT_SYMENT = 11;

    private static final byte GLOBAL_OBJECT = 1 << 4 | 1;
    private static final short SHN_ABS = (short) 0xfff1;

    /** Where a symbol is defined, whatever the number: no section headers tell more. */
    private static final short SOME_SECTION = 1;

    private static final String START = "__data_start";
    private static final String END = "_end";

    private StaticData() {}

    /**
     * An object whose {@code _end} is the address 1. Open MPI takes every writable mapping below {@code _end} for
     * static data, so that no mapping counts.
     */
    static byte[] ofNothing() {
        return object(List.of(END), List.of(1L));
    }

    /**
     * An object with a small block of memory. Sandia OpenSHMEM registers it from {@code __data_start} to {@code _end},
     * OSSS-UCX from {@code data_start} to {@code end}.
     */
    static byte[] ofABlock() {
        return object(List.of(START, END, "data_start", "end"), List.of());
    }

    /** @param values of absolute symbols; empty for starts and ends of the block of memory, in turn */
    private static byte[] object(List<String> symbols, List<Long> values) {
        final byte[] names = ("\0" + String.join("\0", symbols) + "\0").getBytes(StandardCharsets.US_ASCII);
        final int count = symbols.size() + 1; // the first symbol of a table is none
        final int hash = HEADER_BYTES + SEGMENTS * SEGMENT_BYTES;
        final int table = roundUp(hash + (3 + count) * Integer.BYTES, Long.BYTES);
        final int text = table + count * SYMBOL_BYTES;
        final int dynamic = roundUp(text + names.length, Long.BYTES);
        final int data = roundUp(dynamic + ENTRIES * ENTRY_BYTES, DATA_BYTES);
        final int end = data + DATA_BYTES;
        final ByteBuffer file = ByteBuffer.allocate(end).order(ByteOrder.LITTLE_ENDIAN);
        addHeader(file);
        addSegment(file, PT_LOAD, 0, end, PAGE_BYTES);
        addSegment(file, PT_DYNAMIC, dynamic, ENTRIES * ENTRY_BYTES, Long.BYTES);
        addSegment(file, PT_GNU_STACK, 0, 0, ENTRY_BYTES); // without it the loader makes stacks executable
        file.position(hash).putInt(1).putInt(count).putInt(1).putInt(0); // one chain, of all symbols
        for (int i = 1; i < count; i++) {
            file.putInt((i + 1) % count);
        }
        file.position(table + SYMBOL_BYTES);
        int name = 1;
        for (int i = 0; i < symbols.size(); i++) {
            final long address = i % 2 == 0 ? data : end;
            file.putInt(name)
                    .put(GLOBAL_OBJECT)
                    .put((byte) 0)
                    .putShort(values.isEmpty() ? SOME_SECTION : SHN_ABS)
                    .putLong(values.isEmpty() ? address : values.get(i))
                    .putLong(0);
            name += symbols.get(i).length() + 1;
        }
        file.position(text).put(names);
        file.position(dynamic);
        final long[] entries = {DT_HASH, hash, DT_STRTAB, text, DT_SYMTAB, table, DT_STRSZ, names.length, DT_SYMENT};
        for (long entry : entries) {
            file.putLong(entry);
        }
        file.putLong(SYMBOL_BYTES);
        return file.array();
    }

    private static void addHeader(ByteBuffer file) {
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}) // 64 bits, little-endian, version 1
                .position(16)
                .putShort(SHARED_OBJECT)
                .putShort(System.getProperty("os.arch").equals("aarch64") ? AARCH64 : X86_64)
                .putInt(1) // version
                .putLong(0) // no entry point
                .putLong(HEADER_BYTES) // where the program headers are
                .putLong(0) // no section headers
                .putInt(0)
                .putShort((short) HEADER_BYTES)
                .putShort((short) SEGMENT_BYTES)
                .putShort((short) SEGMENTS)
                .putShort((short) HEADER_BYTES)
                .putShort((short) 0)
                .putShort((short) 0);
    }

    private static void addSegment(ByteBuffer file, int type, long offset, long bytes, long alignment) {
        file.putInt(type)
                .putInt(READ_WRITE)
                .putLong(offset)
                .putLong(offset)
                .putLong(offset)
                .putLong(bytes)
                .putLong(bytes)
                .putLong(alignment);
    }

    private static int roundUp(int bytes, int unit) {
        return (bytes + unit - 1) / unit * unit;
    }
}
