/**
 * Programs that consist of many tiny operations anywhere in the memory of all PEs, by flows and distributed arrays.
 * Most follow the programs of bale, a collection of such kernels in C.
 */
package org.jshmem.examples.irregular;
