/** The interfaces that a transport implements, and common code of transports. */
package org.jshmem.internal.transport;
