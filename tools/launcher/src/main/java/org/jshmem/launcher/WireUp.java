package org.jshmem.launcher;

import java.nio.ByteBuffer;
import java.util.List;
import org.jshmem.bootstrap.LauncherProtocol;

/** The allgather of the PEs' wire-up, round by round. Used by the supervisor's thread only. */
final class WireUp {
    private final List<PeProcess> pes;
    private final ControlServer server;
    private int contributions;

    WireUp(List<PeProcess> pes, ControlServer server) {
        this.pes = pes;
        this.server = server;
    }

    /**
     * Takes the contribution of one PE; the last one of a round answers all of them.
     *
     * @return false when that PE has already contributed to this round
     */
    boolean contribute(PeProcess pe, ByteBuffer bytes) {
        if (pe.contribution() != null) {
            return false;
        }
        pe.contribute(bytes);
        contributions++;
        if (contributions == pes.size()) {
            answer();
        }
        return true;
    }

    /** A PE that has ended and without which the round under way cannot complete, or null. */
    PeProcess missing() {
        if (contributions == 0) {
            return null;
        }
        for (PeProcess pe : pes) {
            if (pe.isSettled() && pe.contribution() == null) {
                return pe;
            }
        }
        return null;
    }

    /** The PEs for which the round under way waits; none when none is. */
    List<PeProcess> awaited() {
        return contributions == 0
                ? List.of()
                : pes.stream().filter(pe -> pe.contribution() == null).toList();
    }

    private void answer() {
        long bytes = LauncherProtocol.LENGTH_BYTES + 1 + Integer.BYTES;
        for (PeProcess pe : pes) {
            bytes += Integer.BYTES + pe.contribution().remaining();
        }
        final ByteBuffer frame = ByteBuffer.allocate(Math.toIntExact(bytes));
        frame.putInt(frame.capacity() - LauncherProtocol.LENGTH_BYTES)
                .put(LauncherProtocol.GATHER)
                .putInt(pes.size());
        for (PeProcess pe : pes) {
            frame.putInt(pe.contribution().remaining()).put(pe.contribution());
            pe.gathered();
        }
        frame.flip();
        contributions = 0;
        pes.forEach(pe -> server.send(pe.connection(), frame.duplicate()));
    }
}
