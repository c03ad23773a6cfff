// types: int long
package org.jshmem.flow;

/** Handles values of a {@link DoubleFlow}. */
@FunctionalInterface
public interface DoubleFlowHandler {
    /**
     * Handles a value. {@link Flow} describes when and where.
     *
     * @param from the PE that has sent it, by its number in the team
     * @param value the value
     */
    void handle(int from, double value);
}
