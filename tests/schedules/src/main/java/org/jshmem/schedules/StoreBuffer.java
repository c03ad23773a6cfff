package org.jshmem.schedules;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;

/**
 * The stores of a thread that other threads do not see yet, in their order, as a processor holds them back (total store
 * order), or in an order of which only fences and stores to the same place are sure. The thread itself sees them. Only
 * stores of whole words of 1, 2, 4 or 8 bytes are held.
 */
final class StoreBuffer {
    private static final int CAPACITY = 16;
    private static final MemorySegment ALL = all();

    private final long[] addresses = new long[CAPACITY];
    private final long[] bits = new long[CAPACITY];
    private final int[] bytes = new int[CAPACITY];

    /** How many fences there had been before each store. */
    private final long[] fencesBefore = new long[CAPACITY];

    private int first;
    private int size;

    /** How often the thread has changed memory, as others see it. */
    long changes;

    /** Whether stores become visible in their order. */
    boolean isOrdered = true;

    /** Fences that keep stores apart. */
    long fences;

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds a store; the oldest becomes visible if there is no room. */
    void store(long address, int width, long value) {
        if (size == CAPACITY) {
            drainOne();
        }
        final int place = (first + size++) % CAPACITY;
        addresses[place] = address;
        bytes[place] = width;
        bits[place] = value;
        fencesBefore[place] = fences;
    }

    /** What this thread loads from an address. */
    long load(long address, int width) {
        for (int i = size - 1; i >= 0; i--) {
            final int place = (first + i) % CAPACITY;
            if (addresses[place] < address + width && address < addresses[place] + bytes[place]) {
                if (addresses[place] == address && bytes[place] == width) {
                    return bits[place];
                }
                drain(); // a processor, too, waits if a load needs parts of a store
                break;
            }
        }
        return read(address, width);
    }

    /** Makes a store visible: the oldest, or any that may overtake those before it. */
    void drainOne(RandomGenerator random) {
        if (!isOrdered) {
            final int chosen = random.nextInt(size);
            if (mayBeFirst(chosen)) {
                moveToFront(chosen);
            }
        }
        drainOne();
    }

    private boolean mayBeFirst(int number) {
        final int place = (first + number) % CAPACITY;
        for (int i = 0; i < number; i++) {
            final int earlier = (first + i) % CAPACITY;
            if (fencesBefore[earlier] != fencesBefore[place]
                    || addresses[earlier] < addresses[place] + bytes[place]
                            && addresses[place] < addresses[earlier] + bytes[earlier]) {
                return false;
            }
        }
        return true;
    }

    private void moveToFront(int number) {
        for (int i = number; i > 0; i--) {
            exchange((first + i) % CAPACITY, (first + i - 1) % CAPACITY);
        }
    }

    private void exchange(int place, int other) {
        final long address = addresses[place];
        final long value = bits[place];
        final int width = bytes[place];
        final long before = fencesBefore[place];
        addresses[place] = addresses[other];
        bits[place] = bits[other];
        bytes[place] = bytes[other];
        fencesBefore[place] = fencesBefore[other];
        addresses[other] = address;
        bits[other] = value;
        bytes[other] = width;
        fencesBefore[other] = before;
    }

    /** Makes the oldest store visible. */
    private void drainOne() {
        if (read(addresses[first], bytes[first]) != bits[first]) {
            write(addresses[first], bytes[first], bits[first]);
            changes++;
        }
        first = (first + 1) % CAPACITY;
        size--;
    }

    /** Makes all stores visible. */
    void drain() {
        while (size > 0) {
            drainOne();
        }
    }

    /** Forgets all stores. */
    void clear() {
        size = 0;
        changes = 0;
        fences = 0;
        isOrdered = true;
    }

    private static long read(long address, int width) {
        return switch (width) {
            case Byte.BYTES -> ALL.get(ValueLayout.JAVA_BYTE, address);
            case Short.BYTES -> ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, address);
            case Integer.BYTES -> ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
            default -> ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
        };
    }

    private static void write(long address, int width, long value) {
        switch (width) {
            case Byte.BYTES -> ALL.set(ValueLayout.JAVA_BYTE, address, (byte) value);
            case Short.BYTES -> ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, (short) value);
            case Integer.BYTES -> ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, (int) value);
            default -> ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
        }
    }

    @SuppressWarnings({"restricted", "checkstyle:rawmemory"}) // takes the place of the library's Memory
    private static MemorySegment all() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }
}
