/** Messages between PEs: no part of OpenSHMEM. */
package org.jshmem.tck.messages;
