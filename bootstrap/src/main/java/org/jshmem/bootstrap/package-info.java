/** How a PE learns who it is and synchronizes with the other PEs of its job. */
package org.jshmem.bootstrap;
