package org.jshmem.transport.ofi;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jshmem.bootstrap.Bootstrap;

/** A job in which all PEs do as PE 0, which is the only one. What fails in it is thrown. */
public class LoneJob extends Bootstrap {
    private final int pes;

    /** A job of so many PEs. */
    public LoneJob(int pes) {
        this.pes = pes;
    }

    @Override
    public int pe() {
        return 0;
    }

    @Override
    public int nPes() {
        return pes;
    }

    @Override
    public byte[][] allgather(byte[] mine) {
        final byte[][] all = new byte[pes][];
        Arrays.fill(all, mine);
        return all;
    }

    @Override
    public String describe() {
        return "a lone PE";
    }

    @Override
    public void finish() {}

    @Override
    public void leaveEarly(Supplier<String> reason) {}

    @Override
    public void globalExit(int status) {
        throw new AssertionError("globalExit(" + status + ")");
    }

    @Override
    public void abort(int status, String message) {
        throw new AssertionError(message);
    }
}
