/**
 * {@code shmemrun}, the launcher of jobs on one machine.
 *
 * <p>{@link org.jshmem.launcher.Launch} starts a job from a program.
 *
 * <p>{@link org.jshmem.launcher.Shmemrun} is the command. It reads the command line ({@code CommandLineParser}), finds
 * the program ({@code ProgramFinder}) and creates a {@code Job}. The single thread of a job starts the PEs
 * ({@code PeStarter}), receives {@code JobEvent}s about them, answers their wire-up requests ({@code WireUp}) and sends
 * them signals ({@code PeSignals}). {@code ControlServer}, the thread of the control socket, and two
 * {@code OutputPump}s for each PE run beside it.
 */
package org.jshmem.launcher;
