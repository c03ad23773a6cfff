package org.jshmem.transport.ofi.domain;

import java.security.SecureRandom;
import java.util.concurrent.atomic.LongAdder;
import org.jshmem.libfabric.AddressVector;
import org.jshmem.libfabric.CompletionQueue;
import org.jshmem.libfabric.Domain;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.Fabric;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.Fid;
import org.jshmem.libfabric.struct.FiAvAttr;
import org.jshmem.libfabric.struct.FiCqAttr;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * Opens the libfabric objects of which a process has one: fabric, domain, address vector and memory registrations. Also
 * creates completion queues and endpoints.
 */
public final class OpenDomain implements AutoCloseable {
    /** Entries of a completion queue. */
    private static final int QUEUE_ENTRIES = 8192;

    private final FiInfo info;
    private final ProviderTraits traits;

    /** Whether completion queues should have file descriptors to wait on. */
    private final boolean waits;

    private final Fabric fabric;
    private final Domain domain;
    private final AddressVector addresses;
    private final Registrations registrations;
    private final LongAdder retries = new LongAdder();

    /** Opens the domain of {@code info}, for a job of {@code pes} PEs. */
    public OpenDomain(FiInfo info, SecureRandom random, boolean waits, int pes) {
        this.info = info;
        this.traits = ProviderTraits.of(info);
        this.waits = waits;
        // A message is complete before delivery; each write asks for FI_DELIVERY_COMPLETE itself.
        info.tx_attr.op_flags = 0;
        info.tx_attr.writeField("op_flags");
        fabric = Fabric.open(info);
        domain = fabric.domain(info);
        final FiAvAttr attributes = new FiAvAttr();
        attributes.type = Fi.AV_TABLE;
        attributes.count = pes;
        addresses = domain.addressVector(attributes);
        registrations = new Registrations(domain, traits, random);
    }

    /** The properties of the provider. */
    public ProviderTraits traits() {
        return traits;
    }

    /** The address vector of all PEs. */
    public AddressVector addresses() {
        return addresses;
    }

    /** Counts operations that the provider could not take at once. */
    public LongAdder retries() {
        return retries;
    }

    /** The registered memory. */
    public Registrations registrations() {
        return registrations;
    }

    /** Whether a thread may sleep until one of these queues has a completion. */
    public boolean maySleep(CompletionQueue... queues) {
        return fabric.mayWait((Fid[]) queues);
    }

    /** Creates a completion queue, with a file descriptor if one is wanted and the provider has one. */
    public CompletionQueue completionQueue() {
        if (waits) {
            try {
                final CompletionQueue queue = completionQueue(Fi.WAIT_FD);
                if (waitFd(queue) >= 0) {
                    return queue;
                }
                queue.close();
            } catch (FabricException e) {
                if (e.errno() != Fi.ENOSYS) {
                    throw e;
                }
            }
        }
        return completionQueue(Fi.WAIT_NONE);
    }

    private CompletionQueue completionQueue(int waitObject) {
        final FiCqAttr attributes = new FiCqAttr();
        attributes.size = QUEUE_ENTRIES;
        attributes.format = Fi.CQ_FORMAT_MSG;
        attributes.wait_obj = waitObject;
        return domain.completionQueue(attributes);
    }

    /** The file descriptor of a queue; −1 if it has none, whichever error the provider returns then. */
    public int waitFd(CompletionQueue queue) {
        try {
            return queue.waitFd();
        } catch (FabricException e) {
            return -1;
        }
    }

    /** Creates an endpoint that reports all completions to a queue. */
    public Endpoint endpoint(CompletionQueue queue) {
        final Endpoint endpoint = domain.endpoint(info);
        try {
            endpoint.bind(addresses, 0);
            endpoint.bind(queue, Fi.TRANSMIT | Fi.RECV);
            endpoint.enable();
            return endpoint;
        } catch (FabricException e) {
            endpoint.close();
            throw e;
        }
    }

    @Override
    public void close() {
        registrations.close();
        addresses.close();
        domain.close();
        fabric.close();
    }
}
