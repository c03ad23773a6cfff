/** How threads wait, sleep and are woken, and how a hang becomes a report. */
package org.jshmem.internal.waiting;
