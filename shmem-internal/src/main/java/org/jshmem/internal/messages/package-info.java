/** Messages between PEs: matching, and the ways by which they travel. */
package org.jshmem.internal.messages;
