/** Barriers of teams, and how threads wait. */
package org.jshmem.internal.sync;
