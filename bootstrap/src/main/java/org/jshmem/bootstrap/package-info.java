/** Tells a PE its number, and synchronizes it with the other PEs of its job. */
package org.jshmem.bootstrap;
