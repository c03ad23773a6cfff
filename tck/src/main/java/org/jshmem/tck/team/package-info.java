/** Teams: sentences 54 to 66. */
package org.jshmem.tck.team;
