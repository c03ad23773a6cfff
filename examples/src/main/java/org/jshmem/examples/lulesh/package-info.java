/**
 * A blast wave in a cube of gas, on a cube of PEs, ported from LULESH of the Lawrence Livermore National Laboratory.
 * {@link org.jshmem.examples.lulesh.Lulesh} is the program; its PEs talk by messages or by puts with signals, which is
 * what {@code BorderExchange} has two classes for.
 */
package org.jshmem.examples.lulesh;
