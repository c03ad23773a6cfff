package org.jshmem.transport.ofi;

import org.jshmem.ShmemException;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkProvider;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.libfabric.FabricException;
import org.jshmem.transport.ofi.provider.Discovery;
import org.jshmem.transport.ofi.provider.NetworkDigest;
import org.jshmem.transport.ofi.provider.OfiSettings;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/** Creates the network over libfabric; found by the service loader. */
public final class OfiProvider implements NetworkProvider {
    private Discovery discovery;

    /** Called by the service loader. */
    public OfiProvider() {}

    @Override
    public void prepare(Configuration configuration) {
        discovery = Discovery.begin(OfiSettings.of(configuration));
    }

    @Override
    public byte[] digest() {
        try {
            return NetworkDigest.of(discovery.await(), discovery.settings());
        } catch (FabricException | ShmemException e) {
            return new byte[0]; // maybe the job needs no network, and else attach() throws it again
        }
    }

    @Override
    public Network attach(NetworkSetup setup) {
        return OfiNetwork.attach(setup, discovery);
    }

    @Override
    public long[] switchPoints() {
        return new long[] {
            MessageDescriptor.MOST_SMALL_BYTES,
            MessageDescriptor.MOST_PAYLOAD_BYTES,
            ScatteredPuts.SCATTER_BYTES,
            StagedGets.CLOSE_BYTES,
            DirectTransfers.GET_BYTES,
            ChannelBuffers.STAGING_BYTES,
            ProviderTraits.MOST_INJECT_BYTES
        };
    }
}
