package org.jshmem.transport.ofi.provider;

import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.config.Setting;

/**
 * The settings of the network.
 *
 * @param provider the provider; empty for the best
 * @param domain the domain of the provider; empty for the best
 * @param interfaceName the interface, by name or address; empty for the best
 * @param hasThread whether a thread makes progress
 * @param bounceBytes largest put that is copied to a bounce buffer
 * @param silenceSeconds how long the network may be silent
 */
public record OfiSettings(
        String provider, String domain, String interfaceName, boolean hasThread, int bounceBytes, int silenceSeconds) {
    /** The limit of silence if {@code SHMEM_TIMEOUT} is 0. */
    private static final int SILENCE_SECONDS = 60;

    /** The settings of a process. */
    public static OfiSettings of(Configuration configuration) {
        return new OfiSettings(
                configuration.get(Setting.OFI_PROVIDER),
                configuration.get(Setting.OFI_DOMAIN),
                configuration.get(Setting.OFI_INTERFACE),
                !configuration.get(Setting.PROGRESS).equals("calls"),
                configuration.bounceBytes(),
                configuration.timeoutSeconds() == 0 ? SILENCE_SECONDS : configuration.timeoutSeconds());
    }
}
