/** How a PE learns who it is and synchronizes with the others PEs of its job. */
package org.jshmem.internal.boot;
