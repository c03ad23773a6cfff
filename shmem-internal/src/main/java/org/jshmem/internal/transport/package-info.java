/** What a transport implements. */
package org.jshmem.internal.transport;
