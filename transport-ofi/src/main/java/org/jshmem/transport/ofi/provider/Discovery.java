package org.jshmem.transport.ofi.provider;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jshmem.ShmemException;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;

/**
 * Loads libfabric and lists what a host has, in a thread of its own beside the rest of init: constructors of libraries
 * that it may be linked with sleep for a fifth of a second, and its providers look for devices.
 */
public final class Discovery {
    /**
     * Receives that rxm prepares for each connection, a buffer of 16 KiB each; its usual number makes endpoints slow
     * and large.
     */
    private static final String RECEIVES = "FI_OFI_RXM_MSG_RX_SIZE";

    private static final String FEW_RECEIVES = "64";

    private final OfiSettings settings;
    private final FutureTask<InfoList> infos;

    private Discovery(OfiSettings settings) {
        this.settings = settings;
        this.infos = new FutureTask<>(() -> ProviderChoice.list(Libfabric.get(), settings));
    }

    /** Begins. */
    public static Discovery begin(OfiSettings settings) {
        final Discovery discovery = new Discovery(settings);
        // Before there is a thread that reads the environment.
        Libfabric.prepare();
        Libfabric.suggest(RECEIVES, FEW_RECEIVES);
        final Thread thread = new Thread(discovery.infos, "jshmem-libfabric");
        thread.setDaemon(true);
        thread.start();
        return discovery;
    }

    /** The settings that it was begun with. */
    public OfiSettings settings() {
        return settings;
    }

    /** Waits for the list; throws what has prevented it. */
    public InfoList await() {
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return infos.get();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                } catch (ExecutionException e) {
                    throw rethrown(e.getCause());
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException rethrown(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException known ? known : new ShmemException(cause.toString(), cause);
    }
}
