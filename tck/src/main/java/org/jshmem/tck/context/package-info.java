/** Communication contexts and sessions. */
package org.jshmem.tck.context;
