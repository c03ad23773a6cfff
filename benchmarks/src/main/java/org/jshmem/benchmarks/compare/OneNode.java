package org.jshmem.benchmarks.compare;

import java.util.OptionalDouble;
import java.util.Set;

/** PEs that share memory: {@link Bar}s, and copies of memory or the round trip of a cache line as the limit. */
final class OneNode implements Yardstick {
    private static final Set<String> PEERS_REACT =
            Set.of("barrier_all", "sync_all", "malloc + free", "p, wait_until, and back", "put_signal, wait, and back");
    private static final Set<String> PEERS_REACT_WHERE_SMALL =
            Set.of("team_sync", "sum_reduce", "broadcast + barrier", "alltoall", "fcollect");
    private static final int STREAM = 64;

    @Override
    public OptionalDouble bar(String operation, int bytes) {
        return Bar.ratio(operation, bytes);
    }

    @Override
    public boolean dependsOnState(String operation, int bytes) {
        return PEERS_REACT.contains(operation) || (bytes <= Long.BYTES && PEERS_REACT_WHERE_SMALL.contains(operation));
    }

    @Override
    public String limit(String operation) {
        return operation.contains("get") ? "memcpy from peer" : "memcpy to peer";
    }

    @Override
    public int times(String operation) {
        return operation.startsWith(STREAM + " ") ? STREAM : 1;
    }
}
