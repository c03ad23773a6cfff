package org.jshmem.benchmarks.compare;

import java.util.OptionalDouble;

/**
 * PEs of different nodes, beside calls of libfabric. The limit is the operation done by hand on a TCP connection: so
 * many bytes there or back, and an answer or a question of one byte.
 */
final class OverFabric implements Yardstick {
    private static final double SMALL = 1.15;
    private static final double BANDWIDTH = 1 / 0.9;
    private static final double MESSAGE_RATE = 1 / 0.9;
    private static final double FROM_ARRAY = 1 / 0.8;
    private static final int MEBI = 1 << 20;

    @Override
    public OptionalDouble bar(String operation, int bytes) {
        return switch (operation) {
            case "put + quiet", "get" -> OptionalDouble.of(bytes == Long.BYTES ? SMALL : BANDWIDTH);
            case "64 put_nbi + quiet" -> OptionalDouble.of(bytes == Long.BYTES ? MESSAGE_RATE : BANDWIDTH);
            case "64 get_nbi + quiet" -> bytes == Long.BYTES ? OptionalDouble.empty() : OptionalDouble.of(BANDWIDTH);
            case "put from private memory + quiet" ->
                bytes == MEBI ? OptionalDouble.of(FROM_ARRAY) : OptionalDouble.empty();
            case "atomic fetch_add" -> OptionalDouble.of(SMALL);
            default -> OptionalDouble.empty();
        };
    }

    @Override
    public boolean dependsOnState(String operation, int bytes) {
        return false;
    }

    @Override
    public String limit(String operation) {
        return operation.startsWith("64 ") ? "" : "TCP, there and back";
    }
}
