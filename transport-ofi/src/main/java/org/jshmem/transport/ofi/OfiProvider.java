package org.jshmem.transport.ofi;

import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkProvider;
import org.jshmem.internal.transport.Place;

/** Makes the network; found by the service loader. */
public final class OfiProvider implements NetworkProvider {
    /** Called by the service loader. */
    public OfiProvider() {}

    @Override
    public Network attach(Place place) {
        return OfiNetwork.attach(place);
    }
}
