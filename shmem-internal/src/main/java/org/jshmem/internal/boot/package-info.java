/** How a PE learns who it is and meets the other PEs of its job. */
package org.jshmem.internal.boot;
