// types: int long
package org.jshmem.flow;

import org.jshmem.ShmemTeam;

/**
 * A stream of {@code double} values from each PE of a team to handlers of the others. {@link Flow} describes flows;
 * this one needs no objects.
 *
 * <pre>{@code
 * try (DoubleFlow counts = DoubleFlow.of(TEAM_WORLD, (from, i) -> table[(int) i]++)) {
 *     for (...) {
 *         counts.send(pe, i);
 *     }
 * }
 * }</pre>
 */
public abstract class DoubleFlow extends AbstractFlow {
    /** For the library. */
    DoubleFlow(FlowGroup group) {
        super(group, "double", Double.BYTES);
    }

    /**
     * Makes a flow; collective over the team.
     *
     * @param team the team whose PEs send to one another
     * @param handler called on the PE that a value was sent to
     * @return the flow; close it before the team ends
     */
    public static DoubleFlow of(ShmemTeam team, DoubleFlowHandler handler) {
        FlowGroup.required("handler", handler);
        return FlowGroup.with(team, group -> in(group, handler));
    }

    static DoubleFlow in(FlowGroup group, DoubleFlowHandler handler) {
        final FlowConstants constants = FlowConstants.of(DoubleFlowTemplate.class, group, null, 0);
        return Templates.make(DoubleFlow.class, constants, group, handler);
    }

    /**
     * Sends a value; returns when it has been copied. Waits if the buffers on the way to the PE are full, and meanwhile
     * runs the handlers of values that have come. In a handler it does not wait.
     *
     * @param pe where to, by its number in the team
     * @param value the value
     * @throws IllegalArgumentException if {@code pe} is not a PE of the team
     * @throws IllegalStateException after {@link #close()}
     */
    public abstract void send(int pe, double value);
}
