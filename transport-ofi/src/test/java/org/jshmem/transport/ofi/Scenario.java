package org.jshmem.transport.ofi;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Transport;
import org.jshmem.spi.Awaited;

/** What the PEs of a test do; every PE throws if it sees what must not be. */
enum Scenario {
    /** Every way to move data, of all sizes, aligned and not, from and to the heap, native memory and arrays. */
    TRANSFERS {
        @Override
        void play(TestPe pe) {
            new Transfers(pe, pe.transport).play(TRANSFER_TIMES);
        }
    },
    /** More than goes in one write or read, from the heap itself and back to it. */
    LARGE {
        @Override
        void play(TestPe pe) {
            final long bytes = (24 << 20) + Long.BYTES;
            final long there = 32 << 20;
            final int next = (pe.me + 1) % pe.pes;
            for (long at = 0; at < bytes; at += Long.BYTES) {
                Memory.put64(pe.at(at), number(pe.me, at));
            }
            pe.transport.put(next, there, pe.at(0), bytes);
            pe.transport.quiet();
            pe.await();
            final int previous = (pe.me + pe.pes - 1) % pe.pes;
            for (long at = 0; at < bytes; at += Long.BYTES) {
                require(Memory.get64(pe.at(there + at)) == number(previous, at), "was put wrong at " + at);
            }
            pe.transport.getNbi(next, pe.at(Long.BYTES), there, bytes);
            pe.transport.quiet();
            for (long at = 0; at < bytes; at += Long.BYTES) {
                require(Memory.get64(pe.at(Long.BYTES + at)) == number(pe.me, at), "was got wrong at " + at);
            }
            pe.await();
        }

        private static long number(int pe, long at) {
            return pe + 1 + (at << Byte.SIZE);
        }
    },
    /** {@link #TRANSFERS} on contexts, each of a thread of its own. */
    CONTEXTS {
        @Override
        void play(TestPe pe) throws Exception {
            final Thread[] threads = new Thread[3];
            final AtomicLong failures = new AtomicLong();
            for (int i = 0; i < threads.length; i++) {
                final int part = i;
                final Transport own = i == 0 ? pe.transport : pe.network.open(true);
                threads[i] = new Thread(() -> {
                    try {
                        new Transfers(pe, own, part, threads.length).play(TRANSFER_TIMES / 3);
                        if (part != 0) {
                            own.quiet();
                            own.close();
                        }
                    } catch (Throwable t) {
                        t.printStackTrace();
                        failures.incrementAndGet();
                    }
                });
            }
            for (Thread thread : threads) {
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            require(failures.get() == 0, "threads failed");
        }
    },
    /** Adds by every PE to one word, of which the owner's own CPU does a part; each sees every value once. */
    ATOMICS {
        @Override
        void play(TestPe pe) throws Exception {
            final int target = 1;
            final MemorySegment seen = MemorySegment.ofArray(new long[ADDS]);
            final Thread local = new Thread(() -> {
                for (int i = 0; i < ADDS; i++) {
                    Atomic.ADD.execute(8, pe.at(64), 1, 0);
                    Atomic.ADD.execute(4, pe.at(72), 1, 0);
                }
            });
            if (pe.me == target) {
                local.start();
            }
            if (pe.me != target) {
                long before = -1;
                for (int i = 0; i < ADDS; i++) {
                    final long value = pe.transport.atomic(target, Atomic.ADD, 8, 64, 1, 0);
                    require(value > before, "fetch_add went from " + before + " to " + value);
                    before = value;
                    pe.transport.update(target, Atomic.ADD, 4, 72, 1);
                    pe.transport.update(target, Atomic.XOR, 8, 80, 1L << i % 64);
                    seen.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i, value);
                }
                // The value of each add is its own: marks it at the target, which nobody else may have done.
                for (int i = 0; i < ADDS; i++) {
                    final long mark = seen.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, i);
                    final long old = pe.transport.atomic(target, Atomic.SET, 4, 4096 + mark * 4, pe.me + 1, 0);
                    require(old == 0, "value " + mark + " was given to two");
                }
                pe.transport.quiet();
            }
            local.join();
            pe.await();
            if (pe.me == target) {
                final long all = (long) ADDS * pe.pes;
                require(Memory.get64Volatile(pe.at(64)) == all, "sum " + Memory.get64Volatile(pe.at(64)));
                require(Memory.get32Volatile(pe.at(72)) == all, "sum of ints " + Memory.get32Volatile(pe.at(72)));
            }
            semantics(pe);
        }

        private void semantics(TestPe pe) {
            final int target = (pe.me + 1) % pe.pes;
            final long at = 1 << 20;
            for (int bytes : new int[] {4, 8}) {
                final long mask = bytes == 4 ? 0xffffffffL : -1L;
                long model = 0;
                pe.transport.update(target, Atomic.SET, bytes, at, 0);
                for (int i = 0; i < 500; i++) {
                    final Atomic operation = Atomic.of(pe.random.nextInt(Atomic.values().length));
                    final long operand = pe.random.nextLong();
                    final long expected = pe.random.nextBoolean() ? model : pe.random.nextLong();
                    if (operation != Atomic.COMPARE_SWAP && operation != Atomic.LOAD && pe.random.nextBoolean()) {
                        pe.transport.update(target, operation, bytes, at, operand);
                    } else {
                        final long old = pe.transport.atomic(target, operation, bytes, at, operand, expected);
                        require((old & mask) == (model & mask), operation + " found " + old + ", not " + model);
                    }
                    model = apply(operation, model, operand, expected, mask) & mask;
                }
                pe.transport.quiet();
            }
        }

        private long apply(Atomic operation, long model, long operand, long expected, long mask) {
            return switch (operation) {
                case LOAD -> model;
                case SET -> operand;
                case COMPARE_SWAP -> (model & mask) == (expected & mask) ? operand : model;
                case ADD -> model + operand;
                case AND -> model & operand;
                case OR -> model | operand;
                case XOR -> model ^ operand;
            };
        }
    },
    /** Who sees a signal sees the data put before it; on the default context and another. */
    SIGNALS {
        @Override
        void play(TestPe pe) {
            final Transport other = pe.network.open(false);
            final int[] sizes = {1, 8, 64, 1000, 9000, 100_000};
            final MemorySegment source = Arena.ofAuto().allocate(100_000);
            for (int i = 1; i <= ROUNDS; i++) {
                final int bytes = sizes[i % sizes.length];
                if (pe.me == 0) {
                    source.asSlice(0, bytes).fill((byte) i);
                    final Transport transport = i % 3 == 0 ? other : pe.transport;
                    if (i % 2 == 0) {
                        transport.put(1, 4096, source.address(), bytes);
                    } else {
                        transport.putNbi(1, 4096, source.address(), bytes);
                    }
                    transport.signal(1, i % 5 == 0 ? Atomic.SET : Atomic.ADD, 64, i % 5 == 0 ? i : 1);
                    transport.quiet();
                    await(pe, 128, i);
                } else {
                    await(pe, 64, i);
                    for (int at : new int[] {0, bytes / 2, bytes - 1}) {
                        require(
                                Memory.get8(pe.at(4096 + at)) == (byte) i,
                                "round " + i + ": byte " + at + " of " + bytes + " came after its signal");
                    }
                    pe.transport.update(0, Atomic.SET, 8, 128, i);
                }
            }
            pe.transport.quiet();
            other.close();
        }
    },
    /** What was put before a quiet is visible to who hears of the quiet by other ways. */
    QUIET {
        @Override
        void play(TestPe pe) throws IOException {
            final MemorySegment side = pe.side();
            pe.await();
            for (int i = 1; i <= ROUNDS; i++) {
                if (pe.me == 0) {
                    for (int target = 1; target < pe.pes; target++) {
                        Memory.put64(pe.at(4096), i);
                        pe.transport.put(target, 4096, pe.at(4096), 8);
                        pe.transport.put(target, 8192, filled(pe, i, 5000), 5000);
                        pe.transport.update(target, Atomic.ADD, 8, 64, 1);
                    }
                    pe.transport.quiet();
                    WORD.setVolatile(side, 0L, (long) i);
                    for (int target = 1; target < pe.pes; target++) {
                        awaitSide(pe, side, 64L * target, i);
                    }
                } else {
                    awaitSide(pe, side, 0, i);
                    require(Memory.get64Volatile(pe.at(4096)) == i, "round " + i + ": put after quiet");
                    require(Memory.get8(pe.at(8192 + 4999)) == (byte) i, "round " + i + ": put of 5000 after quiet");
                    require(Memory.get64Volatile(pe.at(64)) == i, "round " + i + ": update after quiet");
                    WORD.setVolatile(side, 64L * pe.me, (long) i);
                }
            }
        }
    },
    /** Who sees the second of two puts with a fence between sees the first; likewise updates. */
    FENCE {
        @Override
        void play(TestPe pe) {
            if (pe.me == 0) {
                for (int i = 1; i <= 10 * ROUNDS; i++) {
                    Memory.put64(pe.at(4096), i);
                    switch (i % 4) {
                        case 0 -> pe.transport.update(1, Atomic.SET, 8, 64, i);
                        case 1 -> pe.transport.put(1, 64, pe.at(4096), 8);
                        case 2 -> pe.transport.putBlocks(1, 64, 128, pe.at(4096), 0, 8, 5);
                        default -> {
                            for (int k = 0; k < 500; k++) {
                                Memory.put64(pe.at(16384 + k * 8), i);
                            }
                            pe.transport.put(1, 64, pe.at(16384), 4000);
                        }
                    }
                    pe.transport.fence();
                    pe.transport.put(1, 8192, pe.at(4096), 8);
                    pe.transport.fence();
                }
                pe.transport.quiet();
                return;
            }
            long second = 0;
            while (second < 10 * ROUNDS) {
                second = Memory.get64Volatile(pe.at(8192));
                final long first = Memory.get64Volatile(pe.at(64));
                require(first >= second, "saw " + second + " after the fence, " + first + " before");
                if (pe.random.nextBoolean()) {
                    pe.network.poll();
                }
            }
        }
    },
    /** Messages of any size, from all to all, in order. */
    MESSAGES {
        @Override
        void play(TestPe pe) {
            final long[] next = new long[pe.pes];
            final AtomicLong arrived = new AtomicLong();
            pe.receiver.set((address, bytes) -> {
                final int source = Memory.get32(address);
                final int number = Memory.get32(address + 4);
                if (number != next[source]++ || Memory.get8(address + bytes - 1) != last(number, bytes)) {
                    System.err.println("message " + number + " of PE " + source + ", awaited " + (next[source] - 1));
                    Runtime.getRuntime().halt(1);
                }
                arrived.incrementAndGet();
            });
            pe.await();
            final MemorySegment message = Arena.ofAuto().allocate(pe.network.maxMessageBytes());
            for (int number = 0; number < 5 * ROUNDS; number++) {
                final int bytes = number % 10 == 0 ? pe.network.maxMessageBytes() : 9 + pe.random.nextInt(300);
                for (int target = 0; target < pe.pes; target++) {
                    if (target != pe.me) {
                        Memory.put32(message.address(), pe.me);
                        Memory.put32(message.address() + 4, number);
                        Memory.put8(message.address() + bytes - 1, last(number, bytes));
                        pe.network.send(target, message.address(), bytes);
                    }
                }
            }
            while (arrived.get() < 5L * ROUNDS * (pe.pes - 1)) {
                pe.network.poll();
            }
        }

        private byte last(int number, int bytes) {
            return (byte) (number * 7 + bytes);
        }
    },
    /** A message without the job's secret is not executed, and one that is longer than any of ours does no harm. */
    STRANGER {
        @Override
        void play(TestPe pe) {
            if (pe.me == 0) {
                final MemorySegment message = Arena.global().allocate(MessageDescriptor.MOST_SMALL_BYTES, 8);
                final long address = message.address();
                ((OfiNetwork) pe.network).messages().header(address, MessageDescriptor.UPDATE);
                Memory.put64(address, Memory.get64(address) + 1);
                Memory.put8(address + MessageDescriptor.OPERATION, (byte) Atomic.ADD.code());
                Memory.put8(address + MessageDescriptor.WIDTH, (byte) 8);
                Memory.put64(address + MessageDescriptor.OFFSET, 64);
                Memory.put64(address + MessageDescriptor.OPERAND, 1);
                final Channel channel = ((OfiTransport) pe.transport).channel();
                for (int i = 0; i < 100; i++) {
                    while (!channel.send(1, address, MessageDescriptor.UPDATE_BYTES) || !sendTooLong(channel)) {
                        pe.network.poll();
                    }
                }
                final long value = pe.transport.atomic(1, Atomic.ADD, 8, 64, 1, 0);
                require(value == 0, "a stranger's update was executed, " + value);
            }
        }

        // From a bounce buffer that others follow.
        private boolean sendTooLong(Channel channel) {
            channel.channelLock().lock();
            try {
                final int buffer = channel.takeBounceLocked();
                return buffer >= 0 && channel.sendBounceLocked(1, buffer, 2 * MessageDescriptor.MOST_BYTES);
            } finally {
                channel.channelLock().taken = ChannelLock.FREE;
            }
        }
    },
    /** A thread sends the runtime's messages while another one sends the program's; each says which it is. */
    KINDS {
        private static final int MESSAGES = 20_000;

        @Override
        void play(TestPe pe) throws Exception {
            final AtomicLong ofRuntime = new AtomicLong();
            final AtomicLong ofProgram = new AtomicLong();
            pe.receiver.set((address, bytes) -> count(ofRuntime, address, 1));
            pe.network.receiveMessages((address, bytes) -> count(ofProgram, address, 2));
            pe.await();
            if (pe.me == 0) {
                final Thread other = new Thread(() -> {
                    final MemorySegment word = Arena.ofAuto().allocate(Long.BYTES);
                    word.set(ValueLayout.JAVA_LONG, 0, 2);
                    for (int i = 0; i < MESSAGES; i++) {
                        pe.network.sendMessage(1, word.address(), Long.BYTES);
                    }
                });
                other.start();
                Memory.put64(pe.at(0), 1);
                for (int i = 0; i < MESSAGES; i++) {
                    pe.network.send(1, pe.at(0), Long.BYTES);
                }
                other.join();
            } else if (pe.me == 1) {
                while (ofRuntime.get() + ofProgram.get() < 2 * MESSAGES) {
                    pe.network.poll();
                }
            }
            pe.await();
            pe.network.receiveMessages(null);
        }

        private void count(AtomicLong messages, long address, long kind) {
            require(Memory.get64(address) == kind, "a message came as one of another kind");
            messages.incrementAndGet();
        }
    },
    /** A target that computes, or sleeps, serves others. */
    BUSY_TARGET {
        @Override
        void play(TestPe pe) throws Exception {
            final MemorySegment side = pe.side();
            pe.await();
            if (pe.me == 0) {
                for (int i = 1; i <= ROUNDS; i++) {
                    Memory.put64(pe.at(4096), i);
                    pe.transport.put(1, 4096, pe.at(4096), 8);
                    pe.transport.quiet();
                    pe.transport.atomic(1, Atomic.ADD, 8, 64, 1, 0);
                    pe.transport.get(1, pe.at(8192), 4096, 8);
                    require(Memory.get64(pe.at(8192)) == i, "got " + Memory.get64(pe.at(8192)));
                }
                WORD.setVolatile(side, 0L, 1L);
            } else {
                long sum = 0;
                while ((long) WORD.getVolatile(side, 0L) == 0) {
                    sum += System.nanoTime() % 3;
                }
                require(sum >= 0 && Memory.get64Volatile(pe.at(64)) == ROUNDS, "executed " + Memory.get64(pe.at(64)));
            }
        }
    },
    /** A thread that sleeps for a word of its memory is woken by a put, a signal, a message. */
    SLEEPER {
        @Override
        void play(TestPe pe) {
            final AtomicLong arrived = new AtomicLong();
            pe.receiver.set((address, bytes) -> arrived.incrementAndGet());
            pe.await();
            for (int i = 1; i <= 200; i++) {
                if (pe.me == 0) {
                    java.util.concurrent.locks.LockSupport.parkNanos(3_000_000);
                    switch (i % 3) {
                        case 0 -> {
                            Memory.put64(pe.at(4096), i);
                            pe.transport.put(1, 64, pe.at(4096), 8);
                        }
                        case 1 -> pe.transport.signal(1, Atomic.SET, 64, i);
                        default -> pe.network.send(1, pe.at(4096), 8);
                    }
                    sleepUntil(pe, () -> Memory.get64Volatile(pe.at(128)), i);
                } else {
                    final long round = i;
                    final int messages = i / 3 + (i % 3 == 2 ? 1 : 0);
                    sleepUntil(
                            pe,
                            () -> round % 3 == 2
                                    ? arrived.get() == messages ? round : 0
                                    : Memory.get64Volatile(pe.at(64)),
                            i);
                    pe.transport.signal(0, Atomic.SET, 128, i);
                }
            }
            pe.transport.quiet();
        }

        private void sleepUntil(TestPe pe, java.util.function.LongSupplier word, long value) {
            long turn = 0;
            while (word.getAsLong() != value) {
                turn = pe.waitStrategy.pause(turn, NOTHING, 0);
            }
        }
    },
    /** What nothing costs. */
    IDLE {
        private static final long WINDOW_NS = 2_000_000_000L;

        @Override
        void play(TestPe pe) throws Exception {
            pe.transport.atomic((pe.me + 1) % pe.pes, Atomic.ADD, 8, 64, 1, 0);
            final Transport context = pe.network.open(true);
            context.putBlocks((pe.me + 1) % pe.pes, 1 << 20, 1024, pe.at(2 << 20), 512, 512, 4);
            Thread.sleep(5);
            context.quiet();
            context.close();
            require(pe.network.open(true) == context, "what a destroyed context had is not used again");
            context.close();
            Thread.sleep(1000);
            long least = Long.MAX_VALUE;
            for (int window = 0; window < 4 && least >= WINDOW_NS / 50; window++) { // the JVM compiles now and then
                final long before = cpuNs();
                Thread.sleep(WINDOW_NS / 1_000_000);
                least = Math.min(least, cpuNs() - before);
            }
            System.out.println("idle: " + 100.0 * least / WINDOW_NS + " % of a CPU");
            require(least < WINDOW_NS / 50, "an idle PE used " + least / 1e6 + " ms of 2 s");
        }
    },
    /** A target that does not look for a while: a context that sends messages only gets its buffers back in the end. */
    STALLED {
        private static final int PUTS = 4000;
        private static final int BLOCKS = 16;
        private static final int BLOCK_BYTES = 512;

        @Override
        void play(TestPe pe) {
            pe.receiver.set((address, bytes) -> LockSupport.parkNanos(200_000_000));
            pe.await();
            if (pe.me == 0) {
                final Transport context = pe.network.open(true);
                pe.network.send(1, pe.at(0), 8);
                for (int i = 1; i <= PUTS; i++) {
                    Memory.put64(pe.at(1 << 20), i);
                    context.putBlocks(1, 1 << 20, 2 * BLOCK_BYTES, pe.at(1 << 20), BLOCK_BYTES, BLOCK_BYTES, BLOCKS);
                }
                context.quiet();
                pe.transport.get(1, pe.at(4096), 1 << 20, 8);
                require(Memory.get64(pe.at(4096)) == PUTS, "got " + Memory.get64(pe.at(4096)));
                context.close();
            }
        }
    },
    /** PE 0 comes to the end while what it has sent waits in queues, because PE 1 has not looked for a while. */
    LAST {
        private static final long FULL = 1_000_000;

        @Override
        void play(TestPe pe) throws Exception {
            final AtomicLong arrived = new AtomicLong();
            final MemorySegment side = pe.side();
            pe.receiver.set((address, bytes) -> {
                while ((long) WORD.getVolatile(side, 0L) < FULL) {
                    LockSupport.parkNanos(1_000_000);
                }
                if (arrived.getAndIncrement() == 0) {
                    LockSupport.parkNanos(300_000_000); // PE 0 is at the end then
                }
            });
            pe.await();
            if (pe.me == 0) {
                WORD.setVolatile(side, 0L, FULL + fill(pe));
            } else {
                while ((long) WORD.getVolatile(side, 0L) < FULL) {
                    Thread.sleep(1);
                }
                final long sent = (long) WORD.getVolatile(side, 0L) - FULL;
                final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
                while (arrived.get() < sent && System.nanoTime() < end) {
                    pe.network.poll();
                }
                require(arrived.get() == sent, "only " + arrived.get() + " of " + sent + " messages came");
            }
            pe.network.detach();
            System.out.println("PE " + pe.me + " has played LAST");
            Runtime.getRuntime().halt(0);
        }

        // Sends messages until the network takes no more; how many.
        private long fill(TestPe pe) {
            final Channel channel = ((OfiTransport) pe.transport).channel();
            final long address =
                    Arena.global().allocate(MessageDescriptor.MOST_BYTES, 8).address();
            ((OfiNetwork) pe.network).messages().header(address, MessageDescriptor.RUNTIME);
            long sent = 0;
            for (int refused = 0; refused < 1000; refused++) {
                while (channel.send(1, address, MessageDescriptor.MOST_BYTES)) {
                    sent++;
                    refused = 0;
                }
                pe.network.poll();
            }
            return sent;
        }
    },
    /** A process does nothing for so long that the others give it up. */
    STOPPED {
        private static final int SECONDS = 12;

        @Override
        void play(TestPe pe) throws Exception {
            pe.transport.atomic((pe.me + 1) % pe.pes, Atomic.ADD, 8, 64, 1, 0);
            pe.await();
            if (pe.me == 1) {
                final long pid = ProcessHandle.current().pid();
                new ProcessBuilder("sh", "-c", "kill -STOP " + pid + "; sleep " + SECONDS + "; kill -CONT " + pid)
                        .start()
                        .waitFor();
                Runtime.getRuntime().halt(0);
            }
            final long start = System.nanoTime();
            while (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(SECONDS)) {
                pe.network.poll();
            }
            System.out.println("nothing was noticed");
            Runtime.getRuntime().halt(3);
        }
    },
    /** PE 1 dies, at a random moment; the others say so, whatever they are doing. */
    DEATH {
        @Override
        void play(TestPe pe) throws Exception {
            pe.transport.atomic((pe.me + 1) % pe.pes, Atomic.ADD, 8, 64, 1, 0);
            pe.await();
            if (pe.me == 1) {
                Thread.sleep(pe.random.nextInt(100));
                Runtime.getRuntime().halt(0);
            }
            Thread.sleep(pe.random.nextInt(100));
            final int what = Integer.getInteger("what", pe.random.nextInt(6));
            Thread.sleep(Integer.getInteger("after", 0));
            System.out.println("operation " + what);
            while (true) {
                switch (what) {
                    case 0 -> pe.transport.atomic(1, Atomic.ADD, 8, 64, 1, 0);
                    case 1 -> pe.transport.put(1, 1 << 20, pe.at(1 << 20), 8);
                    case 2 -> pe.transport.put(1, 1 << 20, pe.at(1 << 20), 1 << 20);
                    case 3 -> pe.transport.get(1, pe.at(1 << 20), 1 << 20, 1 << 20);
                    case 4 -> pe.transport.update(1, Atomic.ADD, 8, 64, 1);
                    default -> pe.network.poll();
                }
                if (what != 5) {
                    pe.transport.quiet();
                }
            }
        }
    };

    private static final int TRANSFER_TIMES = Integer.getInteger("ofi.test.transfers", 300);
    private static final int ADDS = 2000;
    private static final int ROUNDS = 1000;

    static final java.lang.invoke.VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    static final Awaited NOTHING = where -> "a test";

    abstract void play(TestPe pe) throws Exception;

    static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    static long filled(TestPe pe, int value, int bytes) {
        Memory.ALL.asSlice(pe.at(16384), bytes).fill((byte) value);
        return pe.at(16384);
    }

    static void await(TestPe pe, long offset, long value) {
        final boolean polls = pe.random.nextBoolean();
        while (Memory.get64Volatile(pe.at(offset)) != value) {
            if (polls || System.getenv("SHMEM_PROGRESS") != null) {
                pe.network.poll();
            } else {
                Thread.yield();
            }
        }
    }

    static void awaitSide(TestPe pe, MemorySegment side, long offset, long value) {
        final boolean polls = pe.random.nextBoolean();
        while ((long) WORD.getVolatile(side, offset) != value) {
            if (polls || System.getenv("SHMEM_PROGRESS") != null) {
                pe.network.poll();
            } else {
                Thread.yield();
            }
        }
    }

    static long cpuNs() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
    }
}
