package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import org.jshmem.IndexedBlocks;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.IndexedTransfers;
import org.jshmem.internal.transport.Transport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An error that strikes in the middle of an operation ends the job at the next one, also if the program catches it:
 * nobody knows what became of the operation.
 */
class StruckSchedulesTest {
    private static final int LARGE = 3000;
    private static final long HERE = 8192;
    private static final long THERE = 1024;

    /** What the program does, by each way that an operation takes. */
    private enum Operation {
        INJECTED_PUT {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.put(1, THERE, memory, Long.BYTES);
            }
        },
        BOUNCED_PUT {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.put(1, THERE, memory, 1000);
            }
        },
        DIRECT_PUT {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.put(1, THERE, heap, LARGE);
            }
        },
        STAGED_PUT {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.put(1, THERE, memory, LARGE);
            }
        },
        ARRAY_PUT {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.putArray(1, THERE, new byte[LARGE], 0, LARGE, ValueLayout.JAVA_BYTE);
            }
        },
        NONBLOCKING_PUT {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.putNbi(1, THERE, heap, LARGE);
            }
        },
        DIRECT_GET {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.get(1, heap, THERE, LARGE);
            }
        },
        STAGED_GET {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.get(1, memory, THERE, LARGE);
            }
        },
        NONBLOCKING_GET {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.getNbi(1, heap, THERE, LARGE);
            }
        },
        GATHERED_PUT {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.putBlocks(1, THERE, 8, memory, 16, 8, 5);
            }
        },
        SCATTERED_PUT {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.putBlocks(1, THERE, 16, memory, 8, 8, 5);
            }
        },
        LARGE_BLOCKS {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.putBlocks(1, THERE, LARGE + 8, heap, LARGE, LARGE, 2);
            }
        },
        CLOSE_GET {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.getBlocks(1, memory, 8, THERE, 16, 8, 5);
            }
        },
        DISTANT_GET {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.getBlocks(1, heap, 8, THERE, 2000, 8, 5);
            }
        },
        PUT_OF_PIECES {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                IndexedTransfers.put(transport, 1, THERE, PIECES, new IndexedMemory(null, heap, PIECES, 1));
            }
        },
        GET_OF_PIECES {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                IndexedTransfers.get(transport, 1, new IndexedMemory(null, heap, PIECES, 1), THERE, PIECES);
            }
        },
        UPDATE {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.update(1, Atomic.ADD, Long.BYTES, THERE, 1);
            }
        },
        ATOMIC {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.atomic(1, Atomic.ADD, Long.BYTES, THERE, 1, 0);
            }
        },
        KEY {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                transport.askKey(1, THERE);
            }
        },
        SESSION {
            @Override
            void run(OfiTransport transport, long heap, long memory) {
                final Transport session = transport.startSession();
                session.put(1, THERE, memory, Long.BYTES);
                session.quiet();
            }
        };

        private static final IndexedBlocks PIECES = IndexedBlocks.of(new long[] {0, 700}, new long[] {300, 300});

        abstract void run(OfiTransport transport, long heap, long memory);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheJob(Operation operation) {
        final AssertionError end = assertThrows(
                AssertionError.class,
                () -> ScheduledNetwork.explore(2, 1, false, true, (job, network, pe, _) -> {
                    job.meet(network);
                    if (pe == 0) {
                        final OfiTransport transport = network.transport(0);
                        job.strike(0);
                        try {
                            operation.run(transport, job.heap(0) + HERE, job.memory(0, 0));
                            throw new IllegalStateException("it does not come to " + operation);
                        } catch (StackOverflowError e) {
                            transport.put(1, THERE, job.memory(0, 0), Long.BYTES);
                        }
                    }
                    job.meet(network);
                }));
        assertTrue(
                end.getMessage().contains("AssertionError: a java.lang.StackOverflowError has struck in the middle of"),
                end::getMessage);
    }
}
