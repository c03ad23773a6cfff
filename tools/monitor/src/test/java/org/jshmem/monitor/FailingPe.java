package org.jshmem.monitor;

import org.jshmem.spi.NetworkUse;

/** A PE that is ended when it has hardly begun to publish. */
final class FailingPe {
    static final int STATUS = 7;

    private FailingPe() {}

    public static void main(String[] args) {
        Publisher.start(new Counts(1), new DistinctErrors(() -> {}), () -> NetworkUse.NONE, 0, 1)
                .publishLast();
        Runtime.getRuntime().halt(STATUS);
    }
}
