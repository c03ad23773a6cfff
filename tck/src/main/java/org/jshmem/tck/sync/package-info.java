/** Point-to-point synchronisation: wait and test. */
package org.jshmem.tck.sync;
