package org.jshmem.transport.ofi;

import static org.jshmem.transport.ofi.Scenario.require;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Transport;

/**
 * Random transfers with all other PEs, each into a part of their heaps that belongs to this one: what is put is read
 * back, by another way, and both are compared with a model.
 */
final class Transfers {
    private static final int PART_BYTES = 9 << 20;
    private static final int SCRATCH_OFFSET = 40 << 20;
    private static final int MOST_BYTES = 8 << 20;

    private final TestPe pe;
    private final Transport transport;
    private final long part;
    private final int partBytes;
    private final long scratch;
    private final Random random;
    private final byte[] expected;
    private final MemorySegment outside;

    Transfers(TestPe pe, Transport transport) {
        this(pe, transport, 0, 1);
    }

    Transfers(TestPe pe, Transport transport, int index, int of) {
        this.pe = pe;
        this.transport = transport;
        this.partBytes = PART_BYTES / of;
        this.part = (long) PART_BYTES * pe.me + (long) partBytes * index;
        this.scratch = pe.at(SCRATCH_OFFSET + (long) partBytes * index);
        this.random = new Random(pe.random.nextLong());
        this.expected = new byte[partBytes];
        this.outside = Arena.ofAuto().allocate(partBytes);
    }

    void play(int times) {
        final int target = (pe.me + 1) % pe.pes;
        transport.putArray(target, part, expected, 0, partBytes, ValueLayout.JAVA_BYTE);
        transport.quiet();
        for (int i = 0; i < times; i++) {
            if (random.nextInt(5) == 0) {
                blocks(target);
            } else {
                piece(target);
            }
        }
        final byte[] all = new byte[partBytes];
        transport.getArray(target, all, 0, part, partBytes, ValueLayout.JAVA_BYTE);
        compare(all, 0, 0, partBytes, "in the end");
    }

    private int size() {
        final int most = Math.min(MOST_BYTES, partBytes);
        return switch (random.nextInt(8)) {
            case 0 -> 1 + random.nextInt(16);
            case 1, 2 -> 1 + random.nextInt(100);
            case 3, 4 -> 1 + random.nextInt(10_000);
            case 5, 6 -> 1 + random.nextInt(Math.min(most, 300_000));
            default -> 1 + random.nextInt(most);
        };
    }

    private void piece(int target) {
        final int bytes = size();
        final int at = random.nextInt(partBytes - bytes + 1);
        final int from = random.nextInt(partBytes - bytes + 1);
        final byte[] data = new byte[bytes];
        random.nextBytes(data);
        System.arraycopy(data, 0, expected, at, bytes);
        final MemorySegment array = MemorySegment.ofArray(data);
        final long here = random.nextBoolean() ? scratch + from : outside.address() + from;
        switch (random.nextInt(3)) {
            case 0 -> transport.putArray(target, part + at, data, 0, bytes, ValueLayout.JAVA_BYTE);
            case 1 -> {
                Memory.copy(array, 0, here, bytes);
                transport.put(target, part + at, here, bytes);
                Memory.ALL.asSlice(here, bytes).fill((byte) 0x55);
            }
            default -> {
                Memory.copy(array, 0, here, bytes);
                transport.putNbi(target, part + at, here, bytes);
            }
        }
        transport.quiet();
        if (random.nextBoolean()) {
            final byte[] back = new byte[bytes];
            transport.getArray(target, back, 0, part + at, bytes, ValueLayout.JAVA_BYTE);
            compare(back, 0, at, bytes, "into an array");
        } else {
            final long there = random.nextBoolean() ? scratch + from : outside.address() + from;
            if (random.nextBoolean()) {
                transport.get(target, there, part + at, bytes);
            } else {
                transport.getNbi(target, there, part + at, bytes);
                transport.quiet();
            }
            final byte[] back = new byte[bytes];
            Memory.copy(there, MemorySegment.ofArray(back), 0, bytes);
            compare(back, 0, at, bytes, "into memory");
        }
    }

    private void blocks(int target) {
        final int blockBytes = random.nextBoolean() ? 8 : 1 + random.nextInt(random.nextBoolean() ? 100 : 20_000);
        final int there = random.nextBoolean() ? blockBytes : blockBytes + random.nextInt(300);
        final int here = random.nextBoolean() ? blockBytes : blockBytes + random.nextInt(3000);
        final int most = Math.min(500, (partBytes - blockBytes) / Math.max(here, there));
        final int nblocks = 1 + random.nextInt(most);
        final int at = random.nextInt(partBytes - ((nblocks - 1) * there + blockBytes) + 1);
        final byte[] data = new byte[(nblocks - 1) * here + blockBytes];
        random.nextBytes(data);
        for (int i = 0; i < nblocks; i++) {
            System.arraycopy(data, i * here, expected, at + i * there, blockBytes);
        }
        final long source = random.nextBoolean() ? scratch : outside.address();
        Memory.copy(MemorySegment.ofArray(data), 0, source, data.length);
        transport.putBlocks(target, part + at, there, source, here, blockBytes, nblocks);
        Memory.ALL.asSlice(source, data.length).fill((byte) 0x55);
        transport.quiet();
        transport.getBlocks(target, source, here, part + at, there, blockBytes, nblocks);
        final byte[] back = new byte[data.length];
        Memory.copy(source, MemorySegment.ofArray(back), 0, back.length);
        for (int i = 0; i < nblocks; i++) {
            compare(back, i * here, at + i * there, blockBytes, "block " + i);
        }
    }

    private void compare(byte[] back, int from, int at, int bytes, String where) {
        for (int i = 0; i < bytes; i++) {
            if (back[from + i] != expected[at + i]) {
                require(false, "byte " + i + " of " + bytes + " at " + at + " came back wrong " + where);
            }
        }
    }
}
