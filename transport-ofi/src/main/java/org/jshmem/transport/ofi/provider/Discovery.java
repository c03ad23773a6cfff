package org.jshmem.transport.ofi.provider;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jshmem.ShmemException;
import org.jshmem.libfabric.InfoList;
import org.jshmem.libfabric.Libfabric;

/**
 * Loads libfabric and lists the networks of the host, in a thread beside the rest of init: constructors of libraries
 * that libfabric may be linked with sleep for a fifth of a second, and providers search for devices.
 */
public final class Discovery {
    /**
     * Receive buffers of 16 KiB that rxm prepares for each connection; its default makes endpoints slow to open and
     * large.
     */
    private static final String RECEIVES = "FI_OFI_RXM_MSG_RX_SIZE";

    private static final String FEW_RECEIVES = "64";

    private final OfiSettings settings;
    private final FutureTask<InfoList> infos;

    private Discovery(OfiSettings settings) {
        this.settings = settings;
        this.infos = new FutureTask<>(() -> ProviderChoice.list(Libfabric.get(), settings));
    }

    /** Prepares the environment and starts the thread. */
    public static Discovery begin(OfiSettings settings) {
        final Discovery discovery = new Discovery(settings);
        // The environment must not change after the start of a thread that may read it.
        Libfabric.prepare();
        Libfabric.suggest(RECEIVES, FEW_RECEIVES);
        final Thread thread = new Thread(discovery.infos, "jshmem-libfabric");
        thread.setDaemon(true);
        thread.start();
        return discovery;
    }

    /** The settings with which the discovery was started. */
    public OfiSettings settings() {
        return settings;
    }

    /** Waits for the list; throws the exception that prevented it. */
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
