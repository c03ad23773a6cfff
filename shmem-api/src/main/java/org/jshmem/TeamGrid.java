package org.jshmem;

/**
 * The two teams of a PE after {@link Shmem#teamSplit2d}, which arranges the PEs of the parent in a grid.
 *
 * @param xTeam the PE's row
 * @param yTeam the PE's column
 */
public record TeamGrid(ShmemTeam xTeam, ShmemTeam yTeam) {}
