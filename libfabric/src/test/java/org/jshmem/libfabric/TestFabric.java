package org.jshmem.libfabric;

/** Whether there is a libfabric to test with. */
final class TestFabric {
    static final String WHY = "left out: libfabric (libfabric1) is not installed";

    private TestFabric() {}

    static boolean isInstalled() {
        try {
            Libfabric.get();
            return true;
        } catch (FabricException e) {
            return false;
        }
    }
}
