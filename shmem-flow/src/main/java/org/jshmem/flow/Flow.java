package org.jshmem.flow;

import org.jshmem.ShmemTeam;

/**
 * A stream of small records from each PE of a team to a handler on the others. Records that go the same way travel
 * together, so a record between nodes costs as much as its bytes, and not as much as a message. An extension of
 * OpenSHMEM.
 *
 * <pre>{@code
 * record Edge(long vertex, double weight) {}
 *
 * try (Flow<Edge> edges = Flow.of(TEAM_WORLD, Edge.class, (from, e) -> relax(e.vertex(), e.weight()))) {
 *     for (...) {
 *         edges.send(owner(v), new Edge(v, w));
 *     }
 * } // everything that was sent has been handled, on all PEs
 * }</pre>
 *
 * <p><b>Records</b> are objects of a record class whose components are primitives, or records of primitives. In memory
 * they are like a C struct with the same members. They must fit into a buffer ({@code SHMEM_FLOW_BUFFER}, 8 KiB). No
 * object is allocated for a record, once the code is compiled, if the handler does not keep the record.
 * {@link LongFlow} and {@link IntFlow} need no objects at all.
 *
 * <p><b>Handlers</b> run on the PE that a record was sent to, in the thread that made the flow, one at a time: inside
 * {@code send}, {@code progress}, {@code drain} and {@code close} of any flow of that thread, and at no other time. So
 * between the return of {@code drain} and the next of these calls no handler runs on this PE. A record that a PE sends
 * to itself may be handled before {@code send} returns. Records from one PE to another are handled in the order of
 * sending.
 *
 * <p>A handler must not call collective operations, {@code progress}, {@code drain} or {@code close}; these throw. It
 * may send records, also by its own flow, and the flow ends only when no record is left anywhere. A lambda expression
 * cannot name a local variable that is being initialized, so keep such a flow in a final field of an object that you
 * create after {@code init}:
 *
 * <pre>{@code
 * private final Flow<Edge> edges = Flow.of(TEAM_WORLD, Edge.class, (from, e) -> relax(e)); // relax calls edges.send
 *
 * try (edges) {
 *     ...
 * }
 * }</pre>
 *
 * <p>If a handler throws, the call in which it ran throws a {@link org.jshmem.ShmemException} with that cause and the
 * number of the sender, and the flow can no longer be used; a program that does not catch the exception ends, and the
 * job with it.
 *
 * <p><b>Memory.</b> Buffers have a fixed size: five for each PE of the node, and up to 32 for each other node and
 * direction. If more than 65 nodes have PEs of the team, and some have several, the PEs of a node share the buffers for
 * other nodes, and there are ten for each PE of the node. If the target is slow, {@code send} waits. A handler must not
 * wait, so records that it sends to a PE without room go to further memory, which grows as needed.
 *
 * <p><b>What to avoid.</b> Results are complete only after {@code drain} or {@code close}. A loop that sends must not
 * go over state that handlers change, since these run inside {@code send}. From the first record to the next
 * {@code drain} or {@code close}, call no other collective operation, such as a barrier, a reduction or the making of a
 * flow: the PE runs no handlers there, and PEs that send to it wait for it.
 *
 * <p><b>Order.</b> Stores of a PE before it sends a record, and its puts that a quiet has completed,
 * <i>happen-before</i> the handler of that record.
 *
 * <p><b>Threads.</b> Only the thread that made the flow may use it.
 *
 * @param <R> the type of records
 */
public abstract class Flow<R> extends AbstractFlow {
    /** For the library. */
    Flow(FlowGroup group, String kind, int recordBytes) {
        super(group, kind, recordBytes);
    }

    /**
     * Makes a flow; collective over the team.
     *
     * @param team the team whose PEs send to one another
     * @param type a record class of primitives and such records; the same on all PEs
     * @param handler called on the PE that a record was sent to
     * @param <R> the type of records
     * @return the flow; close it before the team ends
     * @throws IllegalArgumentException if the record has a component of another type, does not fit into a buffer, or
     *     its package is not open to this module
     */
    public static <R extends Record> Flow<R> of(ShmemTeam team, Class<R> type, FlowHandler<? super R> handler) {
        RecordCodecs.of(type);
        FlowGroup.required("handler", handler);
        return FlowGroup.with(team, group -> in(group, type, handler));
    }

    static <R extends Record> Flow<R> in(FlowGroup group, Class<R> type, FlowHandler<? super R> handler) {
        return in(group, RecordCodecs.of(type), RecordLayout.of(type).bytes(), handler);
    }

    static <R> Flow<R> in(FlowGroup group, RecordCodec<R> codec, int bytes, FlowHandler<? super R> handler) {
        return in(
                group,
                codec,
                bytes,
                handler,
                FlowGroup.required("handler", handler).getClass());
    }

    /** @param key the class of what the handler calls */
    @SuppressWarnings("unchecked")
    static <R> Flow<R> in(
            FlowGroup group, RecordCodec<R> codec, int bytes, FlowHandler<? super R> handler, Class<?> key) {
        final FlowConstants constants = FlowConstants.of(FlowTemplate.class, group, codec, bytes);
        return Templates.make(Flow.class, constants, group, handler, key);
    }

    /**
     * A flow of questions, whose handler sends one reply to the sender. If it cannot be made, on all PEs, the flow of
     * replies is taken back.
     */
    @SuppressWarnings("unchecked")
    static <R> Flow<R> withReplies(
            FlowGroup group,
            RecordCodec<R> codec,
            int bytes,
            FlowHandler<? super R> handler,
            Class<?> key,
            AbstractFlow replies) {
        final FlowConstants constants =
                FlowConstants.of(FlowTemplate.class, group, codec, bytes).guarded();
        try {
            final Flow<R> made = Templates.make(Flow.class, constants, group, handler, key);
            made.replyBy(replies);
            return made;
        } catch (RuntimeException | Error e) {
            group.remove(replies);
            throw e;
        }
    }

    /**
     * Sends a record; returns when it has been copied. Waits if the buffers on the way to the PE are full, and
     * meanwhile runs the handlers of records that have come. In a handler it does not wait.
     *
     * @param pe where to, by its number in the team
     * @param value the record
     * @throws IllegalArgumentException if {@code pe} is not a PE of the team
     * @throws IllegalStateException after {@link #close()}
     */
    public abstract void send(int pe, R value);
}
