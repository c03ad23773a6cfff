/** The transport of a job of one PE, and the template for a new one. */
package org.jshmem.transport.none;
