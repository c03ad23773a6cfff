package org.jshmem.libfabric;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.libfabric.struct.FiAvAttr;
import org.jshmem.libfabric.struct.FiCntrAttr;
import org.jshmem.libfabric.struct.FiCqAttr;
import org.jshmem.libfabric.struct.FiCqErrEntry;
import org.jshmem.libfabric.struct.FiInfo;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The arguments with which the functions of an object's tables are called, and what becomes of their results: here they
 * are functions of this test.
 */
@Timeout(60)
class CallsTest {
    /** Bytes of an object, and of a table. */
    private static final int BYTES = 256;

    /** What the calls that take longs pass, in this order. */
    private static final long[] A = {101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113};

    private final Arena arena = Arena.ofShared();
    private final Memory object = new Memory(BYTES);
    private final List<Memory> tables = new ArrayList<>();

    /** Of the last call, with those arguments that its function has. */
    private long[] given;

    private long result;
    private Libfabric library;

    @BeforeEach
    void load() {
        Requirement.NETWORK.need();
        library = Libfabric.get();
        object.clear();
    }

    @AfterEach
    void close() {
        arena.close();
    }

    /** As all that C calls, it must not throw. */
    long called(long[] arguments) {
        given = arguments;
        return result;
    }

    /** Has {@link #called} take the calls of an entry of a table, with so many arguments. */
    private void provide(long member, long entry, int arguments) throws ReflectiveOperationException {
        final MethodHandle handle = method("called").asCollector(long[].class, arguments);
        provide(member, entry, handle);
    }

    /** Has a method of this test take the calls. */
    private void provide(long member, long entry, String method) throws ReflectiveOperationException {
        provide(member, entry, method(method));
    }

    private MethodHandle method(String name) throws ReflectiveOperationException {
        for (Method method : CallsTest.class.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                return MethodHandles.lookup().unreflect(method).bindTo(this);
            }
        }
        throw new NoSuchMethodException(name);
    }

    @SuppressWarnings("restricted") // C calls the test
    private void provide(long member, long entry, MethodHandle handle) {
        final ValueLayout[] longs = new ValueLayout[handle.type().parameterCount()];
        Arrays.fill(longs, ValueLayout.JAVA_LONG);
        final MemorySegment stub =
                Linker.nativeLinker().upcallStub(handle, FunctionDescriptor.of(ValueLayout.JAVA_LONG, longs), arena);
        if (object.getPointer(member) == null) {
            final Memory table = new Memory(BYTES);
            table.clear();
            table.setLong(0, BYTES);
            tables.add(table);
            object.setPointer(member, table);
        }
        object.getPointer(member).setLong(entry, stub.address());
    }

    private long address() {
        return Pointer.nativeValue(object);
    }

    /** The object and then the first arguments. */
    private long[] with(int count) {
        final long[] expected = new long[1 + count];
        expected[0] = address();
        System.arraycopy(A, 0, expected, 1, count);
        return expected;
    }

    private Endpoint endpoint() throws ReflectiveOperationException {
        provide(Offsets.FID_OPS, Offsets.OPS_CONTROL, 3);
        provide(Offsets.EP_RMA, Offsets.OPS_RMA_READ, 8);
        provide(Offsets.EP_RMA, Offsets.OPS_RMA_READMSG, 3);
        provide(Offsets.EP_RMA, Offsets.OPS_RMA_WRITE, 8);
        provide(Offsets.EP_RMA, Offsets.OPS_RMA_WRITEMSG, 3);
        provide(Offsets.EP_RMA, Offsets.OPS_RMA_INJECT, 6);
        provide(Offsets.EP_MSG, Offsets.OPS_MSG_SEND, 6);
        provide(Offsets.EP_MSG, Offsets.OPS_MSG_RECV, 6);
        provide(Offsets.EP_MSG, Offsets.OPS_MSG_INJECT, 4);
        provide(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_WRITE, 10);
        provide(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_INJECT, 8);
        provide(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_READWRITE, 12);
        provide(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_COMPWRITE, 14);
        final Endpoint endpoint = new Endpoint(library, object);
        endpoint.enable();
        assertEquals(Fi.ENABLE, (int) given[1]);
        assertEquals(0, given[2]);
        return endpoint;
    }

    @Test
    void shouldPassTheArgumentsOfOperationsInOrder() throws Exception {
        final Endpoint endpoint = endpoint();
        result = -Fi.EAGAIN;
        assertEquals(result, endpoint.read(A[0], A[1], A[2], A[3], A[4], A[5], A[6]));
        assertArrayEquals(with(7), given);
        assertEquals(result, endpoint.write(A[0], A[1], A[2], A[3], A[4], A[5], A[6]));
        assertArrayEquals(with(7), given);
        assertEquals(result, endpoint.readMessage(A[0], A[1]));
        assertArrayEquals(with(2), given);
        assertEquals(result, endpoint.writeMessage(A[0], A[1]));
        assertArrayEquals(with(2), given);
        assertEquals(result, endpoint.injectWrite(A[0], A[1], A[2], A[3], A[4]));
        assertArrayEquals(with(5), given);
        assertEquals(result, endpoint.send(A[0], A[1], A[2], A[3], A[4]));
        assertArrayEquals(with(5), given);
        assertEquals(result, endpoint.receive(A[0], A[1], A[2], A[3], A[4]));
        assertArrayEquals(with(5), given);
        assertEquals(result, endpoint.inject(A[0], A[1], A[2]));
        assertArrayEquals(with(3), given);
    }

    @Test
    void shouldPassTheArgumentsOfAtomicOperationsInOrder() throws Exception {
        final Endpoint endpoint = endpoint();
        result = -Fi.EAGAIN;
        assertEquals(result, endpoint.atomic(A[0], A[1], A[2], A[3], A[4], A[5], 107, 108, A[8]));
        assertArrayEquals(with(9), given);
        assertEquals(result, endpoint.injectAtomic(A[0], A[1], A[2], A[3], A[4], 106, 107));
        assertArrayEquals(with(7), given);
        assertEquals(result, endpoint.fetchAtomic(A[0], A[1], A[2], A[3], A[4], A[5], A[6], A[7], 109, 110, A[10]));
        assertArrayEquals(with(11), given);
        assertEquals(
                result,
                endpoint.compareAtomic(A[0], A[1], A[2], A[3], A[4], A[5], A[6], A[7], A[8], A[9], 111, 112, A[12]));
        assertArrayEquals(with(13), given);
    }

    @Test
    void shouldKnowTheAtomicOperationsOfAProvider() throws Exception {
        final Endpoint endpoint = new Endpoint(library, object);
        assertFalse(endpoint.hasAtomic(1, 2), "no table");
        provide(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_WRITEVALID, "isValid");
        assertTrue(endpoint.hasAtomic(Fi.INT64, Fi.SUM));
        assertFalse(endpoint.hasAtomic(Fi.INT64, Fi.CSWAP), "an error");
        assertFalse(endpoint.hasAtomic(Fi.INT32, Fi.SUM), "none at a time");
        assertFalse(endpoint.hasFetchAtomic(Fi.INT64, Fi.SUM), "no function");
        provide(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_READWRITEVALID, "isValid");
        assertTrue(endpoint.hasFetchAtomic(Fi.INT64, Fi.SUM));
        assertFalse(endpoint.hasCompareAtomic(Fi.INT64, Fi.SUM));
        provide(Offsets.EP_ATOMIC, Offsets.OPS_ATOMIC_COMPWRITEVALID, "isValid");
        assertTrue(endpoint.hasCompareAtomic(Fi.INT64, Fi.SUM));
        assertArrayEquals(with(0), given);
    }

    long isValid(long endpoint, long datatype, long operation, long count) {
        given = new long[] {endpoint};
        new Pointer(count).setLong(0, (int) datatype == Fi.INT64 ? 1 : 0);
        return (int) operation == Fi.SUM ? 0 : -Fi.ENOSYS;
    }

    long getName(long endpoint, long buffer, long length) {
        given = new long[] {endpoint, new Pointer(length).getLong(0)};
        new Pointer(buffer).write(0, new byte[] {4, 5, 6, 7}, 0, 4);
        new Pointer(length).setLong(0, 3);
        return 0;
    }

    @Test
    void shouldHaveTheNameOfAnEndpoint() throws Exception {
        provide(Offsets.EP_CM, Offsets.OPS_CM_GETNAME, "getName");
        assertArrayEquals(new byte[] {4, 5, 6}, new Endpoint(library, object).name());
        assertArrayEquals(new long[] {address(), 256}, given);
    }

    /** By C, which reads a name and writes an index. */
    long insert(long vector, long name, long count, long index, long flags, long context) {
        final Pointer bytes = new Pointer(name);
        given = new long[] {vector, bytes.getByte(0), bytes.getByte(1), bytes.getByte(2), count, flags, context};
        new Pointer(index).setLong(0, 4711);
        return result;
    }

    @Test
    void shouldInsertAnAddress() throws Exception {
        provide(Offsets.AV_OPS, Offsets.OPS_AV_INSERT, "insert");
        final AddressVector addresses = new AddressVector(library, object);
        final byte[] name = {1, 2, 3};
        result = 1;
        assertEquals(4711, addresses.insert(name));
        assertArrayEquals(new long[] {address(), 1, 2, 3, 1, 0, 0}, given);
        result = 0;
        final FabricException none = assertThrows(FabricException.class, () -> addresses.insert(name));
        assertEquals(Fi.EINVAL, none.errno());
        result = -Fi.ENOMEM;
        final FabricException failed = assertThrows(FabricException.class, () -> addresses.insert(name));
        assertEquals(Fi.ENOMEM, failed.errno());
        assertEquals("fi_av_insert failed: " + library.strerror(Fi.ENOMEM) + " (12)", failed.getMessage());
    }

    long format(long vector, long name, long buffer, long length) {
        given = new long[] {vector, new Pointer(length).getLong(0)};
        new Pointer(buffer).setString(0, "an address of " + new Pointer(name).getByte(0));
        return buffer;
    }

    @Test
    void shouldFormatAnAddress() throws Exception {
        provide(Offsets.AV_OPS, Offsets.OPS_AV_INSERT, 6);
        final AddressVector addresses = new AddressVector(library, object);
        assertEquals("01ff", addresses.text(new byte[] {1, -1}), "the provider cannot");
        provide(Offsets.AV_OPS, Offsets.OPS_AV_STRADDR, "format");
        assertEquals("an address of 9", addresses.text(new byte[] {9}));
        assertArrayEquals(new long[] {address(), 256}, given);
    }

    @Test
    void shouldReadCounters() throws Exception {
        provide(Offsets.CNTR_OPS, Offsets.OPS_CNTR_READ, 1);
        final Counter counter = new Counter(library, object);
        result = 1L << 40;
        assertEquals(result, counter.read());
        assertArrayEquals(with(0), given);
        provide(Offsets.CNTR_OPS, Offsets.OPS_CNTR_READ, 2);
        provide(Offsets.CNTR_OPS, Offsets.OPS_CNTR_READERR, 1);
        given = null;
        assertEquals(result, new Counter(library, object).readErrors());
        assertArrayEquals(with(0), given);
    }

    @Test
    void shouldReadCompletions() throws Exception {
        provide(Offsets.CQ_OPS, Offsets.OPS_CQ_READ, 3);
        final CompletionQueue queue = new CompletionQueue(library, object);
        result = -Fi.EAVAIL;
        assertEquals(result, queue.read(A[0], A[1]));
        assertArrayEquals(with(2), given);
        assertEquals(result, new Completions(7).read(queue));
        assertEquals(7, given[2]);
    }

    long readError(long queue, long entry, long flags) {
        given = new long[] {queue, flags};
        if (result == 1) {
            final FiCqErrEntry written = new FiCqErrEntry();
            written.err = Fi.ENOMEM;
            written.prov_errno = 77;
            written.write();
            new Pointer(entry).write(0, written.getPointer().getByteArray(0, written.size()), 0, written.size());
        }
        return result;
    }

    private CompletionQueue failingQueue() throws ReflectiveOperationException {
        provide(Offsets.CQ_OPS, Offsets.OPS_CQ_READERR, "readError");
        return new CompletionQueue(library, object);
    }

    @Test
    void shouldReadAnError() throws Exception {
        final CompletionQueue queue = failingQueue();
        result = 1;
        final FiCqErrEntry entry = queue.readError();
        assertEquals(Fi.ENOMEM, entry.err);
        assertEquals(77, entry.prov_errno);
        assertArrayEquals(new long[] {address(), 0}, given);
        result = -Fi.EAGAIN;
        assertNull(queue.readError());
        result = -Fi.EINVAL;
        assertEquals(
                Fi.EINVAL, assertThrows(FabricException.class, queue::readError).errno());
    }

    long describe(long queue, long number, long data, long buffer, long length) {
        given = new long[] {queue, (int) number, data, length, new Pointer(buffer).getByte(255)};
        new Pointer(buffer).setString(0, "no room");
        return result == 0 ? 0 : buffer;
    }

    @Test
    void shouldDescribeAnError() throws Exception {
        final CompletionQueue queue = failingQueue();
        final FiCqErrEntry entry = new FiCqErrEntry();
        entry.err = Fi.ENOMEM;
        entry.prov_errno = 77;
        entry.err_data = new Pointer(4096);
        final String common = library.strerror(Fi.ENOMEM);
        assertFalse(common.isEmpty());
        assertEquals(common, library.strerror(-Fi.ENOMEM));
        assertEquals(common, queue.describe(entry), "the provider cannot");
        provide(Offsets.CQ_OPS, Offsets.OPS_CQ_STRERROR, "describe");
        assertEquals(common, queue.describe(entry), "it does not know");
        result = 1;
        assertEquals(common + ": no room", queue.describe(entry));
        assertArrayEquals(new long[] {address(), 77, 4096, 256, 0}, given);
        entry.prov_errno = 0;
        assertEquals(common, queue.describe(entry));
    }

    long register(long domain, long start, long bytes, long access, long offset, long key, long flags, long region) {
        given = new long[] {domain, start, bytes, access, offset, key, flags};
        new Pointer(region).setLong(0, address());
        return 0;
    }

    @Test
    void shouldRegisterMemory() throws Exception {
        provide(Offsets.DOMAIN_MR, Offsets.OPS_MR_REG, "register");
        object.setLong(Offsets.MR_MEM_DESC, 4242);
        final MemoryRegion region = new Domain(library, object).register(A[0], A[1], A[2], A[3], A[4]);
        assertArrayEquals(new long[] {address(), A[0], A[1], A[2], 0, A[3], A[4]}, given);
        assertEquals(object, region.pointer());
        assertEquals(4242, region.descriptor());
    }

    long open(long domain, long attributes, long opened, long context) {
        given = new long[] {new Pointer(attributes).getLong(0), domain, context};
        new Pointer(attributes).setLong(0, -1);
        new Pointer(opened).setLong(0, address());
        return 0;
    }

    /** The provider fills in what the attributes leave open. */
    @Test
    void shouldOpenWhatADomainHas() throws Exception {
        final Domain domain = new Domain(library, object);
        final FiCqAttr queue = new FiCqAttr();
        queue.size = 8192;
        provide(Offsets.DOMAIN_OPS, Offsets.OPS_DOMAIN_CQ_OPEN, "open");
        assertEquals(object, domain.completionQueue(queue).pointer());
        assertArrayEquals(new long[] {8192, address(), 0}, given);
        assertEquals(-1, queue.size);
        final FiAvAttr addresses = new FiAvAttr();
        addresses.type = Fi.AV_TABLE;
        assertThrows(FabricException.class, () -> domain.addressVector(addresses));
        provide(Offsets.DOMAIN_OPS, Offsets.OPS_DOMAIN_AV_OPEN, "open");
        assertEquals(object, domain.addressVector(addresses).pointer());
        assertEquals(Fi.AV_TABLE, (int) given[0]);
        final FabricException none = assertThrows(FabricException.class, () -> domain.counter(new FiCntrAttr()));
        assertEquals(Fi.ENOSYS, none.errno());
        assertTrue(none.getMessage().startsWith("fi_cntr_open failed: "), none.getMessage());
        provide(Offsets.DOMAIN_OPS, Offsets.OPS_DOMAIN_CNTR_OPEN, "open");
        assertEquals(object, domain.counter(new FiCntrAttr()).pointer());
    }

    @Test
    void shouldBindControlAndCloseOnce() throws Exception {
        provide(Offsets.FID_OPS, Offsets.OPS_BIND, 3);
        provide(Offsets.FID_OPS, Offsets.OPS_CONTROL, 3);
        provide(Offsets.FID_OPS, Offsets.OPS_CLOSE, 1);
        final Domain domain = new Domain(library, object);
        try (Memory other = new Memory(BYTES)) {
            domain.bind(new Domain(library, other), A[0]);
            assertArrayEquals(new long[] {address(), Pointer.nativeValue(other), A[0]}, given);
        }
        domain.control(5, new Pointer(A[1]));
        assertEquals(5, (int) given[1]);
        assertEquals(A[1], given[2]);
        result = -Fi.EINVAL;
        assertThrows(FabricException.class, () -> domain.bind(domain, 0));
        assertThrows(FabricException.class, () -> domain.control(5, null));
        result = 0;
        domain.close();
        assertArrayEquals(with(0), given);
        given = null;
        domain.close();
        assertNull(given);
        result = -16;
        final FabricException busy = assertThrows(FabricException.class, new Domain(library, object)::close);
        assertEquals(16, busy.errno());
    }

    long waitObject(long queue, long command, long descriptor) {
        given = new long[] {queue, (int) command};
        new Pointer(descriptor).setInt(0, 43);
        return 0;
    }

    @Test
    void shouldHaveADescriptorToWaitFor() throws Exception {
        provide(Offsets.FID_OPS, Offsets.OPS_CONTROL, "waitObject");
        assertEquals(43, new Domain(library, object).waitFd());
        assertArrayEquals(new long[] {address(), Fi.GETWAIT}, given);
    }

    /** A table of an older version is shorter. */
    @Test
    void shouldKnowTheEntriesOfATable() {
        object.setLong(0, 24);
        object.setLong(8, 1);
        object.setLong(24, 1);
        assertTrue(Fid.has(object, 8));
        assertFalse(Fid.has(object, 16), "null");
        assertFalse(Fid.has(object, 24), "behind the end");
        assertFalse(Fid.has(null, 8));
    }

    @Test
    void shouldEncodeVersions() {
        assertEquals(0x1_0011, Libfabric.API_VERSION);
        assertTrue(library.versionText().matches("[1-9]\\d*\\.\\d+"));
        assertEquals(5, library.check("call", 5));
        assertEquals(0, library.check("call", 0));
        final FabricException failed = assertThrows(FabricException.class, () -> library.check("a call", -Fi.EINVAL));
        assertEquals(Fi.EINVAL, failed.errno());
        assertEquals("a call failed: " + library.strerror(Fi.EINVAL) + " (22)", failed.getMessage());
        assertEquals(0, new FabricException("without a number", null).errno());
    }

    @Test
    void shouldListAllEntriesAndNoneOfAListThatIsClosed() {
        final InfoList list = library.getInfo(null, null, 0, null);
        assertFalse(list.entries().isEmpty());
        assertNull(list.entries().getLast().next);
        list.close();
        assertTrue(list.entries().isEmpty());
        list.close();
        final FiInfo hints = library.allocInfo();
        hints.fabric_attr.prov_name = library.mallocString("none of these");
        assertTrue(library.getInfo(null, null, 0, hints).entries().isEmpty());
        library.free(hints);
    }
}
