/**
 * Molecular dynamics on a grid of PEs, ported from miniMD of the Mantevo project.
 * {@link org.jshmem.examples.minimd.MiniMd} is the program; its PEs talk by messages or by puts with signals, which is
 * what {@code NeighbourExchange} has two classes for.
 */
package org.jshmem.examples.minimd;
