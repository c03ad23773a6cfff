/**
 * {@code shmemrun}, the launcher of jobs on one machine.
 *
 * <p>{@link org.jshmem.launcher.Shmemrun} reads the command line ({@code CommandLineParser}), finds the program
 * ({@code ProgramFinder}) and hands over to {@code Job}, whose one thread starts the PEs ({@code PeStarter}), learns
 * from {@code JobEvent}s what happens to them, answers their wire-up ({@code WireUp}) and sends them signals
 * ({@code PeSignals}). Beside it run {@code ControlServer}, the control socket's thread, and two {@code OutputPump}s
 * per PE.
 */
package org.jshmem.launcher;
