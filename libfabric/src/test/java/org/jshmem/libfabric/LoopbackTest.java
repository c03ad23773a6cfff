package org.jshmem.libfabric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import org.jshmem.libfabric.struct.FiAvAttr;
import org.jshmem.libfabric.struct.FiCntrAttr;
import org.jshmem.libfabric.struct.FiCqAttr;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two endpoints of one process: the whole way from discovery to data. */
@Timeout(60)
class LoopbackTest {
    private static final int BYTES = 1 << 20;
    private static final long KEY = 42;

    private final Memory target = new Memory(BYTES);
    private final Memory source = new Memory(BYTES);

    private Libfabric library;
    private InfoList infos;
    private Fabric fabric;
    private Domain domain;
    private AddressVector addresses;
    private Counter done;
    private CompletionQueue queue;
    private Endpoint near;
    private Endpoint far;
    private CompletionQueue farQueue;
    private MemoryRegion region;
    private MemoryRegion sourceRegion;
    private long peer;
    private long base;
    private long issued;

    private void open(String provider) {
        Requirement.NETWORK.need();
        library = Libfabric.get();
        final FiInfo hints = library.allocInfo();
        hints.caps = Fi.RMA | Fi.ATOMIC | Fi.MSG;
        hints.mode = Fi.CONTEXT;
        hints.ep_attr.type = Fi.EP_RDM;
        hints.domain_attr.mr_mode = Fi.MR_LOCAL | Fi.MR_VIRT_ADDR | Fi.MR_ALLOCATED | Fi.MR_PROV_KEY;
        hints.domain_attr.av_type = Fi.AV_TABLE;
        hints.domain_attr.threading = Fi.THREAD_DOMAIN;
        hints.tx_attr.op_flags = Fi.DELIVERY_COMPLETE;
        hints.fabric_attr.prov_name = library.mallocString(provider);
        infos = library.getInfo(
                provider.contains("tcp") ? "127.0.0.1" : null, null, provider.contains("tcp") ? Fi.SOURCE : 0, hints);
        library.free(hints);
        assumeTrue(!infos.entries().isEmpty(), "this libfabric offers no " + provider);
        final FiInfo info = infos.entries().getFirst();
        fabric = Fabric.open(info);
        domain = fabric.domain(info);
        final FiAvAttr av = new FiAvAttr();
        av.type = Fi.AV_TABLE;
        addresses = domain.addressVector(av);
        final FiCqAttr cq = new FiCqAttr();
        cq.format = Fi.CQ_FORMAT_CONTEXT;
        queue = domain.completionQueue(cq);
        farQueue = domain.completionQueue(cq);
        done = domain.counter(new FiCntrAttr());
        near = domain.endpoint(info);
        near.bind(addresses, 0);
        near.bind(queue, Fi.TRANSMIT | Fi.RECV | Fi.SELECTIVE_COMPLETION);
        near.bind(done, Fi.READ | Fi.WRITE);
        near.enable();
        far = domain.endpoint(info);
        far.bind(addresses, 0);
        far.bind(farQueue, Fi.TRANSMIT | Fi.RECV);
        far.enable();
        final boolean virtual = (info.domain_attr.mr_mode & Fi.MR_VIRT_ADDR) != 0;
        region = domain.register(Pointer.nativeValue(target), BYTES, Fi.REMOTE_READ | Fi.REMOTE_WRITE, KEY, 0);
        sourceRegion = domain.register(Pointer.nativeValue(source), BYTES, Fi.READ | Fi.WRITE, KEY + 1, 0);
        base = virtual ? Pointer.nativeValue(target) : 0;
        peer = addresses.insert(far.name());
        assertFalse(addresses.text(far.name()).isEmpty());
    }

    @AfterEach
    void close() throws Exception {
        final AutoCloseable[] all = {
            region, sourceRegion, near, far, done, queue, farQueue, addresses, domain, fabric, infos, target, source
        };
        for (AutoCloseable one : all) {
            if (one != null) {
                one.close();
            }
        }
    }

    /** Retries while queues are full, then waits for delivery. */
    private void complete(java.util.function.LongSupplier operation) {
        long result = operation.getAsLong();
        while (result == -Fi.EAGAIN) {
            progress();
            result = operation.getAsLong();
        }
        assertEquals(0, result, () -> library.strerror(-1));
        issued++;
        while (done.read() < issued) {
            assertEquals(0, done.readErrors());
            progress();
        }
    }

    private void progress() {
        done.read();
        queue.read(0, 0);
        farQueue.read(0, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp;ofi_rxm", "shm"})
    void shouldWriteAndReadWhatWasWritten(String provider) {
        open(provider);
        for (int bytes : new int[] {1, 8, 64, 4096, 100_000, BYTES}) {
            final byte[] data = new byte[bytes];
            new java.util.Random(bytes).nextBytes(data);
            source.write(0, data, 0, bytes);
            final long from = Pointer.nativeValue(source);
            complete(() -> near.write(from, bytes, sourceRegion.descriptor(), peer, base, region.key(), 0));
            assertArrayEquals(data, target.getByteArray(0, bytes));
            source.clear();
            complete(() -> near.read(from, bytes, sourceRegion.descriptor(), peer, base, region.key(), 0));
            assertArrayEquals(data, source.getByteArray(0, bytes));
        }
    }

    @Test
    void shouldRefuseAnAddressThatIsNoneOfTheProvider() {
        open("tcp;ofi_rxm");
        final byte[] nobody = new byte[far.name().length];
        final String message = assertThrows(FabricException.class, () -> addresses.insert(nobody))
                .getMessage();
        assertTrue(message.contains("the address is not one of this provider's"), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp;ofi_rxm", "shm"})
    void shouldUpdateAtomically(String provider) {
        open(provider);
        assertTrue(near.hasAtomic(Fi.INT64, Fi.SUM));
        assertTrue(near.hasFetchAtomic(Fi.INT64, Fi.SUM));
        assertTrue(near.hasCompareAtomic(Fi.INT64, Fi.CSWAP));
        target.clear();
        final long operand = Pointer.nativeValue(source);
        final long result = operand + Long.BYTES;
        final long compare = result + Long.BYTES;
        final long local = sourceRegion.descriptor();
        source.setLong(0, 5);
        complete(() -> near.atomic(operand, 1, local, peer, base, region.key(), Fi.INT64, Fi.SUM, 0));
        assertEquals(5, target.getLong(0));
        complete(() ->
                near.fetchAtomic(operand, 1, local, result, local, peer, base, region.key(), Fi.INT64, Fi.SUM, 0));
        assertEquals(5, source.getLong(Long.BYTES));
        assertEquals(10, target.getLong(0));
        source.setLong(2 * Long.BYTES, 10);
        source.setLong(0, -1);
        complete(() -> near.compareAtomic(
                operand, 1, local, compare, local, result, local, peer, base, region.key(), Fi.INT64, Fi.CSWAP, 0));
        assertEquals(10, source.getLong(Long.BYTES));
        assertEquals(-1, target.getLong(0));
    }

    /** A function of libfabric each, with arguments that differ. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp;ofi_rxm", "shm"})
    void shouldWriteReadAndSendInEachWay(String provider) {
        open(provider);
        final long from = Pointer.nativeValue(source);
        final long local = sourceRegion.descriptor();
        final long key = region.key();
        target.clear();
        source.setLong(0, 77);
        source.setLong(8, 78);
        final RmaMessage message = new RmaMessage();
        message.add(from, 8, local, base + 64, key);
        message.add(from + 8, 8, local, base + 128, key);
        complete(() -> near.writeMessage(message.end(peer, 0), Fi.DELIVERY_COMPLETE));
        assertEquals(77, target.getLong(64));
        assertEquals(78, target.getLong(128));
        message.clear();
        message.add(from + 24, 8, local, base + 64, key);
        complete(() -> near.readMessage(message.end(peer, 0), 0));
        assertEquals(77, source.getLong(24));
        complete(() -> near.injectWrite(from + 8, 8, peer, base + 32, key));
        await(32, 78);
        source.setLong(0, 5);
        complete(() -> near.injectAtomic(from, 1, peer, base + 32, key, Fi.INT64, Fi.SUM));
        await(32, 83);
        final long into = Pointer.nativeValue(target);
        assertEquals(0, far.receive(into + 256, 64, region.descriptor(), -1, 0));
        send(() -> near.send(from + 8, 8, local, peer, 0));
        assertEquals(78, target.getLong(256));
        assertEquals(0, far.receive(into + 512, 64, region.descriptor(), -1, 0));
        send(() -> near.inject(from + 24, 16, peer));
        assertEquals(77, target.getLong(512));
    }

    /** An injected operation is complete for the one who issues it, and arrives later. */
    private void await(long place, long value) {
        while (target.getLong(place) != value) {
            progress();
        }
    }

    /** Sends a message that the other endpoint receives. */
    private void send(java.util.function.LongSupplier operation) {
        while (operation.getAsLong() == -Fi.EAGAIN) {
            progress();
        }
        final Completions completions = new Completions(1);
        while (completions.read(farQueue) < 1) {
            done.read();
            queue.read(0, 0);
        }
    }

    /** In memory that was used before. */
    @Test
    void shouldEndAStringForC() {
        Requirement.NETWORK.need();
        for (int length = 0; length < 200; length++) {
            final long used = Native.malloc(length + 1);
            new Pointer(used).setMemory(0, length + 1, (byte) 'x');
            Native.free(used);
            final Pointer text = Libfabric.get().mallocString("a".repeat(length));
            assertEquals("a".repeat(length), text.getString(0));
            Native.free(Pointer.nativeValue(text));
        }
    }
}
