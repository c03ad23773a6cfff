package org.jshmem.libfabric;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.schedules.Steps;

/**
 * A network whose operations happen late, in any order that libfabric allows: a write, a read or the delivery of a
 * message at some time after it was issued, and its completion at some time after that. Data move in several steps.
 * Memory of an operation is read when it happens, unless it was injected. There is little room for operations.
 *
 * <p>Messages of an endpoint to another one stay in order. Whether writes and messages follow earlier writes is a
 * property of the fabric; nothing else is ordered.
 */
public final class SimulatedFabric {
    /** Size and alignment of the memory that a key or a descriptor stands for, unless it is 0. */
    public static final long REGION_BYTES = 1 << 10;

    /** Most operations under way from an endpoint, or to each other one, which a schedule chooses. */
    private static final int MOST_ROOM = 6;

    private final boolean isOrdered;
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<Operation> underWay = new ArrayList<>();
    private final List<Operation> begun = new ArrayList<>();
    private int room;
    private boolean hasRoomForEach;
    private long moves;
    private int struck = -1;
    private int failing = -1;
    private int failure;
    private int refusal;

    /**
     * Makes one.
     *
     * @param isOrdered whether writes happen, and messages are delivered, after the writes before them to the same
     *     endpoint
     */
    public SimulatedFabric(boolean isOrdered) {
        this.isOrdered = isOrdered;
    }

    /** The key of the region of an address, which is its descriptor, too. */
    public static long keyOf(long address) {
        return address / REGION_BYTES;
    }

    /** Fails if memory is not all in the region that a key stands for. */
    static void requireKey(long key, long address, long bytes) {
        if (key != 0 && (keyOf(address) != key || keyOf(address + bytes - 1) != key)) {
            throw new AssertionError(bytes + " bytes at " + address % REGION_BYTES + " are not in region " + key
                    + ", but from " + keyOf(address));
        }
    }

    /** Opens an endpoint. */
    public Endpoint endpoint(CompletionQueue queue, Domain domain) {
        final Endpoint endpoint = new Endpoint(this, queue, domain, endpoints.size());
        endpoints.add(endpoint);
        return endpoint;
    }

    /** A number that changes whenever somebody who waits may have reason to look again. */
    public long moves() {
        return moves;
    }

    /** Says that somebody who waits may have reason to look again. */
    public void moved() {
        moves++;
    }

    /** An endpoint has room for operations to each other one; to be called before there are any. */
    public void giveRoomForEach() {
        hasRoomForEach = true;
    }

    /** An error strikes in the next operation of an endpoint. */
    public void strike(int endpoint) {
        struck = endpoint;
    }

    /** The next operation of an endpoint does not happen, but ends with an error. */
    public void fail(int endpoint, int error) {
        failing = endpoint;
        failure = error;
    }

    /** Refuses all operations from now on, with an error; takes them again with 0. */
    public void refuse(int error) {
        refusal = error;
    }

    /** An endpoint gets a message that is longer than its buffers, as soon as it takes one. */
    public void truncate(int endpoint) {
        final Endpoint to = endpoints.get(endpoint);
        Steps.await(() -> !to.receives.isEmpty());
        to.queue.addError(to.receives.remove().context(), Fi.ETRUNC);
        moved();
    }

    /** The queue of an endpoint has an error of something that nobody has asked for. */
    public void disturb(int endpoint, int error) {
        endpoints.get(endpoint).queue.addError(1, error);
        moved();
    }

    /** Takes an operation; returns 0, or that there is no room. */
    long begin(Operation operation) {
        Steps.fence();
        if (operation.from.index == struck) {
            struck = -1;
            throw new StackOverflowError();
        }
        if (refusal != 0) {
            return -refusal;
        }
        if (room == 0) {
            room = 1 + Steps.choose(MOST_ROOM);
            hasRoomForEach |= Steps.choose(2) == 0;
        }
        int before = 0;
        for (Operation other : underWay) {
            if (other.from.equals(operation.from) && (!hasRoomForEach || other.to == operation.to)) {
                before++;
            }
        }
        if (before >= room) {
            operation.from.refused++;
            return -Fi.EAGAIN;
        }
        if (operation.from.index == failing) {
            failing = -1;
            operation.error = failure;
        }
        underWay.add(operation);
        begun.add(operation);
        Steps.step(); // it may be over before the caller goes on
        return 0;
    }

    /**
     * The operations that endpoints were asked for so far, in that order: kind and bytes, with a plus sign between the
     * pieces.
     */
    public List<String> begun(int firstEndpoint, int lastEndpoint) {
        return begun.stream()
                .filter(operation -> operation.from.index >= firstEndpoint && operation.from.index <= lastEndpoint)
                .map(Operation::toString)
                .toList();
    }

    /** How often an endpoint was asked for an operation for which it had no room. */
    public long refused(int endpoint) {
        return endpoints.get(endpoint).refused;
    }

    /** Whether anything can happen. */
    public boolean isBusy() {
        for (Operation operation : underWay) {
            if (operation.error != 0 || operation.isDone || mayReportEarly(operation) || mayHappen(operation)) {
                return true;
            }
        }
        return false;
    }

    /** Lets one thing happen, of those that may be next; to be called if it {@link #isBusy}. */
    public void move() {
        final int start = Steps.choose(underWay.size());
        for (int i = 0; i < underWay.size(); i++) {
            if (move(underWay.get((start + i) % underWay.size()))) {
                moved();
                return;
            }
        }
    }

    private boolean move(Operation operation) {
        if (operation.error != 0) {
            operation.from.queue.addError(operation.context, operation.error);
            underWay.remove(operation);
            return true;
        }
        if (operation.isDone) {
            report(operation);
            underWay.remove(operation);
            return true;
        }
        if (mayReportEarly(operation) && Steps.choose(2) == 0) {
            operation.takeSource();
            report(operation);
            return true;
        }
        if (!mayHappen(operation)) {
            return false;
        }
        if (operation.kind == Operation.Kind.SEND) {
            final Endpoint target = endpoints.get(operation.to);
            final Endpoint.Receive receive = target.receives.remove();
            target.queue.add(receive.context(), Fi.RECV, operation.deliver(receive));
        } else {
            operation.transfer();
        }
        operation.isDone = true;
        if (operation.isReported) {
            underWay.remove(operation);
        }
        return true;
    }

    private static void report(Operation operation) {
        operation.isReported = true;
        operation.from.queue.add(operation.context, 0, 0);
    }

    private static boolean mayReportEarly(Operation operation) {
        return !operation.awaitsDelivery && !operation.isReported && !operation.isDone;
    }

    private boolean mayHappen(Operation operation) {
        if (operation.kind == Operation.Kind.SEND
                && endpoints.get(operation.to).receives.isEmpty()) {
            return false;
        }
        for (Operation earlier : underWay) {
            if (earlier.equals(operation)) {
                return true;
            }
            if (!earlier.isDone
                    && earlier.from.equals(operation.from)
                    && earlier.to == operation.to
                    && isOrdered(earlier.kind, operation.kind)) {
                return false;
            }
        }
        throw new IllegalStateException("not under way");
    }

    private boolean isOrdered(Operation.Kind first, Operation.Kind second) {
        return switch (second) {
            case READ -> false;
            case WRITE -> first == Operation.Kind.WRITE && isOrdered;
            case SEND -> first == Operation.Kind.SEND || first == Operation.Kind.WRITE && isOrdered;
        };
    }
}
