package org.jshmem.internal.team;

import java.lang.foreign.ValueLayout;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Transport;

/** A transport with the PE numbers of a team. */
final class TeamTransport extends Transport {
    private final Transport world;
    private final Members members;

    TeamTransport(Transport world, Members members) {
        this.world = world;
        this.members = members;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        world.put(members.pe(pe), destOffset, sourceAddress, bytes);
    }

    @Override
    public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
        world.putNbi(members.pe(pe), destOffset, sourceAddress, bytes);
    }

    @Override
    public void putArray(int pe, long destOffset, Object source, int start, int nelems, ValueLayout element) {
        world.putArray(members.pe(pe), destOffset, source, start, nelems, element);
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        world.get(members.pe(pe), destAddress, sourceOffset, bytes);
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        world.getNbi(members.pe(pe), destAddress, sourceOffset, bytes);
    }

    @Override
    public void getArray(int pe, Object dest, int start, long sourceOffset, int nelems, ValueLayout element) {
        world.getArray(members.pe(pe), dest, start, sourceOffset, nelems, element);
    }

    @Override
    public void putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        world.putBlocks(members.pe(pe), destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
    }

    @Override
    public void getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        world.getBlocks(members.pe(pe), destAddress, destStride, sourceOffset, sourceStride, blockBytes, nblocks);
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        return world.atomic(members.pe(pe), operation, bytes, offset, operand, expected);
    }

    @Override
    public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        world.update(members.pe(pe), operation, bytes, offset, operand);
    }

    @Override
    public void signal(int pe, Atomic operation, long offset, long signal) {
        world.signal(members.pe(pe), operation, offset, signal);
    }

    @Override
    public void fence() {
        world.fence();
    }

    @Override
    public void quiet() {
        world.quiet();
    }

    @Override
    public void close() {
        world.close();
    }
}
