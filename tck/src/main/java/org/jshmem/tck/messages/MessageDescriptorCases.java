package org.jshmem.tck.messages;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.jshmem.SymmetricLongs;
import org.jshmem.messages.Messages;
import org.jshmem.messages.Request;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Transport;

/** The descriptor of messages in a loop of {@code epoll}. */
final class MessageDescriptorCases {
    private static final int TAG = 4;
    private static final int LONG_MS = 8000;
    private static final int QUIET_MS = 200;
    private static final long QUIET_NS = QUIET_MS * 1_000_000L;

    @Case(
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void messageDescriptor(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        try (Epoll epoll = new Epoll();
                SymmetricLongs data = callocLongs(20_000);
                Messages messages = Messages.on(TEAM_WORLD)) {
            epoll.add(messages.descriptor());
            checks.equal(messages.descriptor(), messages.descriptor(), "one descriptor");
            becomesQuiet(checks, epoll, messages);
            barrierAll();
            for (int round = 0; round < 50; round++) {
                final Request send = messages.isend(data, 0, round % 2 == 0 ? 1 : 20_000, next, TAG);
                while (!messages.iprobe(previous, TAG, null)) {
                    checks.that(epoll.await(LONG_MS), "readable when a message comes");
                    messages.progress();
                }
                messages.recv(new long[20_000], previous, TAG);
                while (!send.test(null)) {
                    checks.that(epoll.await(LONG_MS), "readable when a message was received");
                    messages.progress();
                }
            }
            becomesQuiet(checks, epoll, messages);
            messages.send(new long[1], next, TAG);
            barrierAll(); // takes the message out of the ring
            checks.that(epoll.await(LONG_MS), "readable for what another call has taken");
            messages.recv(new long[1], previous, TAG);
        }
        barrierAll();
    }

    /** Sends wait for room at a PE that sends nothing itself, and only looks when its descriptor is readable. */
    @Case(
            atLeast = 2,
            on = {Transport.SHR, Transport.CMA, Transport.OFI, Transport.NODES})
    void messageDescriptorWithSendsThatWait(Checks checks) {
        final int last = nPes() - 1;
        final Request[] sends = new Request[300];
        try (Epoll epoll = new Epoll();
                Messages messages = Messages.on(TEAM_WORLD)) {
            epoll.add(messages.descriptor());
            for (int i = 0; i < sends.length && myPe() == 0; i++) {
                sends[i] = messages.isend(new long[] {i}, last, TAG);
            }
            int done = 0;
            while (done < sends.length && (myPe() == 0 || myPe() == last)) {
                messages.progress();
                final int before = done;
                while (done < sends.length && (myPe() == 0 ? sends[done].test(null) : messages.iprobe(0, TAG, null))) {
                    if (myPe() == last) {
                        final long[] data = new long[1];
                        messages.recv(data, 0, TAG);
                        checks.equal(done, data[0], "in order");
                    }
                    done++;
                }
                if (done == before) {
                    checks.that(epoll.await(LONG_MS), "readable when there is room");
                }
            }
            checks.equal(myPe() == 0 || myPe() == last ? sends.length : 0, done, "messages of this PE");
        }
        barrierAll();
    }

    /**
     * The descriptor does not stay readable when nothing comes. It may become readable again now and then: where a
     * network has to be looked at, some hundred times a second.
     */
    private static void becomesQuiet(Checks checks, Epoll epoll, Messages messages) {
        int times = 0;
        final long start = System.nanoTime();
        while (System.nanoTime() - start < QUIET_NS) {
            messages.progress();
            epoll.await(QUIET_MS);
            times++;
        }
        checks.that(times < 2 * QUIET_MS, "unreadable while nothing comes");
    }

    /** An {@code epoll} descriptor of Linux. */
    private static final class Epoll implements AutoCloseable {
        private static final int CTL_ADD = 1;
        private static final int EVENT_IN = 1;
        private static final int EVENT_BYTES = 16;

        private final Arena arena = Arena.ofConfined();
        private final MemorySegment event = arena.allocate(EVENT_BYTES, Long.BYTES);
        private final MethodHandle control = function("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
        private final MethodHandle wait = function("epoll_wait", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
        private final int fd = call(function("epoll_create1", JAVA_INT), 0);

        @SuppressWarnings({"restricted", "checkstyle:rawmemory"}) // a test of other people's event loops
        private static MethodHandle function(String name, MemoryLayout... arguments) {
            final Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(
                    linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(JAVA_INT, arguments));
        }

        private static int call(MethodHandle function, Object... arguments) {
            try {
                return (int) function.invokeWithArguments(arguments);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        void add(int descriptor) {
            event.set(JAVA_INT, 0, EVENT_IN);
            event.set(JAVA_LONG.withByteAlignment(1), Integer.BYTES, descriptor);
            if (call(control, fd, CTL_ADD, descriptor, event) != 0) {
                throw new IllegalStateException("epoll_ctl failed for descriptor " + descriptor);
            }
        }

        /** Whether a descriptor is readable within some time. */
        boolean await(int ms) {
            return call(wait, fd, event, 1, ms) == 1;
        }

        @Override
        public void close() {
            call(function("close", JAVA_INT), fd);
            arena.close();
        }
    }
}
