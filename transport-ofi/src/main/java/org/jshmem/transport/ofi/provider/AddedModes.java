package org.jshmem.transport.ofi.provider;

import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.struct.FiInfo;

/**
 * More modes of memory registration than a provider asks for, as other providers have them: tests run by TCP what is
 * meant for networks that pin memory. The system property {@value #PROPERTY} names them, separated by commas:
 * {@code allocated}, {@code virt_addr}, {@code prov_key}, {@code local}, {@code endpoint}; the same on all PEs. In
 * libfabric 1.17 {@code tcp;ofi_rxm} keeps to the first only, and {@code net} to all but the last, for which tests have
 * a libfabric of their own.
 */
public final class AddedModes {
    /** The property. */
    static final String PROPERTY = "org.jshmem.ofi.mr-modes";

    private AddedModes() {}

    /** Adds the modes to the entry with which a domain is opened. */
    public static void addTo(FiInfo info) {
        final String names = System.getProperty(PROPERTY, "");
        if (names.isEmpty()) {
            return;
        }
        for (String name : names.split(",")) {
            info.domain_attr.mr_mode |= mode(name);
        }
        info.domain_attr.writeField("mr_mode");
    }

    private static int mode(String name) {
        return switch (name) {
            case "allocated" -> Fi.MR_ALLOCATED;
            case "virt_addr" -> Fi.MR_VIRT_ADDR;
            case "prov_key" -> Fi.MR_PROV_KEY;
            case "local" -> Fi.MR_LOCAL;
            case "endpoint" -> Fi.MR_ENDPOINT;
            default ->
                throw new IllegalArgumentException(
                        PROPERTY + "=" + name + " is not allocated, virt_addr, prov_key, local or endpoint");
        };
    }
}
