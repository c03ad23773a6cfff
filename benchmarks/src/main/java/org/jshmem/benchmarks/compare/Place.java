package org.jshmem.benchmarks.compare;

/**
 * Where the PEs of a job run.
 *
 * @param hosts 1 is this machine itself, 2 are test hosts
 * @param pesPerHost how many PEs on each of them
 */
record Place(int hosts, int pesPerHost) {
    int pes() {
        return hosts * pesPerHost;
    }

    boolean isOneNode() {
        return hosts == 1;
    }

    @Override
    public String toString() {
        final String each = pesPerHost == 1 ? "1 PE" : pesPerHost + " PEs";
        return isOneNode() ? each : hosts + " hosts, " + each + " each";
    }
}
