/**
 * Messages between the PEs of a team; an extension of OpenSHMEM. It has two-sided send and receive as in MPI, remote
 * procedure calls, and {@linkplain org.jshmem.SharedArray shared memory} whose ownership passes from PE to PE without a
 * copy.
 *
 * <pre>{@code
 * try (var _ = init(); Messages messages = Messages.on(TEAM_WORLD)) {
 *     Request in = messages.irecv(ghosts, n, left, TAG);
 *     messages.send(border, n, right, TAG);
 *     in.await();
 * }
 * }</pre>
 *
 * @since 0.1.0
 */
package org.jshmem.messages;
