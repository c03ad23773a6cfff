package org.jshmem.transport.ofi;

import java.util.List;
import org.jshmem.ShmemException;
import org.jshmem.heap.HeapSize;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.config.Setting;

/**
 * The settings of the network.
 *
 * @param provider which to use; empty for the best
 * @param domain which of its domains; empty for the best
 * @param interfaceName which interface, by name or address; empty for the best
 * @param hasThread whether a thread makes progress
 * @param bounceBytes up to where puts are copied
 * @param silenceSeconds how long the network may be silent
 */
record OfiSettings(
        String provider, String domain, String interfaceName, boolean hasThread, int bounceBytes, int silenceSeconds) {
    private static final int SILENCE_SECONDS = 60;
    private static final int MOST_BOUNCE_BYTES = 1 << 20;

    static OfiSettings of(Configuration configuration) {
        return new OfiSettings(
                configuration.get(Setting.OFI_PROVIDER),
                configuration.get(Setting.OFI_DOMAIN),
                configuration.get(Setting.OFI_INTERFACE),
                !oneOf(configuration, Setting.PROGRESS, "auto", "thread", "calls")
                        .equals("calls"),
                bounceBytes(configuration),
                configuration.timeoutSeconds() == 0 ? SILENCE_SECONDS : configuration.timeoutSeconds());
    }

    private static String oneOf(Configuration configuration, Setting setting, String... values) {
        final String value = configuration.get(setting);
        if (!List.of(values).contains(value)) {
            throw new ShmemException(
                    setting.variable() + "=\"" + value + "\" is not one of " + String.join(", ", values));
        }
        return value;
    }

    private static int bounceBytes(Configuration configuration) {
        final String value = configuration.get(Setting.BOUNCE_SIZE);
        try {
            final long bytes = HeapSize.parse(value);
            if (bytes <= MOST_BOUNCE_BYTES) {
                return (int) bytes;
            }
        } catch (IllegalArgumentException e) {
            throw new ShmemException(Setting.BOUNCE_SIZE.variable() + "=" + e.getMessage(), e);
        }
        throw new ShmemException(Setting.BOUNCE_SIZE.variable() + "=" + value + " is more than 1M");
    }
}
