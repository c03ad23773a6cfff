/** What drives the steps of the runtime's barriers one by one. */
package org.jshmem.internal.barrier;
