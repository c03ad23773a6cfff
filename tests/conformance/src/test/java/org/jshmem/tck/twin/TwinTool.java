package org.jshmem.tck.twin;

import org.jshmem.spi.ShmemProvider;
import org.jshmem.spi.ShmemTool;

/**
 * The tool {@code twin}: everything that the program makes gets a second one, its twin, and most calls are repeated on
 * that, before or after the call on the first in turn. So cases for one object at a time show what goes wrong when
 * there are two of a kind. A difference throws an {@link AssertionError}, which names the call and both results.
 *
 * <p>What is twinned:
 *
 * <ul>
 *   <li>Symmetric blocks. Puts, atomics and signals go to the twin, too, and results of collectives are also written
 *       there; what arrives is compared. A block must not overlap another. A block larger than an eighth of the heap,
 *       or for which there is no room, has no twin, and calls on it are not repeated unless they read.
 *   <li>Contexts, the default one included. The twin reads from the same memory as the first, since it cannot know what
 *       PEs store in their own heaps. A get whose result differs is repeated on the first, as a polled word may change.
 *       Atomics on the twin must change the value that is found there; they are repeated under contention.
 *   <li>Teams, the predefined ones included, and their collectives and contexts. In turn the twin is split off from the
 *       team and from its twin.
 *   <li>Matching spaces. Each message that calls, requests, visits or handlers receive must also arrive in the twin,
 *       which receives in an order of its own.
 *   <li>Locks: a lock in the twin of its block is taken after the first, which must then be possible at once, and
 *       cleared before it.
 * </ul>
 *
 * <p>What is passed on to the first only: waits and tests of words, non-blocking collectives, non-blocking atomics,
 * probes, figures. A shared block has a neighbour, whose content must stay as it is, up to the next barrier. Cases that
 * count resources, fill the heap or leave collectives by an exception cannot run with this tool.
 */
public final class TwinTool extends ShmemTool {
    /** Called by the service loader. */
    public TwinTool() {}

    @Override
    public String name() {
        return "twin";
    }

    @Override
    public ShmemProvider install(ShmemProvider runtime) {
        return new TwinProvider(runtime);
    }
}
