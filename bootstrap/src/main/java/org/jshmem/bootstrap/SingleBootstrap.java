package org.jshmem.bootstrap;

import java.util.function.Supplier;

/** A job of one PE, started without a launcher. */
public final class SingleBootstrap extends Bootstrap {
    /** Creates the bootstrap. */
    public SingleBootstrap() {}

    @Override
    public int pe() {
        return 0;
    }

    @Override
    public int nPes() {
        return 1;
    }

    @Override
    public byte[][] allgather(byte[] mine) {
        return new byte[][] {mine};
    }

    @Override
    public void finish() {}

    @Override
    public void leaveEarly(Supplier<String> reason) {
        throw new IllegalStateException("there are no other PEs");
    }

    @Override
    public String describe() {
        return "single";
    }

    @Override
    public void globalExit(int status) {
        if (Exit.status(status) != status) {
            System.err.println("jshmem: PE 0 " + Exit.describeGlobalExit(status));
        }
        Exit.now(Exit.status(status));
    }

    @Override
    public void abort(int status, String message) {
        System.err.println("jshmem: " + message);
    }
}
