/** Teams: their members, their slots in the PEs' control memory, and how they reach one another. */
package org.jshmem.internal.team;
